/*
 * What the model refuses: other processes, the network, and changes to the system. Each call fails as it does for a program without the
 * right or the means, which programs are prepared for. Where it would succeed for most users, that is listed as lost.
 */
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal.h"

static int refuse(int error) {
  errno = error;
  return -1;
}

/* The same, where others would succeed. */
static int refuse_here(const char *what, int error) {
  __bowline_refused(what);
  return refuse(error);
}

#define UNUSED __attribute__((unused))

/* ---- Processes: there is no room for another one, and no program can be started. ---- */

pid_t fork(void) { return refuse_here("fork", EAGAIN); }
pid_t vfork(void) { return refuse_here("vfork", EAGAIN); }
int daemon(UNUSED int keep_directory, UNUSED int keep_output) { return refuse_here("daemon", EAGAIN); }
int execve(UNUSED const char *path, UNUSED char *const arguments[], UNUSED char *const environment[]) { return refuse_here("execve", EACCES); }
int execv(UNUSED const char *path, UNUSED char *const arguments[]) { return refuse_here("execv", EACCES); }
int execvp(UNUSED const char *file, UNUSED char *const arguments[]) { return refuse_here("execvp", EACCES); }
int execvpe(UNUSED const char *file, UNUSED char *const arguments[], UNUSED char *const environment[]) { return refuse_here("execvpe", EACCES); }
int fexecve(UNUSED int fd, UNUSED char *const arguments[], UNUSED char *const environment[]) { return refuse_here("fexecve", EACCES); }
int execl(UNUSED const char *path, UNUSED const char *argument, ...) { return refuse_here("execl", EACCES); }
int execlp(UNUSED const char *file, UNUSED const char *argument, ...) { return refuse_here("execlp", EACCES); }
int execle(UNUSED const char *path, UNUSED const char *argument, ...) { return refuse_here("execle", EACCES); }
int system(const char *command) { return command ? refuse_here("system", EAGAIN) : 0; }
FILE *popen(UNUSED const char *command, UNUSED const char *mode) {
  refuse_here("popen", EAGAIN);
  return NULL;
}
int pclose(UNUSED FILE *stream) { return refuse(ECHILD); }
int posix_spawn(UNUSED pid_t *pid, UNUSED const char *path, UNUSED const posix_spawn_file_actions_t *actions,
                UNUSED const posix_spawnattr_t *attributes, UNUSED char *const arguments[], UNUSED char *const environment[]) {
  __bowline_refused("posix_spawn");
  return EAGAIN;
}
int posix_spawnp(UNUSED pid_t *pid, UNUSED const char *file, UNUSED const posix_spawn_file_actions_t *actions,
                 UNUSED const posix_spawnattr_t *attributes, UNUSED char *const arguments[], UNUSED char *const environment[]) {
  __bowline_refused("posix_spawnp");
  return EAGAIN;
}
pid_t wait(UNUSED int *status) { return refuse(ECHILD); }
pid_t waitpid(UNUSED pid_t pid, UNUSED int *status, UNUSED int options) { return refuse(ECHILD); }
pid_t wait3(UNUSED int *status, UNUSED int options, UNUSED struct rusage *usage) { return refuse(ECHILD); }
pid_t wait4(UNUSED pid_t pid, UNUSED int *status, UNUSED int options, UNUSED struct rusage *usage) { return refuse(ECHILD); }
int waitid(UNUSED idtype_t kind, UNUSED id_t id, UNUSED siginfo_t *out, UNUSED int options) { return refuse(ECHILD); }
pid_t setsid(void) { return refuse(EPERM); }
int setpgid(UNUSED pid_t pid, UNUSED pid_t group) { return refuse(EPERM); }
long ptrace(UNUSED enum __ptrace_request request, ...) { return refuse(EPERM); }

/* ---- The network: there is none. ---- */

int socket(UNUSED int domain, UNUSED int type, UNUSED int protocol) { return refuse_here("socket", EACCES); }
int socketpair(UNUSED int domain, UNUSED int type, UNUSED int protocol, UNUSED int fds[2]) { return refuse_here("socketpair", EACCES); }
int bind(UNUSED int fd, UNUSED const struct sockaddr *address, UNUSED socklen_t length) { return refuse(ENOTSOCK); }
int connect(UNUSED int fd, UNUSED const struct sockaddr *address, UNUSED socklen_t length) { return refuse(ENOTSOCK); }
int listen(UNUSED int fd, UNUSED int waiting) { return refuse(ENOTSOCK); }
int accept(UNUSED int fd, UNUSED struct sockaddr *address, UNUSED socklen_t *length) { return refuse(ENOTSOCK); }
int accept4(UNUSED int fd, UNUSED struct sockaddr *address, UNUSED socklen_t *length, UNUSED int flags) { return refuse(ENOTSOCK); }
int shutdown(UNUSED int fd, UNUSED int how) { return refuse(ENOTSOCK); }
ssize_t send(UNUSED int fd, UNUSED const void *bytes, UNUSED size_t n, UNUSED int flags) { return refuse(ENOTSOCK); }
ssize_t recv(UNUSED int fd, UNUSED void *bytes, UNUSED size_t n, UNUSED int flags) { return refuse(ENOTSOCK); }
ssize_t sendto(UNUSED int fd, UNUSED const void *bytes, UNUSED size_t n, UNUSED int flags, UNUSED const struct sockaddr *to,
               UNUSED socklen_t length) {
  return refuse(ENOTSOCK);
}
ssize_t recvfrom(UNUSED int fd, UNUSED void *bytes, UNUSED size_t n, UNUSED int flags, UNUSED struct sockaddr *from,
                 UNUSED socklen_t *length) {
  return refuse(ENOTSOCK);
}
ssize_t sendmsg(UNUSED int fd, UNUSED const struct msghdr *message, UNUSED int flags) { return refuse(ENOTSOCK); }
ssize_t recvmsg(UNUSED int fd, UNUSED struct msghdr *message, UNUSED int flags) { return refuse(ENOTSOCK); }
int getsockopt(UNUSED int fd, UNUSED int level, UNUSED int option, UNUSED void *value, UNUSED socklen_t *length) {
  return refuse(ENOTSOCK);
}
int setsockopt(UNUSED int fd, UNUSED int level, UNUSED int option, UNUSED const void *value, UNUSED socklen_t length) {
  return refuse(ENOTSOCK);
}
int getsockname(UNUSED int fd, UNUSED struct sockaddr *address, UNUSED socklen_t *length) { return refuse(ENOTSOCK); }
int getpeername(UNUSED int fd, UNUSED struct sockaddr *address, UNUSED socklen_t *length) { return refuse(ENOTSOCK); }
int getaddrinfo(UNUSED const char *restrict node, UNUSED const char *restrict service, UNUSED const struct addrinfo *restrict wanted,
                UNUSED struct addrinfo **restrict out) {
  __bowline_refused("getaddrinfo");
  return EAI_AGAIN;
}
void freeaddrinfo(UNUSED struct addrinfo *list) {}
int getnameinfo(UNUSED const struct sockaddr *restrict address, UNUSED socklen_t length, UNUSED char *restrict host,
                UNUSED socklen_t host_room, UNUSED char *restrict service, UNUSED socklen_t service_room, UNUSED int flags) {
  return EAI_AGAIN;
}
struct hostent *gethostbyname(UNUSED const char *name) {
  __bowline_refused("gethostbyname");
  return NULL;
}
struct hostent *gethostbyaddr(UNUSED const void *address, UNUSED socklen_t length, UNUSED int kind) { return NULL; }

/* ---- The system ---- */

int chroot(UNUSED const char *path) { return refuse(EPERM); }
int mount(UNUSED const char *source, UNUSED const char *target, UNUSED const char *kind, UNUSED unsigned long flags,
          UNUSED const void *data) {
  return refuse(EPERM);
}
int umount(UNUSED const char *target) { return refuse(EPERM); }
int umount2(UNUSED const char *target, UNUSED int flags) { return refuse(EPERM); }
int reboot(UNUSED int how) { return refuse(EPERM); }
int sethostname(UNUSED const char *name, UNUSED size_t n) { return refuse(EPERM); }
int mknod(UNUSED const char *path, UNUSED mode_t mode, UNUSED dev_t device) { return refuse(EPERM); }
int mknodat(UNUSED int directory, UNUSED const char *path, UNUSED mode_t mode, UNUSED dev_t device) { return refuse(EPERM); }
int mkfifo(UNUSED const char *path, UNUSED mode_t mode) { return refuse_here("mkfifo", EPERM); }
int mkfifoat(UNUSED int directory, UNUSED const char *path, UNUSED mode_t mode) { return refuse_here("mkfifoat", EPERM); }
