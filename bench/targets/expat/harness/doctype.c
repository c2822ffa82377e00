// Parses an unknown internal subset: element, attribute list, entity and notation declarations.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <expat.h>

static void XMLCALL element(void *parser, const XML_Char *name, XML_Content *model) {
  assert(name[0] && model->type >= XML_CTYPE_EMPTY && model->type <= XML_CTYPE_SEQ);
  XML_FreeContentModel(parser, model);
}

static void XMLCALL attribute(void *parser, const XML_Char *element_name, const XML_Char *name, const XML_Char *type,
                              const XML_Char *value, int required) {
  (void)parser;
  (void)value;
  (void)required;
  assert(element_name[0] && name[0] && type[0]);
}

static void XMLCALL entity(void *parser, const XML_Char *name, int is_parameter, const XML_Char *value, int length,
                           const XML_Char *base, const XML_Char *system, const XML_Char *public, const XML_Char *notation) {
  (void)parser;
  (void)is_parameter;
  (void)base;
  (void)public;
  (void)notation;
  assert(name[0] && (value ? length >= 0 : system != NULL));
}

static void XMLCALL notation(void *parser, const XML_Char *name, const XML_Char *base, const XML_Char *system,
                             const XML_Char *public) {
  (void)parser;
  (void)base;
  assert(name[0] && (system || public));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (!parser)
    return 0;
  XML_SetHashSalt(parser, 1);
  XML_UseParserAsHandlerArg(parser);
  XML_SetElementDeclHandler(parser, element);
  XML_SetAttlistDeclHandler(parser, attribute);
  XML_SetEntityDeclHandler(parser, entity);
  XML_SetNotationDeclHandler(parser, notation);
  if (XML_Parse(parser, "<!DOCTYPE r [", 13, 0) == XML_STATUS_OK &&
      XML_Parse(parser, (const char *)data, (int)size, 0) == XML_STATUS_OK)
    (void)XML_Parse(parser, "]><r/>", 6, 1);
  XML_ParserFree(parser);
  return 0;
}
