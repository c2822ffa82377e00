// Reads an octet string into a small buffer, which it may not fit, and encodes it again.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned char text[8], encoded[ASN1_MAX_LENGTH_SIZE + sizeof text];
  int used = 0, length = 0, written = 0;
  int result = asn1_get_octet_der(data, (int)size, &used, text, sizeof text, &length);
  if (result == ASN1_SUCCESS) {
    assert(length >= 0 && length <= (int)sizeof text && (size_t)used <= size);
    asn1_octet_der(text, length, encoded, &written);
    assert(written == length + 1 && encoded[0] == length && memcmp(encoded + 1, text, (size_t)length) == 0);
  } else if (result == ASN1_MEM_ERROR) {
    assert(length > (int)sizeof text);
  }
  return 0;
}
