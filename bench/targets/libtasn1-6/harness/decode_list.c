// Decodes a sequence of integers, counts them and reads the first.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asn1_node definitions, value = sample_decode("Sample.Numbers", data, (int)size, 0, &definitions);
  if (value) {
    int count = -1, length = 0;
    int result = asn1_number_of_elements(value, "", &count);
    assert(result == ASN1_SUCCESS && count >= 0);
    if (count > 0) {
      result = asn1_read_value(value, "?1", NULL, &length);
      // An integer without any bytes is accepted, and one of which there is only the tag.
      assert(length > 0 ? result == ASN1_MEM_ERROR : result == ASN1_SUCCESS || result == ASN1_VALUE_NOT_FOUND);
    }
  }
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
