/* Internet addresses from text and to text. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int digit(char c, int base) {
  unsigned number = (unsigned char)c - '0', letter = ((unsigned char)c | 32) - 'a';
  unsigned value = number < 10 ? number : letter < 6 ? letter + 10 : 16;
  return value < (unsigned)base ? (int)value : -1;
}

/* Exactly four decimal numbers below 256 without leading zeros, up to `end`. */
static int parse_v4(const char *s, const char *end, unsigned char *out) {
  unsigned char bytes[4];
  for (int i = 0; i < 4; i++) {
    if (i > 0 && (s == end || *s++ != '.')) return 0;
    if (s == end || digit(*s, 10) < 0) return 0;
    int value = digit(*s, 10), zero = *s == '0';
    for (s++; s < end && digit(*s, 10) >= 0; s++) {
      value = value * 10 + digit(*s, 10);
      if (zero | (value > 255)) return 0;
    }
    bytes[i] = (unsigned char)value;
  }
  if (s != end) return 0;
  memcpy(out, bytes, 4);
  return 1;
}

/* Eight groups of at most four digits; "::" stands for as many zeros as are missing, at least one group; the last two may be
 * written as an IPv4 address. */
static int parse_v6(const char *s, const char *end, unsigned char *out) {
  unsigned char bytes[16] = {0};
  int count = 0, gap = -1;
  if (s < end && *s == ':') {
    s++;
    if (s == end || *s != ':') return 0;
  }
  while (s < end) {
    if (*s == ':') {
      if (gap >= 0) return 0;
      gap = count;
      s++;
      continue;
    }
    const char *start = s;
    unsigned value = 0;
    int digits = 0;
    for (; s < end && digit(*s, 16) >= 0; s++) {
      if (++digits > 4) return 0;
      value = value * 16 + (unsigned)digit(*s, 16);
    }
    if (s < end && *s == '.') {
      if (count > 12 || !parse_v4(start, end, bytes + count)) return 0;
      count += 4;
      break;
    }
    if (digits == 0 || count > 14) return 0;
    bytes[count++] = (unsigned char)(value >> 8);
    bytes[count++] = (unsigned char)value;
    if (s == end) break;
    if (*s++ != ':' || s == end) return 0;
  }
  if (gap < 0 ? count != 16 : count == 16) return 0;
  if (gap >= 0) {
    memmove(bytes + 16 - (count - gap), bytes + gap, (size_t)(count - gap));
    memset(bytes + gap, 0, (size_t)(16 - count));
  }
  memcpy(out, bytes, 16);
  return 1;
}

int inet_pton(int family, const char *restrict text, void *restrict out) {
  switch (family) {
    case AF_INET: return parse_v4(text, text + strlen(text), out);
    case AF_INET6: return parse_v6(text, text + strlen(text), out);
    default: errno = EAFNOSUPPORT; return -1;
  }
}

static void format_v4(const unsigned char *bytes, char *out) {
  sprintf(out, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
}

/* The longest run of at least two zero groups, the first of equals, becomes "::". */
static void format_v6(const unsigned char *bytes, char *out) {
  unsigned groups[8];
  for (int i = 0; i < 8; i++) groups[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
  int best = -1, length = 1;
  for (int i = 0; i < 8; i++) {
    int n = 0;
    while (i + n < 8 && groups[i + n] == 0) n++;
    if (n > length) best = i, length = n;
    if (n > 0) i += n - 1;
  }
  char *at = out;
  for (int i = 0; i < 8; i++) {
    if (i == best) {
      at = stpcpy(at, i == 0 ? "::" : ":");
      i += length - 1;
      if (i == 7) break;
      continue;
    }
    int mapped = best == 0 && (length == 6 || (length == 5 && groups[5] == 0xffff) || (length == 7 && groups[7] != 1));
    if (i == 6 && mapped) {
      format_v4(bytes + 12, at);
      return;
    }
    at += sprintf(at, i < 7 ? "%x:" : "%x", groups[i]);
  }
  *at = 0;
}

const char *inet_ntop(int family, const void *restrict address, char *restrict out, socklen_t room) {
  char text[INET6_ADDRSTRLEN];
  switch (family) {
    case AF_INET: format_v4(address, text); break;
    case AF_INET6: format_v6(address, text); break;
    default: errno = EAFNOSUPPORT; return NULL;
  }
  if (strlen(text) >= room) {
    errno = ENOSPC;
    return NULL;
  }
  return strcpy(out, text);
}
