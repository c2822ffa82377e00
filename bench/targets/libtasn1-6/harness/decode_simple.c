// Decodes one primitive value of the type that the first byte chooses, by the rules of DER; its bytes lie inside the input.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <libtasn1.h>

static const unsigned types[] = {ASN1_ETYPE_OCTET_STRING, ASN1_ETYPE_UTF8_STRING,  ASN1_ETYPE_PRINTABLE_STRING,
                                 ASN1_ETYPE_INTEGER,      ASN1_ETYPE_GENERALIZED_TIME, ASN1_ETYPE_BIT_STRING};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1)
    return 0;
  const unsigned char *text = NULL;
  unsigned length = 0;
  int result = asn1_decode_simple_der(types[data[0] % 6], data + 1, (unsigned)size - 1, &text, &length);
  if (result == ASN1_SUCCESS)
    assert(text > data && text + length <= data + size);
  return 0;
}
