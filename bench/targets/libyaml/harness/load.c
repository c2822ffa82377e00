// Loads the documents of a stream, with their aliases resolved; every item of a document is one of its nodes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <yaml.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return 0;
  yaml_parser_set_input_string(&parser, data, size);
  for (int more = 1; more;) {
    yaml_document_t document;
    if (!yaml_parser_load(&parser, &document))
      break;
    more = yaml_document_get_root_node(&document) != NULL;
    for (int id = 1; more && yaml_document_get_node(&document, id); id++) {
      yaml_node_t *node = yaml_document_get_node(&document, id);
      if (node->type != YAML_SEQUENCE_NODE)
        continue;
      for (yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++)
        assert(yaml_document_get_node(&document, *item));
    }
    yaml_document_delete(&document);
  }
  yaml_parser_delete(&parser);
  return 0;
}
