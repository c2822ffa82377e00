// One function of libpng for each subject of `./x bench patterns`; which one runs is chosen by -DRUN=subject_NAME. The input is one text
// or its bytes. Some are functions that the library keeps to itself.
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SUBJECT(name) static inline void subject_##name(char *line, size_t size)

png_uint_32 png_check_keyword(png_structrp png, png_const_charp key, png_bytep checked);
int png_check_fp_number(png_const_charp string, size_t size, int *state, size_t *where);
int png_check_fp_string(png_const_charp string, size_t size);

static png_structp reader(void) { return png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL); }

SUBJECT(sig_cmp) {
  if (png_sig_cmp((png_const_bytep)line, 0, size) == 0 && size && (unsigned char)line[0] != 137) abort();
}

SUBJECT(check_keyword) {
  (void)size;
  png_structp png = reader();
  if (!png) return;
  png_byte checked[80];
  if (png_check_keyword(png, line, checked) > 79) abort();
  png_destroy_read_struct(&png, NULL, NULL);
}

SUBJECT(check_fp_number) {
  int state = 0;
  size_t where = 0;
  png_check_fp_number(line, size, &state, &where);
  if (where > size) abort();
}

SUBJECT(check_fp_string) { png_check_fp_string(line, size); }

SUBJECT(get_uint_32) {
  if (size >= 4 && png_get_uint_32((png_const_bytep)line) == 0x89504e47 && line[1] != 'P') abort();
}

SUBJECT(text_compression) {
  (void)size;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  if (!png) return;
  png_infop info = png_create_info_struct(png);
  png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE, .key = "Title", .text = line};
  if (info) png_set_text(png, info, &text, 1);
  png_destroy_write_struct(&png, &info);
}

SUBJECT(convert_time) {
  png_time when = {.year = 2000, .month = 1, .day = 1};
  char told[29];
  if (size >= 4) when.month = (png_byte)line[0], when.day = (png_byte)line[1], when.hour = (png_byte)line[2], when.minute = (png_byte)line[3];
  png_convert_to_rfc1123_buffer(told, &when);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *line = malloc(size + 1);
  if (!line) return 0;
  if (size) memcpy(line, data, size);
  line[size] = 0;
  RUN(line, size);
  free(line);
  return 0;
}
