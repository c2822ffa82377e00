/*
 * The unknown objects of a test, handed out by name. Whoever includes this file defines `load`, which says what they are. Part of native
 * replays and of the reproducers that `bowline tests convert --to c` writes.
 */

enum { DOES_NOT_FIT = 77, ASSUMPTION_FAILED = 78 };

/* Leaves at once: handlers of the program are not part of what is replayed. */
static _Noreturn void leave(int status) {
  fflush(NULL);
  _exit(status);
}

static _Noreturn void does_not_fit(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fputs("replay: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  leave(DOES_NOT_FIT);
}

/* A part of an object: a pattern, again and again. */
struct piece {
  uint64_t at, length;
  uint32_t pattern_length;
  const unsigned char *pattern;
};

/* One unknown object of a test: all of its bytes, or pieces with zeros between them. */
struct object {
  char *name;
  uint64_t size;
  const unsigned char *bytes;
  int used;
  struct piece *pieces;
  uint32_t piece_count;
};

/* All of them, in the order in which they were made. */
struct objects {
  struct object *list;
  uint32_t count;
  int loaded;
  uint32_t used_up; /* All before it are used: a program may ask a hundred thousand times. */
};

static void load(struct objects *objects);

/* Whether the file's name for an object is the program's, or that with a number behind ("buf_1"), which KLEE adds to names it has seen
 * before. */
static int has_name(const struct object *object, const char *name, int numbered) {
  size_t n = strlen(name);
  if (strncmp(object->name, name, n)) return 0;
  const char *tail = object->name + n;
  if (!numbered) return !*tail;
  return *tail == '_' && tail[1] && strspn(tail + 1, "0123456789") == strlen(tail + 1);
}

/* The next object of that name. */
static const struct object *next_object(const char *name) {
  static struct objects objects;
  if (!objects.loaded) load(&objects);
  while (objects.used_up < objects.count && objects.list[objects.used_up].used) objects.used_up++;
  for (int numbered = 0; numbered < 2; numbered++) {
    for (uint32_t i = objects.used_up; i < objects.count; i++) {
      struct object *object = &objects.list[i];
      if (object->used || !has_name(object, name, numbered)) continue;
      object->used = 1;
      return object;
    }
  }
  does_not_fit("the file has no (further) object '%s'", name);
}

static void copy_object(unsigned char *memory, const struct object *object) {
  if (object->bytes) {
    memcpy(memory, object->bytes, object->size);
    return;
  }
  memset(memory, 0, object->size);
  for (uint32_t i = 0; i < object->piece_count; i++) {
    const struct piece *piece = &object->pieces[i];
    if (piece->pattern_length == 1) memset(memory + piece->at, *piece->pattern, piece->length);
    else for (uint64_t at = 0; at < piece->length; at++) memory[piece->at + at] = piece->pattern[at % piece->pattern_length];
  }
}

/* Fills memory with the next object of that name. */
static void fill(void *memory, size_t size, const char *name) {
  if (size == 0) return;
  if (!name || !*name) name = "unnamed";
  const struct object *object = next_object(name);
  if (object->size != size)
    does_not_fit("object '%s' has %llu bytes in the file and %zu in the program", name, (unsigned long long)object->size, size);
  copy_object(memory, object);
}

/* An integer of whatever size the program takes it for; what it does not look at is zero. */
static uint64_t number(const char *name) {
  const struct object *object = next_object(name);
  uint64_t value = 0;
  if (object->size <= sizeof value) copy_object((unsigned char *)&value, object);
  else if (object->bytes) memcpy(&value, object->bytes, sizeof value);
  return value;
}

static void assume(int holds) {
  if (holds) return;
  fflush(stdout);
  fputs("replay: assumption does not hold\n", stderr);
  leave(ASSUMPTION_FAILED);
}
