// An expression on three unknown characters: reading them forks only where the answer and the borders of the match need it.
// The string's length and the match's borders give few paths.
#include <assert.h>
#include <klee/klee.h>
#include <regex.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  regex_t regex;
  regmatch_t match[2];
  assert(regcomp(&regex, "^([a-c]+)=?$", REG_EXTENDED) == 0);
  if (regexec(&regex, text, 2, match, 0) == 0) {
    assert(match[0].rm_so == 0 && match[1].rm_so == 0 && match[1].rm_eo >= 1);
    for (int i = 0; i < match[1].rm_eo; i++) assert(text[i] >= 'a' && text[i] <= 'c');
    assert(text[match[1].rm_eo] == 0 || text[match[1].rm_eo] == '=');
  }
  regfree(&regex);
  return 0;
}
