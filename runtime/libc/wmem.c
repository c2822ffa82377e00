/* Arrays of wide characters. */
#include <string.h>
#include <wchar.h>

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  return memcpy(to, from, n * sizeof *to);
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  return (wchar_t *)memcpy(to, from, n * sizeof *to) + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, n * sizeof *to); }

wchar_t *wmemset(wchar_t *memory, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) memory[i] = c;
  return memory;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] > b[i] ? 1 : -1;
  }
  return 0;
}

wchar_t *wmemchr(const wchar_t *memory, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (memory[i] == c) return (wchar_t *)memory + i;
  }
  return NULL;
}
