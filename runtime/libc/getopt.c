/*
 * Options of the command line, GNU's way: options may follow other arguments, which are moved behind them; long names may
 * be shortened; a leading '+' in the short options stops at the first other argument, '-' returns it as option 1.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* Inside a group such as -abc, the next letter; else NULL. */
static const char *letters;

/* Arguments that are not options and have been passed over: argv[skipped_from .. skipped_to). */
static int skipped_from, skipped_to;

/* Moves the skipped arguments behind the options found since, which end at optind. */
static void exchange(char **argv) {
  int options = optind - skipped_to, skipped = skipped_to - skipped_from;
  for (int moved = 0; moved < options; moved++) {
    char *option = argv[skipped_to + moved];
    for (int i = skipped_to + moved; i > skipped_from + moved; i--) argv[i] = argv[i - 1];
    argv[skipped_from + moved] = option;
  }
  skipped_from += options;
  skipped_to = skipped_from + skipped;
}

static int complain(const char *options, const char *program, const char *format, const char *what) {
  const char *first = options + (*options == '+' || *options == '-');
  if (opterr && *first != ':') fprintf(stderr, format, program, what);
  return *first;
}

enum { NOT_LONG = -2 };

/* Reads one long option whose name, without dashes, begins at `name`. `dashes` is how it was introduced. An unknown name after
 * one dash is NOT_LONG if its first letter is a short option. */
static int long_option(int argc, char **argv, const char *options, const struct option *longs, int *index,
                       const char *name, const char *dashes) {
  size_t n = strcspn(name, "=");
  int found = -1, exact = 0, ambiguous = 0;
  for (int i = 0; longs[i].name && !exact; i++) {
    if (strncmp(longs[i].name, name, n)) continue;
    exact = strlen(longs[i].name) == n;
    if (found >= 0 && !exact &&
        (longs[i].has_arg != longs[found].has_arg || longs[i].flag != longs[found].flag ||
         longs[i].val != longs[found].val))
      ambiguous = 1;
    if (found < 0 || exact) found = i;
  }
  if (found < 0 && !dashes[1] && strchr(options, *name)) return NOT_LONG;
  char shown[strlen(dashes) + strlen(name) + 1];
  strcpy(stpcpy(shown, dashes), name);
  if ((ambiguous && !exact) || found < 0) {
    if (found < 0) shown[strlen(dashes) + n] = 0;
    if (found < 0)
      complain(options, argv[0], "%s: unrecognized option '%s'\n", shown);
    else
      complain(options, argv[0], "%s: option '%s' is ambiguous\n", shown);
    optind++;
    optopt = 0;
    return '?';
  }
  const struct option *option = &longs[found];
  char full[strlen(dashes) + strlen(option->name) + 1];
  strcpy(stpcpy(full, dashes), option->name);
  optind++;
  if (name[n] == '=') {
    if (option->has_arg == no_argument) {
      complain(options, argv[0], "%s: option '%s' doesn't allow an argument\n", full);
      optopt = option->val;
      return '?';
    }
    optarg = (char *)name + n + 1;
  } else if (option->has_arg == required_argument) {
    if (optind >= argc) {
      int quiet = complain(options, argv[0], "%s: option '%s' requires an argument\n", full) == ':';
      optopt = option->val;
      return quiet ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (index) *index = found;
  if (!option->flag) return option->val;
  *option->flag = option->val;
  return 0;
}

/* Reads the letter at `letters`. */
static int short_option(int argc, char **argv, const char *options) {
  char letter = *letters++;
  const char *known = letter == ':' || letter == ';' ? NULL : strchr(options, letter);
  char text[2] = {letter, 0};
  int at_end = *letters == 0;
  if (!known) {
    complain(options, argv[0], "%s: invalid option -- '%s'\n", text);
    optopt = letter;
    if (at_end) {
      letters = NULL;
      optind++;
    }
    return '?';
  }
  if (known[1] != ':') {
    if (at_end) {
      letters = NULL;
      optind++;
    }
    return letter;
  }
  const char *attached = letters;
  letters = NULL;
  optind++;
  if (!at_end) {
    optarg = (char *)attached;
  } else if (known[2] != ':') {
    if (optind >= argc) {
      int quiet = complain(options, argv[0], "%s: option requires an argument -- '%s'\n", text) == ':';
      optopt = letter;
      return quiet ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  return letter;
}

static int is_option(const char *argument) { return argument[0] == '-' && argument[1]; }

static int get(int argc, char **argv, const char *options, const struct option *longs, int *index, int long_only) {
  static int started;
  optarg = NULL;
  if (optind == 0 || !started) {
    if (optind == 0) optind = 1;
    skipped_from = skipped_to = optind;
    letters = NULL;
    started = 1;
  }
  const char *letters_known = options + (*options == '+' || *options == '-');
  int in_order = *options == '+' || (*options != '-' && getenv("POSIXLY_CORRECT"));
  if (letters && *letters) return short_option(argc, argv, letters_known);
  letters = NULL;
  if (skipped_to > optind) skipped_to = optind;
  if (skipped_from > optind) skipped_from = optind;
  if (*options != '-' && !in_order) {
    if (skipped_from != skipped_to && skipped_to != optind)
      exchange(argv);
    else if (skipped_to != optind)
      skipped_from = optind;
    while (optind < argc && !is_option(argv[optind])) optind++;
    skipped_to = optind;
  }
  if (optind < argc && !strcmp(argv[optind], "--")) {
    optind++;
    if (skipped_from != skipped_to && skipped_to != optind)
      exchange(argv);
    else if (skipped_from == skipped_to)
      skipped_from = optind;
    skipped_to = argc;
    optind = argc;
  }
  if (optind >= argc) {
    if (skipped_from != skipped_to) optind = skipped_from;
    return -1;
  }
  if (!is_option(argv[optind])) {
    if (in_order) return -1;
    optarg = argv[optind++];
    return 1;
  }
  if (longs && argv[optind][1] == '-') return long_option(argc, argv, options, longs, index, argv[optind] + 2, "--");
  letters = argv[optind] + 1;
  if (longs && long_only && (letters[1] || !strchr(letters_known, *letters))) {
    int result = long_option(argc, argv, options, longs, index, letters, "-");
    if (result != NOT_LONG) {
      letters = NULL;
      return result;
    }
  }
  return short_option(argc, argv, letters_known);
}

int getopt(int argc, char *const argv[], const char *options) {
  return get(argc, (char **)argv, options, NULL, NULL, 0);
}

/* The name <unistd.h> gives getopt for programs that ask for POSIX only. */
int __posix_getopt(int argc, char *const argv[], const char *options) { return getopt(argc, argv, options); }

int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index) {
  return get(argc, (char **)argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs, int *index) {
  return get(argc, (char **)argv, options, longs, index, 1);
}
