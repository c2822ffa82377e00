// Parses content with namespaces: prefixes are declared in the root, used and declared again inside. Names come as triplets.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

static void XMLCALL opened(void *count, const XML_Char *prefix, const XML_Char *uri) {
  (void)prefix;
  (void)uri;
  ++*(int *)count;
}

static void XMLCALL closed(void *count, const XML_Char *prefix) {
  (void)prefix;
  assert(*(int *)count > 0);
  --*(int *)count;
}

static void XMLCALL start(void *count, const XML_Char *name, const XML_Char **attributes) {
  (void)count;
  assert(name[0]);
  while (*attributes)
    attributes += 2;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char head[] = "<r xmlns='u' xmlns:a='v'>";
  XML_Parser parser = XML_ParserCreateNS(NULL, '|');
  if (!parser)
    return 0;
  int count = 0;
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &count);
  XML_SetReturnNSTriplet(parser, 1);
  XML_SetNamespaceDeclHandler(parser, opened, closed);
  XML_SetStartElementHandler(parser, start);
  if (XML_Parse(parser, head, sizeof head - 1, 0) == XML_STATUS_OK &&
      XML_Parse(parser, (const char *)data, (int)size, 0) == XML_STATUS_OK && XML_Parse(parser, "</r>", 4, 1) == XML_STATUS_OK)
    assert(count == 0);
  XML_ParserFree(parser);
  return 0;
}
