/*
 * Comparing this library with the system's.
 *
 * Each test file generates inputs, calls `name` and `bl_name`, and reports through `check`. Inputs come from one seeded generator, so a
 * failure can be seen again.
 */
#ifndef BOWLINE_COMPARE_H
#define BOWLINE_COMPARE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Declares our version of a function of the system. */
#define OURS(name) extern __typeof__(name) bl_##name

/* Counts a comparison; prints the message (printf style) if it failed. */
void check(int same, const char *format, ...) __attribute__((format(printf, 2, 3)));

uint64_t random_bits(void);
/* A number below n. */
unsigned below(unsigned n);

/* Nothing is taken for unknown. */
extern int all_is_known;
/* A string of fewer than `room` characters taken from `alphabet`. */
void random_text(char *out, unsigned room, const char *alphabet);

/* What the library under test wrote to descriptors 1 and 2 since the last call of output_reset. */
extern char output[1 << 16];
extern size_t output_size;
void output_reset(void);

/* errno of the library under test. */
int *ours_errno(void);

int sign(int n);

void compare_string(void);
void compare_memory(void);
void compare_ctype(void);
void compare_integers(void);
void compare_floats(void);
void compare_printf(void);
void compare_scanf(void);
void compare_math(void);
void compare_stdlib(void);
void compare_stdio(void);
void compare_getopt(void);
void compare_wide(void);
void compare_time(void);
void compare_search(void);
void compare_network(void);
void compare_libm(void);
void compare_patterns(void);
void compare_files(void);
void compare_streams(void);

#endif
