/* New namespaces give rights that this one has not. */
#include "attack.h"
#include <errno.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
static void attack(void) {
  struct clone_args wanted = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
  long children[] = {syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0), syscall(SYS_clone3, &wanted, sizeof wanted)};
  for (int i = 0; i < 2; i++) {
    if (children[i] == 0) _exit(0);
    if (children[i] < 0) continue;
    puts("TAMPERED");
    printf("a user namespace by way %d\n", i);
    waitpid(children[i], NULL, 0);
  }
}
