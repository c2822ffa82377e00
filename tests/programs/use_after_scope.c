// Keeps a pointer to a variable of a block that has been left, and to one of the iteration before.
// expect-paths: 2
#include <klee/klee.h>

static int *kept;

static int of_block(void) {
  {
    int inner[4] = {1, 2, 3, 4};
    kept = inner;
    klee_assume(kept[3] == 4);
  }
  return *kept; // bug: use-after-free // says: `inner`, which is out of scope
}

static int of_iteration(void) {
  int *last = 0, sum = 0;
  for (int i = 0; i < 2; i++) {
    int own = i;
    last = &own;
    sum += *last;
  }
  *last = 3; // bug: use-after-free // says: write of `own`
  return sum;
}

static int fine(int choice) {
  int *inside = 0, outside = 5, result = 0;
  for (int i = 0; i < 3; i++) {
    int own[2] = {i, i};
    if (i == choice) continue;
    inside = own;
    result += inside[1];
    switch (choice) {
      int declared; // no initialiser that a case would jump over
      case 1: declared = 1; inside = &declared; result += *inside; break;
      default: declared = 2; inside = &outside; result += *inside + declared - 2;
    }
    if (result > 100) return own[0];
  }
  inside = &outside;
  return *inside;
}

int main(void) {
  switch (klee_range(0, 4, "which")) {
    case 0: return of_block();
    case 1: return of_iteration();
    default: return fine(klee_range(0, 2, "choice") ? 1 : 2) == 5 ? 0 : 1;
  }
}
