/* refused: a socket */
#include "attack.h"
#include <arpa/inet.h>
#include <sys/socket.h>
static void attack(void) {
  int line = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (connect(line, (struct sockaddr *)&there, sizeof there) || write(line, "hello", 5) != 5) perror("tcp");
}
