// url_file_name: the name of the local file for "http://host/" and the input, with characters replaced as the options say.
#include "wget_input.h"
#include "url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  if (size < 1) return 0;
  opt.dirstruct = data[0] & 1;
  opt.add_hostdir = data[0] & 2;
  opt.restrict_files_os = data[0] & 4 ? restrict_windows : restrict_unix;
  opt.restrict_files_nonascii = data[0] & 8;
  opt.restrict_files_case = data[0] & 16 ? restrict_lowercase : restrict_no_case_restriction;
  char *address = malloc(size + 9);
  if (!address) abort();
  memcpy(address, "http://h/", 9);
  memcpy(address + 9, data + 1, size - 1);
  address[size + 8] = 0;
  struct url *url = url_parse(address, NULL, NULL, false);
  if (url) {
    char *name = url_file_name(url, NULL);
    xfree(name);
    url_free(url);
  }
  free(address);
  return 0;
}
