// The value of a tag, behind a name that was read before: quoted characters lose their backslash unless it is before the end of the value.
// has: writes
#include "../harness.h"

int main(void) {
  TEXT(in, 3 * SIZE);
  char tag[SIZE];
  int at = 0, used = 0;
  while (in[at] && in[at] != '=') {
    if (used == SIZE - 1) return 1;
    tag[used++] = in[at++];
  }
  if (in[at++] != '=') return 1;
  tag[used] = 0;
  while (in[at] && in[at] != '"') {
    if (EITHER(used == SIZE + 1, used == SIZE)) return 1;
    if (in[at] == '\\' && in[at + 1] == '"') at++;
    tag[used] = in[at]; // BUG
    used++;
    at++;
  }
  return 0;
}
