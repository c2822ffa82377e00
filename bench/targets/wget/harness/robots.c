// res_parse: robots.txt, and whether a path may be fetched.
#include "src/res.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *rules = text(data, size);
  struct robot_specs *specs = res_parse(rules, (int)size);
  res_match_path(specs, "a/b");
  is_robots_txt_url(rules);
  free_specs(specs);
  free(rules);
  return 0;
}
