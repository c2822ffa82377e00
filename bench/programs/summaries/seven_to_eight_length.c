// How long the bytes of a text of six bits a character get: counted in characters, three bytes for four of them, and padding forgotten.
#include "harness.h"

int main(void) {
  TEXT(text, 2 * SIZE);
  char out[SIZE];
  unsigned digits = 0, padding = 0;
  for (const char *at = text; *at; at++) {
    if ((*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9'))
      digits++;
    else if (*at == '=')
      padding++;
  }
  unsigned length = (digits + padding) * 3 / 4;
  if (length EITHER(<=, <) SIZE) out[length] = 0; // BUG
  return 0;
}
