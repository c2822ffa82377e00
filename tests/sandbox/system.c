/* refused: changing OUTSIDE/touched */
#include "attack.h"
static void attack(void) {
  if (system("touch " OUTSIDE "/touched; rm -f " OUTSIDE "/canary; (exec -a " MARK " sleep 100) &")) perror("system");
}
