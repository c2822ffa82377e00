// Decodes an octet string by the rules of BER, which allow it to come in nested pieces.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned char *text = NULL;
  unsigned length = 0, used = 0;
  int result = asn1_decode_simple_ber(ASN1_ETYPE_OCTET_STRING, data, (unsigned)size, &text, &length, &used);
  if (result == ASN1_SUCCESS) {
    assert(used <= size && length <= size);
    free(text);
  }
  return 0;
}
