// Parses bytes that need not be terminated, and says where it stopped: always inside the input.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *end = NULL;
  cJSON *value = cJSON_ParseWithLengthOpts((const char *)data, size, &end, 0);
  if (value)
    assert(end > (const char *)data && end <= (const char *)data + size);
  else
    (void)cJSON_GetErrorPtr();
  cJSON_Delete(value);
  return 0;
}
