// A long option's name up to an equals sign: dashes at its start are not counted, those inside become underscores.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(argument, 2 * SIZE);
  char name[SIZE];
  int at = 0;
  while (argument[at] == '-') at++;
  int start = at;
  while (argument[at] && argument[at] != '=') {
    if (at - start EITHER(>, >=) SIZE) return 1;
    name[at - start] = argument[at] == '-' ? '_' : argument[at]; // BUG
    at++;
  }
  return 0;
}
