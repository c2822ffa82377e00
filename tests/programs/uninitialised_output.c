// What is written out was never written to.
// flags: --check uninitialised-read
// expect-paths: 0
#include <unistd.h>

int main(void) {
  char text[8];
  text[0] = 'a';
  write(1, text, 1);
  write(1, text, 2); // bug: uninitialised-read
  return 0;
}
