// Decodes a set, whose members come in any order: a time, an optional integer, optional anything.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asn1_node definitions, value = sample_decode("Sample.Mixed", data, (int)size, 0, &definitions);
  if (value) {
    int start = 0, end = 0;
    int result = asn1_der_decoding_startEnd(value, data, (int)size, "when", &start, &end);
    assert(result != ASN1_SUCCESS || (start >= 0 && end < (int)size && start <= end));
  }
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
