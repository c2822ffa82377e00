// Steps of one character and of three, each with demands of its own.
// flags: --loops summary --stop-after 1
// expect: stop-after
#include <klee/klee.h>

static int is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

int main(void) {
  char url[901];
  klee_make_symbolic(url, sizeof url, "url");
  url[900] = 0;
  char escaped[200];
  int count = 0, plain = 0;
  for (int at = 0; url[at];) {
    if (url[at] == '%' && is_hex(url[at + 1]) && is_hex(url[at + 2])) {
      count++;
      at += 3;
    } else {
      plain++;
      at++;
    }
  }
  if (plain > count) escaped[count] = 0; // bug: out-of-bounds-write
  return 0;
}
