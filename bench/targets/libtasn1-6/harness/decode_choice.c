// Decodes a choice, reads which alternative it is and its value.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asn1_node definitions, value = sample_decode("Sample.Shape", data, (int)size, 0, &definitions);
  if (value) {
    char chosen[32];
    int length = sizeof chosen;
    int result = asn1_read_value(value, "", chosen, &length);
    assert(result == ASN1_SUCCESS && length <= (int)sizeof chosen);
    sample_encode("Sample.Shape", value);
  }
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
