// Unknown arguments in a parser of options.
// run: --max-time 2s --sym-args 2 6 12
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int option, sum = 0;
  while ((option = getopt(argc, argv, "ab:c::de:")) != -1) sum += option == 'b' ? atoi(optarg) : option;
  for (int i = optind; i < argc; i++) sum += strcmp(argv[i], "file") == 0;
  return sum & 1;
}
