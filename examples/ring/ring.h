// A queue of bytes in a ring, which grows when it is full.
#ifndef RING_H
#define RING_H

#include <stddef.h>

struct ring {
  unsigned char *bytes;
  size_t capacity;
  size_t first; // where the oldest byte is
  size_t count;
};

// Both return 0, or -1 if memory is short.
int ring_init(struct ring *ring, size_t capacity);
int ring_push(struct ring *ring, unsigned char byte);

// The oldest byte, or -1 if there is none.
int ring_pop(struct ring *ring);

void ring_free(struct ring *ring);

#endif
