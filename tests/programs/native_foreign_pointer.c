// A pointer to memory of the library that it leaves in an object may be held; following it ends the path.
// native-lib: library.c
// expect-lost: unknown-function read of memory that belongs to native code
// expect-paths: 0
void native_store_pointer(const char **);

int main(void) {
  const char *text = 0;
  native_store_pointer(&text);
  if (!text)
    return 1;
  return text[0];
}
