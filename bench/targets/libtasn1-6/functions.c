// One function of libtasn1 for each subject of `./x bench patterns`; which one runs is chosen by -DRUN=subject_NAME. The input is bytes.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libtasn1.h>

#define SUBJECT(name) static inline void subject_##name(const uint8_t *data, int size)

SUBJECT(get_length_der) {
  int used = 0;
  long length = asn1_get_length_der(data, size, &used);
  if (length >= 0 && used > size) abort();
}

SUBJECT(get_length_ber) {
  int used = 0;
  asn1_get_length_ber(data, size, &used);
}

SUBJECT(get_tag_der) {
  unsigned char class;
  int used = 0;
  unsigned long tag = 0;
  if (asn1_get_tag_der(data, size, &class, &used, &tag) == ASN1_SUCCESS && used > size) abort();
}

SUBJECT(get_octet_der) {
  unsigned char octets[100];
  int used = 0, length = 0;
  if (asn1_get_octet_der(data, size, &used, octets, sizeof octets, &length) == ASN1_SUCCESS && length > size) abort();
}

SUBJECT(get_bit_der) {
  unsigned char bits[100];
  int used = 0, length = 0;
  if (asn1_get_bit_der(data, size, &used, bits, sizeof bits, &length) == ASN1_SUCCESS && length > 8 * size) abort();
}

SUBJECT(get_object_id_der) {
  char text[128];
  int used = 0;
  asn1_get_object_id_der(data, size, &used, text, sizeof text);
}

SUBJECT(decode_integer) {
  const unsigned char *at = NULL;
  unsigned length = 0;
  if (asn1_decode_simple_der(ASN1_ETYPE_INTEGER, data, size, &at, &length) == ASN1_SUCCESS && (int)length > size) abort();
}

SUBJECT(decode_utf8) {
  const unsigned char *at = NULL;
  unsigned length = 0;
  if (asn1_decode_simple_der(ASN1_ETYPE_UTF8_STRING, data, size, &at, &length) == ASN1_SUCCESS && (int)length > size) abort();
}

SUBJECT(encode_length) {
  unsigned char bytes[16];
  int length = 0;
  asn1_length_der((unsigned long)size, bytes, &length);
  if (length > 9) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RUN(data, (int)size);
  return 0;
}
