// Forks in a program with nine thousand global variables.
// run: --max-time 2s
#include <klee/klee.h>
#define G1(n) int *g##n = &h[1##n % 1000];
#define G10(n) G1(n##0) G1(n##1) G1(n##2) G1(n##3) G1(n##4) G1(n##5) G1(n##6) G1(n##7) G1(n##8) G1(n##9)
#define G100(n) G10(n##0) G10(n##1) G10(n##2) G10(n##3) G10(n##4) G10(n##5) G10(n##6) G10(n##7) G10(n##8) G10(n##9)
#define G1000(n) G100(n##0) G100(n##1) G100(n##2) G100(n##3) G100(n##4) G100(n##5) G100(n##6) G100(n##7) G100(n##8) G100(n##9)
int h[1000];
G1000(1) G1000(2) G1000(3) G1000(4) G1000(5) G1000(6) G1000(7) G1000(8) G1000(9)
int main(void) {
  int sum = 0;
  for (int i = 0; i < 60; i++) if (klee_int("x") > i) { *g1000 += i; sum++; }
  return sum;
}
