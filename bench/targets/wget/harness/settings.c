// A line of a configuration file: the command, its value, and the number, time and byte-count formats of values.
#include "src/init.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *line = text(data, size), *command = NULL, *value = NULL;
  int index = -1;
  double number;
  bool flag;
  if (parse_line(line, &command, &value, &index) == line_ok && index >= (int)countof(commands)) abort();
  xfree(command);
  xfree(value);
  cmd_time("time", line, &number);
  cmd_bytes("bytes", line, &number);
  cmd_boolean("boolean", line, &flag);
  check_user_specified_header(line);
  free(line);
  return 0;
}
