/* The users: root, and the one this program runs as. */
#include <errno.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>

static const struct passwd users[] = {
    {(char *)"root", (char *)"x", 0, 0, (char *)"root", (char *)"/root", (char *)"/bin/sh"},
    {(char *)"user", (char *)"x", 1000, 1000, (char *)"user", (char *)"/home/user", (char *)"/bin/sh"},
};
enum { COUNT = sizeof users / sizeof *users };

static int next;

static struct passwd *give(const struct passwd *user) {
  static struct passwd result;
  if (!user) return NULL;
  result = *user;
  return &result;
}

static const struct passwd *by_name(const char *name) {
  for (int i = 0; i < COUNT; i++) {
    if (!strcmp(users[i].pw_name, name)) return &users[i];
  }
  return NULL;
}

static const struct passwd *by_id(uid_t id) {
  for (int i = 0; i < COUNT; i++) {
    if (users[i].pw_uid == id) return &users[i];
  }
  return NULL;
}

struct passwd *getpwnam(const char *name) { return give(by_name(name)); }
struct passwd *getpwuid(uid_t id) { return give(by_id(id)); }
struct passwd *getpwent(void) { return next < COUNT ? give(&users[next++]) : NULL; }
void setpwent(void) { next = 0; }
void endpwent(void) { next = 0; }

/* The texts are constants and need no room in the caller's buffer. */
static int fill(const struct passwd *user, struct passwd *out, struct passwd **result) {
  *result = user ? out : NULL;
  if (user) *out = *user;
  return 0;
}

int getpwnam_r(const char *restrict name, struct passwd *restrict out, char *restrict buffer, size_t room,
               struct passwd **restrict result) {
  (void)buffer, (void)room;
  return fill(by_name(name), out, result);
}

int getpwuid_r(uid_t id, struct passwd *restrict out, char *restrict buffer, size_t room,
               struct passwd **restrict result) {
  (void)buffer, (void)room;
  return fill(by_id(id), out, result);
}

char *getlogin(void) { return (char *)"user"; }

int getlogin_r(char *out, size_t room) {
  if (room < sizeof "user") return ERANGE;
  strcpy(out, "user");
  return 0;
}
