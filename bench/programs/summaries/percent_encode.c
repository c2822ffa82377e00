// Characters that an address must not contain are escaped; room for the three characters of the last escape is taken for granted.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(path, 2 * SIZE);
  char out[SIZE];
  int used = 0;
  for (const char *at = path; *at && used < EITHER(SIZE, SIZE - 2); at++) {
    if (*at == ' ' || *at == '"' || *at == '%' || *at >= 127 || *at < 32) {
      out[used++] = '%';
      out[used++] = '2'; // BUG
      out[used++] = '0'; // BUG
    } else {
      out[used++] = *at;
    }
  }
  return 0;
}
