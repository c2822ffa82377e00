/* A named pipe is no file that a read-only file system keeps anybody from writing to. */
#include "attack.h"
#include <fcntl.h>
static void attack(void) {
  int file = open(OUTSIDE "/pipe", O_WRONLY | O_NONBLOCK);
  if (file < 0) return;
  puts("TAMPERED");
  close(file);
}
