// A parser with states finds the one text that reaches its end.
// expect-paths: 5
#include <klee/klee.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  enum { START, SIGN, NUMBER, END } state = START;
  for (int i = 0; i < 4; i++) {
    char c = text[i];
    switch (state) {
      case START:
        if (c != '+') return 1;
        state = SIGN;
        break;
      case SIGN:
        if (c != '4') return 2;
        state = NUMBER;
        break;
      case NUMBER:
        if (c != '2') return 3;
        state = END;
        break;
      case END:
        if (c == 0) return 0;
        return 4;
    }
  }
  return 5;
}
