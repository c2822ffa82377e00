/* Streams over files and memory: random calls on the system's streams and on ours must give the same results and contents. */
#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare.h"

OURS(fopen); OURS(fclose); OURS(fgetc); OURS(fputc); OURS(fgets); OURS(fputs); OURS(fread); OURS(fwrite); OURS(fseek); OURS(ftell);
OURS(ungetc); OURS(feof); OURS(ferror); OURS(clearerr); OURS(fflush); OURS(rewind); OURS(fprintf); OURS(fscanf); OURS(getline); OURS(fmemopen);
OURS(open_memstream); OURS(tmpfile); OURS(freopen); OURS(fdopen); OURS(pipe); OURS(write); OURS(close); OURS(mkstemp); OURS(fileno);
OURS(setvbuf); OURS(__fpending); OURS(__freading); OURS(__fwriting);
OURS(mmap); OURS(munmap); OURS(unlink); OURS(read);

#define SAME(what, a, b)                                                                \
  do {                                                                                  \
    long real_result = (long)(a), our_result = (long)(b);                               \
    check(real_result == our_result, what ": %ld, ours %ld", real_result, our_result); \
  } while (0)

/* Reading after writing, and the other way round, needs a call between that sets the position. */
enum last { NEITHER, READ, WROTE };

static void read_some(FILE *real, FILE *ours) {
  char a[32] = {0}, b[32] = {0};
  size_t n = below(sizeof a), size = 1 + below(4);
  char *line = NULL, *our_line = NULL;
  size_t room = 0, our_room = 0;
  int x = -1, y = -1;
  switch (below(7)) {
    case 0: SAME("fgetc", fgetc(real), bl_fgetc(ours)); break;
    case 1:
      SAME("fgets", fgets(a, (int)n, real) != NULL, bl_fgets(b, (int)n, ours) != NULL);
      check(!memcmp(a, b, sizeof a), "fgets %zu: \"%s\", ours \"%s\"", n, a, b);
      break;
    case 2:
    case 3:
      SAME("fread", fread(a, size, n / size, real), bl_fread(b, size, n / size, ours));
      check(!memcmp(a, b, sizeof a), "fread %zu %zu: different bytes", size, n / size);
      break;
    case 4: {
      int c = fgetc(real);
      SAME("fgetc", c, bl_fgetc(ours));
      if (c == EOF) break;
      int back = (int)below(256);
      SAME("ungetc", ungetc(back, real), bl_ungetc(back, ours));
      SAME("ftell after ungetc", ftell(real), bl_ftell(ours));
      SAME("fgetc after ungetc", fgetc(real), bl_fgetc(ours));
      break;
    }
    case 5:
      SAME("getline", getline(&line, &room, real), bl_getline(&our_line, &our_room, ours));
      if (line && our_line) check(!strcmp(line, our_line) || feof(real), "getline: \"%s\", ours \"%s\"", line, our_line);
      free(line), free(our_line);
      break;
    default:
      SAME("fscanf", fscanf(real, "%d", &x), bl_fscanf(ours, "%d", &y));
      check(x == y, "fscanf: %d, ours %d", x, y);
  }
}

static void write_some(FILE *real, FILE *ours) {
  char text[32];
  random_text(text, sizeof text, "abc 0123456789\n\n");
  int n = (int)below(100000);
  switch (below(4)) {
    case 0: SAME("fputc", fputc(text[0], real), bl_fputc(text[0], ours)); break;
    case 1: SAME("fputs", fputs(text, real) >= 0, bl_fputs(text, ours) >= 0); break;
    case 2: SAME("fwrite", fwrite(text, 2, strlen(text) / 2, real), bl_fwrite(text, 2, strlen(text) / 2, ours)); break;
    default: SAME("fprintf", fprintf(real, "%s %d\n", text, n), bl_fprintf(ours, "%s %d\n", text, n));
  }
}

/* Returns what the stream did last. */
static enum last step(FILE *real, FILE *ours, int reads, int writes, enum last last) {
  static const int whences[] = {SEEK_SET, SEEK_CUR, SEEK_END};
  switch (below(8)) {
    case 0: {
      long offset = (long)below(80) - 20;
      int whence = whences[below(3)];
      /* After appending, and after a character was put back, the system's streams count from a wrong position. */
      if (whence == SEEK_CUR && (last == READ || (fcntl(fileno(real), F_GETFL) & O_APPEND))) whence = SEEK_END;
      if (whence == SEEK_SET && offset < 0) offset = -offset;
      SAME("fseek", fseek(real, offset, whence), bl_fseek(ours, offset, whence));
      SAME("ftell", ftell(real), bl_ftell(ours));
      return NEITHER;
    }
    case 1: rewind(real), bl_rewind(ours); return NEITHER;
    case 2:
      SAME("feof", feof(real) != 0, bl_feof(ours) != 0);
      SAME("ferror", ferror(real) != 0, bl_ferror(ours) != 0);
      SAME("ftell", ftell(real), bl_ftell(ours));
      return last;
    case 3: clearerr(real), bl_clearerr(ours); return last;
    case 4:
    case 5:
      if (!reads || last == WROTE) return last;
      read_some(real, ours);
      return READ;
    default:
      if (!writes || last == READ) return last;
      write_some(real, ours);
      return WROTE;
  }
}

static void compare_contents(const char *path) {
  static char a[65536], b[65536];
  FILE *real = fopen(path, "r"), *ours = bl_fopen(path, "r");
  check(!real == !ours, "the file is there, or not: %p, ours %p", (void *)real, (void *)ours);
  if (!real || !ours) return;
  size_t n = fread(a, 1, sizeof a, real), m = bl_fread(b, 1, sizeof b, ours);
  check(n == m && !memcmp(a, b, n), "contents after writing: %zu bytes, ours %zu", n, m);
  fclose(real), bl_fclose(ours);
}

static void over_files(const char *path) {
  static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "wx", "a+b", "r+b"};
  for (unsigned round = 0; round < 400; round++) {
    const char *mode = modes[below(sizeof modes / sizeof *modes)];
    int reads = *mode == 'r' || strchr(mode, '+'), writes = *mode != 'r' || strchr(mode, '+');
    FILE *real = fopen(path, mode), *ours = bl_fopen(path, mode);
    check(!real == !ours && (real || errno == *ours_errno()), "fopen %s: %p, ours %p", mode, (void *)real, (void *)ours);
    if (!real || !ours) continue;
    enum last last = NEITHER;
    for (unsigned i = below(40); i > 0; i--) last = step(real, ours, reads, writes, last);
    SAME("fclose", fclose(real), bl_fclose(ours));
    compare_contents(path);
  }
}

static void over_memory(void) {
  static const char *const modes[] = {"r", "w", "r+", "w+", "a"};
  for (unsigned round = 0; round < 400; round++) {
    char a[64] = "some text 12", b[64] = "some text 12";
    const char *mode = modes[below(sizeof modes / sizeof *modes)];
    int reads = *mode == 'r' || strchr(mode, '+'), writes = *mode != 'r' || strchr(mode, '+');
    FILE *real = fmemopen(a, sizeof a, mode), *ours = bl_fmemopen(b, sizeof b, mode);
    check(real && ours, "fmemopen %s", mode);
    setvbuf(real, NULL, _IONBF, 0);
    for (unsigned i = below(6); i > 0; i--) {
      /* A full buffer is reported when it is flushed: so it never gets full here. */
      if (ftell(real) > 30) break;
      if (writes && below(2)) {
        const char *text = below(2) ? "xyz" : "a";
        SAME("fputs", fputs(text, real) >= 0, bl_fputs(text, ours) >= 0);
        SAME("fflush", fflush(real), bl_fflush(ours));
        rewind(real), bl_rewind(ours);
      } else if (reads) {
        read_some(real, ours);
        rewind(real), bl_rewind(ours);
      }
    }
    fclose(real), bl_fclose(ours);
    check(!memcmp(a, b, sizeof a), "fmemopen %s: \"%.64s\", ours \"%.64s\"", mode, a, b);
  }
  for (unsigned round = 0; round < 200; round++) {
    char *a = NULL, *b = NULL;
    size_t n = 0, m = 0;
    FILE *real = open_memstream(&a, &n), *ours = bl_open_memstream(&b, &m);
    for (unsigned i = below(20); i > 0; i--) {
      write_some(real, ours);
      SAME("fflush", fflush(real), bl_fflush(ours));
      check(n == m && !memcmp(a, b, n + 1), "open_memstream: %zu bytes, ours %zu", n, m);
    }
    fclose(real), bl_fclose(ours);
    check(n == m && !memcmp(a, b, n + 1), "open_memstream, closed: %zu bytes, ours %zu", n, m);
    free(a), free(b);
  }
}

/* What a program can ask about buffers, although ours has none for output. */
static void pending(const char *path) {
  all_is_known = 1;
  static const char *const modes[] = {"r", "w", "r+", "w+"};
  for (unsigned round = 0; round < 400; round++) {
    static char a[200000], b[200000], bytes[12000];
    const char *mode = modes[below(4)];
    int in_memory = below(2), reads = *mode == 'r' || mode[1], writes = *mode == 'w' || mode[1];
    FILE *real = in_memory ? fmemopen(a, sizeof a, mode) : fopen(path, mode);
    FILE *ours = in_memory ? bl_fmemopen(b, sizeof b, mode) : bl_fopen(path, mode);
    if (!real || !ours) continue;
    int by_lines = !in_memory && below(2);
    static char buffer[300], our_buffer[300];
    size_t size = below(3) ? 0 : 20 + below(sizeof buffer - 20);
    if (by_lines || size) {
      int how = by_lines ? _IOLBF : _IOFBF;
      SAME("setvbuf", setvbuf(real, size ? buffer : NULL, how, size), bl_setvbuf(ours, size ? our_buffer : NULL, how, size));
    }
    for (unsigned i = below(12); i > 0; i--) {
      memset(bytes, 'x', sizeof bytes);
      for (unsigned ends = below(4); by_lines && ends > 0; ends--) bytes[below(sizeof bytes)] = '\n';
      /* Whole buffers, what just fits into one, and anything. */
      size_t room = (size ? size : in_memory ? BUFSIZ : 4096) - __fpending(real);
      size_t n = below(4) == 0 ? below(3) * 4096 + room : below(2) ? below(100) : below(sizeof bytes);
      if (n == 0 || n > sizeof bytes) n = 1;
      int what = below(5);
      if (what == 0 && writes) SAME("fwrite", fwrite(bytes, 1, n, real), bl_fwrite(bytes, 1, n, ours));
      if (what == 4 && writes) SAME("fputc", fputc(bytes[0], real), bl_fputc(bytes[0], ours));
      /* Reading and writing need a position between them. */
      if (what == 1 && reads && !__fwriting(real)) fgetc(real), bl_fgetc(ours);
      if (what == 2) SAME("fseek", fseek(real, 0, SEEK_SET), bl_fseek(ours, 0, SEEK_SET));
      if (what == 3 && __fwriting(real)) SAME("fflush", fflush(real), bl_fflush(ours));
      if (__freading(real)) fseek(real, 0, SEEK_SET), bl_fseek(ours, 0, SEEK_SET);
      if (ferror(real) || feof(real)) break;
      SAME("__fpending", __fpending(real), bl___fpending(ours));
      SAME("__freading", __freading(real) != 0, bl___freading(ours) != 0);
      SAME("__fwriting", __fwriting(real) != 0, bl___fwriting(ours) != 0);
    }
    fclose(real), bl_fclose(ours);
  }
  all_is_known = 0;
}

static void special(void) {
  int fds[2];
  char text[16] = {0};
  check(bl_pipe(fds) == 0 && bl_write(fds[1], "through", 7) == 7 && bl_close(fds[1]) == 0, "pipe");
  FILE *end = bl_fdopen(fds[0], "r");
  check(end && bl_fgets(text, sizeof text, end) == text && !strcmp(text, "through"), "reading from a pipe: \"%s\"", text);
  check(bl_fgetc(end) == EOF && bl_feof(end) && bl_fclose(end) == 0, "the end of a pipe");
  FILE *nothing = bl_fopen("/dev/null", "r+");
  check(nothing && bl_fputs("gone", nothing) >= 0 && bl_fgetc(nothing) == EOF && bl_fclose(nothing) == 0, "/dev/null");
  char name[] = "/tmp/bowline-XXXXXX";
  int fd = bl_mkstemp(name);
  check(fd >= 0 && bl_write(fd, "mapped", 6) == 6 && !strstr(name, "X"), "mkstemp");
  char *private = bl_mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  char *shared = bl_mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  check(private != MAP_FAILED && shared != MAP_FAILED && !memcmp(private, "mapped\0", 7) && !memcmp(shared, private, 6), "mmap");
  memcpy(private, "MINE", 4), memcpy(shared, "ours", 4);
  FILE *again = bl_fopen(name, "r");
  check(again && bl_fgets(text, sizeof text, again) && !strcmp(text, "oursed"), "a shared mapping is the file: \"%s\"", text);
  check(bl_fseek(again, 1, SEEK_SET) == 0 && bl_fgetc(again) == 'u' && bl_fseek(again, 2, SEEK_CUR) == 0, "SEEK_CUR");
  check(bl_ftell(again) == 4 && bl_fgetc(again) == 'e', "SEEK_CUR after reading counts from where the program is");
  bl_fclose(again);
  check(bl_munmap(private, 6) == 0 && bl_munmap(shared, 6) == 0 && bl_unlink(name) == 0 && bl_close(fd) == 0, "munmap");
}

void compare_streams(void) {
  char path[] = "/tmp/bowline-stream-XXXXXX";
  int fd = mkstemp(path);
  check(fd >= 0, "cannot make a file to test with");
  /* The model sees the real file as it is now, and never again. */
  check(write(fd, "12 first line\nsecond\n\n7 8 9", 27) == 27 && close(fd) == 0, "cannot write");
  compare_contents(path);
  over_files(path);
  pending(path);
  unlink(path);
  over_memory();
  special();
}
