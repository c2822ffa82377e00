/* Its own executable, and what the run that started it reads afterwards. */
#include "attack.h"
static void attack(void) {
  const char *names[] = {"/proc/self/exe", "../result", "../plan", "../" MARK, "../printed"};
  for (int i = 0; i < 5; i++) {
    FILE *file = fopen(names[i], "r+");
    if (!file && i > 0) file = fopen(names[i], "w");
    if (file) puts("TAMPERED"), fclose(file);
  }
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n < 0) return;
  path[n] = 0;
  if (!remove(path)) puts("TAMPERED");
}
