/* Sockets: there is no network. No socket can be made, so nothing else has one to work on. */
#include <errno.h>
#include <sys/socket.h>

static int refuse(int error) {
  errno = error;
  return -1;
}

int socket(int domain, int type, int protocol) { return (void)domain, (void)type, (void)protocol, refuse(EAFNOSUPPORT); }
int socketpair(int domain, int type, int protocol, int pair[2]) {
  return (void)domain, (void)type, (void)protocol, (void)pair, refuse(EAFNOSUPPORT);
}
int bind(int fd, const struct sockaddr *address, socklen_t size) {
  return (void)fd, (void)address, (void)size, refuse(ENOTSOCK);
}
int connect(int fd, const struct sockaddr *address, socklen_t size) {
  return (void)fd, (void)address, (void)size, refuse(ENOTSOCK);
}
int listen(int fd, int waiting) { return (void)fd, (void)waiting, refuse(ENOTSOCK); }
int accept(int fd, struct sockaddr *restrict address, socklen_t *restrict size) {
  return (void)fd, (void)address, (void)size, refuse(ENOTSOCK);
}
int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict size, int flags) {
  return (void)fd, (void)address, (void)size, (void)flags, refuse(ENOTSOCK);
}
int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict size) {
  return (void)fd, (void)address, (void)size, refuse(ENOTSOCK);
}
int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict size) {
  return (void)fd, (void)address, (void)size, refuse(ENOTSOCK);
}
int setsockopt(int fd, int level, int name, const void *value, socklen_t size) {
  return (void)fd, (void)level, (void)name, (void)value, (void)size, refuse(ENOTSOCK);
}
int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict size) {
  return (void)fd, (void)level, (void)name, (void)value, (void)size, refuse(ENOTSOCK);
}
int shutdown(int fd, int how) { return (void)fd, (void)how, refuse(ENOTSOCK); }
ssize_t send(int fd, const void *bytes, size_t n, int flags) {
  return (void)fd, (void)bytes, (void)n, (void)flags, refuse(ENOTSOCK);
}
ssize_t recv(int fd, void *bytes, size_t n, int flags) {
  return (void)fd, (void)bytes, (void)n, (void)flags, refuse(ENOTSOCK);
}
ssize_t sendto(int fd, const void *bytes, size_t n, int flags, const struct sockaddr *address, socklen_t size) {
  return (void)fd, (void)bytes, (void)n, (void)flags, (void)address, (void)size, refuse(ENOTSOCK);
}
ssize_t recvfrom(int fd, void *restrict bytes, size_t n, int flags, struct sockaddr *restrict address,
                 socklen_t *restrict size) {
  return (void)fd, (void)bytes, (void)n, (void)flags, (void)address, (void)size, refuse(ENOTSOCK);
}
ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  return (void)fd, (void)message, (void)flags, refuse(ENOTSOCK);
}
ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
  return (void)fd, (void)message, (void)flags, refuse(ENOTSOCK);
}
