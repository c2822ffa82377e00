/* Output is written at once; for input, what was read ahead is given back where that can be done. */
#include <stdio.h>

#include "stream.h"

int fflush(FILE *stream) {
  /* Of all streams only standard output is likely to be asked what is pending. */
  (stream ? stream : stdout)->__pad5 = 0;
  if (!stream || stream->_IO_read_ptr == stream->_IO_read_end) return 0;
  __bowline_stream_sync(stream);
  return 0;
}
