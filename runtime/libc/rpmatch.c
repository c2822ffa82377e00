/* Whether an answer means yes (1), no (0) or neither (-1). */
#include <stdlib.h>

int rpmatch(const char *answer) {
  int yes = (*answer == 'y') | (*answer == 'Y'), no = (*answer == 'n') | (*answer == 'N');
  return yes ? 1 : no ? 0 : -1;
}
