// Recursion without end: a stack of a hundred thousand frames, which a bug report is made of.
// run: --max-time 3s
int f(int n) {
  if (n == 0) return 0;
  return 1 + f(n - 1);
}
int main(void) { return f(-1); }
