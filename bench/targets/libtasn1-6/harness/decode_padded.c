// Decodes a list that bytes may follow.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asn1_node definitions, value = sample_decode("Sample.Numbers", data, (int)size, ASN1_DECODE_FLAG_ALLOW_PADDING, &definitions);
  if (value) {
    int count = -1;
    int result = asn1_number_of_elements(value, "", &count);
    assert(result == ASN1_SUCCESS && count >= 0);
  }
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
