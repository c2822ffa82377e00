/* Streams: what is written, and what reading from an empty input says. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"

OURS(puts); OURS(fputs); OURS(putchar); OURS(fputc); OURS(fwrite); OURS(fgetc); OURS(fgets); OURS(fread); OURS(ungetc); OURS(feof); OURS(ferror);
OURS(clearerr); OURS(fopen); OURS(perror); OURS(fflush); OURS(fileno); OURS(write); OURS(read); OURS(getline); OURS(fclose); OURS(__overflow);
OURS(__uflow);
extern FILE *bl_stdin, *bl_stdout, *bl_stderr;

static void wrote(const char *expected) {
  check(output_size == strlen(expected) && !memcmp(output, expected, output_size), "expected output \"%s\", got \"%.*s\"", expected,
        (int)output_size, output);
  output_reset();
}

void compare_stdio(void) {
  output_reset();
  check(bl_puts("line") == 5, "puts");
  check(bl_fputs("text", bl_stderr) >= 0, "fputs");
  check(bl_putchar('c') == 'c' && bl_fputc(0x1ff, bl_stdout) == 0xff && bl___overflow(bl_stdout, 'o') == 'o', "putchar");
  check(bl_fwrite("abcdef", 2, 3, bl_stdout) == 3 && bl_fwrite("x", 0, 3, bl_stdout) == 0, "fwrite");
  check(bl_write(1, "direct", 6) == 6 && bl_write(9, "x", 1) == -1 && *ours_errno() == EBADF, "write");
  wrote("line\ntextc\xffo" "abcdefdirect");
  *ours_errno() = ENOENT;
  bl_perror("prefix");
  wrote("prefix: No such file or directory\n");
  bl_perror("");
  wrote("No such file or directory\n");
  check(bl_fputc('x', bl_stdin) == EOF && bl_ferror(bl_stdin), "writing to stdin");
  bl_clearerr(bl_stdin);
  char text[8] = "before";
  check(bl_fgetc(bl_stdin) == EOF && bl_feof(bl_stdin) && !bl_ferror(bl_stdin), "fgetc at the end");
  check(bl_fgets(text, 8, bl_stdin) == NULL && !strcmp(text, "before"), "fgets at the end");
  check(bl_fread(text, 1, 4, bl_stdin) == 0 && bl_read(0, text, 4) == 0, "fread at the end");
  check(bl_ungetc('q', bl_stdin) == 'q' && !bl_feof(bl_stdin) && bl___uflow(bl_stdin) == 'q', "ungetc");
  check(bl_ungetc('\n', bl_stdin) == '\n' && bl_ungetc('r', bl_stdin) == 'r' && bl_fgets(text, 8, bl_stdin) == text, "fgets");
  check(!strcmp(text, "r\n"), "fgets of what was pushed back");
  char *line = NULL;
  size_t room = 0;
  bl_ungetc('z', bl_stdin);
  check(bl_getline(&line, &room, bl_stdin) == 1 && !strcmp(line, "z") && bl_getline(&line, &room, bl_stdin) == -1, "getline");
  free(line);
  check(bl_fopen("/missing", "r") == NULL && *ours_errno() == ENOENT, "fopen");
  check(bl_fopen("/missing", "q") == NULL && *ours_errno() == EINVAL, "fopen with a bad mode");
  check(bl_fflush(NULL) == 0 && bl_fileno(bl_stderr) == 2, "fflush, fileno");
}
