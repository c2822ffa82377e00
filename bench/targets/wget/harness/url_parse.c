// url_parse, and the questions asked of a parsed URL: its full path, its text with and without the password.
#include "wget_input.h"
#include "url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *address = text(data, size);
  int error = 0;
  struct url *url = url_parse(address, &error, NULL, true);
  if (url) {
    char *path = url_full_path(url), *shown = url_string(url, URL_AUTH_SHOW), *hidden = url_string(url, URL_AUTH_HIDE_PASSWD);
    xfree(path);
    xfree(shown);
    xfree(hidden);
    url_free(url);
  } else {
    char *message = url_error(address, error);
    xfree(message);
  }
  free(address);
  return 0;
}
