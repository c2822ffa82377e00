// What wget's main.c would define, and the input as a string or as an open file.
#include "wget.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "iri.h"
#include "utils.h"

struct options opt;
const char *exec_name = "wget";
const char *program_name = "wget";
const char *program_argstring = "";
struct ptimer *timer;
int cleaned_up;
struct iri dummy_iri;
int numurls;

// Options as after start-up without a configuration file, silent.
static inline void begin(void) {
  memset(&opt, 0, sizeof opt);
  opt.quiet = 1;
  opt.netrc = true;
  opt.use_robots = true;
  opt.restrict_files_os = restrict_unix;
  opt.restrict_files_ctrl = true;
  opt.dot_bytes = 1024;
  opt.dot_spacing = 10;
  opt.dots_in_line = 50;
}

// A heap copy of the bytes as one string, of exactly the needed size.
static inline char *text(const uint8_t *data, size_t size) {
  char *copy = malloc(size + 1);
  if (!copy) abort();
  if (size) memcpy(copy, data, size);
  copy[size] = 0;
  return copy;
}

// Cuts the input at its first NUL into two strings, each in memory of its own; without a NUL the second is empty.
static inline void two_texts(const uint8_t *data, size_t size, char **first, char **second) {
  size_t cut = 0;
  while (cut < size && data[cut]) cut++;
  *first = text(data, cut);
  *second = cut < size ? text(data + cut + 1, size - cut - 1) : text(data, 0);
}

// The bytes as a file open for reading; NULL when there are none.
static inline FILE *file(const uint8_t *data, size_t size) { return size ? fmemopen((void *)data, size, "r") : NULL; }
