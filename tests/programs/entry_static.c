// A function that only its own unit can name, and that is handed nothing: a driver has to include its source.
// flags: --entry fill
static int table[4];

static int fill(void) {
  for (int i = 0; i <= 4; i++) table[i] = i; // bug: out-of-bounds-write
  return table[3];
}

int main(int argc, char **argv) {
  (void)argv;
  return argc > 2000 ? fill() : 0;
}
