/* Regular expressions: finding the leftmost, and of these the longest, match. See regex_program.h. */
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "regex_program.h"

struct text {
  const char *start; /* positions count from here */
  regoff_t from, to; /* what is searched */
  int flags;
  const struct regex_program *program;
};

static unsigned char at(const struct text *text, regoff_t position) {
  unsigned char c = (unsigned char)text->start[position];
  return text->program->flags & REG_ICASE ? (unsigned char)(c & ~(((unsigned)c - 'a' < 26u) << 5)) : c;
}

static int is_word(unsigned char c) {
  return ((unsigned)c - '0' < 10u) | ((unsigned)(c | 32) - 'a' < 26u) | (c == '_');
}

/* All that is true of a place between two characters. */
static int places_at(const struct text *text, regoff_t position) {
  if (!text->program->has_assertions) return 0;
  int lines = (text->program->flags & REG_NEWLINE) != 0;
  int first = position == text->from, last = position == text->to;
  int line_start = first ? !(text->flags & REG_NOTBOL) : lines & (at(text, position - 1) == '\n');
  int line_end = last ? !(text->flags & REG_NOTEOL) : lines & (at(text, position) == '\n');
  int before = first ? 0 : is_word(at(text, position - 1)), after = last ? 0 : is_word(at(text, position));
  return (line_start ? LINE_START : 0) | (line_end ? LINE_END : 0) | (first ? TEXT_START : 0) | (last ? TEXT_END : 0) |
         (before != after ? AT_BORDER : NOT_BORDER) | ((after & !before) ? WORD_START : 0) |
         ((before & !after) ? WORD_END : 0);
}

static int in_set(const struct text *text, int set, unsigned char c) {
  const struct set *one = &text->program->sets[set];
  return one->only >= 0 ? c == one->only : one->table[c];
}

/* ---- Where a match ends: the automaton ---- */

/* Reads from `begin`. Sets ends[i] where a match that begins there ends, or, with `anywhere`, one that begins anywhere after
 * it. Returns whether any does. */
static int read_automaton(const struct text *text, regoff_t begin, int anywhere, unsigned char *states,
                          unsigned char *ends) {
  const struct regex_program *program = text->program;
  unsigned char *now = states, *next = states + program->size;
  int found = 0;
  memset(now, 0, (size_t)program->size);
  for (regoff_t position = begin;; position++) {
    int places = places_at(text, position), starts = anywhere | (position == begin);
    memset(next, 0, (size_t)program->size);
    for (int i = 0; i < program->moves_count; i++) {
      struct move move = program->moves[i];
      int active = move.from < 0 ? starts : now[move.from];
      int right = move.places ? (move.places & ~places) == 0 : 1;
      next[move.to] |= (unsigned char)(active & right);
    }
    unsigned char done = next[program->size - 1];
    if (ends) ends[position - begin] = done;
    found |= done;
    if (position == text->to) return found;
    if (!ends && !klee_is_symbolic((uintptr_t)found) && found) return 1;
    unsigned char c = at(text, position);
    int alive = anywhere;
    for (int i = 0; i < program->size - 1; i++) {
      if (program->code[i].operation != ONE) continue;
      next[i] &= (unsigned char)in_set(text, program->code[i].x, c);
      alive |= next[i];
    }
    if (!klee_is_symbolic((uintptr_t)alive) && !alive) {
      if (ends) memset(ends + (position - begin) + 1, 0, (size_t)(text->to - position));
      return found;
    }
    unsigned char *old = now;
    now = next;
    next = old;
  }
}

/* ---- What the groups matched: backtracking ---- */

enum { UNSEEN, ACTIVE, FAILED };

struct attempt {
  const struct text *text;
  regoff_t begin, end;  /* the match; it must end exactly here */
  unsigned char *seen;  /* for every instruction and position; NULL where the outcome depends on groups */
  regoff_t (*groups)[2];
  regoff_t (*before)[2]; /* the groups when one was last closed around something */
};

static int run(struct attempt *attempt, int pc, regoff_t position);

static int run_opened(struct attempt *attempt, int group, int pc, regoff_t position) {
  regoff_t *borders = attempt->groups[group], from = borders[0], to = borders[1];
  borders[0] = position;
  borders[1] = -1;
  if (run(attempt, pc, position)) return 1;
  borders[0] = from;
  borders[1] = to;
  return 0;
}

/* An optional group that matched nothing after it had matched something is forgotten, with all that is inside of it. */
static int run_closed(struct attempt *attempt, struct instruction close, int pc, regoff_t position) {
  int count = attempt->text->program->groups + 1;
  regoff_t groups[count][2], before[count][2];
  memcpy(groups, attempt->groups, sizeof groups);
  memcpy(before, attempt->before, sizeof before);
  if (groups[close.x][0] < position) {
    attempt->groups[close.x][1] = position;
    memcpy(attempt->before, attempt->groups, sizeof before);
  } else if (close.y && before[close.x][0] >= 0) {
    memcpy(attempt->groups, before, sizeof groups);
  } else {
    attempt->groups[close.x][1] = position;
  }
  if (run(attempt, pc, position)) return 1;
  memcpy(attempt->groups, groups, sizeof groups);
  memcpy(attempt->before, before, sizeof before);
  return 0;
}

static int run(struct attempt *attempt, int pc, regoff_t position) {
  const struct text *text = attempt->text;
  for (;;) {
    struct instruction instruction = text->program->code[pc];
    switch (instruction.operation) {
      case ONE:
        if (position >= attempt->end || !in_set(text, instruction.x, at(text, position))) return 0;
        position++;
        pc++;
        break;
      case JUMP: pc = instruction.x; break;
      case ASSERT:
        if (instruction.x & ~places_at(text, position)) return 0;
        pc++;
        break;
      case OPEN: return run_opened(attempt, instruction.x, pc + 1, position);
      case CLOSE: return run_closed(attempt, instruction, pc + 1, position);
      case AGAIN: {
        regoff_t from = attempt->groups[instruction.x][0], to = attempt->groups[instruction.x][1];
        if (from < 0 || to < 0 || position + (to - from) > attempt->end) return 0;
        for (; from < to; from++, position++) {
          if (at(text, from) != at(text, position)) return 0;
        }
        pc++;
        break;
      }
      case SPLIT:
      case LOOP: {
        unsigned char *seen = &attempt->seen[(size_t)pc * (size_t)(attempt->end - attempt->begin + 1) +
                                             (size_t)(position - attempt->begin)];
        if (*seen == FAILED) return 0;
        if (*seen == ACTIVE) {
          /* Back without having read anything: the loop is left. */
          if (instruction.operation == SPLIT) return 0;
          pc = instruction.y;
          break;
        }
        *seen = ACTIVE;
        if (run(attempt, instruction.x, position)) return 1;
        int result = run(attempt, instruction.y, position);
        /* With references, another way here may have other groups and succeed. */
        *seen = result || text->program->has_again ? UNSEEN : FAILED;
        return result;
      }
      case DONE: return position == attempt->end;
    }
  }
}

/* Whether the whole program matches exactly this part; fills in the groups. 0 as well if there is no memory. */
static int match_part(const struct text *text, regoff_t begin, regoff_t end, regoff_t (*groups)[2]) {
  const struct regex_program *program = text->program;
  regoff_t before[program->groups + 1][2];
  for (int i = 0; i <= program->groups; i++) groups[i][0] = groups[i][1] = before[i][0] = before[i][1] = -1;
  struct attempt attempt = {text, begin, end, NULL, groups, before};
  attempt.seen = calloc((size_t)program->size, (size_t)(end - begin) + 1);
  if (!attempt.seen) return 0;
  int result = run(&attempt, 0, begin);
  free(attempt.seen);
  groups[0][0] = begin;
  groups[0][1] = end;
  return result;
}

/* ---- Searching ---- */

/* The longest match that begins here: its end, or -1. */
static regoff_t longest(const struct text *text, regoff_t begin, unsigned char *states, unsigned char *ends,
                        regoff_t (*groups)[2]) {
  if (text->program->has_again) {
    for (regoff_t end = text->to; end >= begin; end--) {
      if (match_part(text, begin, end, groups)) return end;
    }
    return -1;
  }
  if (!read_automaton(text, begin, 0, states, ends)) return -1;
  for (regoff_t end = text->to; end >= begin; end--) {
    if (ends[end - begin]) return end;
  }
  return -1;
}

static int search(const struct text *text, size_t count, regmatch_t *out) {
  const struct regex_program *program = text->program;
  size_t length = (size_t)(text->to - text->from);
  unsigned char *states = malloc(2 * (size_t)program->size + length + 1);
  regoff_t(*groups)[2] = malloc(((size_t)program->groups + 1) * sizeof *groups);
  int result = REG_ESPACE;
  if (states && groups) {
    unsigned char *ends = states + 2 * program->size;
    result = REG_NOMATCH;
    /* One reading tells whether there is anything to find. */
    int there = program->has_again || read_automaton(text, text->from, 1, states, NULL);
    if (there && count == 0 && !program->has_again) result = 0;
    for (regoff_t begin = text->from; there && result != 0 && begin <= text->to; begin++) {
      regoff_t end = longest(text, begin, states, ends, groups);
      if (end < 0) continue;
      result = 0;
      if (count > 1 && program->groups > 0 && !program->has_again) match_part(text, begin, end, groups);
      for (size_t i = 0; i < count; i++) {
        int known = i == 0 || (i <= (size_t)program->groups && groups[i][1] >= 0);
        out[i].rm_so = i == 0 ? begin : known ? groups[i][0] : -1;
        out[i].rm_eo = i == 0 ? end : known ? groups[i][1] : -1;
      }
    }
  }
  free(states);
  free(groups);
  return result;
}

int regexec(const regex_t *restrict regex, const char *restrict string, size_t count, regmatch_t *restrict out,
            int flags) {
  if (flags & ~(REG_NOTBOL | REG_NOTEOL | REG_STARTEND)) return REG_BADPAT;
  struct text text = {string, 0, 0, flags, (const struct regex_program *)regex->buffer};
  if (flags & REG_STARTEND) {
    text.from = out[0].rm_so;
    text.to = out[0].rm_eo;
  } else {
    text.to = (regoff_t)strlen(string);
  }
  return search(&text, regex->no_sub ? 0 : count, out);
}
