/*
 * The C interface of KLEE harnesses, as Bowline implements it.
 *
 * Harnesses written for KLEE include <klee/klee.h> and compile unchanged. The functions are built into the executor;
 * for a native run they come from the replay library, which reads the unknown values from a `.ktest` file.
 * Each comment says what Bowline does; where KLEE's search-only hints have no meaning here, it says so.
 */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Unknown values ------------------------------------------------------------------------------------------- */

/* The `nbytes` bytes at `addr` become unknown. `addr` must be the start of an object and `nbytes` its whole size. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* An unknown int with begin <= result < end. */
int klee_range(int begin, int end, const char *name);

/* An unknown int. */
int klee_int(const char *name);

/* An unknown number with 0 <= result < n. */
uintptr_t klee_choose(uintptr_t n);

/* ---- Constraining the path ------------------------------------------------------------------------------------ */

/* Only executions in which `condition` is non-zero go on. */
void klee_assume(uintptr_t condition);

/* Prefers inputs with `condition` when a test for this path is written; never cuts a path. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* ---- Ending the path ------------------------------------------------------------------------------------------ */

/* Ends the path without a test and without a bug. */
void klee_silent_exit(int status) __attribute__((noreturn));

/* Reports the bug `abort` here. */
void klee_abort(void) __attribute__((noreturn));

/* Reports a bug of the program's own: `message` at `file`:`line`; `suffix` names its kind. */
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));

#ifdef __cplusplus
extern "C" void __assert_fail(const char *, const char *, unsigned int, const char *) throw()
    __attribute__((noreturn));
#else
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));
#endif

/* Like assert(), but not switched off by NDEBUG. */
#define klee_assert(expr) \
  ((expr) ? (void)0 : __assert_fail(#expr, __FILE__, __LINE__, __PRETTY_FUNCTION__))

/* ---- Asking about values and memory --------------------------------------------------------------------------- */

/* Whether the value depends on unknown input on this path. */
unsigned klee_is_symbolic(uintptr_t n);

/* 1 in a native replay, 0 under the executor. */
unsigned klee_is_replay(void);

/* One concrete value that `expr` can have here; the path is not constrained to it. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* The size in bytes of the object that `ptr` is the start of. */
size_t klee_get_obj_size(void *ptr);

/* Reports a bug unless the `size` bytes at `address` may be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* The value of errno. */
int klee_get_errno(void);

/* ---- Describing memory and functions -------------------------------------------------------------------------- */

/* Declares `nbytes` of accessible memory at the fixed address `addr`. */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* The object outlives the function that made it (it is not reported as leaked or dangling). */
void klee_mark_global(void *object);

/* From here on calls of function `fn_name` run `new_fn_name`. */
void klee_alias_function(const char *fn_name, const char *new_fn_name);

/* ---- Steering and watching the exploration -------------------------------------------------------------------- */

/* With 0, unknown branches take one side instead of both; what is cut is listed as lost. */
void klee_set_forking(unsigned enable);

/* Paths between the two calls may be joined at the second. */
void klee_open_merge(void);
void klee_close_merge(void);

void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *msg, ...);
void klee_print_range(const char *name, int arg);
void klee_stack_trace(void);

#ifdef __cplusplus
}
#endif

#endif
