// A verification task in the form of Test-Comp and SV-COMP: the controller of an airlock, and a property.
//
//     bowline run examples/airlock.c
//
// The two doors must never be open at the same time. What happens in each step is unknown (__VERIFIER_nondet_*), impossible
// situations are cut off with abort, and reach_error says that the property is broken.
#include <assert.h>
#include <stdbool.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);

void reach_error(void) { assert(0); }

static void assume(bool condition) {
  if (!condition) abort();
}

enum position { CLOSED, OPENING, OPEN, CLOSING };
enum event { BUTTON_INSIDE, BUTTON_OUTSIDE, TICK, OBSTACLE, EVENTS };
enum { STEPS = 6, LEVEL_OUTSIDE = 0, LEVEL_INSIDE = 2 };

struct airlock {
  enum position inner, outer;
  enum position *closed_last;
  int pressure; // from LEVEL_OUTSIDE to LEVEL_INSIDE
  bool wanted_inside, wanted_outside;
};

// A moving door arrives with the next tick.
static void move(enum position *door) {
  if (*door == OPENING) *door = OPEN;
  else if (*door == CLOSING) *door = CLOSED;
}

// One step towards `to_open` being open at this pressure; true when it opens.
static bool serve(struct airlock *lock, enum position *to_open, enum position *to_close, int level) {
  if (*to_close == OPEN) {
    *to_close = CLOSING;
    lock->closed_last = to_close;
  } else if (*to_close == CLOSED && lock->pressure != level) {
    lock->pressure += lock->pressure < level ? 1 : -1;
  } else if (*to_close == CLOSED && *to_open == CLOSED) {
    *to_open = OPENING;
    return true;
  }
  return false;
}

static void step(struct airlock *lock, enum event event) {
  switch (event) {
    case BUTTON_INSIDE: lock->wanted_inside = true; break;
    case BUTTON_OUTSIDE: lock->wanted_outside = true; break;
    case TICK:
      move(&lock->inner);
      move(&lock->outer);
      if (lock->wanted_inside)
        lock->wanted_inside = !serve(lock, &lock->inner, &lock->outer, LEVEL_INSIDE);
      else if (lock->wanted_outside)
        lock->wanted_outside = !serve(lock, &lock->outer, &lock->inner, LEVEL_OUTSIDE);
      break;
    case OBSTACLE:
      // Somebody stands in the door that closes: it opens again. But that may be long ago, and the other door open by now.
      if (lock->closed_last) *lock->closed_last = OPENING;
      break;
    default: break;
  }
}

int main(void) {
  struct airlock lock = {.inner = CLOSED, .outer = CLOSED, .pressure = LEVEL_OUTSIDE};
  // The day may begin with one of the doors open.
  if (__VERIFIER_nondet_bool()) {
    lock.outer = OPEN;
  } else if (__VERIFIER_nondet_bool()) {
    lock.inner = OPEN;
    lock.pressure = LEVEL_INSIDE;
  }
  for (int i = 0; i < STEPS; i++) {
    unsigned char event = __VERIFIER_nondet_uchar();
    assume(event < EVENTS);
    step(&lock, (enum event)event);
    if (lock.inner != CLOSED && lock.outer != CLOSED) reach_error();
  }
  return 0;
}
