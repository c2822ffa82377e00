/* The mask of modes for new files. */
#include <sys/stat.h>

#include "files.h"

mode_t __bowline_umask = 022;

mode_t umask(mode_t mask) {
  mode_t old = __bowline_umask;
  __bowline_umask = mask & 0777;
  return old;
}

mode_t getumask(void) { return __bowline_umask; }
