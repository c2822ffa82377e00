// png_read_row with transformations on a 3 x 2 image: the first two bytes pick colour type, depth, interlacing and transformations; the
// rest is the pixel data, handed over as a stored deflate block.
#include "png_input.h"

static void with_image(struct file *file, const uint8_t *data, size_t size, int color, int depth, int interlaced) {
  uint8_t header[13] = {0, 0, 0, 3, 0, 0, 0, 2, (uint8_t)depth, (uint8_t)color, 0, 0, (uint8_t)interlaced};
  uint8_t block[7] = {0x78, 1, 1, (uint8_t)size, (uint8_t)(size >> 8), (uint8_t)~size, (uint8_t)(~size >> 8)};
  uint8_t *head = put(put_name(put_start(file->head, header), "IDAT", size + 11), block, sizeof block);
  set_pieces(file, head, data, size, put_chunk(put32(put32(file->tail, 0), 0), "IEND", block, 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t colors[] = {0, 2, 3, 4, 6}, depths[] = {1, 2, 4, 8, 16};
  if (size < 3 || size > 200) return 0;
  int shape = data[0], wishes = data[1];
  struct file file;
  with_image(&file, data + 2, size - 2, colors[shape % 5], depths[shape / 5 % 5], shape & 0x80 ? 1 : 0);
  png_bytep volatile row = NULL;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, failed, silent);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info && setjmp(png_jmpbuf(png)) == 0) {
    png_set_read_fn(png, &file, read_bytes);
    ignore_checksums(png);
    png_read_info(png, info);
    if (wishes & 1) png_set_expand(png);
    if (wishes & 2) png_set_strip_16(png);
    if (wishes & 4) png_set_gray_to_rgb(png);
    if (wishes & 8) png_set_packing(png);
    if (wishes & 16) png_set_swap_alpha(png);
    if (wishes & 32) png_set_bgr(png);
    if (wishes & 64) png_set_filler(png, 0xff, PNG_FILLER_AFTER);
    if (wishes & 128) png_set_invert_mono(png);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    row = malloc(png_get_rowbytes(png, info));
    if (!row) abort();
    for (int pass = 0; pass < passes; pass++)
      for (int y = 0; y < 2; y++) png_read_row(png, row, NULL);
    png_read_end(png, info);
  }
  if (png) png_destroy_read_struct(&png, info ? &info : NULL, NULL);
  free(row);
  return 0;
}
