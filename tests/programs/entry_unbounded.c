// What a pointer points to may have any size: nothing is cut off.
// flags: --entry last --sizes unbounded --entry-pointers valid
int last(const unsigned char *bytes, unsigned at, int by) {
  if (at <= 100000) return 0;
  if (bytes[at] == 7) return 10 / by; // bug: division-by-zero
  return bytes[at];
}
