/* The names that wide functions get under _FORTIFY_SOURCE. The room argument is ignored: the executor knows every bound. */
#include <stdlib.h>
#include <wchar.h>

wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  (void)room;
  return wmemcpy(to, from, n);
}

wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  (void)room;
  return wmemmove(to, from, n);
}

wchar_t *__wmempcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  (void)room;
  return wmempcpy(to, from, n);
}

wchar_t *__wmemset_chk(wchar_t *memory, wchar_t c, size_t n, size_t room) {
  (void)room;
  return wmemset(memory, c, n);
}

wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t room) {
  (void)room;
  return wcscpy(to, from);
}

wchar_t *__wcpcpy_chk(wchar_t *to, const wchar_t *from, size_t room) {
  (void)room;
  return wcpcpy(to, from);
}

wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  (void)room;
  return wcsncpy(to, from, n);
}

wchar_t *__wcpncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  (void)room;
  return wcpncpy(to, from, n);
}

wchar_t *__wcscat_chk(wchar_t *to, const wchar_t *from, size_t room) {
  (void)room;
  return wcscat(to, from);
}

wchar_t *__wcsncat_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room) {
  (void)room;
  return wcsncat(to, from, n);
}
