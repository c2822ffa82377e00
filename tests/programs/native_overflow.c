// A write behind the end of an object by native code ends the path.
// native-lib: library.c
// expect-lost: call of native_overflow: it writes behind the end of
// expect-paths: 0
void native_overflow(char *, int);

int main(void) {
  char buffer[10] = {0};
  native_overflow(buffer, 10);
  return 0;
}
