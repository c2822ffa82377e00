// A variable of a block holds anything each time the block is entered, not what it held before.
// expect-paths: 2
int main(void) {
  int before = 0, differs = 0;
  for (int i = 0; i < 2; i++) {
    int inside;
    int *at = &inside;
    if (i > 0 && *at != before) differs = 1;
    before = *at;
  }
  return differs;
}
