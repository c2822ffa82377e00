/* Text to floating-point numbers: bits, errno and the end of the number. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

OURS(strtof); OURS(strtod); OURS(strtold);

#define CONVERT(type, name, bytes)                                                                               \
  do {                                                                                                           \
    char *end = NULL, *our_end = NULL;                                                                           \
    errno = *ours_errno() = 0;                                                                                   \
    type value = name(text, &end), our_value = bl_##name(text, &our_end);                                        \
    check(!memcmp(&value, &our_value, bytes) && end == our_end && errno == *ours_errno(),                        \
          #name "(\"%s\"): %La errno %d end %td, not %La errno %d end %td", text, (long double)our_value, *ours_errno(),   \
          our_end - text, (long double)value, errno, end - text);                                                \
  } while (0)

/* glibc 2.36 rounds some hexadecimal numbers below the normal ones of double wrongly (0xdef.e4f2fc0ebacp-1034 down instead of up) and
 * forgets their ERANGE, so those are left out. */
static int wrong_in_glibc(const char *text) {
  double value = strtod(text, NULL);
  return strpbrk(text, "xX") && value != 0 && __builtin_fabs(value) <= 0x1p-1022;
}

static void convert(const char *text) {
  if (wrong_in_glibc(text)) return;
  CONVERT(float, strtof, 4);
  CONVERT(double, strtod, 8);
  CONVERT(long double, strtold, 10);
}

/* Text of numbers exactly between two representable ones, and just beside. */
static void halfway(void) {
  static char text[20000];
  union {
    uint64_t bits;
    double value;
  } a = {.bits = random_bits() & ~(UINT64_C(1) << 63)};
  if (below(4) == 0) a.bits >>= 12;
  if (a.bits >> 52 == 2047) return;
  union {
    uint64_t bits;
    double value;
  } b = {.bits = a.bits + 1};
  if (b.bits >> 52 == 2047) return;
  long double middle = ((long double)a.value + b.value) / 2;
  int n = snprintf(text, sizeof text, "%.*Le", 800, middle);
  convert(text);
  char *e = memchr(text, 'e', (size_t)n);
  e[-1] = '1';
  convert(text);
  /* The middle of two long doubles needs its digits from a double-length sum, so it is approached by parsing. */
  snprintf(text, sizeof text, "%.40Le", middle * 0.7L);
  convert(text);
}

static void edges(void) {
  static const char *const list[] = {
      "0", "-0", ".", "-.", "e5", ".e5", "0e", "1e", "1e+", "1e-", "1.", ".5", "0x", "0x.", "0xp1", "0x1p", "0x1p+", "0x.8", "0x1.8p1", "0x1.p-1",
      "inf", "INF", "-inf", "infinity", "InFiNiTyx", "infinit", "in", "nan", "-nan", "NAN(", "nan()", "nan(12)", "nan(0x7fff)", "nan(abc_)",
      "nan(a-b)", "1e308", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e309", "-1e400", "1e5000",
      "1e-5000", "1e-324", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072014e-308",
      "2.2250738585072011e-308", "2.2250738585072012e-308", "2.22507385850720113605740979670913197593481954635164564e-308", "3.4028235e38",
      "3.4028235677973366e38", "3.4028236e38", "1.17549435e-38", "1.175494350822287507968736537222245677818665556772087521508751706278417259454650834e-38",
      "1.1754943e-38", "1.4e-45", "7e-46", "7.1e-46", "1.18973149535723176502e4932", "1.18973149535723176509e4932", "1.2e4932",
      "3.36210314311209350626e-4932", "3.3621031431120935062e-4932", "3.6e-4951", "1.8e-4951", "1.9e-4951", "0x1p-1074", "0x1p-1075",
      "0x1.8p-1075", "0x1p1023", "0x1p1024", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7fffp1023", "0x1.fffffep127",
      "0x1.ffffffp127", "0x1.fffffeffffp127", "0x0.0000001p-120", "0x123456789abcdef01", "0x123456789abcdef018", "0xfffffffffffffffff",
      "0xffffffffffffffff8", "0xffffffffffffffff7", "0x8000000000000000800000001", "0x1p99999999999999999999", "0x1p-99999999999999999999",
      "1e99999999999999999999", "1e-99999999999999999999", "0e99999999999999999999", "  \t1", "+1", "+-1", "1 2", "1,5",
      "0x1.00000000000008p0", "0x1.000000000000081p0", "0x1.00000000000018p0", "0x0.8p-1073", "0x0.fffffffffffffcp-1022", "0x0.fffffffffffff8p-1022",
      "0x0.fffffffffffff4p-1022", "0x0.ffffff8p-126", "0x0.ffffff4p-126", "0x0.fffffffp-126", "0x0.ffffffcp-126",
      "123456789012345678901234567890", "0.1", "0.2", "0.3", "1e22", "1e23", "9007199254740993", "9007199254740992.5", "8.5e-3", "5e-1",
      "0.000000000000000000000000000000000000000000000001e48", "100000000000000000000000000000000000000e-38"};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) convert(list[i]);
  static char text[13000];
  memset(text, '0', sizeof text);
  strcpy(text + 12000, "1e12000");
  convert(text);
  text[0] = '.';
  convert(text);
  memset(text, '3', 12500);
  strcpy(text + 12500, "e-12499");
  convert(text);
  /* 1 + 2^-53 exactly, with a digit far behind that breaks the tie. */
  strcpy(text, "1.00000000000000011102230246251565404236316680908203125");
  convert(text);
  size_t n = strlen(text);
  memset(text + n, '0', 900);
  strcpy(text + n + 900, "1");
  convert(text);
}

void compare_floats(void) {
  edges();
  for (int turn = 0; turn < 6000; turn++) {
    char text[80], digits[40];
    random_text(digits, 30, "0123456789");
    unsigned point = below((unsigned)strlen(digits) + 1);
    snprintf(text, sizeof text, "%s%.*s%s%s%s%d", below(4) ? "" : "-", (int)point, digits, below(4) ? "." : "", digits + point,
             below(3) ? "e" : "", (int)below(720) - 360);
    convert(text);
    random_text(digits, 24, "0123456789abcdefABCDEF");
    point = below((unsigned)strlen(digits) + 1);
    snprintf(text, sizeof text, "0x%.*s.%sp%d", (int)point, digits, digits + point, (int)below(2400) - 1200);
    convert(text);
    random_text(text, 14, "0123456789.eE+-xX infnaINFpP()");
    convert(text);
    snprintf(text, sizeof text, "%u.%ue%d", below(1000000), below(1000000), (int)below(10000) - 5000);
    convert(text);
    if (turn % 4 == 0) halfway();
  }
}
