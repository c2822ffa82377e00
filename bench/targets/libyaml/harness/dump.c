// Loads a document, dumps it and loads what was dumped: it has as many nodes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <yaml.h>

static int load(const unsigned char *text, size_t size, yaml_document_t *document) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return 0;
  yaml_parser_set_input_string(&parser, text, size);
  int loaded = yaml_parser_load(&parser, document);
  if (loaded && !yaml_document_get_root_node(document)) {
    yaml_document_delete(document);
    loaded = 0;
  }
  yaml_parser_delete(&parser);
  return loaded;
}

static size_t nodes(yaml_document_t *document) { return (size_t)(document->nodes.top - document->nodes.start); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned char text[512];
  size_t written = 0;
  yaml_document_t document, again;
  if (!load(data, size, &document))
    return 0;
  size_t expected = nodes(&document);
  yaml_emitter_t emitter;
  if (!yaml_emitter_initialize(&emitter)) {
    yaml_document_delete(&document);
    return 0;
  }
  yaml_emitter_set_output_string(&emitter, text, sizeof text, &written);
  yaml_emitter_set_unicode(&emitter, 1);
  // The emitter takes the document, also when it fails.
  if (yaml_emitter_open(&emitter) && yaml_emitter_dump(&emitter, &document) && yaml_emitter_close(&emitter)) {
    int loaded = load(text, written, &again);
    // A document that is one empty scalar is dumped as text that loads as no document.
    assert(loaded ? nodes(&again) == expected : expected == 1);
    if (loaded)
      yaml_document_delete(&again);
  }
  yaml_emitter_delete(&emitter);
  return 0;
}
