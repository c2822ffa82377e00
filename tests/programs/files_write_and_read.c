// Files that the program makes: contents, positions, names and directories, as on a real system.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int count_entries(const char *path) {
  DIR *directory = opendir(path);
  assert(directory);
  int count = 0;
  while (readdir(directory)) count++;
  closedir(directory);
  return count;
}

int main(void) {
  char place[] = "/tmp/bowline-test-XXXXXX", line[32];
  assert(mkdtemp(place) == place && chdir(place) == 0);
  FILE *file = fopen("first", "w+");
  assert(file && fprintf(file, "one %d\ntwo", 1) == 9);
  rewind(file);
  assert(fgets(line, sizeof line, file) && !strcmp(line, "one 1\n") && ftell(file) == 6);
  assert(fgets(line, sizeof line, file) && !strcmp(line, "two"));
  assert(!fgets(line, sizeof line, file) && feof(file) && !ferror(file));
  assert(fclose(file) == 0);

  struct stat status;
  assert(stat("first", &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 9);
  assert(mkdir("below", 0777) == 0 && rename("first", "below/second") == 0);
  assert(access("first", F_OK) == -1 && errno == ENOENT);
  assert(count_entries("below") == 3);

  int fd = open("below/./../below/second", O_RDWR | O_APPEND);
  assert(fd >= 0 && write(fd, "!", 1) == 1 && lseek(fd, 0, SEEK_CUR) == 10);
  assert(pread(fd, line, 3, 7) == 3 && !memcmp(line, "wo!", 3));
  assert(close(fd) == 0 && close(fd) == -1 && errno == EBADF);

  assert(rmdir("below") == -1 && errno == ENOTEMPTY);
  assert(unlink("below/second") == 0 && rmdir("below") == 0);
  assert(chdir("/") == 0 && rmdir(place) == 0);
  return 0;
}
