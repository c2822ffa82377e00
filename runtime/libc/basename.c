/* Parts of path names. `basename` is GNU's; the POSIX one of <libgen.h> is called __xpg_basename. */
#include <string.h>

char *basename(const char *path) {
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}

/* The length of the path without its trailing slashes, of which a path of only slashes keeps one. */
static size_t without_trailing_slashes(const char *path, size_t n) {
  while (n > 1 && path[n - 1] == '/') n--;
  return n;
}

char *__xpg_basename(char *path) {
  if (!path || !*path) return (char *)".";
  size_t whole = strlen(path), end = without_trailing_slashes(path, whole), start = end;
  if (path[end - 1] == '/') return path + whole - 1;
  if (end < whole) path[end] = 0;
  while (start > 0 && path[start - 1] != '/') start--;
  return path + start;
}

char *dirname(char *path) {
  if (!path) return (char *)".";
  size_t end = without_trailing_slashes(path, strlen(path));
  if (end == 0) return (char *)".";
  if (path[end - 1] == '/') {
    path[path[1] == '/' && !path[2] ? 2 : 1] = 0;
    return path;
  }
  while (end > 0 && path[end - 1] != '/') end--;
  if (end == 0) return (char *)".";
  end = without_trailing_slashes(path, end);
  if (path[end - 1] == '/' && path[0] == '/' && path[1] == '/' && path[2] != '/') end = 2;
  path[end] = 0;
  return path;
}
