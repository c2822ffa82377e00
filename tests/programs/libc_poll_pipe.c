// A pipe is ready by what is in it and who holds its other end; waiting for nothing with a limit returns.
// expect-paths: 2
#include <assert.h>
#include <bowline.h>
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

static int readable(int fd) {
  fd_set set;
  struct timeval now = {0, 0};
  FD_ZERO(&set);
  FD_SET(fd, &set);
  return select(fd + 1, &set, 0, 0, &now) == 1 && FD_ISSET(fd, &set);
}

int main(void) {
  int ends[2];
  char writes;
  bowline_symbolic(&writes, 1, "writes");
  assert(pipe(ends) == 0);
  struct pollfd both[2] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
  assert(poll(both, 2, 10) == 1 && both[0].revents == 0 && both[1].revents == POLLOUT);
  assert(!readable(ends[0]));
  assert(poll(both, 1, 10) == 0);
  if (writes) {
    assert(write(ends[1], "x", 1) == 1);
    assert(readable(ends[0]));
    assert(poll(both, 1, -1) == 1 && both[0].revents == POLLIN);
  }
  close(ends[1]);
  assert(readable(ends[0]));
  assert(poll(both, 1, -1) == 1 && both[0].revents == (writes ? POLLIN | POLLHUP : POLLHUP));
  return 0;
}
