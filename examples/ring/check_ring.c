// A KLEE harness: every sequence of eleven operations on a queue, compared with the plainest queue there is.
//
//     bowline run examples/ring/check_ring.c examples/ring/ring.c
//
// Nothing crashes here; the queue only gives back a byte that was not the next one. The assertion says what is right, and
// Bowline finds out how to get something else: three bytes in, two out, three in, and the third byte out is wrong. Other sequences give
// back a byte that nobody put in at all: what the assertion compares then was never written.
#include "ring.h"

#include <klee/klee.h>

enum { OPERATIONS = 11 };

// All bytes that were ever put in, in order.
struct model {
  unsigned char bytes[OPERATIONS];
  size_t first, end;
};

int main(void) {
  // For each operation: 1 puts a byte in, 0 takes one out.
  unsigned char puts[OPERATIONS];
  klee_make_symbolic(puts, sizeof puts, "puts");

  struct ring ring;
  struct model model = {{0}, 0, 0};
  if (ring_init(&ring, 3) < 0) return 1;
  for (int i = 0; i < OPERATIONS; i++) {
    klee_assume(puts[i] <= 1);
    if (puts[i]) {
      unsigned char byte = (unsigned char)('a' + i);
      if (ring_push(&ring, byte) < 0) return 1;
      model.bytes[model.end++] = byte;
    } else {
      int byte = ring_pop(&ring);
      int expected = model.first < model.end ? model.bytes[model.first++] : -1;
      klee_assert(byte == expected);
    }
    klee_assert(ring.count == model.end - model.first);
  }
  ring_free(&ring);
  return 0;
}
