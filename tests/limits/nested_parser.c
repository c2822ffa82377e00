// A recursive parser of unknown text, every path with a test.
// run: --max-time 2s --tests all
#include <klee/klee.h>
static const char *at;
static int value(void) {
  int sum = 0;
  if (*at == '[') {
    for (at++; *at && *at != ']'; at++) sum += value();
    return sum + 1;
  }
  if (*at == '"') {
    for (at++; *at && *at != '"'; at++) sum++;
    return sum;
  }
  return *at >= '0' && *at <= '9' ? *at - '0' : 0;
}
int main(void) {
  char text[64];
  klee_make_symbolic(text, sizeof text, "text");
  text[63] = 0;
  at = text;
  return value();
}
