/* The three standard streams. */
#include <stdio.h>

#include "stream.h"

static char input[PUTBACK + INPUT_BUFFER];

static FILE standard_input = {
    ._flags = NO_WRITES,
    ._fileno = 0,
    ._IO_buf_base = input,
    ._IO_buf_end = input + sizeof input,
    ._IO_read_base = input,
    ._IO_read_ptr = input + PUTBACK,
    ._IO_read_end = input + PUTBACK,
};
static FILE standard_output = {._flags = NO_READS, ._fileno = 1};
static FILE standard_error = {._flags = NO_READS | UNBUFFERED, ._fileno = 2};

FILE *stdin = &standard_input;
FILE *stdout = &standard_output;
FILE *stderr = &standard_error;
