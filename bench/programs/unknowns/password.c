// crypt of a password with a fixed salt: a short password is found, a hash of more is not.
// lib: crypt
#include <klee/klee.h>
#include <string.h>

char *crypt(const char *, const char *);

int main(void) {
  char text[2] = {0, 0};
  text[0] = klee_range('a', 'f', "letter");
  const char *hash = crypt(text, "ab");
  if (!hash)
    return 1;
  if (hash[2] < 'M')
    return 2;
  return 0;
}
