/* A service that listens in the file system needs no network. */
/* refused: a socket */
#include "attack.h"
#include <sys/socket.h>
#include <sys/un.h>
static void attack(void) {
  int line = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un there = {.sun_family = AF_UNIX, .sun_path = "socket"};
  if (chdir(OUTSIDE) || connect(line, (struct sockaddr *)&there, sizeof there) || write(line, "hello", 5) != 5) perror("unix");
}
