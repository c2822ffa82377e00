// A Set-Cookie header of "host.org", then the Cookie header of a later request.
#include "wget_input.h"
#include "cookies.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *header = text(data, size);
  struct cookie_jar *jar = cookie_jar_new();
  cookie_handle_set_cookie(jar, "host.org", 81, "dir/file", header);
  char *sent = cookie_header(jar, "host.org", 81, "dir/file", true);
  xfree(sent);
  cookie_jar_delete(jar);
  free(header);
  return 0;
}
