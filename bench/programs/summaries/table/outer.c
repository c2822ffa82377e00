// Only the outer loop of a parser of names: white space, quotes and comments decide, and lengths are added up.
#include "../harness.h"

int main(void) {
  TEXT(in, 2 * SIZE);
  char name[SIZE];
  int at = 0, length = 0, lines = 1, quotes = 0;
  while (in[at]) {
    if (in[at] == '#') break;
    if (in[at] == '\n')
      lines++;
    else if (in[at] == '"')
      quotes++;
    else if (in[at] != ' ' && in[at] != '\t')
      length++;
    at++;
  }
  if (EITHER(1, length < SIZE)) name[length] = 0; // BUG
  return lines + quotes > 0;
}
