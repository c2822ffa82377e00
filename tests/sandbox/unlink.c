/* refused: changing OUTSIDE/canary */
#include "attack.h"
#include <sys/stat.h>
static void attack(void) {
  chmod(OUTSIDE, 0777);
  chmod(OUTSIDE "/canary", 0777);
  if (truncate(OUTSIDE "/canary", 0)) perror("truncate");
  rename(OUTSIDE "/canary", OUTSIDE "/moved");
  unlink(OUTSIDE "/canary");
  if (symlink("canary", OUTSIDE "/link")) perror("symlink");
  mkdir(OUTSIDE "/made", 0777);
}
