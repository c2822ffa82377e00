// The caller is trusted: no NULL, and memory as large as needed.
// flags: --entry length --capacity 3 --entry-pointers valid
// expect-lost: sizes of what `text` points to above 3
// expect-paths: 3
int length(const char *text) {
  int n = 0;
  while (text[n]) n++;
  return n;
}
