// strcmp of unknown text with a word: one path per common prefix.
// expect-paths: 4
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  int order = strcmp(text, "get");
  assert((order == 0) == ((text[0] == 'g') & (text[1] == 'e') & (text[2] == 't')));
  return 0;
}
