// strtok cuts unknown text at its separators.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  int count = 0;
  for (char *token = strtok(text, ",;"); token; token = strtok(NULL, ",;")) {
    assert(*token && !strpbrk(token, ",;"));
    count++;
  }
  assert(count <= 2);
  return count;
}
