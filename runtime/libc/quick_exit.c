/* Ending the program with the handlers of at_quick_exit only. */
#include <stdlib.h>

enum { MOST = 32 };

static void (*handlers[MOST])(void);
static int count;

int at_quick_exit(void (*function)(void)) {
  if (count == MOST) return -1;
  handlers[count++] = function;
  return 0;
}

void quick_exit(int status) {
  while (count > 0) handlers[--count]();
  _Exit(status);
}
