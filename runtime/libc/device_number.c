/* Device numbers: a major part of 32 bits and a minor one, interleaved as Linux does. */
#include <sys/sysmacros.h>

unsigned gnu_dev_major(unsigned long device) { return (unsigned)((device >> 8 & 0xfff) | (device >> 32 & 0xfffff000)); }
unsigned gnu_dev_minor(unsigned long device) { return (unsigned)((device & 0xff) | (device >> 12 & 0xffffff00)); }

unsigned long gnu_dev_makedev(unsigned major, unsigned minor) {
  unsigned long low = (major & 0xffful) << 8 | (minor & 0xffu);
  return low | (major & 0xfffff000ul) << 32 | (minor & 0xffffff00ul) << 12;
}
