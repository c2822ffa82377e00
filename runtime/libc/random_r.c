/*
 * Random numbers with the state in the caller's hands. A state of n words is a sum of two of them per number (n is 7, 15, 31 or 63, by
 * the room there is), or in eight bytes a linear generator. The word in front of the state says which, and where it stands.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

enum { KINDS = 5 };

static const struct {
  size_t room;
  int words, apart;
} kinds[KINDS] = {{8, 0, 0}, {32, 7, 3}, {64, 15, 1}, {128, 31, 3}, {256, 63, 1}};

static int invalid(void) {
  errno = EINVAL;
  return -1;
}

static void note_position(const struct random_data *data) {
  int turn = data->rand_type ? (int)(data->rptr - data->state) : 0;
  data->state[-1] = turn * KINDS + data->rand_type;
}

static void use(struct random_data *data, int kind, int32_t *state) {
  data->rand_type = kind;
  data->rand_deg = kinds[kind].words;
  data->rand_sep = kinds[kind].apart;
  data->state = state;
  data->end_ptr = state + kinds[kind].words;
}

int random_r(struct random_data *restrict data, int32_t *restrict result) {
  if (!data || !result) return invalid();
  if (data->rand_type == 0) {
    *result = data->state[0] = (int32_t)(((uint32_t)data->state[0] * 1103515245u + 12345u) & 0x7fffffff);
    return 0;
  }
  uint32_t sum = (uint32_t)*data->fptr + (uint32_t)*data->rptr;
  *data->fptr = (int32_t)sum;
  *result = (int32_t)(sum >> 1);
  if (++data->fptr == data->end_ptr) data->fptr = data->state;
  if (++data->rptr == data->end_ptr) data->rptr = data->state;
  return 0;
}

int srandom_r(unsigned seed, struct random_data *data) {
  if (!data || (unsigned)data->rand_type >= KINDS) return -1;
  int32_t word = seed ? (int32_t)seed : 1;
  data->state[0] = word;
  if (data->rand_type == 0) return 0;
  for (int i = 1; i < data->rand_deg; i++) {
    int64_t product = (int64_t)16807 * word % 2147483647;
    word = (int32_t)(product < 0 ? product + 2147483647 : product);
    data->state[i] = word;
  }
  data->fptr = data->state + data->rand_sep;
  data->rptr = data->state;
  for (int i = 0; i < 10 * data->rand_deg; i++) {
    int32_t dropped;
    random_r(data, &dropped);
  }
  return 0;
}

int initstate_r(unsigned seed, char *restrict room, size_t size, struct random_data *restrict data) {
  if (!data || size < kinds[0].room) return invalid();
  if (data->state) note_position(data);
  int kind = 0;
  while (kind + 1 < KINDS && size >= kinds[kind + 1].room) kind++;
  use(data, kind, (int32_t *)room + 1);
  srandom_r(seed, data);
  note_position(data);
  return 0;
}

int setstate_r(char *restrict room, struct random_data *restrict data) {
  if (!room || !data) return invalid();
  note_position(data);
  int32_t *state = (int32_t *)room + 1;
  int kind = state[-1] % KINDS, turn = state[-1] / KINDS;
  if (kind < 0) return invalid();
  use(data, kind, state);
  if (kind) {
    data->rptr = state + turn;
    data->fptr = state + (turn + data->rand_sep) % data->rand_deg;
  }
  return 0;
}
