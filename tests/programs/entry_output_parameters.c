// Results through pointers, which may be the same one.
// flags: --entry divide
struct result {
  int quotient;
  short rest;
};

int divide(int a, int b, struct result *out, int *error) {
  *error = b == 0; // bug: null-dereference // says: `error`, which is NULL
  if (b == 0) return -1;
  if (a < 0 || b < 0 || a > 1000 || b > 1000) return -2;
  out->quotient = a / b; // bug: null-dereference // says: `out`, which is NULL
  out->rest = (short)(a % b);
  return 0;
}
