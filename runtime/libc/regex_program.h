/*
 * Compiled regular expressions.
 *
 * An expression is compiled twice. As a program (ordered choices, captures) it is run by backtracking, which finds out what the
 * groups matched. As an automaton without empty moves it finds where a match begins and ends: states are 0 or 1 and are
 * combined with `&` and `|` only, so unknown text does not fork while it is read.
 */
#ifndef BOWLINE_LIBC_REGEX_PROGRAM_H
#define BOWLINE_LIBC_REGEX_PROGRAM_H

#include <regex.h>
#include <stddef.h>

enum operation { ONE, SPLIT, LOOP, JUMP, OPEN, CLOSE, ASSERT, AGAIN, DONE };

/* What an assertion demands of a place between two characters. */
enum place { LINE_START = 1, LINE_END = 2, TEXT_START = 4, TEXT_END = 8, AT_BORDER = 16, NOT_BORDER = 32, WORD_START = 64, WORD_END = 128 };

/* ONE: a character in the set; SPLIT and LOOP: `x` is preferred, `y` is the other way; JUMP: to `x`; OPEN, CLOSE, AGAIN: group `x`;
 * CLOSE: `y` if a repetition may leave the group out; ASSERT: the places in `x`. */
struct instruction {
  enum operation operation;
  int x, y;
};

/* A set of characters; most have one member, which is compared without a table. */
struct set {
  int only; /* -1: see the table */
  unsigned char table[256];
};

/* A move of the automaton: behind the character of instruction `from` (-1: at the start) to instruction `to` (a ONE, or DONE) if
 * the place is right. */
struct move {
  int from, to, places;
};

struct regex_program {
  struct instruction *code;
  int size;
  struct set *sets;
  int sets_count;
  struct move *moves; /* by `from` */
  int moves_count;
  int groups, flags;
  int has_again, has_assertions;
};

#endif
