// Reads four bytes of which only some are inside the object.
// expect-paths: 1
#include <klee/klee.h>
#include <stdint.h>

struct __attribute__((packed)) message {
  uint8_t kind;
  uint32_t value;
};

int main(void) {
  uint8_t bytes[8] = {0};
  int at = klee_range(0, 5, "at");
  struct message *message = (struct message *)(bytes + at);
  return message->value != 0; // bug: out-of-bounds-read
}
