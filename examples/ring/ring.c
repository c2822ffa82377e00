#include "ring.h"

#include <stdlib.h>
#include <string.h>

int ring_init(struct ring *ring, size_t capacity) {
  *ring = (struct ring){malloc(capacity), capacity, 0, 0};
  return ring->bytes ? 0 : -1;
}

// Twice the room. The bytes from `first` to the old end come before those that went round to the start.
static int grow(struct ring *ring) {
  size_t capacity = 2 * ring->capacity;
  unsigned char *bytes = realloc(ring->bytes, capacity);
  if (!bytes) return -1;
  size_t to_end = ring->capacity - ring->first;
  if (ring->count > to_end) {
    // What went round belongs behind the old end. But this is the length of the other part.
    memcpy(bytes + ring->capacity, bytes, to_end);
  }
  ring->bytes = bytes;
  ring->capacity = capacity;
  return 0;
}

int ring_push(struct ring *ring, unsigned char byte) {
  if (ring->count == ring->capacity && grow(ring) < 0) return -1;
  ring->bytes[(ring->first + ring->count) % ring->capacity] = byte;
  ring->count++;
  return 0;
}

int ring_pop(struct ring *ring) {
  if (ring->count == 0) return -1;
  unsigned char byte = ring->bytes[ring->first];
  ring->first = (ring->first + 1) % ring->capacity;
  ring->count--;
  return byte;
}

void ring_free(struct ring *ring) {
  free(ring->bytes);
  *ring = (struct ring){NULL, 0, 0, 0};
}
