// Parses a document in UTF-16: two bytes a character, with or without a byte order mark. Handlers always get valid UTF-8.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

static void XMLCALL text(void *context, const XML_Char *characters, int length) {
  (void)context;
  assert(length > 0);
  // The first byte of a piece starts a character.
  assert(((unsigned char)characters[0] & 0xc0) != 0x80);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  XML_Parser parser = XML_ParserCreate("UTF-16");
  if (!parser)
    return 0;
  XML_SetHashSalt(parser, 1);
  XML_SetCharacterDataHandler(parser, text);
  if (XML_Parse(parser, (const char *)data, (int)size, 1) == XML_STATUS_ERROR)
    assert(XML_GetErrorCode(parser) != XML_ERROR_NONE);
  XML_ParserFree(parser);
  return 0;
}
