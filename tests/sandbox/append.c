/* What is open for reading cannot be opened for writing by another name. */
/* refused: changing OUTSIDE/canary */
#include "attack.h"
#include <fcntl.h>
static void attack(void) {
  int file = open(OUTSIDE "/canary", O_RDONLY);
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  int again = open(name, O_WRONLY | O_APPEND);
  if (write(again, "more", 4) != 4) perror("write");
  again = open(OUTSIDE "/canary", O_RDWR);
  if (write(again, "more", 4) != 4) perror("write");
}
