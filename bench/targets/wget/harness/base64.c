// wget_base64_encode and wget_base64_decode: what is encoded must decode to itself, and any text must decode without harm.
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  if (size > 60) return 0;
  char coded[BASE64_LENGTH(60) + 1];
  uint8_t back[64];
  wget_base64_encode(data, size, coded);
  if (wget_base64_decode(coded, back, sizeof back) != (ssize_t)size || memcmp(back, data, size) != 0) abort();
  char *foreign = text(data, size);
  wget_base64_decode(foreign, back, 8);
  free(foreign);
  return 0;
}
