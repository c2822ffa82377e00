// Reading a PNG from memory. The harnesses give the parts of the format that are fixed and tell the library to ignore checksums, so that
// the input is spent on what the library parses. What is fixed stays apart from the input: its place does not depend on the input's size.
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct piece {
  const uint8_t *data;
  size_t left;
};

// A file in pieces, read one after the other.
struct file {
  struct piece pieces[3];
  uint8_t head[80], tail[48];
};

// libpng's read callback: running out of input is an error like any other.
static inline void read_bytes(png_structp png, png_bytep to, size_t length) {
  struct file *file = png_get_io_ptr(png);
  for (int i = 0; i < 3 && length; i++) {
    struct piece *from = &file->pieces[i];
    size_t part = length < from->left ? length : from->left;
    if (!part) continue;
    memcpy(to, from->data, part);
    from->data += part;
    from->left -= part;
    to += part;
    length -= part;
  }
  if (length) png_error(png, "end of input");
}

static inline void silent(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static inline void failed(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

// Ignores wrong checksums, silently: those of chunks and that of compressed data.
static inline void ignore_checksums(png_structp png) {
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
}

static inline uint8_t *put32(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
  return to + 4;
}

static inline uint8_t *put(uint8_t *to, const void *data, size_t size) {
  memcpy(to, data, size);
  return to + size;
}

// The start of a chunk; its content and a checksum follow.
static inline uint8_t *put_name(uint8_t *to, const char *name, size_t size) { return put(put32(to, (uint32_t)size), name, 4); }

// A whole chunk without a valid checksum.
static inline uint8_t *put_chunk(uint8_t *to, const char *name, const uint8_t *data, size_t size) {
  return put32(put(put_name(to, name, size), data, size), 0);
}

// The signature, the header and, for that colour type, a palette of two colours.
static inline uint8_t *put_start(uint8_t *to, const uint8_t header[13]) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, palette[6] = {1, 2, 3, 4, 5, 6};
  to = put_chunk(put(to, signature, sizeof signature), "IHDR", header, 13);
  return header[9] == PNG_COLOR_TYPE_PALETTE ? put_chunk(to, "PLTE", palette, sizeof palette) : to;
}

static inline void set_pieces(struct file *file, const uint8_t *head_end, const uint8_t *data, size_t size, const uint8_t *tail_end) {
  file->pieces[0] = (struct piece){file->head, (size_t)(head_end - file->head)};
  file->pieces[1] = (struct piece){data, size};
  file->pieces[2] = (struct piece){file->tail, (size_t)(tail_end - file->tail)};
}

// A PNG of 1 x 1 pixels of the given colour type and bit depth whose only other chunk is the given one.
static inline void with_chunk(struct file *file, const char *name, int color, int depth, const uint8_t *data, size_t size) {
  // One filter byte and one byte of pixel, stored without compression.
  static const uint8_t image[] = {0x78, 0x01, 0x01, 0x02, 0x00, 0xfd, 0xff, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01};
  uint8_t header[13] = {0, 0, 0, 1, 0, 0, 0, 1, (uint8_t)depth, (uint8_t)color, 0, 0, 0};
  uint8_t *head = put_name(put_start(file->head, header), name, size);
  uint8_t *tail = put_chunk(put_chunk(put32(file->tail, 0), "IDAT", image, sizeof image), "IEND", image, 0);
  set_pieces(file, head, data, size, tail);
}

// Reads everything before the pixels, then lets `look` use what was found.
static inline int read_info(struct file *file, void (*look)(png_structp, png_infop)) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, failed, silent);
  if (!png) return 0;
  png_infop info = png_create_info_struct(png);
  if (info && setjmp(png_jmpbuf(png)) == 0) {
    png_set_read_fn(png, file, read_bytes);
    ignore_checksums(png);
    png_read_info(png, info);
    if (look) look(png, info);
  }
  png_destroy_read_struct(&png, info ? &info : NULL, NULL);
  return 0;
}

// One chunk's handler: the input is the content of that chunk.
static inline int read_chunk(const char *name, int color, int depth, const uint8_t *data, size_t size, void (*look)(png_structp, png_infop)) {
  struct file file;
  with_chunk(&file, name, color, depth, data, size);
  return read_info(&file, look);
}
