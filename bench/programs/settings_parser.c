// A small parser of settings, `name = value; ...` with numbers, words in quotes and lists, for following seeds through it.
#include <stddef.h>
#include <stdint.h>

struct reader {
  const uint8_t *at, *end;
  unsigned depth, settings;
};

static void skip_blanks(struct reader *in) {
  while (in->at < in->end && (*in->at == ' ' || *in->at == '\t' || *in->at == '\n')) in->at++;
  if (in->at < in->end && *in->at == '#') {
    while (in->at < in->end && *in->at != '\n') in->at++;
    skip_blanks(in);
  }
}

static int is_letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static int take(struct reader *in, uint8_t c) {
  skip_blanks(in);
  if (in->at == in->end || *in->at != c) return 0;
  in->at++;
  return 1;
}

static int name(struct reader *in) {
  skip_blanks(in);
  const uint8_t *start = in->at;
  while (in->at < in->end && (is_letter(*in->at) || (in->at > start && is_digit(*in->at)))) in->at++;
  return in->at > start;
}

static int number(struct reader *in) {
  int negative = *in->at == '-';
  long value = 0;
  in->at += negative;
  if (in->at == in->end || !is_digit(*in->at)) return 0;
  while (in->at < in->end && is_digit(*in->at)) {
    value = value * 10 + (*in->at++ - '0');
    if (value > 65535) return 0;
  }
  return 1;
}

static int text(struct reader *in) {
  in->at++;
  while (in->at < in->end && *in->at != '"') {
    if (*in->at == '\\') {
      in->at++;
      if (in->at == in->end) return 0;
      if (*in->at != 'n' && *in->at != 't' && *in->at != '"' && *in->at != '\\') return 0;
    }
    in->at++;
  }
  if (in->at == in->end) return 0;
  in->at++;
  return 1;
}

static int value(struct reader *in) {
  skip_blanks(in);
  if (in->at == in->end || in->depth > 4) return 0;
  if (*in->at == '"') return text(in);
  if (*in->at == '-' || is_digit(*in->at)) return number(in);
  if (!take(in, '[')) return name(in);
  in->depth++;
  if (!take(in, ']')) {
    do {
      if (!value(in)) return 0;
    } while (take(in, ','));
    if (!take(in, ']')) return 0;
  }
  in->depth--;
  return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct reader in = {data, data + size, 0, 0};
  for (;;) {
    skip_blanks(&in);
    if (in.at == in.end) return 0;
    if (!name(&in) || !take(&in, '=') || !value(&in) || !take(&in, ';')) return 0;
    in.settings++;
  }
}
