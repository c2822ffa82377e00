// With a time to use up, objects above the capacity are looked at last, whether the first access needs many elements or a later one does.
// flags: --entry last --max-time 100s --entry-pointers valid
struct pair {
  short left, right;
};

int last(const struct pair *pairs, const char *text, unsigned at, int by) {
  if (at >= 200) return 0;
  if (pairs[at].left == 7 && at == 150) return 10 / by; // bug: division-by-zero
  if (text[0] == 'x' && text[at + 1] == 'y' && at == 199) return 20 / by; // bug: division-by-zero
  return 1;
}
