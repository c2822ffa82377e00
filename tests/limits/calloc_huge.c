// Half a terabyte of zeros, marked as written.
// run: --max-time 3s --check uninitialised-read
#include <stdlib.h>
int main(void) {
  char *all = calloc(1ul << 19, 1ul << 20);
  return all ? all[5] : 1;
}
