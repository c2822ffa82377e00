// Decodes a sequence with a default, an optional tagged string, a bit string and an object identifier; encodes it again.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asn1_node definitions, value = sample_decode("Sample.Record", data, (int)size, 0, &definitions);
  if (value) {
    sample_encode("Sample.Record", value);
  }
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
