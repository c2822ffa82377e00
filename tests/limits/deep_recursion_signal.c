// A signal while a bug at the bottom of a deep stack is explained.
// run: --max-time 60s
// signal: TERM 2
int f(int n) {
  if (n == 0) return 0;
  return 1 + f(n - 1);
}
int main(void) { return f(-1); }
