// Meta characters of a pattern are counted; each gets a mark of two bytes.
#include "harness.h"

int main(void) {
  TEXT(pattern, SIZE);
  short marked[SIZE];
  int meta = 0, plain = 0;
  for (const char *at = pattern; *at; at++) {
    if (*at == '*' || *at == '?' || *at == '[')
      meta++;
    else
      plain++;
  }
  int places = EITHER(2 * meta + plain, meta + plain);
  if (places > 0) marked[places - 1] = 0; // BUG
  return 0;
}
