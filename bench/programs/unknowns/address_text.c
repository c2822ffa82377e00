// inet_pton of a text that may be an address.
#include <arpa/inet.h>
#include <klee/klee.h>

int inet_pton(int, const char *, void *);

int main(void) {
  char text[8] = "1.2.3.4";
  klee_make_symbolic(text + 6, 1, "last");
  unsigned char address[4];
  if (inet_pton(2, text, address) != 1)
    return 1;
  if (address[3] == 7)
    return 2;
  if (address[3] > 8)
    return 3;
  return 0;
}
