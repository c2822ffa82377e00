// The full name of an account: an ampersand stands for the login name, which has four letters, a comma ends it.
// has: writes, nested
#include "harness.h"

int main(void) {
  TEXT(in, 2 * SIZE);
  char out[SIZE];
  static const char login[] = "root";
  char *to = out;
  for (const char *from = in; *from && *from != ',' && *from != ';'; from++) {
    if (*from == '&') {
      for (const char *letter = login; *letter; letter++) {
        if (EITHER(0, to == out + SIZE)) return 1;
        *to++ = *letter; // BUG
      }
    } else {
      if (EITHER(0, to == out + SIZE)) return 1;
      *to++ = *from; // BUG
    }
  }
  return 0;
}
