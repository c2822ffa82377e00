// Text of an image with entities in it: a number between an ampersand and a semicolon is one sign, everything else is itself.
#include "../harness.h"

int main(void) {
  TEXT(in, 2 * SIZE);
  int signs[SIZE];
  int at = 0, used = 0, skipping = 0;
  while (in[at]) {
    if (in[at] == '&') skipping++;
    else if (in[at] != ';') used++;
    at++;
  }
  if (EITHER(1, used < SIZE)) signs[used] = skipping; // BUG
  return 0;
}
