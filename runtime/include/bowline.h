/*
 * Bowline's own harness interface.
 *
 *     #include <bowline.h>
 *     int main(void) {
 *       char text[16];
 *       bowline_symbolic(text, sizeof text, "text");   // contents unknown
 *       bowline_assume(text[15] == 0);
 *       bowline_assert(parse(text) >= 0);
 *     }
 *
 * Under `bowline run` the functions are built into the executor; natively they come from the replay library.
 */
#ifndef BOWLINE_H
#define BOWLINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The `size` bytes at `ptr`, the start of an object of that size, become unknown. */
void bowline_symbolic(void *ptr, size_t size, const char *name);

/* Only executions in which `condition` is non-zero go on. */
void bowline_assume(uintptr_t condition);

/* An unknown number with 0 <= result < n; n must not be 0. */
unsigned bowline_choose(unsigned n, const char *name);

/* An unknown int with lo <= result < hi. */
int bowline_range(int lo, int hi, const char *name);

/* Ends the path without a test and without a bug: this execution is of no interest. */
void bowline_skip(void) __attribute__((noreturn));

/* Whether the value depends on unknown input on this path; 0 in a native replay. */
unsigned bowline_is_symbolic(uintptr_t value);

#ifdef __cplusplus
extern "C" void __assert_fail(const char *, const char *, unsigned int, const char *) throw()
    __attribute__((noreturn));
#else
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));
#endif

/* Like assert(), but not switched off by NDEBUG. */
#define bowline_assert(expr) \
  ((expr) ? (void)0 : __assert_fail(#expr, __FILE__, __LINE__, __PRETTY_FUNCTION__))

#ifdef __cplusplus
}
#endif

#endif
