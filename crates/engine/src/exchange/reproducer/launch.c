
static _Noreturn void cannot(const char *what, const char *name) {
  fprintf(stderr, "reproduce: cannot %s %s: %s\n", what, name, strerror(errno));
  exit(77);
}

/* A file below the working directory, with the directories above it. */
static void create(const struct text *file) {
  char *name = strdup(file->name);
  for (char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (mkdir(name, 0700) && errno != EEXIST) cannot("create", name);
    *slash = '/';
  }
  FILE *stream = fopen(name, "wb");
  if (!stream || fwrite(file->bytes, 1, file->size, stream) != file->size || fclose(stream)) cannot("write", name);
  free(name);
}

static char *variable(const struct text *text) {
  size_t n = strlen(text->name);
  char *whole = malloc(n + text->size + 2);
  memcpy(whole, text->name, n);
  whole[n] = '=';
  memcpy(whole + n + 1, text->bytes, text->size);
  whole[n + 1 + text->size] = 0;
  return whole;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
    return 77;
  }
  char *program = realpath(argv[1], NULL);
  if (!program) cannot("find", argv[1]);
  char place[] = "/tmp/reproduce-XXXXXX";
  if (!mkdtemp(place) || chdir(place)) cannot("create", place);
  for (size_t i = 0; i < n_files; i++) create(&files[i]);

  FILE *in = tmpfile();
  if (!in || fwrite(standard_input.bytes, 1, standard_input.size, in) != standard_input.size || fflush(in)) cannot("write", "standard input");
  rewind(in);
  dup2(fileno(in), 0);

  char **arguments_of = calloc(n_arguments + 1, sizeof *arguments_of);
  for (size_t i = 0; i < n_arguments; i++) arguments_of[i] = (char *)arguments[i].bytes;
  /* The program sees the variables of the test and, so that they can be set, the options of sanitizers. */
  static const char *const kept[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS"};
  char **environment = calloc(n_variables + sizeof kept / sizeof *kept + 1, sizeof *environment);
  size_t n = 0;
  for (size_t i = 0; i < n_variables; i++) environment[n++] = variable(&variables[i]);
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    const char *value = getenv(kept[i]);
    if (value) environment[n++] = variable(&(struct text){kept[i], strlen(value), (const unsigned char *)value});
  }
  execve(program, arguments_of, environment);
  cannot("run", program);
}
