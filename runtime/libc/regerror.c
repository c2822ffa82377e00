/* The texts of regcomp's and regexec's errors. */
#include <regex.h>
#include <stdlib.h>
#include <string.h>

static const char *const texts[] = {
    [REG_NOERROR] = "Success",
    [REG_NOMATCH] = "No match",
    [REG_BADPAT] = "Invalid regular expression",
    [REG_ECOLLATE] = "Invalid collation character",
    [REG_ECTYPE] = "Invalid character class name",
    [REG_EESCAPE] = "Trailing backslash",
    [REG_ESUBREG] = "Invalid back reference",
    [REG_EBRACK] = "Unmatched [, [^, [:, [., or [=",
    [REG_EPAREN] = "Unmatched ( or \\(",
    [REG_EBRACE] = "Unmatched \\{",
    [REG_BADBR] = "Invalid content of \\{\\}",
    [REG_ERANGE] = "Invalid range end",
    [REG_ESPACE] = "Memory exhausted",
    [REG_BADRPT] = "Invalid preceding regular expression",
    [REG_EEND] = "Premature end of regular expression",
    [REG_ESIZE] = "Regular expression too big",
    [REG_ERPAREN] = "Unmatched ) or \\)",
};

size_t regerror(int code, const regex_t *restrict regex, char *restrict out, size_t room) {
  (void)regex;
  if (code < 0 || (size_t)code >= sizeof texts / sizeof *texts) abort();
  size_t size = strlen(texts[code]) + 1;
  if (room > 0) {
    size_t kept = size <= room ? size : room;
    memcpy(out, texts[code], kept);
    out[kept - 1] = 0;
  }
  return size;
}
