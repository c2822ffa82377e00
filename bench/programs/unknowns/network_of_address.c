// inet_netof classes of an unknown address.
#include <klee/klee.h>

struct address {
  unsigned number;
};
unsigned inet_netof(struct address);

int main(void) {
  struct address address;
  klee_make_symbolic(&address, sizeof address, "address");
  unsigned net = inet_netof(address);
  if (net == 10)
    return 1;
  if (net > 0xffff)
    return 2;
  if (net > 0xff)
    return 3;
  return 0;
}
