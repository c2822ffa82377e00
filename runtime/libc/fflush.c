/* Output is written at once; for input, what was read ahead is given back where that can be done. */
#include <stdio.h>

#include "stream.h"

int fflush(FILE *stream) {
  if (!stream || stream->_IO_read_ptr == stream->_IO_read_end) return 0;
  __bowline_stream_sync(stream);
  return 0;
}
