// Decodes by the strict rules of DER. What those accept, the lenient decoding accepts too.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asn1_node definitions, value = sample_decode("Sample.Record", data, (int)size, ASN1_DECODE_FLAG_STRICT_DER, &definitions);
  if (value) {
    asn1_node other, lenient = sample_decode("Sample.Record", data, (int)size, 0, &other);
    assert(lenient);
    asn1_delete_structure(&lenient);
    asn1_delete_structure(&other);
  }
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
