/* The _unlocked names, the _IO_ names, and locks: there is one thread. */
#include <stdio.h>

int(putc_unlocked)(int c, FILE *stream) { return fputc(c, stream); }
int(putchar_unlocked)(int c) { return fputc(c, stdout); }
int(fputc_unlocked)(int c, FILE *stream) { return fputc(c, stream); }
int(fputs_unlocked)(const char *restrict text, FILE *restrict stream) { return fputs(text, stream); }
size_t(fwrite_unlocked)(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fwrite(bytes, size, count, stream);
}
size_t(fread_unlocked)(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fread(bytes, size, count, stream);
}
int(getc_unlocked)(FILE *stream) { return fgetc(stream); }
int(fgetc_unlocked)(FILE *stream) { return fgetc(stream); }
int(getchar_unlocked)(void) { return fgetc(stdin); }
char *(fgets_unlocked)(char *restrict text, int room, FILE *restrict stream) { return fgets(text, room, stream); }
int(fflush_unlocked)(FILE *stream) { return fflush(stream); }
int(feof_unlocked)(FILE *stream) { return feof(stream); }
int(ferror_unlocked)(FILE *stream) { return ferror(stream); }
void(clearerr_unlocked)(FILE *stream) { clearerr(stream); }
int(fileno_unlocked)(FILE *stream) { return fileno(stream); }

int(_IO_putc)(int c, FILE *stream) { return fputc(c, stream); }
int(_IO_getc)(FILE *stream) { return fgetc(stream); }

void flockfile(FILE *stream) { (void)stream; }
void funlockfile(FILE *stream) { (void)stream; }
int ftrylockfile(FILE *stream) {
  (void)stream;
  return 0;
}
