// A file without end is read.
// run: --max-time 3s
#include <stdio.h>
int main(void) {
  FILE *file = fopen("/dev/zero", "r");
  int sum = 0, c;
  if (!file) return 1;
  while ((c = fgetc(file)) != EOF) sum += c;
  return sum;
}
