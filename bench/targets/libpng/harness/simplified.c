// The simplified interface on arbitrary bytes: png_image_begin_read_from_memory, then the pixels of a small image.
#include "png_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, data, size)) {
    image.format = PNG_FORMAT_RGBA;
    if (image.width <= 16 && image.height <= 16) {
      void *pixels = malloc(PNG_IMAGE_SIZE(image));
      if (!pixels) abort();
      png_image_finish_read(&image, NULL, pixels, 0, NULL);
      free(pixels);
    }
  }
  png_image_free(&image);
  return 0;
}
