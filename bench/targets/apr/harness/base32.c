// Base32: what is encoded must decode to itself, and any text must decode without harm. The first byte holds the flags.
#include "input.h"
#include <apr_encode.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  if (size >= 1) {
    int flags = data[0] & (APR_ENCODE_NOPADDING | APR_ENCODE_BASE32HEX | APR_ENCODE_RELAXED);
    apr_size_t length = 0;
    const char *coded = apr_pencode_base32_binary(pool, data + 1, size - 1, flags, &length);
    if (coded) {
      apr_size_t back = 0;
      const unsigned char *plain = apr_pdecode_base32_binary(pool, coded, length, flags & APR_ENCODE_BASE32HEX, &back);
      if (!plain || back != size - 1 || memcmp(plain, data + 1, back) != 0) abort();
    }
    char *foreign = text(data + 1, size - 1);
    apr_pdecode_base32(pool, foreign, APR_ENCODE_STRING, flags, &length);
    free(foreign);
  }
  return end(pool);
}
