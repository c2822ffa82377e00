// strchr, strrchr and strstr on unknown text agree with each other.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  const char *first = strchr(text, '/'), *last = strrchr(text, '/');
  assert(!first == !last);
  assert(!first || first <= last);
  assert(!first == !strstr(text, "/"));
  return last ? (int)(last - text) : 9;
}
