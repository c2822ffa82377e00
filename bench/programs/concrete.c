// A concrete workload without any unknown: a sieve, an integer matrix product, string hashing, a sort, and a small interpreter.
// About 300 million LLVM instructions at -O1 with SCALE 1; it prints one checksum, which must be the native one.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SCALE
#define SCALE 1
#endif

static uint32_t sieve(unsigned limit) {
  unsigned char *composite = calloc(limit + 1, 1);
  uint32_t sum = 0;
  for (unsigned n = 2; n <= limit; n++) {
    if (composite[n]) continue;
    sum += n;
    for (unsigned multiple = 2 * n; multiple <= limit; multiple += n) composite[multiple] = 1;
  }
  free(composite);
  return sum;
}

enum { SIDE = 64 };

static uint32_t multiply(void) {
  static uint32_t a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];
  for (unsigned i = 0; i < SIDE; i++) {
    for (unsigned k = 0; k < SIDE; k++) {
      a[i][k] = i * 7 + k;
      b[i][k] = i ^ (k * 3) ^ c[k][i];
    }
  }
  uint32_t sum = 0;
  for (unsigned i = 0; i < SIDE; i++) {
    for (unsigned k = 0; k < SIDE; k++) {
      uint32_t cell = 0;
      for (unsigned m = 0; m < SIDE; m++) cell += a[i][m] * b[m][k];
      c[i][k] = cell;
      sum = sum * 31 + cell;
    }
  }
  return sum;
}

static uint32_t hash(unsigned rounds) {
  char text[48];
  uint32_t all = 0;
  for (unsigned round = 0; round < rounds; round++) {
    unsigned n = 0;
    for (unsigned rest = round * 2654435761u; rest; rest >>= 3) text[n++] = (char)('a' + (rest & 7));
    text[n] = 0;
    uint32_t h = 2166136261u;
    for (const char *at = text; *at; at++) h = (h ^ (unsigned char)*at) * 16777619u;
    all ^= h + round;
  }
  return all;
}

/* Shell's sort, so that every element moves in strides. */
static uint32_t sort(unsigned n) {
  uint32_t *values = malloc(n * sizeof *values), seed = 12345, sum = 0;
  for (unsigned i = 0; i < n; i++) values[i] = seed = seed * 1103515245u + 12345u;
  for (unsigned gap = n / 2; gap; gap /= 2) {
    for (unsigned i = gap; i < n; i++) {
      uint32_t moving = values[i];
      unsigned k = i;
      for (; k >= gap && values[k - gap] > moving; k -= gap) values[k] = values[k - gap];
      values[k] = moving;
    }
  }
  for (unsigned i = 0; i < n; i++) sum = sum * 16777619u ^ values[i];
  free(values);
  return sum;
}

enum { LOAD, ADD, SUBTRACT, MIX, JUMP_IF, STOP };

struct instruction {
  unsigned char operation, target, a, b;
};

/* Interprets a loop that mixes two registers `rounds` times. */
static uint32_t interpret(uint32_t rounds) {
  static const struct instruction program[] = {
      {LOAD, 1, 1, 0}, {LOAD, 2, 17, 0}, {ADD, 2, 2, 1}, {MIX, 1, 1, 2}, {SUBTRACT, 0, 0, 3}, {JUMP_IF, 2, 0, 0}, {STOP, 0, 0, 0},
  };
  uint32_t registers[4] = {rounds, 0, 0, 1};
  for (unsigned at = 0;; at++) {
    struct instruction now = program[at];
    switch (now.operation) {
      case LOAD: registers[now.target] = now.a; break;
      case ADD: registers[now.target] = registers[now.a] + registers[now.b]; break;
      case SUBTRACT: registers[now.target] = registers[now.a] - registers[now.b]; break;
      case MIX: registers[now.target] = (registers[now.a] << 5 | registers[now.a] >> 27) ^ registers[now.b]; break;
      case JUMP_IF:
        if (registers[now.a]) at = now.target - 1u;
        break;
      default: return registers[1];
    }
  }
}

int main(void) {
  uint32_t checksum = 0;
  for (unsigned round = 0; round < SCALE; round++) {
    checksum = checksum * 31 + sieve(2000000);
    for (int i = 0; i < 20; i++) checksum = checksum * 31 + multiply();
    checksum = checksum * 31 + hash(300000);
    checksum = checksum * 31 + sort(150000);
    checksum = checksum * 31 + interpret(800000);
  }
  printf("%08x\n", checksum);
  return 0;
}
