// A function that is only named, as tables of commands name theirs, is not needed for what does not call it: a path that comes to a call ends there, and
// native builds have something in its place.
// flags: --entry dispatch
// expect-lost: call of first_main: none of the files defines it
// expect-lost: call of last_word: none of the files defines it
#include <stddef.h>

struct command {
  const char *name;
  int (*main)(int, char **);
};

int first_main(int count, char **words);
int second_main(int count, char **words);
const char *last_word(void);

static int own_main(int count, char **words) { return count > 0 && words != NULL; }

static const struct command commands[] = {{"first", first_main}, {"own", own_main}, {"second", second_main}};

int dispatch(unsigned which, int *status) {
  if (which > 3) return -1;
  if (which == 3) return last_word()[0];
  if (which == 2) return commands[which].main != NULL;
  *status = commands[which].main(1, NULL); // bug: null-dereference
  return 0;
}
