/*
 * What the members of this library share: the executor's builtins, and a few rules.
 *
 * Rules of this library
 * - One file is one archive member. A member pulls in only what its functions really need.
 * - Unknown input should fork paths as rarely as the meaning allows: conditions on the same character are joined
 *   with `&` and `|` instead of `&&` and `||`, results are selected instead of branched on.
 * - Numbers are converted to text and back by integer arithmetic on their bits, never by floating-point arithmetic.
 * - Sizes of accesses stay honest: no function reads or writes a byte that the C standard does not let it touch, so that
 *   every bounds error the executor reports is the caller's.
 * - malloc and its relatives, memcpy, memmove, memset, mempcpy, setjmp and longjmp, abort, _exit and __assert_fail are
 *   builtins of the executor and are not defined here.
 */
#ifndef BOWLINE_LIBC_INTERNAL_H
#define BOWLINE_LIBC_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

/* Output of the program under test on descriptor 1 or 2. */
void __bowline_write(int fd, const void *bytes, unsigned long count);

/* Ends the path normally. */
_Noreturn void __bowline_exit(int status);

/* Ends the path as lost: the program needs something that is not modelled. */
_Noreturn void __bowline_unsupported(const char *what);

/* Lists as lost what would follow if the system did what it is asked for here; the path goes on as if it had refused. */
void __bowline_refused(const char *what);

/* Whether the value depends on unknown input. Lets a loop over concrete data stop early where unknown data should
 * rather be handled without forking. */
unsigned klee_is_symbolic(uintptr_t value);

/* One of the values that an unknown value can have; the path goes on with that one, and `what` is listed as lost. */
uint64_t __bowline_concretise(uint64_t value, const char *what);

/* The truth of a condition, known from here on: where it is open, the path parts. For code whose branches the compiler would
 * turn into selections, and that needs its positions and counts known. */
int __bowline_decide(int condition);

/* Time in nanoseconds since the epoch, on a clock that advances a little with every question. */
int64_t __bowline_clock(void);

#endif
