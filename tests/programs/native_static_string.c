// Text of the library that a function returns is copied, and may not be written.
// native-lib: library.c
// expect-lost: assumed-result native_greeting returns a pointer
#include <assert.h>
#include <string.h>

const char *native_greeting(void);

int main(void) {
  const char *text = native_greeting();
  assert(strcmp(text, "hello from afar") == 0);
  ((char *)text)[0] = 'H'; // bug: read-only-write
  return 0;
}
