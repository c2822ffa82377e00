// Streams and directories are made by the C library alone: a stream is one of those that are always open.
// flags: --entry finish
// expect-lost: what `log->out` points to, which only the C library makes
// expect-lost: what `log->where` points to, which only the C library makes
#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

struct log {
  FILE *out;
  DIR *where;
};

int finish(struct log *log, int how) {
  if (!log) return -1;
  if (how == 1) return closedir(log->where);
  if (how == 2) assert(fileno(log->out) != 1); // bug: assertion // bug: null-dereference
  if (how == 3 && log->out == stdout) return fputs("done\n", log->out);
  return log->out == NULL;
}
