// Parses an unknown attribute value, and whatever follows once it is closed.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <expat.h>

static void XMLCALL start(void *parser, const XML_Char *name, const XML_Char **attributes) {
  if (strcmp(name, "e") != 0)
    return;
  assert(attributes[0] && attributes[1]);
  assert(XML_GetSpecifiedAttributeCount(parser) >= 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 0;
  XML_SetHashSalt(parser, 1);
  XML_UseParserAsHandlerArg(parser);
  XML_SetStartElementHandler(parser, start);
  if (XML_Parse(parser, "<e a=\"", 6, 0) == XML_STATUS_OK && XML_Parse(parser, (const char *)data, (int)size, 0) == XML_STATUS_OK)
    (void)XML_Parse(parser, "\"/>", 3, 1);
  XML_ParserFree(parser);
  return 0;
}
