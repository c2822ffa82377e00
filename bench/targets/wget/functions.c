// One function of wget for each subject of `./x bench patterns`; which one runs is chosen by -DRUN=subject_NAME. The input is one text.
#include "harness/wget_input.h"

#include "host.h"
#include "http.h"
#include "url.h"

#define SUBJECT(name) static inline void subject_##name(char *line, size_t size)
#define UNUSED (void)line, (void)size

SUBJECT(url_scheme) {
  if (url_scheme(line) == SCHEME_HTTP && size < 7) abort();
}

SUBJECT(url_has_scheme) {
  if (url_has_scheme(line) && !strchr(line, ':')) abort();
  (void)size;
}

SUBJECT(url_valid_scheme) {
  UNUSED;
  url_valid_scheme(line);
}

SUBJECT(url_unescape) {
  url_unescape(line);
  if (strlen(line) > size) abort();
}

SUBJECT(url_unescape_except_reserved) {
  url_unescape_except_reserved(line);
  if (strlen(line) > size) abort();
}

SUBJECT(rewrite_shorthand_url) {
  UNUSED;
  char *url = rewrite_shorthand_url(line);
  if (url && strncmp(url, "http", 4) != 0 && strncmp(url, "ftp", 3) != 0) abort();
  xfree(url);
}

SUBJECT(suffix) {
  char *end = suffix(line);
  if (end && (end < line || end > line + size || strchr(end, '/'))) abort();
}

SUBJECT(has_html_suffix_p) {
  if (has_html_suffix_p(line) && size < 4) abort();
}

SUBJECT(has_wildcards_p) {
  UNUSED;
  if (has_wildcards_p(line) != (strpbrk(line, "*?[]") != NULL)) abort();
}

SUBJECT(match_tail) {
  if (match_tail(line, ".example.org", true) && size < 12) abort();
}

SUBJECT(xstrdup_lower) {
  char *lower = xstrdup_lower(line);
  if (strlen(lower) > size) abort();
  xfree(lower);
}

SUBJECT(sepstring) {
  UNUSED;
  char **parts = sepstring(line);
  free_vec(parts);
}

SUBJECT(file_merge) {
  char *merged = file_merge("a/b", line);
  if (strlen(merged) > size + 2) abort();
  xfree(merged);
}

SUBJECT(subdir_p) {
  UNUSED;
  subdir_p("/pub/mirror", line);
}

SUBJECT(http_atotm) {
  UNUSED;
  http_atotm(line);
}

SUBJECT(is_valid_ip_address) {
  if (is_valid_ip_address(line) && size < 2) abort();
}

SUBJECT(is_valid_ipv6_address) {
  if (is_valid_ipv6_address(line, line + strlen(line)) && size < 2) abort();
}

SUBJECT(base64_decode) {
  char bytes[200];
  ssize_t count = wget_base64_decode(line, bytes, sizeof bytes);
  if (count > (ssize_t)size) abort();
}

SUBJECT(extract_param) {
  const char *at = line;
  param_token name, value;
  bool encoded;
  while (extract_param(&at, &name, &value, ';', &encoded))
    if (!name.b || name.b < line || name.e > line + size) abort();
}

SUBJECT(sufmatch) {
  UNUSED;
  const char *domains[] = {"example.org", ".gnu.org", NULL};
  sufmatch(domains, line);
}

SUBJECT(uri_merge) {
  UNUSED;
  char *merged = uri_merge("http://h/a/b", line);
  xfree(merged);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *line = text(data, size);
  RUN(line, size);
  free(line);
  return 0;
}
