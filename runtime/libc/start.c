/*
 * The start of a program whose surroundings are unknown.
 *
 * The engine describes them in front of the program's own argv: "args MIN MAX LEN", "env NAME N", "stdin N" and "file NAME N", each word an
 * argument, in any number and order, then "--". Unknown arguments come behind those that are known.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "start.h"

int main(int argc, char **argv, char **envp);

/* Strings up to a NULL. */
struct list {
  char **strings;
  size_t count;
};

static struct list with_room_for(size_t count) {
  size_t size = (count + 1) * sizeof(char *);
  return (struct list){__bowline_allocate(&size, 0), 0};
}

static void append(struct list *list, char *string) { list->strings[list->count++] = string; }

static size_t number(const char *digits) {
  size_t value = 0;
  for (; *digits; digits++) value = 10 * value + (size_t)(*digits - '0');
  return value;
}

static size_t digits_of(size_t value, char *digits) {
  size_t n = value < 10 ? 0 : digits_of(value / 10, digits);
  digits[n] = (char)('0' + value % 10);
  return n + 1;
}

/* An unknown argument, the `index`-th in all. */
static char *argument(size_t index, size_t most) {
  char name[32] = "arg";
  name[3 + digits_of(index, name + 3)] = 0;
  return __bowline_unknown_string(name, "", most);
}

/* From `least` to `most` further arguments. Their number is known on each path. */
static void append_arguments(struct list *list, size_t *index, size_t least, size_t most, size_t length) {
  size_t count = least < most ? __bowline_unknown_number("n-args", least, most) : least;
  for (size_t i = 0; i < most && i < count; i++) append(list, argument(++*index, length));
}

static char *variable(const char *name, size_t most) {
  size_t n = strlen(name);
  char input[n + 5], prefix[n + 2];
  memcpy(input, "env-", 4);
  memcpy(input + 4, name, n + 1);
  memcpy(prefix, name, n);
  memcpy(prefix + n, "=", 2);
  return __bowline_unknown_string(input, prefix, most);
}

int __bowline_start(int argc, char **argv) {
  size_t own = 0, arguments = 0, variables = 0, index = 0;
  for (; strcmp(argv[own], "--"); own++) {
    if (!strcmp(argv[own], "args")) arguments += number(argv[own + 2]), own += 3;
    else if (!strcmp(argv[own], "env")) variables++, own += 2;
    else if (!strcmp(argv[own], "file")) own += 2;
    else own++;
  }
  struct list list = with_room_for((size_t)argc - own - 1 + arguments), environment = with_room_for(variables);
  for (char **known = argv + own + 1; *known; known++) append(&list, *known);
  for (char **word = argv; word < argv + own; word++) {
    if (!strcmp(*word, "args")) {
      append_arguments(&list, &index, number(word[1]), number(word[2]), number(word[3]));
      word += 3;
    } else if (!strcmp(*word, "env")) {
      append(&environment, variable(word[1], number(word[2])));
      word += 2;
    } else if (!strcmp(*word, "file")) {
      __bowline_symbolic_file(word[1], number(word[2]));
      word += 2;
    } else {
      __bowline_symbolic_stdin(number(*++word));
    }
  }
  environ = environment.strings;
  return main((int)list.count, list.strings, environ);
}
