// A library that changes what the C library remembers is named.
// native-lib: library.c
// expect-lost: native-state native_seed changes the C library's own state
void native_seed(unsigned);

int main(void) {
  native_seed(5);
  return 0;
}
