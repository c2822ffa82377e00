/* One clock for all questions about time: it starts on 9 September 2001 and advances by a millisecond per question. */
#include "internal.h"

int64_t __bowline_clock(void) {
  static int64_t now = INT64_C(1000000000000000000);
  now += 1000000;
  return now;
}
