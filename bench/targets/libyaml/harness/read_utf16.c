// Scans an input in UTF-16, low byte first.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <yaml.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return 0;
  yaml_parser_set_input_string(&parser, data, size);
  yaml_parser_set_encoding(&parser, YAML_UTF16LE_ENCODING);
  for (int done = 0; !done;) {
    yaml_token_t token;
    if (!yaml_parser_scan(&parser, &token)) {
      assert(parser.error != YAML_NO_ERROR);
      break;
    }
    done = token.type == YAML_STREAM_END_TOKEN || token.type == YAML_NO_TOKEN;
    yaml_token_delete(&token);
  }
  yaml_parser_delete(&parser);
  return 0;
}
