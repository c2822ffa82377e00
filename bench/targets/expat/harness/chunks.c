// Parses a document in two pieces, through the parser's own buffer; where the first byte says to split must make no difference.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <expat.h>

static enum XML_Status feed(XML_Parser parser, const uint8_t *data, int length, int final) {
  void *buffer = XML_GetBuffer(parser, length);
  if (!buffer)
    return XML_STATUS_ERROR;
  memcpy(buffer, data, (size_t)length);
  return XML_ParseBuffer(parser, length, final);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3)
    return 0;
  int length = (int)size - 1, first = 1 + data[0] % (length - 1);
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 0;
  XML_SetHashSalt(parser, 1);
  enum XML_Status whole = XML_Parse(parser, (const char *)data + 1, length, 1);
  XML_Bool again = XML_ParserReset(parser, "UTF-8");
  assert(again);
  XML_SetHashSalt(parser, 1);
  enum XML_Status pieces = feed(parser, data + 1, first, 0);
  if (pieces == XML_STATUS_OK)
    pieces = feed(parser, data + 1 + first, length - first, 1);
  assert(pieces == whole);
  XML_ParserFree(parser);
  return 0;
}
