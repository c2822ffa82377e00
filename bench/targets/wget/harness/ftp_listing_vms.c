// A directory listing of a VMS FTP server: names with versions, sizes in blocks, dates and protection.
#include "wget_input.h"
#include "url.h"
#include "ftp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  FILE *input = file(data, size);
  if (!input) return 0;
  struct fileinfo *list = ftp_parse_ls_fp(input, ST_VMS);
  freefileinfo(list);
  fclose(input);
  return 0;
}
