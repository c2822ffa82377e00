// Parses the input as the external part of a DTD, where parameter entities and conditional sections are allowed.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

struct input {
  const char *text;
  int length, depth;
};

static int XMLCALL external(XML_Parser argument, const XML_Char *context, const XML_Char *base, const XML_Char *system,
                            const XML_Char *public) {
  struct input *input = XML_GetUserData(argument);
  (void)base;
  (void)public;
  (void)system;
  // The subset may declare external entities of its own; those stay empty.
  if (input->depth++)
    return XML_STATUS_OK;
  XML_Parser inner = XML_ExternalEntityParserCreate(argument, context, "UTF-8");
  if (!inner)
    return XML_STATUS_ERROR;
  enum XML_Status status = XML_Parse(inner, input->text, input->length, 1);
  XML_ParserFree(inner);
  return status == XML_STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char document[] = "<!DOCTYPE r SYSTEM 'file' [<!ENTITY % p 'x'>]><r/>";
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 0;
  struct input input = {(const char *)data, (int)size, 0};
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &input);
  int supported = XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
  assert(supported);
  XML_SetExternalEntityRefHandler(parser, external);
  (void)XML_Parse(parser, document, sizeof document - 1, 1);
  XML_ParserFree(parser);
  return 0;
}
