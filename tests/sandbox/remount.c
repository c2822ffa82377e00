/* Who may mount may undo the sandbox. */
#include "attack.h"
#include <sched.h>
#include <sys/mount.h>
static void attack(void) {
  unshare(CLONE_NEWUSER | CLONE_NEWNS);
  mount("none", "/", NULL, MS_REMOUNT | MS_BIND, NULL);
  mount("none", OUTSIDE, NULL, MS_REMOUNT | MS_BIND, NULL);
  umount2("/", MNT_DETACH);
  FILE *file = fopen(OUTSIDE "/written", "w");
  if (file) fputs("written\n", file), fclose(file);
}
