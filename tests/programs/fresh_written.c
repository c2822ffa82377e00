// What was written is known, also where the rest of the object is not; so is what calloc gives and what lives for the whole run.
// expect-paths: 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int table[8];

struct pair {
  char tag;
  int number;
};

int main(void) {
  char buffer[64], *zeros = calloc(100, 1);
  if (!zeros) return 1;
  strcpy(buffer, "known");
  assert(strlen(buffer) == 5);
  assert(zeros[99] == 0 && table[3] == 0);
  struct pair one = {'a', 7}, two;
  two = one;
  assert(two.tag == 'a' && two.number == 7);
  int part[16] = {1, 2};
  assert(part[15] == 0);
  free(zeros);
  return 0;
}
