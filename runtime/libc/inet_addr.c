/* IPv4 addresses in the old forms: one to four numbers, each decimal, octal or hexadecimal, the last filling what is left. */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int inet_aton(const char *text, struct in_addr *out) {
  unsigned long parts[4];
  int count = 0;
  for (;;) {
    if (!isdigit((unsigned char)*text)) return 0;
    char *end;
    int saved = errno;
    errno = 0;
    unsigned long value = strtoul(text, &end, 0);
    int too_large = errno == ERANGE || value > 0xffffffff;
    errno = saved;
    if (too_large) return 0;
    text = end;
    parts[count++] = value;
    if (*text != '.') break;
    if (count == 4 || value > 255) return 0;
    text++;
  }
  if (*text && !isspace((unsigned char)*text)) return 0;
  static const unsigned long most[] = {0xffffffff, 0xffffff, 0xffff, 0xff};
  if (parts[count - 1] > most[count - 1]) return 0;
  unsigned long address = parts[count - 1];
  for (int i = 0; i < count - 1; i++) address |= parts[i] << (24 - 8 * i);
  if (out) out->s_addr = __builtin_bswap32((uint32_t)address);
  return 1;
}

in_addr_t inet_addr(const char *text) {
  struct in_addr address;
  return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}

char *inet_ntoa(struct in_addr address) {
  static char text[16];
  const unsigned char *bytes = (const unsigned char *)&address.s_addr;
  snprintf(text, sizeof text, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
  return text;
}
