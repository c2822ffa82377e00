// Numbers of a list, digits and what is between them, by two inner loops.
// has: nested, writes
#include "harness.h"

int main(void) {
  TEXT(list, 3 * SIZE);
  unsigned char lengths[SIZE];
  int at = 0, numbers = 0;
  while (list[at]) {
    while (list[at] && (list[at] < '0' || list[at] > '9')) at++;
    int start = at;
    while (list[at] >= '0' && list[at] <= '9') at++;
    if (at == start) break;
    if (EITHER(0, numbers >= SIZE)) break;
    lengths[numbers++] = (unsigned char)(at - start); // BUG
  }
  return 0;
}
