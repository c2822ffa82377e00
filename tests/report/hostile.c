// A program whose texts try to become markup: </pre><script>alert(1)</script> "quoted" &amp; not an entity.
#include <assert.h>
#include <klee/klee.h>

static int check(int x) {
  const char *text = "</pre><script>alert(1)</script>";
  if (x < 3 && x > 1) return text[x] == '>';
  return 0;
}

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "<b>x</b>");
  klee_warning("</ul><script>alert(2)</script>");
  assert(check(x) == 0 && "</details><script>alert(3)</script>" != 0);
  int y = x / (x - 7);
  return y > 0;
}
