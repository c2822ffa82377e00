/* Character classes of the "C" locale as functions: comparisons without decisions, with the bits glibc returns. */
#include <ctype.h>

static int within(int c, int first, int last) { return (unsigned)c - (unsigned)first <= (unsigned)(last - first); }

static int upper(int c) { return within(c, 'A', 'Z'); }
static int lower(int c) { return within(c, 'a', 'z'); }
static int digit(int c) { return within(c, '0', '9'); }
static int alpha(int c) { return within(c | 32, 'a', 'z'); }
static int alnum(int c) { return alpha(c) | digit(c); }

int(isupper)(int c) { return upper(c) * _ISupper; }
int(islower)(int c) { return lower(c) * _ISlower; }
int(isdigit)(int c) { return digit(c) * _ISdigit; }
int(isalpha)(int c) { return alpha(c) * _ISalpha; }
int(isalnum)(int c) { return alnum(c) * _ISalnum; }
int(isxdigit)(int c) { return (digit(c) | within(c | 32, 'a', 'f')) * _ISxdigit; }
int(isspace)(int c) { return ((c == ' ') | within(c, '\t', '\r')) * _ISspace; }
int(isblank)(int c) { return ((c == ' ') | (c == '\t')) * _ISblank; }
int(iscntrl)(int c) { return (within(c, 0, 31) | (c == 127)) * _IScntrl; }
int(isprint)(int c) { return within(c, ' ', '~') * _ISprint; }
int(isgraph)(int c) { return within(c, '!', '~') * _ISgraph; }
int(ispunct)(int c) { return (within(c, '!', '~') & !alnum(c)) * _ISpunct; }

int(isascii)(int c) { return within(c, 0, 127); }
int(toascii)(int c) { return c & 127; }

/* Bytes given as negative chars come back as unsigned ones, as from glibc's tables. */
static int as_byte(int c) { return within(c, -128, -2) ? c & 255 : c; }

int(tolower)(int c) { return as_byte(c) + (upper(c) << 5); }
int(toupper)(int c) { return as_byte(c) - (lower(c) << 5); }
int(_tolower)(int c) { return (tolower)(c); }
int(_toupper)(int c) { return (toupper)(c); }
