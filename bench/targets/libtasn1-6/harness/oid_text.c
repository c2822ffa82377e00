// Encodes an object identifier from unknown text.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text)
    return 0;
  memcpy(text, data, size);
  text[size] = 0;
  unsigned char encoded[32];
  int length = sizeof encoded;
  int result = asn1_object_id_der(text, encoded, &length, 0);
  if (result == ASN1_SUCCESS)
    assert(length >= 2 && length <= (int)sizeof encoded && encoded[0] == ASN1_TAG_OBJECT_ID);
  else if (result == ASN1_MEM_ERROR)
    assert(length > (int)sizeof encoded);
  free(text);
  return 0;
}
