// Inputs and assumptions of software-verification competitions.
// expect-paths: 3
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x > 0 & x < 1000);
  if (__VERIFIER_nondet_bool()) return 1;
  if (c == 0) return 2;
  if (x * c == 961) reach_error(); // bug: assertion
  return 0;
}
