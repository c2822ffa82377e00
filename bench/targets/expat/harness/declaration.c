// Parses an unknown XML declaration (version, encoding, standalone).
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

static void XMLCALL declaration(void *context, const XML_Char *version, const XML_Char *encoding, int standalone) {
  (void)context;
  assert(version || encoding);
  assert(standalone >= -1 && standalone <= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser)
    return 0;
  XML_SetHashSalt(parser, 1);
  XML_SetXmlDeclHandler(parser, declaration);
  if (XML_Parse(parser, "<?xml ", 6, 0) == XML_STATUS_OK && XML_Parse(parser, (const char *)data, (int)size, 0) == XML_STATUS_OK)
    (void)XML_Parse(parser, "?><r/>", 6, 1);
  XML_ParserFree(parser);
  return 0;
}
