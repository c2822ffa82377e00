// Writes the input as the value of each member of a record, reads it back, and encodes what could be written.
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char complaint[ASN1_MAX_ERROR_DESCRIPTION_SIZE] = "", read[64];
  asn1_node definitions = NULL, value = NULL;
  int result = asn1_array2tree(sample_definitions, &definitions, complaint);
  assert(result == ASN1_SUCCESS);
  result = asn1_create_element(definitions, "Sample.Record", &value);
  assert(result == ASN1_SUCCESS);
  if (size > 0 && asn1_write_value(value, "name", data, (int)size) == ASN1_SUCCESS) {
    int length = sizeof read;
    result = asn1_read_value(value, "name", read, &length);
    assert(size <= sizeof read ? result == ASN1_SUCCESS && length == (int)size : result == ASN1_MEM_ERROR);
  }
  if (size > 0 && asn1_write_value(value, "version", data, (int)size) == ASN1_SUCCESS)
    (void)asn1_write_value(value, "flags", data, (int)(8 * size));
  (void)asn1_write_value(value, "id", "1.2.840", 1);
  int length = 0;
  result = asn1_der_coding(value, "", NULL, &length, complaint);
  assert(result != ASN1_SUCCESS);
  asn1_delete_structure(&value);
  asn1_delete_structure(&definitions);
  return 0;
}
