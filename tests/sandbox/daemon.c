/* refused: a process that was to outlive it */
#include "attack.h"
#include <signal.h>
#include <sys/prctl.h>
static void attack(void) {
  if (fork()) return;
  setsid();
  if (fork()) _exit(0);
  prctl(PR_SET_NAME, MARK);
  for (int i = 1; i < 32; i++) signal(i, SIG_IGN);
  for (;;) sleep(100);
}
