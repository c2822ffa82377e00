// The reader of an option's value skips the terminator when the value is missing.
// flags: --sym-args 1 1 3
int main(int argc, char **argv) {
  const char *at = argv[1];
  if (at[0] != '-') return 0;
  at += 2;
  return *at == 'x'; // bug: out-of-bounds-read
}
