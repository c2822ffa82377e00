// The time of access is what the program sets it to.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>
#include <klee/klee.h>

int main(void) {
  struct stat status;
  close(open("made", O_CREAT | O_WRONLY, 0600));
  struct timeval times[2] = {{1000, 5}, {2000, 7}};
  if (utimes("made", times) || stat("made", &status)) return 1;
  if (status.st_atim.tv_sec != 1000 || status.st_atim.tv_nsec != 5000 || status.st_mtim.tv_sec != 2000) return 2;
  struct timespec later[2] = {{0, UTIME_OMIT}, {3000, 1}};
  if (utimensat(AT_FDCWD, "made", later, 0) || stat("made", &status)) return 3;
  if (status.st_atim.tv_sec != 1000 || status.st_mtim.tv_nsec != 1) return 4;
  struct utimbuf both = {.actime = 40, .modtime = 50};
  if (utime("made", &both) || stat("made", &status)) return 5;
  return status.st_atime == 40 && status.st_mtime == 50 ? 0 : 6 + klee_int("never");
}
