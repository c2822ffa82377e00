// A structure with an array of open length at its end.
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>

struct packet {
  unsigned char length;
  unsigned char data[];
};

int main(void) {
  struct packet *packet = malloc(sizeof *packet + 4);
  if (!packet) return 1;
  packet->length = (unsigned char)klee_range(1, 6, "length");
  packet->data[packet->length - 1] = 0; // bug: out-of-bounds-write
  free(packet);
  return 0;
}
