// Parses the input as a file of ASN.1 definitions.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <libtasn1.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char name[] = "/tmp/definitions-XXXXXX", complaint[ASN1_MAX_ERROR_DESCRIPTION_SIZE] = "";
  int descriptor = mkstemp(name);
  if (descriptor < 0)
    return 0;
  ssize_t written = write(descriptor, data, size);
  close(descriptor);
  if (written == (ssize_t)size) {
    asn1_node definitions = NULL;
    int result = asn1_parser2tree(name, &definitions, complaint);
    assert((result == ASN1_SUCCESS) == (definitions != NULL));
    asn1_delete_structure(&definitions);
  }
  unlink(name);
  return 0;
}
