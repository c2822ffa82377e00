// The name of the first tag, in upper case.
// has: writes, calls
#include "harness.h"
#include <ctype.h>

int main(void) {
  TEXT(page, 2 * SIZE);
  char name[SIZE];
  const char *at = page;
  while (*at && *at != '<') at++;
  if (!*at) return 0;
  int used = 0;
  for (at++; isalnum((unsigned char)*at); at++) {
    if (used EITHER(>, >=) SIZE) return 1;
    name[used++] = (char)toupper((unsigned char)*at); // BUG
  }
  return 0;
}
