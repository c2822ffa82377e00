// One function of busybox's library for each subject of `./x bench patterns`; which one runs is chosen by -DRUN=subject_NAME. The input is
// one text.
#include "libbb.h"

#define SUBJECT(name) static inline void subject_##name(char *line, size_t size)
#define UNUSED (void)line, (void)size

const char *applet_name = "functions";

SUBJECT(skip_whitespace) {
  char *at = skip_whitespace(line);
  if (at < line || at > line + size || *at == ' ') abort();
}

SUBJECT(skip_non_whitespace) {
  char *at = skip_non_whitespace(line);
  if (at < line || at > line + size) abort();
}

SUBJECT(trim) {
  trim(line);
  if (strlen(line) > size) abort();
}

SUBJECT(bb_basename) {
  UNUSED;
  if (strchr(bb_basename(line), '/')) abort();
}

SUBJECT(bb_get_last_path_component_strip) {
  char *name = bb_get_last_path_component_strip(line);
  if (strlen(name) > size + 1) abort();
}

SUBJECT(bb_simplify_path) {
  UNUSED;
  char *simple = bb_simplify_abs_path_inplace(line);
  if (simple < line) abort();
}

SUBJECT(last_char_is) {
  char *at = last_char_is(line, '/');
  if (at && (at < line || at > line + size)) abort();
}

SUBJECT(is_prefixed_with) {
  if (is_prefixed_with(line, "--option=") && size < 9) abort();
}

SUBJECT(is_suffixed_with) {
  if (is_suffixed_with(line, ".tar.gz") && size < 7) abort();
}

SUBJECT(str_tolower) {
  UNUSED;
  str_tolower(line);
}

SUBJECT(safe_strncpy) {
  UNUSED;
  char to[20];
  safe_strncpy(to, line, sizeof to);
  if (strlen(to) > 19) abort();
}

SUBJECT(overlapping_strcpy) {
  if (size) overlapping_strcpy(line, line + 1);
}

SUBJECT(index_in_strings) {
  UNUSED;
  if (index_in_strings("if\0then\0else\0fi\0", line) > 3) abort();
}

SUBJECT(nth_string) {
  UNUSED;
  nth_string(line, 0);
}

SUBJECT(process_escape_sequence) {
  const char *at = line;
  if (*at) bb_process_escape_sequence(&at);
  if (at > line + size) abort();
}

SUBJECT(strcpy_and_process_escape_sequences) {
  char to[101];
  if (size > 100) return;
  strcpy_and_process_escape_sequences(to, line);
}

SUBJECT(decode_base64) {
  const char *at = line;
  decode_base64(&line, &at);
  (void)size;
}

SUBJECT(bb_strtou) {
  UNUSED;
  bb_strtou(line, NULL, 10);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *line = malloc(size + 1), *kept = line;
  if (!line) return 0;
  if (size) memcpy(line, data, size);
  line[size] = 0;
  RUN(line, size);
  free(kept);
  return 0;
}
