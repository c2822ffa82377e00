// Parses unknown content inside an open root element, with handlers for all that can be there.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

static void XMLCALL start(void *seen, const XML_Char *name, const XML_Char **attributes) {
  (void)attributes;
  *(size_t *)seen += name[0] != 0;
}

static void XMLCALL end(void *seen, const XML_Char *name) { *(size_t *)seen += name[0] != 0; }

static void XMLCALL text(void *seen, const XML_Char *characters, int length) {
  (void)characters;
  assert(length > 0);
  ++*(size_t *)seen;
}

static void XMLCALL instruction(void *seen, const XML_Char *target, const XML_Char *data) {
  assert(target[0] && data);
  ++*(size_t *)seen;
}

static void XMLCALL comment(void *seen, const XML_Char *data) {
  assert(data);
  ++*(size_t *)seen;
}

static void XMLCALL section(void *seen) { ++*(size_t *)seen; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 0;
  size_t seen = 0;
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &seen);
  XML_SetElementHandler(parser, start, end);
  XML_SetCharacterDataHandler(parser, text);
  XML_SetProcessingInstructionHandler(parser, instruction);
  XML_SetCommentHandler(parser, comment);
  XML_SetCdataSectionHandler(parser, section, section);
  if (XML_Parse(parser, "<r>", 3, 0) == XML_STATUS_OK && XML_Parse(parser, (const char *)data, (int)size, 0) == XML_STATUS_OK)
    (void)XML_Parse(parser, "</r>", 4, 1);
  assert(seen >= 1);
  XML_ParserFree(parser);
  return 0;
}
