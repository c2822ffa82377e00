// A string may be NULL, and may not be terminated within its memory.
// flags: --entry length --capacity 3
// sizes: all
// expect-lost: sizes of what `text` points to above 3
int length(const char *text) {
  int n = 0;
  while (text[n]) n++; // bug: null-dereference out-of-bounds-read // says: `text`
  return n;
}
