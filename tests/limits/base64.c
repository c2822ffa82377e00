// Unknown text is decoded.
// run: --max-time 2s
#include <klee/klee.h>
#include <string.h>
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
int main(void) {
  char text[200], out[150];
  unsigned bits = 0, word = 0, at = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < sizeof text && text[i] != '='; i++) {
    const char *digit = text[i] ? strchr(digits, text[i]) : 0;
    if (!digit) continue;
    word = word << 6 | (unsigned)(digit - digits);
    bits += 6;
    if (bits >= 8) out[at++] = (char)(word >> (bits -= 8));
  }
  return at > 3 && out[0] == 'x';
}
