// Parses unknown declarations inside an otherwise complete file of ASN.1 definitions.
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
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (!file)
    return 0;
  fputs("T { }\nDEFINITIONS EXPLICIT TAGS ::=\nBEGIN\nA ::= ", file);
  fwrite(data, 1, size, file);
  fputs("\nEND\n", file);
  if (fclose(file) == 0) {
    asn1_node definitions = NULL;
    if (asn1_parser2tree(name, &definitions, complaint) == ASN1_SUCCESS)
      assert(definitions);
    asn1_delete_structure(&definitions);
  }
  unlink(name);
  return 0;
}
