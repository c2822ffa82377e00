/* The names that string functions get under _FORTIFY_SOURCE. The room argument is ignored: the executor knows every bound. */
#include <string.h>

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
  (void)room;
  return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
  (void)room;
  return memmove(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
  (void)room;
  return mempcpy(to, from, n);
}

void *__memset_chk(void *memory, int c, size_t n, size_t room) {
  (void)room;
  return memset(memory, c, n);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
  (void)room;
  return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
  (void)room;
  return stpcpy(to, from);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
  (void)room;
  return strcat(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
  (void)room;
  return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room) {
  (void)room;
  return stpncpy(to, from, n);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
  (void)room;
  return strncat(to, from, n);
}
