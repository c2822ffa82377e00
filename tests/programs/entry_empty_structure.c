// A parameter that travels in nothing, and parameters in registers and in memory around it.
// flags: --entry check
#include <assert.h>

struct empty {};

struct nine {
  char text[9];
};

union word {
  int number;
  float real;
};

int check(struct empty empty, struct nine nine, struct empty *where, union word word, double last) {
  if (nine.text[8] == '8' && word.real == 2.0f && last == -1.0) assert(where == 0); // bug: assertion
  if (word.number == 3) *where = empty;
  return word.number > 0;
}
