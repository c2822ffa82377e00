// Inline assembly: empty and barrier forms work, instructions end the path with an entry in the report.
// expect-paths: 1
// expect-lost: assembl
#include <klee/klee.h>

int main(void) {
  int x = klee_range(0, 2, "x");
  __asm__ volatile("" ::: "memory");
  __asm__("" : "+r"(x));
  if (x == 1) __asm__ volatile("cpuid" ::: "eax", "ebx", "ecx", "edx");
  return x;
}
