// One function of apr for each subject of `./x bench patterns`; which one runs is chosen by -DRUN=subject_NAME. The input is one text.
#include "harness/input.h"

#include <apr_cstr.h>
#include <apr_file_info.h>
#include <apr_fnmatch.h>
#include <apr_lib.h>
#include <apr_strings.h>

#define SUBJECT(name) static inline void subject_##name(char *line, size_t size)
#define UNUSED (void)line, (void)size

SUBJECT(cstr_count_newlines) {
  if (apr_cstr_count_newlines(line) > (int)size) abort();
}

SUBJECT(cstr_casecmp) {
  UNUSED;
  apr_cstr_casecmp(line, "Content-Type");
}

SUBJECT(cstr_casecmpn) {
  UNUSED;
  apr_cstr_casecmpn(line, "keep-alive", 10);
}

SUBJECT(cstr_skip_prefix) {
  const char *rest = apr_cstr_skip_prefix(line, "https://");
  if (rest && rest - line > (long)size) abort();
}

SUBJECT(cstr_atoi) {
  UNUSED;
  int number;
  if (apr_cstr_atoi(&number, line) == APR_SUCCESS && number == 4711 && line[0] == 'x') abort();
}

SUBJECT(cstr_atoui64) {
  UNUSED;
  apr_uint64_t number;
  apr_cstr_atoui64(&number, line);
}

SUBJECT(cstr_strtoi64) {
  UNUSED;
  apr_int64_t number;
  if (apr_cstr_strtoi64(&number, line, -5, 500, 10) == APR_SUCCESS && (number < -5 || number > 500)) abort();
}

SUBJECT(cstr_tokenize) {
  char *rest = line, *word = apr_cstr_tokenize(" \t", &rest);
  if (word && (word < line || word > line + size)) abort();
}

SUBJECT(strnatcmp) {
  UNUSED;
  apr_strnatcmp(line, "file 12");
}

SUBJECT(strnatcasecmp) {
  UNUSED;
  apr_strnatcasecmp(line, "a1");
}

SUBJECT(collapse_spaces) {
  char *to = text(NULL, 0);
  char *grown = realloc(to, size + 1);
  if (!grown) abort();
  apr_collapse_spaces(grown, line);
  if (strlen(grown) > size) abort();
  free(grown);
}

SUBJECT(cpystrn) {
  UNUSED;
  char to[20];
  char *end = apr_cpystrn(to, line, sizeof to);
  if (end - to > 19 || *end) abort();
}

SUBJECT(strtok) {
  UNUSED;
  char *last;
  char *word = apr_strtok(line, ", ", &last);
  if (word && (*word == ',' || *word == ' ')) abort();
}

SUBJECT(strtoi64) {
  char *end;
  apr_strtoi64(line, &end, 0);
  if (end < line || end > line + size) abort();
}

SUBJECT(atoi64) {
  UNUSED;
  apr_atoi64(line);
}

SUBJECT(filepath_name_get) {
  const char *name = apr_filepath_name_get(line);
  if (name < line || name > line + size || strchr(name, '/')) abort();
}

SUBJECT(fnmatch_test) {
  UNUSED;
  apr_fnmatch_test(line);
}

SUBJECT(fnmatch_suffix) {
  UNUSED;
  if (apr_fnmatch("*.c", line, 0) == APR_SUCCESS && strlen(line) < 2) abort();
}

SUBJECT(fnmatch_pathname) {
  UNUSED;
  apr_fnmatch("src/?*", line, APR_FNM_PATHNAME | APR_FNM_PERIOD);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *line = text(data, size);
  RUN(line, size);
  free(line);
  return 0;
}
