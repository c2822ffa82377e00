/* Where a stream is, as against its description, which is ahead by what is in the buffer. */
#include <stdio.h>
#include <unistd.h>

#include "stream.h"

int __bowline_stream_sync(FILE *stream) {
  struct description *open = described_by(stream);
  off_t ahead = stream->_IO_read_end - stream->_IO_read_ptr;
  if (!open) return -1;
  if (ahead != 0 && open->operations->seek(open, -ahead, SEEK_CUR) < 0) return -1;
  drop_input(stream);
  return 0;
}
