// Reads a length field, by the rules of DER and of BER. A length that is accepted stays inside the input.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int used = 0, used_ber = 0;
  long length = asn1_get_length_der(data, (int)size, &used);
  if (length >= 0)
    assert(used >= 0 && (size_t)used + (size_t)length <= size);
  long length_ber = asn1_get_length_ber(data, (int)size, &used_ber);
  if (length >= 0 && size > 1)
    assert(length_ber == length);
  return 0;
}
