// A buffer with its length beside it, which may be wrong.
// flags: --entry last --capacity 4
// sizes: all
// expect-lost: sizes of what `buffer->bytes` points to above 4
struct buffer {
  unsigned long length;
  unsigned char *bytes;
};

int last(const struct buffer *buffer) {
  if (!buffer || !buffer->bytes || buffer->length == 0 || buffer->length > 4) return -1;
  if (buffer->bytes[0] == 9) return 1;
  return buffer->bytes[buffer->length - 1]; // bug: out-of-bounds-read // says: `buffer->bytes` points to
}
