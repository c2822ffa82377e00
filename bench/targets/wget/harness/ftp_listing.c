// A directory listing of a Unix or a Windows FTP server; the first byte picks the kind.
#include "wget_input.h"
#include "url.h"
#include "ftp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  if (size < 1) return 0;
  FILE *input = file(data + 1, size - 1);
  if (!input) return 0;
  static const enum stype kinds[] = {ST_UNIX, ST_WINNT, ST_OTHER};
  struct fileinfo *list = ftp_parse_ls_fp(input, kinds[data[0] % 3]);
  freefileinfo(list);
  fclose(input);
  return 0;
}
