/* Runs a libFuzzer harness once per file, each in a process of its own, so that a crash or a long run costs only that input. Counters of
   coverage are in a file that all of them share (continuous mode of clang's profiles). */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { LONGEST = 1 << 20, SECONDS = 5 };

static void run(const char *name) {
  static uint8_t bytes[LONGEST];
  FILE *file = fopen(name, "rb");
  if (!file) _exit(2);
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  uint8_t *data = malloc(size ? size : 1);
  for (size_t at = 0; at < size; at++) data[at] = bytes[at];
  alarm(SECONDS);
  LLVMFuzzerTestOneInput(data, size);
  _exit(0);
}

int main(int argc, char **argv) {
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  char name[4096];
  while (fgets(name, sizeof name, stdin)) {
    for (char *end = name; *end; end++)
      if (*end == '\n') *end = 0;
    pid_t child = fork();
    if (child == 0) run(name);
    if (child > 0) waitpid(child, NULL, 0);
  }
  return 0;
}
