/* Who supervises it has the verdict in hand: its memory, its files, its signals. */
#include "attack.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
static void attack(void) {
  char path[64];
  int parents[] = {1, getppid()};
  for (int i = 0; i < 2; i++) {
    int files = 0;
    for (int number = 0; number < 64; number++) {
      snprintf(path, sizeof path, "/proc/%d/fd/%d", parents[i], number);
      int file = open(path, O_WRONLY);
      if (file >= 0) files++, close(file);
    }
    snprintf(path, sizeof path, "/proc/%d/mem", parents[i]);
    int memory = open(path, O_RDWR);
    int traced = ptrace(PTRACE_SEIZE, parents[i], 0, 0) == 0;
    if (files || memory >= 0 || traced) {
      puts("TAMPERED");
      printf("process %d: %d files, memory %d, traced %d\n", parents[i], files, memory, traced);
    }
    if (traced) ptrace(PTRACE_DETACH, parents[i], 0, 0);
    kill(parents[i], SIGKILL);
    kill(parents[i], SIGSTOP);
  }
}
