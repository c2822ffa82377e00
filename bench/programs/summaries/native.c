// Runs a program of this folder natively on texts that are made here, to check it: SEED ROUNDS ALPHABET. Compiled together with the program,
// whose `main` is called `program`.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int program(void);

static uint64_t chance;
static const char *alphabet;
static size_t letters;

static uint64_t next(void) {
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return chance;
}

// Mostly a few letters in runs, so that long texts of one kind happen as well as mixed ones.
void klee_make_symbolic(void *at, size_t size, const char *name) {
  (void)name;
  unsigned char *bytes = at;
  uint64_t kind = next() % 8;
  unsigned char letter = 0;
  for (size_t i = 0; i < size; i++) {
    uint64_t draw = next();
    if (i == 0 || draw % (1 + kind) == 0) letter = (unsigned char)alphabet[(draw >> 8) % letters];
    // Now and then any byte.
    bytes[i] = kind == 7 && draw >> 60 == 0 ? (unsigned char)(draw >> 8) : letter;
  }
}

int klee_range(int begin, int end, const char *name) {
  (void)name;
  return begin + (int)(next() % (uint64_t)(end - begin));
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  chance = strtoull(arguments[1], 0, 10) * 2654435769u + 1;
  alphabet = arguments[3];
  letters = strlen(alphabet);
  for (long rounds = strtol(arguments[2], 0, 10); rounds > 0; rounds--) program();
  return 0;
}
