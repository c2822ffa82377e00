/*
 * The loop of the oracle: every combination of the inputs' values, one after the other, in the order in which oracle.py lists them
 * (the last input changes fastest).
 *
 * Three files come out: the outcomes, the distinct outputs (each with its hash and length), and the lines that some input reached.
 */
struct domain {
  const int64_t *values;
  size_t count;
};

enum { MAX_INPUTS = 8, SEEN = 1 << 18 };

static uint64_t hash_of_output(void) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < output_length; i++) hash = (hash ^ (unsigned char)output[i]) * 1099511628211u;
  return hash ? hash : 1;
}

static int is_new(uint64_t hash) {
  static uint64_t seen[SEEN];
  size_t at = hash % SEEN;
  while (seen[at] && seen[at] != hash) at = (at + 1) % SEEN;
  int new = !seen[at];
  seen[at] = hash;
  return new;
}

static void run_once(const int64_t *values, int (*program)(void), void (*make_globals)(void)) {
  object_count = 0, fuel = FUEL, output_length = 0, input_values = values;
  memset(&outcome, 0, sizeof outcome);
  if (setjmp(over) == 0) {
    make_globals();
    leave(program());
  }
  outcome.length = (uint32_t)output_length;
  outcome.output = hash_of_output();
}

static FILE *result(const char *directory, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *file = fopen(path, "wb");
  if (!file) fault("cannot write the results", 0);
  return file;
}

static int brute_force(const struct domain *domains, size_t count, int (*program)(void), void (*make_globals)(void),
                       const char *directory) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  arena = mmap(NULL, (size_t)SLOT * SLOTS, PROT_READ | PROT_WRITE, flags, -1, 0);
  written = mmap(NULL, (size_t)SLOT * SLOTS, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (arena == MAP_FAILED || written == MAP_FAILED) fault("no memory", 0);
  FILE *outcomes = result(directory, "outcomes"), *outputs = result(directory, "outputs"), *lines = result(directory, "lines");
  size_t at[MAX_INPUTS] = {0}, turned;
  do {
    int64_t values[MAX_INPUTS] = {0};
    for (size_t k = 0; k < count; k++) values[k] = domains[k].values[at[k]];
    run_once(values, program, make_globals);
    fwrite(&outcome, sizeof outcome, 1, outcomes);
    if (is_new(outcome.output)) {
      fwrite(&outcome.output, sizeof outcome.output, 1, outputs);
      fwrite(&outcome.length, sizeof outcome.length, 1, outputs);
      fwrite(output, 1, output_length, outputs);
    }
    for (turned = count; turned > 0 && ++at[turned - 1] == domains[turned - 1].count; turned--) at[turned - 1] = 0;
  } while (turned > 0);
  fwrite(reached, 1, LINES, lines);
  return fclose(outcomes) || fclose(outputs) || fclose(lines);
}
