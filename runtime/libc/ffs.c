/* The position of the lowest set bit, counted from 1. */
#include <string.h>
#include <strings.h>

int ffsll(long long value) { return value ? __builtin_ctzll((unsigned long long)value) + 1 : 0; }

int ffsl(long value) { return ffsll(value); }

int ffs(int value) { return ffsll(value); }
