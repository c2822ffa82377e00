/* Comparing strings byte by byte: one decision per position, the result is the difference of the bytes there. */
#include <string.h>

int strcmp(const char *a, const char *b) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  while ((*x == *y) & (*x != 0)) {
    x++;
    y++;
  }
  return *x - *y;
}

int strncmp(const char *a, const char *b, size_t limit) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  for (size_t i = 0; i < limit; i++) {
    if ((x[i] != y[i]) | (x[i] == 0)) return x[i] - y[i];
  }
  return 0;
}
