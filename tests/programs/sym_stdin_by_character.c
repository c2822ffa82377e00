// Reading by character: one path per length of the input, and what the program asks.
// flags: --sym-stdin 4
// expect-paths: 15
#include <stdio.h>

int main(void) {
  int c, n = 0;
  while ((c = getchar()) != EOF) {
    if (c == '!') return 3;
    n++;
  }
  return n > 2;
}
