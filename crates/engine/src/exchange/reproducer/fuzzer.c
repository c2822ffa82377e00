
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

int main(int argc, char **argv) {
  /* In a block of exactly its size, so that a sanitizer sees the first byte read beyond it; not on the stack, so that it is in use until
   * the end. */
  static uint8_t *data;
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  data = malloc(input_size);
  if (input_size) memcpy(data, input, input_size);
  LLVMFuzzerTestOneInput(data, input_size);
  return 0;
}
