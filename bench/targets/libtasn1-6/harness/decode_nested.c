// Decodes nested sequences of choices, and copies what came out.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asn1_node definitions, value = sample_decode("Sample.Nested", data, (int)size, 0, &definitions);
  if (value) {
    asn1_node copy = asn1_dup_node(value, "");
    if (copy)
      sample_encode("Sample.Nested", copy);
    asn1_delete_structure(&copy);
  }
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
