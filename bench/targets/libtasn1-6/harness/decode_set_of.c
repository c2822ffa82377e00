// Decodes a set of strings and encodes it again, which sorts it.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asn1_node definitions, value = sample_decode("Sample.Names", data, (int)size, 0, &definitions);
  if (value) {
    sample_encode("Sample.Names", value);
  }
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
