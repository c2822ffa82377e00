// There is no other process and no other thread in the model: the calls fail, and what would follow a success is listed.
// expect-paths: 1
// expect-lost: refused
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void *run(void *argument) { return argument; }

int main(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, 0, 0);
  pthread_t thread;
  if (pthread_create(&thread, 0, run, 0) == 0) pthread_join(thread, 0);
  return 0;
}
