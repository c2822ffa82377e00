// One path that never ends.
// run: --max-time 2s
int main(void) {
  for (volatile unsigned i = 0;; i++);
}
