// The functions of Bowline's own header.
// expect-paths: 6
#include <bowline.h>

int main(void) {
  unsigned char byte;
  bowline_symbolic(&byte, sizeof byte, "byte");
  bowline_assume(byte > 100);
  unsigned which = bowline_choose(3, "which");
  int offset = bowline_range(-1, 2, "offset");
  bowline_assert((which < 3) & (offset >= -1) & (offset <= 1) & (byte != 100));
  int high = 0;
  if (byte > 200) high = 1;
  switch (which) {
    case 0: return high;
    case 1: return 2 + high;
    default: return 4 + high;
  }
}
