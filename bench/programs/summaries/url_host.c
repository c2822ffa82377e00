// Scheme, two slashes, host: the host is copied up to a colon or a slash.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(url, 3 * SIZE);
  char host[SIZE];
  const char *at = url;
  while (*at >= 'a' && *at <= 'z') at++;
  if (at[0] != ':' || at[1] != '/' || at[2] != '/') return 1;
  at += 3;
  size_t used = 0;
  while (*at && *at != ':' && *at != '/') {
    if (EITHER(0, used == SIZE - 1)) return 1;
    host[used++] = *at++; // BUG
  }
  host[used] = 0; // BUG
  return 0;
}
