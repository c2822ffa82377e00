// Drives the growing text buffer: appends, fills and formatted prints as the input says.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <json.h>
#include <printbuf.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct printbuf *buffer = printbuf_new();
  if (!buffer)
    return 0;
  for (size_t i = 0; i + 1 < size; i += 2) {
    int before = printbuf_length(buffer), amount = data[i + 1] & 0x3f, result;
    switch (data[i] & 3) {
      case 0:
        amount = (size_t)amount < size - i ? amount : (int)(size - i);
        result = printbuf_memappend(buffer, (const char *)data + i, amount);
        assert(result < 0 || printbuf_length(buffer) == before + amount);
        break;
      case 1:
        result = printbuf_memset(buffer, -1, 'x', amount);
        assert(result < 0 || printbuf_length(buffer) == before + amount);
        break;
      case 2:
        result = sprintbuf(buffer, "%d/%s", amount, "text");
        assert(result < 0 || printbuf_length(buffer) == before + (amount < 10 ? 6 : 7));
        break;
      default: printbuf_reset(buffer); assert(printbuf_length(buffer) == 0);
    }
  }
  assert(printbuf_length(buffer) <= buffer->size);
  printbuf_free(buffer);
  return 0;
}
