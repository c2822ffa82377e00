/* refused: a signal to processes that are not its own */
#include "attack.h"
#include <signal.h>
static void attack(void) {
  kill(VICTIM, SIGKILL);
  kill(getppid(), SIGKILL);
  kill(getppid(), SIGSTOP);
}
