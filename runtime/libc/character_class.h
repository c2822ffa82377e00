/* Character classes by name, for patterns and wide characters. */
#ifndef BOWLINE_LIBC_CHARACTER_CLASS_H
#define BOWLINE_LIBC_CHARACTER_CLASS_H

#include <stddef.h>

/* The number of the class whose name is followed by `close`, and the name's length. -1: no name is closed like that; -2: the
 * name is unknown. Numbers start at 0. */
int __bowline_class_named(const char *name, const char *close, size_t *length);

/* The number of the class with a name of the given length; -1: there is none. */
int __bowline_class_exactly(const char *name, size_t length);

/* Whether a byte is in the class. */
int __bowline_in_class(int class, unsigned char c);

#endif
