// Reads an object identifier as text, and encodes that text again: the same bytes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char text[48];
  unsigned char encoded[64];
  int used = 0, length = sizeof encoded;
  if (asn1_get_object_id_der(data, (int)size, &used, text, sizeof text) != ASN1_SUCCESS)
    return 0;
  assert(used > 0 && (size_t)used <= size && memchr(text, 0, sizeof text));
  // The length may have more bytes than it needs, and a last part that goes on behind the end is dropped; then texts differ.
  int result = asn1_object_id_der(text, encoded, &length, 0);
  if (result == ASN1_SUCCESS && data[0] < 0x80 && data[used - 1] < 0x80 && encoded[1] == data[0])
    assert(memcmp(encoded + 1, data, (size_t)used) == 0);
  return 0;
}
