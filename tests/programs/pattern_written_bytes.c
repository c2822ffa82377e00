// Tests that bytes which the iterations of a merged loop wrote side by side are right as one formula: read at known places, by another merged loop,
// and at an unknown place.
// flags: --loops pattern --checks full
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#define LONGEST 32

int main(void) {
  char out[LONGEST + 1] = "";
  size_t n = klee_range(1, LONGEST + 1, "n");
  char *text = malloc(n);
  klee_make_symbolic(text, n, "text");
  text[n - 1] = 0;
  size_t length = 0;
  while (text[length]) {
    out[length] = text[length] ^ 1;
    length++;
  }
  size_t same = 0;
  while (out[same] == 'a') same++;
  assert(same <= length);
  assert(same == length || out[same] == (text[same] ^ 1));
  assert(out[LONGEST] == 0);
  size_t at = klee_range(0, LONGEST, "at");
  if (at >= length) assert(out[at] == 0);
  if (at == 17 && out[at] == 'x') assert(length == 18); // bug: assertion
  return 0;
}
