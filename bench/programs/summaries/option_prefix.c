// The longest option that is a prefix of an argument; what is behind it is its value.
// has: nested, writes
#include "harness.h"

static const char *const options[] = {"output", "out", "o"};

int main(void) {
  TEXT(argument, 2 * SIZE);
  char value[SIZE];
  int rest = -1;
  for (int i = 0; i < 3 && rest < 0; i++) {
    int at = 0;
    while (options[i][at] && options[i][at] == argument[at]) at++;
    if (!options[i][at]) rest = at;
  }
  if (rest < 0) return 1;
  int used = 0;
  for (; argument[rest]; rest++) {
    if (EITHER(0, used == SIZE)) return 1;
    value[used++] = argument[rest]; // BUG
  }
  return 0;
}
