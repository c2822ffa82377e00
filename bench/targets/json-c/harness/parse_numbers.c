// Drives the number parsers on text: signed, unsigned, double. Both integer parsers agree where both accept.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text)
    return 0;
  memcpy(text, data, size);
  text[size] = 0;
  int64_t whole = 0;
  uint64_t natural = 0;
  double real = 0;
  int no_whole = json_parse_int64(text, &whole), no_natural = json_parse_uint64(text, &natural);
  int no_real = json_parse_double(text, &real);
  if (!no_whole && !no_natural && whole >= 0 && whole < INT64_MAX)
    assert((uint64_t)whole == natural);
  if (!no_whole && whole == 0 && !no_natural)
    assert(natural == 0);
  (void)no_real;
  free(text);
  return 0;
}
