/* The time zone: always UTC. */
#include <time.h>

char *tzname[2] = {(char *)"UTC", (char *)"UTC"};
int daylight;
long timezone;

void tzset(void) {}
