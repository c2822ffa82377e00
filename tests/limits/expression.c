// A regular expression over unknown text.
// run: --max-time 3s
#include <klee/klee.h>
#include <regex.h>
int main(void) {
  char text[24];
  regex_t what;
  klee_make_symbolic(text, sizeof text, "text");
  text[23] = 0;
  if (regcomp(&what, "^(a|b)*c+(d*e|f)*[0-9]{2,5}$", REG_EXTENDED)) return 2;
  return regexec(&what, text, 0, 0, 0) == 0;
}
