// The last digits of a host are its port: walked from the end, and the start is not looked at.
#include "harness.h"

int main(void) {
  TEXT(host, SIZE);
  int at = 0;
  while (host[at]) at++;
  if (at == 0) return 0;
  at--;
  while (EITHER(, at >= 0 &&) host[at] >= '0' && host[at] <= '9') at--; // BUG
  return 0;
}
