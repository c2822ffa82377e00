// are_urls_equal on two strings, with its own percent decoding: every URL equals itself.
#include "wget_input.h"
#include "url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *left, *right;
  two_texts(data, size, &left, &right);
  if (!are_urls_equal(left, left)) abort();
  are_urls_equal(left, right);
  free(left);
  free(right);
  return 0;
}
