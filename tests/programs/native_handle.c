// A handle goes back to native code as the address that it was, also from inside an object. Its memory is the child's.
// native-lib: library.c
// expect-lost: assumed-result native_open returns a pointer
// expect-lost: native-state native_use changes memory that native code keeps
// expect-lost: native-state native_close changes memory that native code keeps
#include <assert.h>

struct handle {
  int *count;
  int uses;
};

struct handle *native_open(void);
int native_use(struct handle *);
void native_close(struct handle *);

int main(void) {
  struct handle *opened = native_open();
  assert(native_use(opened) == 1);
  assert(native_use(opened) == 2);
  assert(opened->uses == 2);
  opened->uses = 7;
  native_use(opened);
  assert(opened->uses == 8);
  native_close(opened);
  return 0;
}
