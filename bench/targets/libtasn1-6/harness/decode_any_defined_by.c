// Decodes a value whose type another member says, and expands it.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asn1_node definitions, value = sample_decode("Sample.Typed", data, (int)size, 0, &definitions);
  if (value) {
    int result = asn1_expand_any_defined_by(definitions, &value);
    (void)result;
  }
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
