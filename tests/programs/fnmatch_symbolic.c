// A pattern of three unknown characters: a match of "ab" needs the two letters or something that stands for them.
#include <assert.h>
#include <fnmatch.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char pattern[4];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  pattern[3] = 0;
  if (fnmatch(pattern, "ab", 0) == 0) {
    assert(pattern[0] == 'a' || pattern[0] == '?' || pattern[0] == '*' || pattern[0] == '\\');
    return 1;
  }
  return 0;
}
