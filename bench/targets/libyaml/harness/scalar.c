// Emits one scalar of unknown text, in the style that the first byte chooses, and parses it back: the same text.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <yaml.h>

static int emit(yaml_emitter_t *emitter, const uint8_t *text, size_t size, yaml_scalar_style_t style) {
  yaml_event_t event;
  return yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) && yaml_emitter_emit(emitter, &event) &&
         yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) && yaml_emitter_emit(emitter, &event) &&
         yaml_scalar_event_initialize(&event, NULL, NULL, text, (int)size, 1, 1, style) && yaml_emitter_emit(emitter, &event) &&
         yaml_document_end_event_initialize(&event, 1) && yaml_emitter_emit(emitter, &event) &&
         yaml_stream_end_event_initialize(&event) && yaml_emitter_emit(emitter, &event);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1)
    return 0;
  unsigned char text[1024];
  size_t written = 0;
  yaml_emitter_t emitter;
  if (!yaml_emitter_initialize(&emitter))
    return 0;
  yaml_emitter_set_output_string(&emitter, text, sizeof text, &written);
  int emitted = emit(&emitter, data + 1, size - 1, (yaml_scalar_style_t)(1 + data[0] % 5));
  yaml_emitter_delete(&emitter);
  if (!emitted)
    return 0;
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return 0;
  yaml_parser_set_input_string(&parser, text, written);
  for (int done = 0; !done;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event))
      break;
    done = event.type == YAML_STREAM_END_EVENT;
    if (event.type == YAML_SCALAR_EVENT && data[0] % 5 == 2)
      assert(event.data.scalar.length == size - 1 && memcmp(event.data.scalar.value, data + 1, size - 1) == 0);
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return 0;
}
