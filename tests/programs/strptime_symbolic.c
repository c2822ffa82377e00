// A time of day with unknown minutes: what is accepted is a minute, and printing it gives the same digits back.
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
#include <time.h>

int main(void) {
  char text[] = "7:00", back[8];
  klee_make_symbolic(text + 2, 2, "minutes");
  struct tm time = {0};
  char *end = strptime(text, "%H:%M", &time);
  if (!end) return 1;
  assert(time.tm_hour == 7 && time.tm_min >= 0 && time.tm_min < 60);
  if (end == text + 4 && text[2] >= '0') {
    strftime(back, sizeof back, "%M", &time);
    assert(!memcmp(back, text + 2, 2));
  }
  return 0;
}
