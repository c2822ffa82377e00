// inflateBack: raw deflate data through callbacks, with a window of 256 bytes.
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

struct source {
  const uint8_t *data;
  size_t left;
};

static unsigned more(void *context, z_const unsigned char **piece) {
  struct source *source = context;
  size_t length = source->left < 3 ? source->left : 3;
  *piece = (z_const unsigned char *)source->data;
  source->data += length;
  source->left -= length;
  return (unsigned)length;
}

static int sink(void *context, unsigned char *piece, unsigned length) {
  unsigned *budget = context;
  (void)piece;
  if (length > *budget) return 1;
  *budget -= length;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  z_stream stream = {0};
  unsigned char *window = malloc(256);
  if (!window) abort();
  struct source source = {data, size};
  unsigned budget = 1024;
  if (inflateBackInit(&stream, 8, window) == Z_OK) {
    inflateBack(&stream, more, &source, sink, &budget);
    inflateBackEnd(&stream);
  }
  free(window);
  return 0;
}
