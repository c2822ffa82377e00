// A parser of configuration messages, and a harness that tries all messages at once.
//
//     bowline run examples/tlv.c
//
// A message is a header, "CF" and a version and a count, followed by that many records: a type, a length, and so many bytes of value.
// The parser checks every length it is told, and still one message makes it write where it must not. Bowline finds that
// message, writes it to a file, and runs it natively to confirm the error.
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

enum { VERSION = 1, MOST_RECORDS = 3, HEADER = 4, RECORD_HEADER = 2 };

enum type { PORT = 1, LIMITS = 2, NAME = 3 };

enum status { OK, TRUNCATED, NOT_A_MESSAGE, UNKNOWN_RECORD, BAD_LENGTH };

struct config {
  uint16_t port;
  uint8_t soft_limit, hard_limit;
  char name[8];
};

static enum status parse_record(struct config *config, uint8_t type, const uint8_t *value, uint8_t length) {
  switch (type) {
    case PORT:
      if (length != 2) return BAD_LENGTH;
      config->port = (uint16_t)(value[0] << 8 | value[1]);
      return OK;
    case LIMITS:
      if (length != 2) return BAD_LENGTH;
      config->soft_limit = value[0];
      config->hard_limit = value[1];
      return OK;
    case NAME:
      if (length > sizeof config->name) return BAD_LENGTH;
      memcpy(config->name, value, length);
      config->name[length] = 0; // a name of eight characters fits, its terminating zero does not
      return OK;
    default: return UNKNOWN_RECORD;
  }
}

static enum status parse(struct config *config, const uint8_t *message, size_t size) {
  if (size < HEADER) return TRUNCATED;
  if (message[0] != 'C' || message[1] != 'F' || message[2] != VERSION) return NOT_A_MESSAGE;
  uint8_t records = message[3];
  if (records > MOST_RECORDS) return NOT_A_MESSAGE;
  size_t at = HEADER;
  for (uint8_t i = 0; i < records; i++) {
    if (size - at < RECORD_HEADER) return TRUNCATED;
    uint8_t type = message[at], length = message[at + 1];
    at += RECORD_HEADER;
    if (length > size - at) return TRUNCATED;
    enum status status = parse_record(config, type, message + at, length);
    if (status != OK) return status;
    at += length;
  }
  return OK;
}

int main(void) {
  // Twenty bytes, each of which may have any value.
  uint8_t message[20];
  klee_make_symbolic(message, sizeof message, "message");
  struct config config = {.port = 80, .soft_limit = 10, .hard_limit = 20};
  if (parse(&config, message, sizeof message) != OK) return 1;
  return 0;
}
