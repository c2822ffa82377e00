// The form of an unknown number parts paths, its digits are taken as they come: the result is right, and it is listed.
// expect-lost: digits of a floating-point number
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  char text[5] = {0};
  bowline_symbolic(text, 4, "text");
  char *end;
  double value = strtod(text, &end);
  assert(end >= text && end <= text + 4);
  if (end == text + 3 && text[1] == '.') return value < 10 ? 1 : 2;
  return end == text ? value == 0 ? 0 : 3 : 4;
}
