/* Wrapping the host's mathematical functions, which the executor provides for concrete arguments. */
#ifndef BOWLINE_LIBC_LIBM_H
#define BOWLINE_LIBC_LIBM_H

#include <errno.h>
#include <math.h>

#define OF_ONE(name, type)                            \
  type __bowline_libm_##name(type x, int *error);     \
  type name(type x) {                                 \
    int error;                                        \
    type result = __bowline_libm_##name(x, &error);   \
    if (error) errno = error;                         \
    return result;                                    \
  }

#define OF_TWO(name, type)                                    \
  type __bowline_libm_##name(type x, type y, int *error);     \
  type name(type x, type y) {                                 \
    int error;                                                \
    type result = __bowline_libm_##name(x, y, &error);        \
    if (error) errno = error;                                 \
    return result;                                            \
  }

#define ONE(name) OF_ONE(name, double) OF_ONE(name##f, float)
#define TWO(name) OF_TWO(name, double) OF_TWO(name##f, float)

#endif
