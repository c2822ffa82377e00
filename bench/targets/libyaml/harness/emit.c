// Parses the input and hands each event to the emitter, in the style that the first byte chooses.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <yaml.h>

static int count(void *total, unsigned char *buffer, size_t size) {
  (void)buffer;
  *(size_t *)total += size;
  return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1)
    return 0;
  yaml_parser_t parser;
  yaml_emitter_t emitter;
  size_t written = 0;
  if (!yaml_parser_initialize(&parser))
    return 0;
  if (!yaml_emitter_initialize(&emitter)) {
    yaml_parser_delete(&parser);
    return 0;
  }
  yaml_parser_set_input_string(&parser, data + 1, size - 1);
  yaml_emitter_set_output(&emitter, count, &written);
  yaml_emitter_set_canonical(&emitter, data[0] & 1);
  yaml_emitter_set_unicode(&emitter, (data[0] >> 1) & 1);
  yaml_emitter_set_indent(&emitter, (data[0] >> 2) & 7);
  yaml_emitter_set_width(&emitter, data[0] & 0x20 ? 4 : -1);
  for (int done = 0; !done;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event))
      break;
    done = event.type == YAML_STREAM_END_EVENT;
    // The emitter takes the event, also when it fails.
    if (!yaml_emitter_emit(&emitter, &event)) {
      assert(emitter.problem);
      break;
    }
  }
  yaml_emitter_delete(&emitter);
  yaml_parser_delete(&parser);
  return 0;
}
