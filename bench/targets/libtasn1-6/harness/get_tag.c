// Reads a tag: class, number and how many bytes it took.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned char class = 0;
  int used = 0;
  unsigned long tag = 0;
  if (asn1_get_tag_der(data, (int)size, &class, &used, &tag) == ASN1_SUCCESS) {
    assert(used > 0 && (size_t)used <= size);
    assert((class & 0x1f) == 0);
    assert(used > 1 || tag < 31);
  }
  return 0;
}
