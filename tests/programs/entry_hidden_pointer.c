// What is behind a pointer to another type than declared leads back to where it came from; that it does so is only compared.
// flags: --entry valid --entry-pointers valid
// expect-lost: sizes of what `stream->state` points to above 64
#include <assert.h>
#include <stddef.h>

struct internal {
  int dummy;
};

struct stream {
  struct internal *state;
  int level;
};

struct real_state {
  struct stream *stream;
  int mode;
};

int valid(struct stream *stream) {
  struct real_state *state = (struct real_state *)stream->state;
  if (state->stream != stream) return 1;
  assert(stream->level != 9 || state->mode != 4); // bug: assertion
  return 0;
}
