/* What the system is and allows: constants. */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "files.h"

long sysconf(int name) {
  switch (name) {
    case _SC_PAGESIZE: return 4096;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return 1;
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return MOST_DESCRIPTORS;
    case _SC_ARG_MAX: return 2097152;
    case _SC_LINE_MAX: return 2048;
    case _SC_HOST_NAME_MAX: return 64;
    case _SC_LOGIN_NAME_MAX: return 256;
    case _SC_NGROUPS_MAX: return 65536;
    case _SC_IOV_MAX: return 1024;
    case _SC_PHYS_PAGES: return 262144;
    case _SC_AVPHYS_PAGES: return 131072;
    case _SC_GETPW_R_SIZE_MAX:
    case _SC_GETGR_R_SIZE_MAX: return 1024;
    case _SC_VERSION: return _POSIX_VERSION;
    default: errno = EINVAL; return -1;
  }
}

long pathconf(const char *path, int name) {
  (void)path;
  switch (name) {
    case _PC_NAME_MAX: return LONGEST_NAME;
    case _PC_PATH_MAX: return LONGEST_PATH;
    case _PC_PIPE_BUF: return 4096;
    case _PC_LINK_MAX: return 127;
    default: errno = EINVAL; return -1;
  }
}

long fpathconf(int fd, int name) { return __bowline_described(fd) ? pathconf(".", name) : -1; }

int getpagesize(void) { return 4096; }
int getdtablesize(void) { return MOST_DESCRIPTORS; }

int uname(struct utsname *out) {
  memset(out, 0, sizeof *out);
  strcpy(out->sysname, "Linux");
  strcpy(out->nodename, "localhost");
  strcpy(out->release, "6.1.0");
  strcpy(out->version, "#1 SMP");
  strcpy(out->machine, "x86_64");
  strcpy(out->domainname, "(none)");
  return 0;
}

int gethostname(char *out, size_t room) {
  static const char name[] = "localhost";
  size_t n = room < sizeof name ? room : sizeof name;
  memcpy(out, name, n);
  if (n == sizeof name) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

int getdomainname(char *out, size_t room) {
  static const char name[] = "(none)";
  memcpy(out, name, room < sizeof name ? room : sizeof name);
  return 0;
}

/* Limits can be asked for and set, and bind nobody. */
/* What the program has set, by resource. */
static struct {
  struct rlimit limit;
  int is_set;
} limits[RLIM_NLIMITS];

int getrlimit(__rlimit_resource_t resource, struct rlimit *out) {
  if ((unsigned)resource >= RLIM_NLIMITS) return errno = EINVAL, -1;
  switch (resource) {
    case RLIMIT_NOFILE: *out = (struct rlimit){MOST_DESCRIPTORS, MOST_DESCRIPTORS}; break;
    case RLIMIT_STACK: *out = (struct rlimit){8 << 20, RLIM_INFINITY}; break;
    default: *out = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  }
  if (limits[resource].is_set) *out = limits[resource].limit;
  return 0;
}

int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *out) { return getrlimit(resource, (struct rlimit *)out); }

/* Kept and told, but without effect. */
int setrlimit(__rlimit_resource_t resource, const struct rlimit *wanted) {
  struct rlimit now;
  if (getrlimit(resource, &now)) return -1;
  if (wanted->rlim_cur > wanted->rlim_max) return errno = EINVAL, -1;
  if (wanted->rlim_max > now.rlim_max) return errno = EPERM, -1;
  limits[resource].limit = *wanted;
  limits[resource].is_set = 1;
  return 0;
}

int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *wanted) { return setrlimit(resource, (const struct rlimit *)wanted); }

int getrusage(__rusage_who_t who, struct rusage *out) {
  (void)who;
  memset(out, 0, sizeof *out);
  return 0;
}

int getpriority(__priority_which_t which, id_t who) {
  (void)which, (void)who;
  return 0;
}

int setpriority(__priority_which_t which, id_t who, int priority) {
  (void)which, (void)who, (void)priority;
  return 0;
}

int nice(int increment) { return increment < 0 ? (errno = EPERM, -1) : increment; }
