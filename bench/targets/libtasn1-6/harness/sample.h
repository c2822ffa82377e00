// ASN.1 definitions for the decoding harnesses, in the compiled form that asn1Parser makes of sample.asn, and how to decode
// an input as one of their types.
#ifndef SAMPLE_H
#define SAMPLE_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libtasn1.h>

static const asn1_static_node sample_definitions[] = {
  {"Sample", 536872976, NULL},
  {NULL, 1610612748, NULL},
  {NULL, 1073741825, "1"},
  {NULL, 1073741825, "2"},
  {NULL, 1, "3"},
  {"Record", 1610612741, NULL},
  {"version", 1610645507, NULL},
  {NULL, 9, "1"},
  {"name", 1610637346, NULL},
  {NULL, 2056, "0"},
  {"flags", 1073741830, NULL},
  {"id", 12, NULL},
  {"Shape", 1610612754, NULL},
  {"number", 1073741827, NULL},
  {"truth", 1073741828, NULL},
  {"nothing", 1073741844, NULL},
  {"bytes", 1610620935, NULL},
  {NULL, 4104, "1"},
  {"color", 537133077, NULL},
  {"red", 1073741825, "0"},
  {"green", 1, "1"},
  {"Numbers", 1610612747, NULL},
  {NULL, 3, NULL},
  {"Names", 1610612751, NULL},
  {NULL, 31, NULL},
  {"Mixed", 1610612750, NULL},
  {"when", 1275068453, NULL},
  {"amount", 1811963907, NULL},
  {NULL, 2056, "2"},
  {"rest", 738222093, NULL},
  {NULL, 2056, "3"},
  {"Typed", 1610612741, NULL},
  {"kind", 1073741836, NULL},
  {"value", 541081613, NULL},
  {"kind", 1, NULL},
  {"Nested", 1610612741, NULL},
  {"outer", 1610612741, NULL},
  {"inner", 1610612747, NULL},
  {NULL, 2, "Shape"},
  {"size", 3, NULL},
  {"shape", 16386, "Shape"},
  {"kind-record", 805306380, NULL},
  {NULL, 1073741825, "1"},
  {NULL, 1073741825, "2"},
  {NULL, 1, "3"},
  {NULL, 0, NULL}
};

// Decodes as the type `name` ("Sample.Record"); null where the input is not one. The caller deletes the value, then the definitions.
static inline asn1_node sample_decode(const char *name, const uint8_t *data, int size, unsigned flags, asn1_node *definitions) {
  char complaint[ASN1_MAX_ERROR_DESCRIPTION_SIZE] = "";
  asn1_node value = NULL;
  *definitions = NULL;
  int result = asn1_array2tree(sample_definitions, definitions, complaint);
  assert(result == ASN1_SUCCESS);
  result = asn1_create_element(*definitions, name, &value);
  assert(result == ASN1_SUCCESS);
  // A failed decoding deletes the value.
  result = asn1_der_decoding2(&value, data, &size, flags, complaint);
  assert((result == ASN1_SUCCESS) == (value != NULL));
  return value;
}

// A decoded value can be encoded, and what is encoded can be decoded.
static inline void sample_encode(const char *name, asn1_node value) {
  char complaint[ASN1_MAX_ERROR_DESCRIPTION_SIZE] = "";
  int length = 0;
  int result = asn1_der_coding(value, "", NULL, &length, complaint);
  if (result != ASN1_MEM_ERROR)
    return;
  unsigned char *encoded = malloc((size_t)length);
  if (!encoded)
    return;
  result = asn1_der_coding(value, "", encoded, &length, complaint);
  assert(result == ASN1_SUCCESS);
  asn1_node definitions, again = sample_decode(name, encoded, length, 0, &definitions);
  assert(again);
  asn1_delete_structure(&again);
  asn1_delete_structure(&definitions);
  free(encoded);
}

#endif
