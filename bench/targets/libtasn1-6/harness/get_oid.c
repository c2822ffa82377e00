// Reads an object identifier as text, encodes that text and reads it again: the same text.
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
  // Numbers may be written with more bytes than they need, and the identifier may end inside one, so the
  // text does not always give the same bytes; but it always gives the same text.
  int result = asn1_object_id_der(text, encoded, &length, 0);
  if (result == ASN1_SUCCESS) {
    char again[sizeof text];
    result = asn1_get_object_id_der(encoded + 1, length - 1, &used, again, sizeof again);
    assert(result == ASN1_SUCCESS && strcmp(text, again) == 0);
  }
  return 0;
}
