// Arguments and variables are nobody's leak.
// flags: --check memory-leak --sym-args 0 1 1 --sym-env V 1
// expect-paths: 2
int main(int argc, char **argv) { return argc; }
