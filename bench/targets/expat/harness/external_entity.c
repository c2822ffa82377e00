// Parses the input as an external entity that the document refers to.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

struct input {
  const char *text;
  int length;
};

static int XMLCALL external(XML_Parser argument, const XML_Char *context, const XML_Char *base, const XML_Char *system,
                            const XML_Char *public) {
  const struct input *input = XML_GetUserData(argument);
  (void)base;
  (void)public;
  assert(system);
  XML_Parser inner = XML_ExternalEntityParserCreate(argument, context, NULL);
  if (!inner)
    return XML_STATUS_ERROR;
  enum XML_Status status = XML_Parse(inner, input->text, input->length, 1);
  XML_ParserFree(inner);
  return status == XML_STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char document[] = "<!DOCTYPE r [<!ENTITY e SYSTEM 'file'>]><r>&e;</r>";
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 0;
  struct input input = {(const char *)data, (int)size};
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &input);
  XML_SetExternalEntityRefHandler(parser, external);
  if (XML_Parse(parser, document, sizeof document - 1, 1) == XML_STATUS_ERROR)
    assert(XML_GetErrorCode(parser) == XML_ERROR_EXTERNAL_ENTITY_HANDLING || XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY);
  XML_ParserFree(parser);
  return 0;
}
