/* The tables behind <ctype.h>'s macros: entries for -128 to 255, computed from the classes' definitions. */
#include <ctype.h>
#include <stddef.h>

#define WITHIN(c, first, last) ((c) >= (first) && (c) <= (last))
#define UPPER(c) WITHIN(c, 'A', 'Z')
#define LOWER(c) WITHIN(c, 'a', 'z')
#define DIGIT(c) WITHIN(c, '0', '9')
#define ALNUM(c) (UPPER(c) || LOWER(c) || DIGIT(c))
#define BIT(condition, bit) ((condition) ? (bit) : 0)

#define CLASSES(c)                                                                                       \
  (BIT(UPPER(c), _ISupper) | BIT(LOWER(c), _ISlower) | BIT(UPPER(c) || LOWER(c), _ISalpha) |             \
   BIT(DIGIT(c), _ISdigit) | BIT(DIGIT(c) || WITHIN((c) | 32, 'a', 'f'), _ISxdigit) |                    \
   BIT((c) == ' ' || WITHIN(c, '\t', '\r'), _ISspace) | BIT(WITHIN(c, ' ', '~'), _ISprint) |             \
   BIT(WITHIN(c, '!', '~'), _ISgraph) | BIT((c) == ' ' || (c) == '\t', _ISblank) |                       \
   BIT((c) < 32 || (c) == 127, _IScntrl) | BIT(WITHIN(c, '!', '~') && !ALNUM(c), _ISpunct) |             \
   BIT(ALNUM(c), _ISalnum))

#define TO_LOWER(c) ((c) + (UPPER(c) ? 32 : 0))
#define TO_UPPER(c) ((c) - (LOWER(c) ? 32 : 0))
#define ITSELF(c) (c)

#define FOUR(of, c) of(c), of((c) + 1), of((c) + 2), of((c) + 3)
#define SIXTEEN(of, c) FOUR(of, c), FOUR(of, (c) + 4), FOUR(of, (c) + 8), FOUR(of, (c) + 12)
#define SIXTY_FOUR(of, c) SIXTEEN(of, c), SIXTEEN(of, (c) + 16), SIXTEEN(of, (c) + 32), SIXTEEN(of, (c) + 48)

static const unsigned short classes[384] = {[128] = SIXTY_FOUR(CLASSES, 0), SIXTY_FOUR(CLASSES, 64)};

static const int lower[384] = {
    SIXTY_FOUR(ITSELF, 128), SIXTY_FOUR(ITSELF, 192), [127] = -1,
    SIXTY_FOUR(TO_LOWER, 0), SIXTY_FOUR(TO_LOWER, 64), SIXTY_FOUR(ITSELF, 128), SIXTY_FOUR(ITSELF, 192),
};

static const int upper[384] = {
    SIXTY_FOUR(ITSELF, 128), SIXTY_FOUR(ITSELF, 192), [127] = -1,
    SIXTY_FOUR(TO_UPPER, 0), SIXTY_FOUR(TO_UPPER, 64), SIXTY_FOUR(ITSELF, 128), SIXTY_FOUR(ITSELF, 192),
};

const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *at_zero = classes + 128;
  return &at_zero;
}

const int **__ctype_tolower_loc(void) {
  static const int *at_zero = lower + 128;
  return &at_zero;
}

const int **__ctype_toupper_loc(void) {
  static const int *at_zero = upper + 128;
  return &at_zero;
}

size_t __ctype_get_mb_cur_max(void) { return 1; }
