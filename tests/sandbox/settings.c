/* Settings of the kernel, which are the machine's. Nothing is written, being able to is enough. */
#include "attack.h"
#include <fcntl.h>
static void attack(void) {
  const char *names[] = {"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/vm/drop_caches",
                         "/proc/sysrq-trigger", "/sys/kernel/uevent_helper", "/sys/fs/cgroup/cgroup.procs"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    int file = open(names[i], O_WRONLY);
    if (file < 0) continue;
    puts("TAMPERED");
    printf("%s can be written\n", names[i]);
    close(file);
  }
}
