// Reads a bit string into a small buffer; an accepted one is inside the input.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned char bits[8];
  int used = 0, length = 0;
  int result = asn1_get_bit_der(data, (int)size, &used, bits, sizeof bits, &length);
  if (result == ASN1_SUCCESS)
    assert(length >= 0 && length <= 8 * (int)sizeof bits && used > 0 && (size_t)used <= size);
  return 0;
}
