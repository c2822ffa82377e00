// Reaching the error is the bug, even where the function does nothing.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_nondet_memory(void *memory, unsigned long size);

void reach_error(void) {}

int main(void) {
  char block[3];
  __VERIFIER_nondet_memory(block, sizeof block);
  if (block[2] == 'z' && __VERIFIER_nondet_uchar() == 200) reach_error(); // bug: assertion
  return 0;
}
