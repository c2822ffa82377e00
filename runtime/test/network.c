/* Internet addresses from and to text. */
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "compare.h"

OURS(inet_pton); OURS(inet_ntop); OURS(inet_aton); OURS(inet_ntoa);

static void any_address(char *out) {
  static const char *const pieces[] = {"1", "255", "256", "0", "01", ".", ".", ".", ":", ":", "::", "a", "FfFf", "12345", "g", "0x1f", "077", " ", "10"};
  *out = 0;
  for (unsigned n = below(14); n > 0; n--) strcat(out, pieces[below(sizeof pieces / sizeof *pieces)]);
}

static void from_text(const char *text) {
  unsigned char theirs[16], ours[16];
  memset(theirs, 7, 16), memset(ours, 7, 16);
  check(inet_pton(AF_INET, text, theirs) == bl_inet_pton(AF_INET, text, ours) && !memcmp(theirs, ours, 16), "inet_pton(4, %s)", text);
  check(inet_pton(AF_INET6, text, theirs) == bl_inet_pton(AF_INET6, text, ours) && !memcmp(theirs, ours, 16), "inet_pton(6, %s)", text);
  struct in_addr a = {1}, b = {1};
  int x = inet_aton(text, &a), y = bl_inet_aton(text, &b);
  check(x == y && (!x || a.s_addr == b.s_addr), "inet_aton(%s): %d %x, not %d %x", text, y, b.s_addr, x, a.s_addr);
}

static void to_text(void) {
  unsigned char bytes[16];
  for (int i = 0; i < 16; i++) bytes[i] = below(3) ? 0 : (unsigned char)random_bits();
  if (below(4) == 0) memset(bytes, 0, 10), bytes[10] = bytes[11] = below(2) ? 0 : 255;
  char theirs[64] = "", ours[64] = "";
  unsigned room = below(4) ? 64 : below(40);
  errno = *ours_errno() = 0;
  const char *x = inet_ntop(AF_INET6, bytes, theirs, room), *y = bl_inet_ntop(AF_INET6, bytes, ours, room);
  check(!x == !y && errno == *ours_errno() && (!x || !strcmp(theirs, ours)), "inet_ntop: %s, not %s", ours, theirs);
  if (x) from_text(theirs);
  x = inet_ntop(AF_INET, bytes, theirs, 64), y = bl_inet_ntop(AF_INET, bytes, ours, 64);
  check(!strcmp(x, y), "inet_ntop(4): %s, not %s", y, x);
  from_text(x);
}

void compare_network(void) {
  for (int turn = 0; turn < 20000; turn++) {
    char text[128];
    any_address(text);
    from_text(text);
    to_text();
  }
}
