// Parses a whole document in the default encoding. Handlers see balanced elements, and an accepted document has one root.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

struct nesting {
  int depth, roots;
};

static void XMLCALL start(void *context, const XML_Char *name, const XML_Char **attributes) {
  struct nesting *nesting = context;
  assert(name[0]);
  while (*attributes)
    attributes += 2;
  nesting->roots += nesting->depth++ == 0;
}

static void XMLCALL end(void *context, const XML_Char *name) {
  struct nesting *nesting = context;
  assert(name[0] && nesting->depth > 0);
  nesting->depth--;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser)
    return 0;
  struct nesting nesting = {0, 0};
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &nesting);
  XML_SetElementHandler(parser, start, end);
  if (XML_Parse(parser, (const char *)data, (int)size, 1) == XML_STATUS_OK)
    assert(nesting.depth == 0 && nesting.roots == 1);
  else
    assert(XML_ErrorString(XML_GetErrorCode(parser)));
  XML_ParserFree(parser);
  return 0;
}
