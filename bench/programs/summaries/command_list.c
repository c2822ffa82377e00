// Commands of a batch line, separated by semicolons: where each begins goes into a table, blanks before it are passed over.
// has: writes, nested
#include "harness.h"

int main(void) {
  TEXT(line, 3 * SIZE);
  int begins[SIZE];
  int commands = 0, at = 0;
  while (line[at] != 0) {
    while (line[at] == ' ') at++;
    if (line[at] == 0) break;
    if (EITHER(commands > SIZE, commands >= SIZE)) break;
    begins[commands++] = at; // BUG
    while (line[at] != 0 && line[at] != ';') at++;
    if (line[at] == ';') at++;
  }
  return commands;
}
