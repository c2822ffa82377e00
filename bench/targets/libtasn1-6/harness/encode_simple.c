// Makes the tag and length of a string of unknown size, and reads the whole back.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // libtasn1 does not decode an empty string that ends the input.
  if (size == 0)
    return 0;
  unsigned char head[ASN1_MAX_TL_SIZE];
  unsigned head_length = sizeof head;
  int result = asn1_encode_simple_der(ASN1_ETYPE_OCTET_STRING, data, (unsigned)size, head, &head_length);
  if (result != ASN1_SUCCESS)
    return 0;
  unsigned char *whole = malloc(head_length + size);
  if (!whole)
    return 0;
  memcpy(whole, head, head_length);
  memcpy(whole + head_length, data, size);
  const unsigned char *text = NULL;
  unsigned length = 0;
  result = asn1_decode_simple_der(ASN1_ETYPE_OCTET_STRING, whole, (unsigned)(head_length + size), &text, &length);
  assert(result == ASN1_SUCCESS && length == size && memcmp(text, data, size) == 0);
  free(whole);
  return 0;
}
