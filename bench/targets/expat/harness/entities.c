// Parses content that may use entities declared before it, one of which uses another.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

static void XMLCALL text(void *seen, const XML_Char *characters, int length) {
  (void)characters;
  *(int *)seen += length;
}

static void XMLCALL skipped(void *seen, const XML_Char *name, int is_parameter) {
  assert(name[0] && !is_parameter);
  ++*(int *)seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char head[] = "<!DOCTYPE r [<!ENTITY a 'x'><!ENTITY b '<e>&a;</e>'><!ATTLIST r k CDATA '&a;'>]><r>";
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 0;
  int seen = 0;
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &seen);
  XML_SetCharacterDataHandler(parser, text);
  XML_SetSkippedEntityHandler(parser, skipped);
  enum XML_Status status = XML_Parse(parser, head, sizeof head - 1, 0);
  assert(status == XML_STATUS_OK);
  if (XML_Parse(parser, (const char *)data, (int)size, 0) == XML_STATUS_OK)
    (void)XML_Parse(parser, "</r>", 4, 1);
  XML_ParserFree(parser);
  return 0;
}
