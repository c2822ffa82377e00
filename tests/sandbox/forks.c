/* As many as a small fork bomb, all of which want to stay. */
/* refused: processes that were to outlive it */
#include "attack.h"
#include <sys/prctl.h>
static void attack(void) {
  for (int i = 0; i < 150; i++) {
    if (fork()) continue;
    prctl(PR_SET_NAME, MARK);
    sleep(100);
    _exit(0);
  }
}
