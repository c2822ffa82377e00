// Encodes a length and reads it back from a buffer that pretends to be long enough.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint16_t length;
  if (size != sizeof length)
    return 0;
  memcpy(&length, data, sizeof length);
  static unsigned char buffer[ASN1_MAX_LENGTH_SIZE + UINT16_MAX];
  int written = 0, used = 0;
  asn1_length_der(length, NULL, &written);
  int announced = written;
  asn1_length_der(length, buffer, &written);
  assert(written == announced && written <= ASN1_MAX_LENGTH_SIZE);
  long again = asn1_get_length_der(buffer, sizeof buffer, &used);
  assert(again == length && used == written);
  return 0;
}
