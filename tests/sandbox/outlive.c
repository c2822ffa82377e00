/* refused: a process that was to outlive it */
#include "attack.h"
#include <sys/prctl.h>
static void attack(void) {
  if (fork()) return;
  prctl(PR_SET_NAME, MARK);
  sleep(100);
  _exit(0);
}
