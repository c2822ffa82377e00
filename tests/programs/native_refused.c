// Functions that reach outside of the program are not called for real.
// expect-lost: unknown-function call of unshare: refused: it acts on other processes or on the machine at line 7
// expect-paths: 0
int unshare(int);

int main(void) {
  return unshare(0) == 0;
}
