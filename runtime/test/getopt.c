/* getopt: every return value, the final order of the arguments, and the messages. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"

OURS(getopt_long); OURS(getopt); OURS(getopt_long_only);
extern char *bl_optarg;
extern int bl_optind, bl_opterr, bl_optopt;

enum { MOST = 7 };

static const struct option longs[] = {{"all", no_argument, NULL, 1000},         {"alter", required_argument, NULL, 1001},
                                      {"bare", optional_argument, NULL, 1002}, {"b", no_argument, NULL, 1003},
                                      {"barely", no_argument, NULL, 1004},     {NULL, 0, NULL, 0}};

static void one(void) {
  static const char *const words[] = {"-a", "-b", "-bx", "-c", "-cy", "-ab", "-abx", "--", "-", "file", "other", "--all", "--al", "--alt=1", "--alter", "--bare",
                                      "--bare=z", "--bar", "--b", "--none", "--all=1", "-z", "-az", "-all", "-W", "-alter"};
  static const char *const options[] = {"ab:c::", ":ab:c::", "+ab:c::", "-ab:c::", "+:ab:"};
  char *theirs[MOST + 2], *ours[MOST + 2];
  int argc = 1 + (int)below(MOST);
  theirs[0] = ours[0] = (char *)"program";
  for (int i = 1; i < argc; i++) theirs[i] = ours[i] = (char *)words[below(sizeof words / sizeof *words)];
  theirs[argc] = ours[argc] = NULL;
  const char *shorts = options[below(5)];
  int kind = (int)below(3);
  optind = bl_optind = 0;
  opterr = bl_opterr = 0;
  char shown[200] = "";
  for (int i = 1; i < argc; i++) strcat(strcat(shown, theirs[i]), " ");
  for (int step = 0; step < 30; step++) {
    int index = -1, our_index = -1, a, b;
    switch (kind) {
      case 0: a = getopt(argc, theirs, shorts), b = bl_getopt(argc, ours, shorts); break;
      case 1: a = getopt_long(argc, theirs, shorts, longs, &index), b = bl_getopt_long(argc, ours, shorts, longs, &our_index); break;
      default:
        a = getopt_long_only(argc, theirs, shorts, longs, &index), b = bl_getopt_long_only(argc, ours, shorts, longs, &our_index);
    }
    int same_argument = !optarg == !bl_optarg && (!optarg || !strcmp(optarg, bl_optarg));
    int same = a == b && optind == bl_optind && same_argument && index == our_index && (a != '?' || optopt == bl_optopt);
    check(same, "getopt kind %d \"%s\" on %s step %d: %d optind %d optopt %d, not %d optind %d optopt %d", kind, shorts, shown, step, b,
          bl_optind, bl_optopt, a, optind, optopt);
    if (a == -1 || !same) break;
  }
  check(!memcmp(theirs, ours, (size_t)argc * sizeof *ours), "order of arguments after getopt \"%s\" on %s", shorts, shown);
}

void compare_getopt(void) {
  for (int turn = 0; turn < 20000; turn++) one();
}
