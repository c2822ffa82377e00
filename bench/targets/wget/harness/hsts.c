// The database of hosts with transport security: five columns per line.
// A build without TLS leaves this code out, and has no https: another scheme stands in for it.
#define HAVE_HSTS 1
#define SCHEME_HTTPS SCHEME_HTTP
#include "src/hsts.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  FILE *input = file(data, size);
  if (!input) return 0;
  struct hsts_store store = {.table = hash_table_new(0, hsts_hash_func, hsts_cmp_func)};
  hsts_read_database(&store, input, false);
  hsts_store_close(&store);
  fclose(input);
  return 0;
}
