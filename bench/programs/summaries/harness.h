// What the programs of this folder share.
//
// Each is one string loop, or a few, in the shape of a buffer overflow that happened somewhere. SIZE is the size that its buffers are
// made from; the text is longer. With -DMENDED it is mended. The line that fails without it ends in BUG.
#ifndef HARNESS_H
#define HARNESS_H
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

// The first in the vulnerable version, the second in the mended one.
#ifdef MENDED
#define EITHER(vulnerable, mended) mended
#else
#define EITHER(vulnerable, mended) vulnerable
#endif

// A text of up to `length` unknown characters.
#define TEXT(name, length)                       \
  char name[(length) + 1];                       \
  klee_make_symbolic(name, sizeof name, #name);  \
  name[length] = 0

#endif
