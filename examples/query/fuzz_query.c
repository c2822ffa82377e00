// A libFuzzer harness for a small module that parses query strings, unchanged from how a fuzzer would use it.
//
//     bowline run --capacity 5 examples/query/fuzz_query.c examples/query/query.c
//
// Bowline sees LLVMFuzzerTestOneInput and calls it once, with data of every content and every size up to the capacity.
// The same file is for a fuzzer: clang -g -fsanitize=fuzzer,address fuzz_query.c query.c
#include "query.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct query query;
  if (query_parse(&query, (const char *)data, size) < 0) return 0;
  query_get(&query, "id");
  query_free(&query);
  return 0;
}
