/*
 * The functions of harnesses, whose unknown values come from `fill` (see objects.h): those of klee/klee.h, of bowline.h, and of
 * software-verification competitions. Part of native replays and of the reproducers that `bowline tests convert --to c` writes, so it
 * includes nothing of ours.
 */

/* ---- klee/klee.h ---- */

void klee_make_symbolic(void *addr, size_t nbytes, const char *name) { fill(addr, nbytes, name); }

int klee_int(const char *name) {
  int value;
  fill(&value, sizeof value, name);
  return value;
}

int klee_range(int begin, int end, const char *name) {
  int value = klee_int(name);
  assume(begin <= value && value < end);
  return value;
}

uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  fill(&value, sizeof value, "choice");
  assume(value < n);
  return value;
}

void klee_assume(uintptr_t condition) { assume(condition != 0); }

void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }

void klee_silent_exit(int status) { leave(status); }

void klee_abort(void) { abort(); }

void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  fflush(stdout);
  fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
  abort();
}

unsigned klee_is_symbolic(uintptr_t n) {
  (void)n;
  return 0;
}

unsigned klee_is_replay(void) { return 1; }

float klee_get_valuef(float expr) { return expr; }
double klee_get_valued(double expr) { return expr; }
long klee_get_valuel(long expr) { return expr; }
long long klee_get_valuell(long long expr) { return expr; }
int32_t klee_get_value_i32(int32_t expr) { return expr; }
int64_t klee_get_value_i64(int64_t expr) { return expr; }

/* ASan poisons what follows an object, so its size is the distance to the first poisoned byte; without ASan it is 0. */
int __asan_address_is_poisoned(const volatile void *at) __attribute__((weak));

size_t klee_get_obj_size(void *ptr) {
  size_t size = 0;
  if (!__asan_address_is_poisoned) return 0;
  while (!__asan_address_is_poisoned((char *)ptr + size)) size++;
  return size;
}

void klee_check_memory_access(const void *address, size_t size) {
  const volatile char *bytes = address;
  for (size_t i = 0; i < size; i++) (void)bytes[i];
}

int klee_get_errno(void) { return errno; }

void __asan_poison_memory_region(const volatile void *at, size_t size) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *at, size_t size) __attribute__((weak));

/* The system gives whole pages, on which there may be several objects. What is beside them is poisoned. */
static int fixed_page(uintptr_t at, size_t size) {
  static uintptr_t ours[4096];
  static unsigned count;
  for (unsigned i = 0; i < count; i++)
    if (ours[i] == at) return 1;
  void *got = mmap((void *)at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != (void *)at) return 0;
  if (count < sizeof ours / sizeof *ours) ours[count++] = at;
  if (__asan_poison_memory_region) __asan_poison_memory_region(got, size);
  return 1;
}

void klee_define_fixed_object(void *addr, size_t nbytes) {
  uintptr_t size = 4096, end = (uintptr_t)addr + nbytes;
  for (uintptr_t at = (uintptr_t)addr & -size; at < end; at += size)
    if (!fixed_page(at, size)) does_not_fit("cannot place an object at %p: %s", addr, strerror(errno));
  if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(addr, nbytes);
}

void klee_mark_global(void *object) { (void)object; }
void klee_alias_function(const char *fn_name, const char *new_fn_name) { (void)fn_name, (void)new_fn_name; }
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message) { (void)message; }
void klee_print_expr(const char *msg, ...) { (void)msg; }
void klee_print_range(const char *name, int arg) { (void)name, (void)arg; }
void klee_stack_trace(void) {}

/* ---- bowline.h ---- */

void bowline_symbolic(void *ptr, size_t size, const char *name) { fill(ptr, size, name); }
void bowline_assume(uintptr_t condition) { assume(condition != 0); }
int bowline_range(int lo, int hi, const char *name) { return klee_range(lo, hi, name); }

unsigned bowline_choose(unsigned n, const char *name) {
  unsigned value;
  fill(&value, sizeof value, name);
  assume(value < n);
  return value;
}

void bowline_skip(void) { leave(0); }

unsigned bowline_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}

/* ---- Software-verification competitions ---- */

void __VERIFIER_assume(int condition) { assume(condition != 0); }

void __VERIFIER_error(void) {
  fputs("__VERIFIER_error\n", stderr);
  abort();
}

/* Programs usually bring their own. */
__attribute__((weak)) void reach_error(void) {
  fputs("reach_error\n", stderr);
  abort();
}

_Bool __VERIFIER_nondet_bool(void) {
  unsigned char byte;
  fill(&byte, sizeof byte, "nondet_bool");
  return byte & 1;
}

void __VERIFIER_nondet_memory(void *memory, size_t size) { fill(memory, size, "nondet_memory"); }

/* Programs declare these as they like: `int __VERIFIER_nondet_char(void)` is not rare. Integers and pointers of every size come back in the
 * same register, so the widest is right for all. */
#define NONDET(suffix) \
  uint64_t __VERIFIER_nondet_##suffix(void) { return number("nondet_" #suffix); }

NONDET(char)
NONDET(schar)
NONDET(uchar)
NONDET(short)
NONDET(ushort)
NONDET(int)
NONDET(uint)
NONDET(unsigned)
NONDET(long)
NONDET(ulong)
NONDET(longlong)
NONDET(ulonglong)
NONDET(size_t)
NONDET(loff_t)
NONDET(pointer)
NONDET(pchar)
NONDET(u8)
NONDET(u16)
NONDET(u32)
NONDET(u64)
NONDET(s8)
NONDET(s16)
NONDET(s32)
NONDET(s64)

#define NONDET_TYPED(suffix, type, bytes)     \
  type __VERIFIER_nondet_##suffix(void) {     \
    type value = 0;                           \
    fill(&value, bytes, "nondet_" #suffix);   \
    return value;                             \
  }

NONDET_TYPED(int128, __int128, 16)
NONDET_TYPED(uint128, unsigned __int128, 16)
NONDET_TYPED(float, float, 4)
NONDET_TYPED(double, double, 8)
NONDET_TYPED(longdouble, long double, 10)

/* For types that are not listed, of which the file does not know the name either: integers and pointers come back in one register, floating
 * numbers in another, and a structure like this one in both. */
struct value {
  uint64_t word;
  double floating;
};

struct value __bowline_input(const char *name);
struct value __bowline_input(const char *name) {
  struct value value = {.word = number(name)};
  memcpy(&value.floating, &value.word, sizeof value.floating);
  return value;
}
