// Suspends the parser at each start tag, asks where it is, and resumes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

static void XMLCALL start(void *parser, const XML_Char *name, const XML_Char **attributes) {
  (void)name;
  (void)attributes;
  enum XML_Status status = XML_StopParser(parser, XML_TRUE);
  assert(status == XML_STATUS_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 0;
  XML_SetHashSalt(parser, 1);
  XML_UseParserAsHandlerArg(parser);
  XML_SetStartElementHandler(parser, start);
  enum XML_Status status = XML_Parse(parser, (const char *)data, (int)size, 1);
  while (status == XML_STATUS_SUSPENDED) {
    XML_ParsingStatus parsing;
    XML_GetParsingStatus(parser, &parsing);
    assert(parsing.parsing == XML_SUSPENDED);
    // It waits behind the tag, which may be the end of the input.
    assert(XML_GetCurrentByteIndex(parser) >= 0 && (size_t)XML_GetCurrentByteIndex(parser) <= size);
    assert(XML_GetCurrentLineNumber(parser) >= 1);
    status = XML_ResumeParser(parser);
  }
  XML_ParserFree(parser);
  return 0;
}
