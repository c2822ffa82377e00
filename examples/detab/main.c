// detab: turns tabs into blanks, a whole utility with options, files and standard input.
//
//     make -C examples/detab CC='bowline cc'
//     bowline run --sym-args 0 1 4 --sym-stdin 2 examples/detab/detab
//
// The build is the project's own, only with another compiler; what it makes is an ordinary program that Bowline can also
// explore. Here an argument of up to four characters and two bytes of standard input are unknown.
#include "detab.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_STOP = 8, MOST_STOP = 99 };

struct options {
  size_t stop;
  int trim;
};

static int usage(void) {
  fprintf(stderr, "usage: detab [-t COLUMNS] [-s] [FILE]...\n");
  return 2;
}

// A number from 1 to MOST_STOP, or 0.
static size_t parse_stop(const char *text) {
  size_t number = 0;
  if (*text == 0) return 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return 0;
    number = number * 10 + (size_t)(*text - '0');
    if (number > MOST_STOP) return 0;
  }
  return number;
}

// Returns the index of the first file, or 0 for a mistake.
static int parse_options(struct options *options, int argc, char **argv) {
  int at = 1;
  for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
    if (strcmp(argv[at], "--") == 0) return at + 1;
    if (strcmp(argv[at], "-s") == 0) {
      options->trim = 1;
    } else if (argv[at][1] == 't') {
      const char *number = argv[at] + 2;
      if (*number == 0) {
        if (++at == argc) return 0;
        number = argv[at];
      }
      options->stop = parse_stop(number);
      if (options->stop == 0) return 0;
    } else {
      return 0;
    }
  }
  return at;
}

static int detab(FILE *from, const struct options *options) {
  struct line line = {NULL, 0, 0};
  int result;
  while ((result = read_line(&line, from, options->stop)) > 0) write_line(&line, stdout, options->trim);
  free(line.text);
  return result;
}

int main(int argc, char **argv) {
  struct options options = {DEFAULT_STOP, 0};
  int at = parse_options(&options, argc, argv);
  if (at == 0) return usage();
  if (at >= argc) return detab(stdin, &options) < 0;
  int status = 0;
  for (; at < argc; at++) {
    if (strcmp(argv[at], "-") == 0) {
      status |= detab(stdin, &options) < 0;
      continue;
    }
    FILE *file = fopen(argv[at], "r");
    if (!file) {
      fprintf(stderr, "detab: %s: %s\n", argv[at], strerror(errno));
      status = 1;
      continue;
    }
    status |= detab(file, &options) < 0;
    fclose(file);
  }
  return status;
}
