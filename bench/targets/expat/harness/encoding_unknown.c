// Parses content in an encoding that only the application knows: one byte a character, some bytes not allowed.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <expat.h>

static int XMLCALL encoding(void *context, const XML_Char *name, XML_Encoding *info) {
  (void)context;
  assert(strcmp(name, "mine") == 0);
  for (int i = 0; i < 256; i++)
    info->map[i] = i < 128 ? i : i < 160 ? -1 : 0x400 + i;
  info->data = NULL;
  info->convert = NULL;
  info->release = NULL;
  return XML_STATUS_OK;
}

static void XMLCALL text(void *length_seen, const XML_Char *characters, int length) {
  (void)characters;
  *(size_t *)length_seen += (size_t)length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char head[] = "<?xml version='1.0' encoding='mine'?><r>";
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser)
    return 0;
  size_t length = 0;
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &length);
  XML_SetUnknownEncodingHandler(parser, encoding, NULL);
  XML_SetCharacterDataHandler(parser, text);
  enum XML_Status status = XML_Parse(parser, head, sizeof head - 1, 0);
  assert(status == XML_STATUS_OK);
  if (XML_Parse(parser, (const char *)data, (int)size, 0) == XML_STATUS_OK)
    (void)XML_Parse(parser, "</r>", 4, 1);
  assert(length <= 3 * size);
  XML_ParserFree(parser);
  return 0;
}
