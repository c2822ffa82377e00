// .netrc: machines, logins and passwords, with quotes and backslashes.
#define DEBUG_MALLOC 1
#include "src/netrc.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  FILE *input = file(data, size);
  if (!input) return 0;
  free_netrc(parse_netrc_fp("netrc", input));
  fclose(input);
  return 0;
}
