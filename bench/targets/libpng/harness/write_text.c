// Writing: a keyword (checked and cleaned by the library) and a text of the input become a tEXt chunk in memory.
#include "png_input.h"

struct sink {
  uint8_t bytes[1024];
  size_t used;
};

static void write_bytes(png_structp png, png_bytep data, size_t length) {
  struct sink *sink = png_get_io_ptr(png);
  if (length > sizeof sink->bytes - sink->used) png_error(png, "full");
  memcpy(sink->bytes + sink->used, data, length);
  sink->used += length;
}

static void flush(png_structp png) { (void)png; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 300) return 0;
  size_t cut = 0;
  while (cut < size && data[cut]) cut++;
  char *key = malloc(cut + 1), *value = malloc(size - cut + 1);
  struct sink *sink = calloc(1, sizeof *sink);
  if (!key || !value || !sink) abort();
  if (cut) memcpy(key, data, cut);
  key[cut] = 0;
  size_t rest = cut < size ? size - cut - 1 : 0;
  if (rest) memcpy(value, data + cut + 1, rest);
  value[rest] = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, failed, silent);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info && setjmp(png_jmpbuf(png)) == 0) {
    png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE, .key = key, .text = value, .text_length = rest};
    png_set_write_fn(png, sink, write_bytes, flush);
    png_set_IHDR(png, info, 1, 1, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_text(png, info, &text, 1);
    png_write_info(png, info);
  }
  if (png) png_destroy_write_struct(&png, info ? &info : NULL);
  free(sink);
  free(value);
  free(key);
  return 0;
}
