/* The groups: root's, and the one this program runs in. */
#include <errno.h>
#include <grp.h>
#include <string.h>
#include <unistd.h>

static char *nobody[] = {NULL};
static const struct group groups[] = {
    {(char *)"root", (char *)"x", 0, nobody},
    {(char *)"user", (char *)"x", 1000, nobody},
};
enum { COUNT = sizeof groups / sizeof *groups };

static int next;

static struct group *give(const struct group *group) {
  static struct group result;
  if (!group) return NULL;
  result = *group;
  return &result;
}

static const struct group *by_name(const char *name) {
  for (int i = 0; i < COUNT; i++) {
    if (!strcmp(groups[i].gr_name, name)) return &groups[i];
  }
  return NULL;
}

static const struct group *by_id(gid_t id) {
  for (int i = 0; i < COUNT; i++) {
    if (groups[i].gr_gid == id) return &groups[i];
  }
  return NULL;
}

struct group *getgrnam(const char *name) { return give(by_name(name)); }
struct group *getgrgid(gid_t id) { return give(by_id(id)); }
struct group *getgrent(void) { return next < COUNT ? give(&groups[next++]) : NULL; }
void setgrent(void) { next = 0; }
void endgrent(void) { next = 0; }

static int fill(const struct group *group, struct group *out, struct group **result) {
  *result = group ? out : NULL;
  if (group) *out = *group;
  return 0;
}

int getgrnam_r(const char *restrict name, struct group *restrict out, char *restrict buffer, size_t room,
               struct group **restrict result) {
  (void)buffer, (void)room;
  return fill(by_name(name), out, result);
}

int getgrgid_r(gid_t id, struct group *restrict out, char *restrict buffer, size_t room,
               struct group **restrict result) {
  (void)buffer, (void)room;
  return fill(by_id(id), out, result);
}

int getgrouplist(const char *name, gid_t primary, gid_t *out, int *count) {
  (void)name;
  int room = *count;
  *count = 1;
  if (room < 1) return -1;
  out[0] = primary;
  return 1;
}

int getgroups(int room, gid_t *out) {
  if (room < 0) {
    errno = EINVAL;
    return -1;
  }
  if (room > 0) out[0] = 1000;
  return 1;
}

int group_member(gid_t id) { return id == 1000; }
