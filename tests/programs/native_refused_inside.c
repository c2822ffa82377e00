// A system call that reaches outside is stopped, also where the name of the function does not tell.
// native-lib: library.c
// expect-lost: unknown-function call of native_remove: refused: it makes the system call 87
// expect-paths: 0
void native_remove(const char *);

int main(void) {
  native_remove("/nonexistent/file");
  return 0;
}
