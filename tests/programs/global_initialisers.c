// Globals whose initial values hold addresses of other globals, of elements, of functions, and differences.
// expect-paths: 3
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

struct item {
  const char *name;
  int *target;
  int (*get)(void);
};

static int values[4] = {1, 2, 3, 4};
static int get_first(void) { return values[0]; }
static int get_last(void) { return values[3]; }
static struct item items[] = {{"first", &values[0], get_first}, {"last", &values[3], get_last}, {"self", (int *)&items[2], 0}};
static char *const inside = (char *)&values[1] + 4;
static const uintptr_t as_number = (uintptr_t)&values[2];
extern int aliased __attribute__((alias("original")));
int original = 77;

int main(void) {
  int i = klee_range(0, 3, "i");
  struct item *item = &items[i];
  if (item->get) {
    assert(*item->target == item->get());
  } else {
    assert((void *)item->target == (void *)item && item->name[0] == 's');
  }
  assert((int *)inside == &values[2] && as_number == (uintptr_t)inside && aliased == 77);
  return 0;
}
