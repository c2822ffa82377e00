/* Functions on memory. */
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "compare.h"

OURS(memcmp); OURS(bcmp); OURS(memchr); OURS(memrchr); OURS(rawmemchr); OURS(memmem); OURS(memccpy); OURS(swab); OURS(memfrob);
OURS(bzero); OURS(bcopy);

enum { ROOM = 20 };

void compare_memory(void) {
  for (int turn = 0; turn < 20000; turn++) {
    unsigned char a[ROOM], b[ROOM], x[ROOM], y[ROOM];
    for (int i = 0; i < ROOM; i++) {
      a[i] = (unsigned char)below(3);
      b[i] = below(8) ? a[i] : (unsigned char)random_bits();
    }
    size_t n = below(ROOM + 1), m = below(4);
    int c = (int)below(4);
    check(sign(memcmp(a, b, n)) == sign(bl_memcmp(a, b, n)), "memcmp of %zu bytes", n);
    check(!bcmp(a, b, n) == !bl_bcmp(a, b, n), "bcmp of %zu bytes", n);
    check(memchr(a, c, n) == bl_memchr(a, c, n), "memchr(%d) of %zu bytes", c, n);
    check(memrchr(a, c, n) == bl_memrchr(a, c, n), "memrchr(%d) of %zu bytes", c, n);
    a[ROOM - 1] = (unsigned char)c;
    check(rawmemchr(a, c) == bl_rawmemchr(a, c), "rawmemchr(%d)", c);
    check(memmem(a, n, b, m) == bl_memmem(a, n, b, m), "memmem(%zu, %zu)", n, m);
    memcpy(x, b, ROOM), memcpy(y, b, ROOM);
    char *p = memccpy(x, a, c, n), *q = bl_memccpy(y, a, c, n);
    check((p ? p - (char *)x : -1) == (q ? q - (char *)y : -1) && !memcmp(x, y, ROOM), "memccpy(%d, %zu)", c, n);
    swab(a, x, (ssize_t)n), bl_swab(a, y, (ssize_t)n);
    check(!memcmp(x, y, ROOM), "swab of %zu bytes", n);
    bcopy(a, x, n), bl_bcopy(a, y, n);
    bzero(x, m), bl_bzero(y, m);
    memfrob(x, n), bl_memfrob(y, n);
    check(!memcmp(x, y, ROOM), "bcopy, bzero, memfrob of %zu bytes", n);
  }
}
