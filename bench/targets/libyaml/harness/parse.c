// Parses the input into events; starts and ends must balance.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <yaml.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return 0;
  yaml_parser_set_input_string(&parser, data, size);
  int depth = 0;
  for (int done = 0; !done;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event))
      break;
    switch (event.type) {
      case YAML_STREAM_START_EVENT:
      case YAML_DOCUMENT_START_EVENT:
      case YAML_SEQUENCE_START_EVENT:
      case YAML_MAPPING_START_EVENT: depth++; break;
      case YAML_STREAM_END_EVENT:
      case YAML_DOCUMENT_END_EVENT:
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: depth--; break;
      default: break;
    }
    assert(depth >= 0);
    done = event.type == YAML_STREAM_END_EVENT;
    assert(!done || depth == 0);
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return 0;
}
