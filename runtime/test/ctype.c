/* <ctype.h>: every value, as functions and as tables. */
#define __NO_CTYPE
#include <ctype.h>

#include "compare.h"

OURS(__ctype_b_loc); OURS(__ctype_tolower_loc); OURS(__ctype_toupper_loc); OURS(tolower); OURS(toupper); OURS(isascii);
OURS(isupper); OURS(islower); OURS(isdigit); OURS(isalpha); OURS(isalnum); OURS(isxdigit); OURS(isspace); OURS(isblank);
OURS(iscntrl); OURS(isprint); OURS(isgraph); OURS(ispunct);

#define CLASS(name) check(!name(c) == !bl_##name(c) && name(c) == bl_##name(c), #name "(%d): %d, not %d", c, bl_##name(c), name(c))

void compare_ctype(void) {
  for (int c = -128; c < 256; c++) {
    check((*__ctype_b_loc())[c] == (*bl___ctype_b_loc())[c], "classes of %d", c);
    check((*__ctype_tolower_loc())[c] == (*bl___ctype_tolower_loc())[c], "lower of %d", c);
    check((*__ctype_toupper_loc())[c] == (*bl___ctype_toupper_loc())[c], "upper of %d", c);
    CLASS(isupper); CLASS(islower); CLASS(isdigit); CLASS(isalpha); CLASS(isalnum); CLASS(isxdigit); CLASS(isspace);
    CLASS(isblank); CLASS(iscntrl); CLASS(isprint); CLASS(isgraph); CLASS(ispunct); CLASS(isascii);
    CLASS(tolower); CLASS(toupper);
  }
}
