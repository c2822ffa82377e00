/* refused: changing OUTSIDE/written */
#include "attack.h"
static void attack(void) {
  const char *names[] = {OUTSIDE "/written", "/etc/bowline-written", "/root/bowline-written", "/var/tmp/bowline-written"};
  for (int i = 0; i < 4; i++) {
    FILE *file = fopen(names[i], "w");
    if (file) fputs("written\n", file), fclose(file);
  }
}
