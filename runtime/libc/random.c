/* glibc's random numbers with one state for the program. The same sequence natively means a replay takes the same path. */
#include <stdint.h>
#include <stdlib.h>

static struct random_data shared;

static struct random_data *started(void) {
  static char room[128];
  if (!shared.state) initstate_r(1, room, sizeof room, &shared);
  return &shared;
}

/* The room of the state in use. */
static char *current_room(void) { return (char *)(started()->state - 1); }

long random(void) {
  int32_t number = 0;
  random_r(started(), &number);
  return number;
}

void srandom(unsigned seed) { srandom_r(seed, started()); }
int rand(void) { return (int)random(); }
void srand(unsigned seed) { srandom(seed); }

char *initstate(unsigned seed, char *room, size_t size) {
  char *before = current_room();
  return initstate_r(seed, room, size, &shared) ? NULL : before;
}

char *setstate(char *room) {
  char *before = current_room();
  return setstate_r(room, &shared) ? NULL : before;
}
