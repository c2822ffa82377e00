/* Fills what it may write to; the bound is there for the case that nothing stops it. */
#include "attack.h"
static void attack(void) {
  static char block[1 << 20];
  const char *places[] = {".", "/tmp", "/dev/shm", "/dev", "/run"};
  memset(block, 'x', sizeof block);
  for (int place = 0; place < 5; place++) {
    long written = 0;
    for (int i = 0; i < 12; i++) {
      char name[64];
      snprintf(name, sizeof name, "%s/filler-%d", places[place], i);
      FILE *file = fopen(name, "w");
      for (int j = 0; file && j < 32 && fwrite(block, sizeof block, 1, file) == 1; j++) written++;
      if (file) fclose(file);
    }
    printf("%ld MiB in %s\n", written, places[place]);
  }
}
