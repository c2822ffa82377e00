// Reading a PNG from memory. The harnesses give the parts of the format that are fixed and tell the library to ignore checksums, so that
// the input is spent on what the library parses.
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
  const uint8_t *data;
  size_t left;
};

// libpng's read callback: running out of input is an error like any other.
static inline void read_bytes(png_structp png, png_bytep to, size_t length) {
  struct bytes *from = png_get_io_ptr(png);
  if (length > from->left) png_error(png, "end of input");
  memcpy(to, from->data, length);
  from->data += length;
  from->left -= length;
}

static inline void silent(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static inline void failed(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static inline void put32(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

// Ignores wrong checksums, silently: those of chunks and that of compressed data.
static inline void ignore_checksums(png_structp png) {
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
}

// Appends a chunk with its length and no valid checksum; returns the new end.
static inline uint8_t *put_chunk(uint8_t *to, const char *name, const uint8_t *data, size_t size) {
  put32(to, (uint32_t)size);
  memcpy(to + 4, name, 4);
  if (size) memcpy(to + 8, data, size);
  put32(to + 8 + size, 0);
  return to + 12 + size;
}

// A PNG of 1 x 1 pixels of the given colour type and bit depth whose only other chunk is the given one. The caller frees it.
static inline uint8_t *with_chunk(const char *name, int color, int depth, const uint8_t *data, size_t size, size_t *total) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  static const uint8_t palette[6] = {1, 2, 3, 4, 5, 6};
  // One filter byte and up to eight bytes of pixel, stored without compression.
  static const uint8_t image[] = {0x78, 0x01, 0x01, 0x02, 0x00, 0xfd, 0xff, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01};
  uint8_t header[13] = {0, 0, 0, 1, 0, 0, 0, 1, (uint8_t)depth, (uint8_t)color, 0, 0, 0};
  uint8_t *file = malloc(sizeof signature + 12 + sizeof header + 12 + sizeof palette + 12 + size + 12 + sizeof image + 12);
  if (!file) abort();
  memcpy(file, signature, sizeof signature);
  uint8_t *end = put_chunk(file + sizeof signature, "IHDR", header, sizeof header);
  if (color == PNG_COLOR_TYPE_PALETTE) end = put_chunk(end, "PLTE", palette, sizeof palette);
  end = put_chunk(end, name, data, size);
  end = put_chunk(end, "IDAT", image, sizeof image);
  end = put_chunk(end, "IEND", NULL, 0);
  *total = (size_t)(end - file);
  return file;
}

// Reads everything before the pixels, then lets `look` use what was found.
static inline void read_info(const uint8_t *file, size_t size, void (*look)(png_structp, png_infop)) {
  struct bytes source = {file, size};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, failed, silent);
  if (!png) return;
  png_infop info = png_create_info_struct(png);
  if (info && setjmp(png_jmpbuf(png)) == 0) {
    png_set_read_fn(png, &source, read_bytes);
    ignore_checksums(png);
    png_read_info(png, info);
    if (look) look(png, info);
  }
  png_destroy_read_struct(&png, info ? &info : NULL, NULL);
}

// One chunk's handler: the input is the content of that chunk.
static inline int read_chunk(const char *name, int color, int depth, const uint8_t *data, size_t size, void (*look)(png_structp, png_infop)) {
  size_t total;
  uint8_t *file = with_chunk(name, color, depth, data, size, &total);
  read_info(file, total, look);
  free(file);
  return 0;
}
