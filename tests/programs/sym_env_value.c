// An environment variable of unknown value, and no other.
// flags: --sym-env MODE 4 --sym-env DEBUG 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(int argc, char **argv, char **envp) {
  const char *mode = getenv("MODE"), *debug = getenv("DEBUG");
  assert(mode && debug && !getenv("HOME") && !getenv("BOWLINE_KTEST"));
  assert(envp[0] && envp[1] && !envp[2] && environ[0] && !environ[2]);
  if (strlen(mode) > 4) return 9;
  if (!strcmp(mode, "fast") && *debug == '1') abort(); // bug: abort
  return *debug != 0;
}
