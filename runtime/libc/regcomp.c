/* Regular expressions: reading them, basic and extended, with the extensions of GNU. See regex_program.h. */
#include <ctype.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "character_class.h"
#include "regex_program.h"

enum { MOST_INSTRUCTIONS = 20000, NAME_ROOM = 32 };

enum kind { EMPTY, CHARACTERS, PLACE, JOIN, EITHER, REPEAT, GROUP, REFERENCE };

struct node {
  enum kind kind;
  int left, right; /* nodes; or: set, places, group */
  int min, max;    /* of REPEAT; max -1: no limit */
};

struct parser {
  const char *at;
  int extended, flags;
  int error;
  int depth;
  int groups;         /* opened so far */
  unsigned completed; /* bit set of the groups 1 to 9 that were closed */
  struct node *nodes;
  int nodes_count;
  struct regex_program *program;
};

static int fail(struct parser *parser, int error) {
  if (!parser->error) parser->error = error;
  return -1;
}

/* Makes room for one more element of an array that grows at powers of two. */
static void *grow(void *array, int count, size_t size) {
  if (count & (count - 1)) return array;
  return realloc(array, (count ? 2 * (size_t)count : 1) * size);
}

static int new_node(struct parser *parser, enum kind kind, int left, int right) {
  struct node *grown = grow(parser->nodes, parser->nodes_count, sizeof *grown);
  if (!grown) return fail(parser, REG_ESPACE);
  parser->nodes = grown;
  grown[parser->nodes_count] = (struct node){kind, left, right, 0, 0};
  return parser->nodes_count++;
}

static struct set *new_set(struct parser *parser) {
  struct regex_program *program = parser->program;
  struct set *grown = grow(program->sets, program->sets_count, sizeof *grown);
  if (!grown) {
    fail(parser, REG_ESPACE);
    return NULL;
  }
  program->sets = grown;
  struct set *set = &grown[program->sets_count++];
  memset(set, 0, sizeof *set);
  set->only = -1;
  return set;
}

/* Without regard to case, pattern and text are compared in upper case. */
static unsigned char folded(const struct parser *parser, char c) {
  unsigned char byte = (unsigned char)c;
  return parser->flags & REG_ICASE ? (unsigned char)(byte & ~(((unsigned)byte - 'a' < 26u) << 5)) : byte;
}

static int literal(struct parser *parser, unsigned char c) {
  struct set *set = new_set(parser);
  if (!set) return -1;
  set->only = c;
  return new_node(parser, CHARACTERS, parser->program->sets_count - 1, 0);
}

static int is_word(unsigned char c) { return isalnum(c) || c == '_'; }

/* ---- Sets ---- */

static int any_character(struct parser *parser) {
  struct set *set = new_set(parser);
  if (!set) return -1;
  memset(set->table, 1, sizeof set->table);
  if (parser->flags & REG_NEWLINE) set->table['\n'] = 0;
  return new_node(parser, CHARACTERS, parser->program->sets_count - 1, 0);
}

static int class_escape(struct parser *parser, char letter) {
  struct set *set = new_set(parser);
  if (!set) return -1;
  int negated = letter == 'W' || letter == 'S', word = letter == 'w' || letter == 'W';
  for (int c = 0; c < 256; c++) {
    set->table[c] = (word ? is_word((unsigned char)c) : isspace(c) != 0) != negated;
  }
  return new_node(parser, CHARACTERS, parser->program->sets_count - 1, 0);
}

/* An element of a bracket expression: a character, or a class, which is added to the set. */
enum element { NOTHING, CHARACTER, CLASS };

static enum element bracket_element(struct parser *parser, struct set *set, int hyphen_is_plain, unsigned char *out) {
  char c = *parser->at, kind = c == '[' ? parser->at[1] : 0;
  if (!c) return fail(parser, REG_EBRACK), NOTHING;
  if (kind == '.' || kind == '=' || kind == ':') {
    char close[] = {kind, ']', 0};
    const char *name = parser->at + 2, *end = strstr(name, close);
    if (!end || end - name >= NAME_ROOM) return fail(parser, REG_EBRACK), NOTHING;
    size_t length = (size_t)(end - name);
    parser->at = end + 2;
    if (kind != ':') {
      if (length != 1) return fail(parser, REG_ECOLLATE), NOTHING;
      *out = folded(parser, *name);
      if (kind == '.') return CHARACTER;
      set->table[*out] = 1;
      return CLASS;
    }
    int class = __bowline_class_exactly(name, length);
    if (class < 0) return fail(parser, REG_ECTYPE), NOTHING;
    for (int byte = 0; byte < 256; byte++) {
      if (!__bowline_in_class(class, (unsigned char)byte)) continue;
      set->table[byte] = 1;
      /* Without regard to case, upper and lower both mean any letter. */
      set->table[folded(parser, (char)byte)] = 1;
    }
    return CLASS;
  }
  if (c == '-' && !hyphen_is_plain && !parser->at[1]) return fail(parser, REG_EBRACK), NOTHING;
  if (c == '-' && !hyphen_is_plain && parser->at[1] != ']') return fail(parser, REG_ERANGE), NOTHING;
  parser->at++;
  *out = folded(parser, c);
  return CHARACTER;
}

/* After the '['. */
static int brackets(struct parser *parser) {
  struct set *set = new_set(parser);
  if (!set) return -1;
  int index = parser->program->sets_count - 1;
  int negated = *parser->at == '^';
  if (negated) parser->at++;
  for (int first = 1; first || *parser->at != ']'; first = 0) {
    unsigned char low = 0, high = 0;
    enum element start = bracket_element(parser, set, first, &low);
    if (start == NOTHING) return -1;
    if (*parser->at == '-' && parser->at[1] && parser->at[1] != ']') {
      parser->at++;
      enum element end = bracket_element(parser, set, 1, &high);
      if (end == NOTHING) return -1;
      if (start == CLASS || end == CLASS || low > high) return fail(parser, REG_ERANGE);
      for (int c = low; c <= high; c++) set->table[c] = 1;
    } else if (start == CHARACTER) {
      set->table[low] = 1;
    }
    if (!*parser->at) return fail(parser, REG_EBRACK);
  }
  parser->at++;
  if (negated) {
    for (int c = 0; c < 256; c++) set->table[c] = !set->table[c];
    if (parser->flags & REG_NEWLINE) set->table['\n'] = 0;
  }
  return new_node(parser, CHARACTERS, index, 0);
}

/* ---- Structure ---- */

static int alternatives(struct parser *parser);

/* Tokens whose spelling differs: extended is one character, basic has a backslash before it. */
static int token_at(const struct parser *parser, const char *at, char c) {
  return parser->extended ? *at == c : *at == '\\' && at[1] == c;
}
static int token(const struct parser *parser, char c) { return token_at(parser, parser->at, c); }
static void skip_token(struct parser *parser) { parser->at += parser->extended ? 1 : 2; }

static int ends_alternative(const struct parser *parser, const char *at) {
  return !*at || token_at(parser, at, '|') || (token_at(parser, at, ')') && (parser->depth > 0 || !parser->extended));
}

static int is_repetition(const struct parser *parser) {
  return *parser->at == '*' || token(parser, '+') || token(parser, '?') || token(parser, '{');
}

static int repeat(struct parser *parser, int node, int min, int max) {
  if (max == 0) return new_node(parser, EMPTY, 0, 0);
  int result = new_node(parser, REPEAT, node, 0);
  if (result >= 0) parser->nodes[result].min = min, parser->nodes[result].max = max;
  return result;
}

/* A number inside of braces; -1: none, -2: something else. */
static int interval_number(struct parser *parser) {
  if (!isdigit((unsigned char)*parser->at)) return -1;
  int value = 0;
  for (; isdigit((unsigned char)*parser->at); parser->at++) {
    if (value <= RE_DUP_MAX) value = value * 10 + (*parser->at - '0');
  }
  return value > RE_DUP_MAX ? RE_DUP_MAX + 1 : value;
}

/* What is in the braces is wrong, unless they are not closed at all. */
static int bad_interval(struct parser *parser) {
  while (*parser->at && *parser->at != ',' && !token(parser, '}')) parser->at++;
  return fail(parser, *parser->at ? REG_BADBR : REG_EBRACE);
}

static int interval(struct parser *parser, int node) {
  skip_token(parser);
  int min = interval_number(parser), max = min;
  if (*parser->at == ',') {
    parser->at++;
    if (min < 0) min = 0;
    max = interval_number(parser);
  } else if (min < 0) {
    return bad_interval(parser);
  }
  if (!token(parser, '}')) return bad_interval(parser);
  skip_token(parser);
  if (max >= 0 && min > max) return fail(parser, REG_BADBR);
  if (min > RE_DUP_MAX || max > RE_DUP_MAX) return fail(parser, REG_ESIZE);
  return repeat(parser, node, min, max);
}

static int repetitions(struct parser *parser, int node) {
  while (node >= 0 && is_repetition(parser)) {
    if (*parser->at == '*') {
      parser->at++;
      node = repeat(parser, node, 0, -1);
    } else if (token(parser, '+')) {
      skip_token(parser);
      node = repeat(parser, node, 1, -1);
    } else if (token(parser, '?')) {
      skip_token(parser);
      node = repeat(parser, node, 0, 1);
    } else {
      node = interval(parser, node);
    }
    if (node >= 0 && !parser->extended && (*parser->at == '*' || token(parser, '{'))) return fail(parser, REG_BADRPT);
  }
  return node;
}

static int group(struct parser *parser) {
  skip_token(parser);
  int number = ++parser->groups;
  parser->depth++;
  int inner = token(parser, ')') ? new_node(parser, EMPTY, 0, 0) : alternatives(parser);
  if (inner < 0) return -1;
  if (!token(parser, ')')) return fail(parser, REG_EPAREN);
  skip_token(parser);
  parser->depth--;
  if (number <= 9) parser->completed |= 1u << number;
  return new_node(parser, GROUP, inner, number);
}

static int place(struct parser *parser, int length, int what) {
  parser->at += length;
  parser->program->has_assertions = 1;
  return new_node(parser, PLACE, what, 0);
}

/* A backslash and what follows, where that is no token. */
static int escape(struct parser *parser) {
  char c = parser->at[1];
  switch (c) {
    case 0: return fail(parser, REG_EESCAPE);
    case '`': return place(parser, 2, TEXT_START);
    case '\'': return place(parser, 2, TEXT_END);
    case 'b': return place(parser, 2, AT_BORDER);
    case 'B': return place(parser, 2, NOT_BORDER);
    case '<': return place(parser, 2, WORD_START);
    case '>': return place(parser, 2, WORD_END);
  }
  parser->at += 2;
  if (c >= '1' && c <= '9') {
    if (!(parser->completed >> (c - '0') & 1)) return fail(parser, REG_ESUBREG);
    parser->program->has_again = 1;
    return repetitions(parser, new_node(parser, REFERENCE, c - '0', 0));
  }
  /* An escaped letter keeps its case, so a small one matches nothing under REG_ICASE; that is what glibc does. */
  int node = strchr("wWsS", c) ? class_escape(parser, c) : literal(parser, (unsigned char)c);
  return repetitions(parser, node);
}

/* One thing and its repetitions. `begins`: nothing came before in this alternative. */
static int piece(struct parser *parser, int begins) {
  char c = *parser->at;
  if (token(parser, '(')) {
    int node = group(parser);
    return repetitions(parser, node);
  }
  if (token(parser, ')') && !parser->extended) return fail(parser, REG_EPAREN);
  if (is_repetition(parser)) {
    if (parser->extended || token(parser, '{')) return fail(parser, REG_BADRPT);
    if (c != '*') parser->at++; /* \+ and \? with nothing to repeat are the characters */
    c = *parser->at;
    parser->at++;
    return repetitions(parser, literal(parser, (unsigned char)c));
  }
  if (c == '\\') return escape(parser);
  if (c == '^' && (parser->extended || begins)) return place(parser, 1, LINE_START);
  if (c == '$' && (parser->extended || ends_alternative(parser, parser->at + 1))) return place(parser, 1, LINE_END);
  parser->at++;
  int node = c == '[' ? brackets(parser) : c == '.' ? any_character(parser) : literal(parser, folded(parser, c));
  return repetitions(parser, node);
}

static int branch(struct parser *parser) {
  int whole = -1, begins = 1;
  while (!ends_alternative(parser, parser->at) || (token(parser, ')') && parser->depth == 0)) {
    int one = piece(parser, begins);
    if (one < 0) return -1;
    begins = 0;
    whole = whole < 0 ? one : new_node(parser, JOIN, whole, one);
    if (whole < 0) return -1;
  }
  return whole < 0 ? new_node(parser, EMPTY, 0, 0) : whole;
}

/* A group can be referred to in its own alternative and behind all of them, not in the others. */
static int alternatives(struct parser *parser) {
  unsigned before = parser->completed;
  int whole = branch(parser);
  unsigned after = parser->completed;
  while (whole >= 0 && token(parser, '|')) {
    skip_token(parser);
    parser->completed = before;
    int other = branch(parser);
    after |= parser->completed;
    whole = other < 0 ? -1 : new_node(parser, EITHER, whole, other);
  }
  parser->completed = after;
  return whole;
}

/* ---- The program ---- */

static int emit(struct parser *parser, enum operation operation, int x) {
  struct regex_program *program = parser->program;
  struct instruction *grown =
      program->size < MOST_INSTRUCTIONS ? grow(program->code, program->size, sizeof *grown) : NULL;
  if (!grown) return fail(parser, REG_ESPACE);
  program->code = grown;
  grown[program->size] = (struct instruction){operation, x, 0};
  return program->size++;
}

/* `optional`: this copy of a group is one that a repetition may leave out. */
static void emit_node(struct parser *parser, int index, int optional) {
  if (parser->error) return;
  struct node node = parser->nodes[index];
  struct regex_program *program = parser->program;
  int split, jump, close, previous = -1;
  switch (node.kind) {
    case EMPTY: return;
    case CHARACTERS: emit(parser, ONE, node.left); return;
    case PLACE: emit(parser, ASSERT, node.left); return;
    case REFERENCE: emit(parser, AGAIN, node.left); return;
    case JOIN:
      emit_node(parser, node.left, 0);
      emit_node(parser, node.right, 0);
      return;
    case GROUP:
      emit(parser, OPEN, node.right);
      emit_node(parser, node.left, 0);
      close = emit(parser, CLOSE, node.right);
      if (!parser->error) program->code[close].y = optional;
      return;
    case EITHER:
      /* Nothing at all is the last choice. */
      if (parser->nodes[node.left].kind == EMPTY) {
        int other = node.left;
        node.left = node.right;
        node.right = other;
      }
      split = emit(parser, SPLIT, program->size + 1);
      emit_node(parser, node.left, 0);
      jump = emit(parser, JUMP, 0);
      if (parser->error) return;
      program->code[split].y = program->size;
      emit_node(parser, node.right, 0);
      if (!parser->error) program->code[jump].x = program->size;
      return;
    case REPEAT:
      for (int i = 0; i < node.min && !parser->error; i++) emit_node(parser, node.left, 0);
      if (node.max < 0) {
        split = emit(parser, LOOP, program->size + 1);
        emit_node(parser, node.left, 1);
        emit(parser, JUMP, split);
        if (!parser->error) program->code[split].y = program->size;
        return;
      }
      /* Each optional copy leaves to the same end; the splits are linked through `y` until it is known. */
      for (int i = node.min; i < node.max && !parser->error; i++) {
        split = emit(parser, SPLIT, program->size + 1);
        if (parser->error) return;
        program->code[split].y = previous;
        previous = split;
        emit_node(parser, node.left, 1);
      }
      while (previous >= 0 && !parser->error) {
        int next = program->code[previous].y;
        program->code[previous].y = program->size;
        previous = next;
      }
      return;
  }
}

/* ---- The automaton ---- */

/* Adds the moves from `from` that go through instruction `at` under the given demands. `seen` has 256 bits, one per set of
 * demands, for every instruction. */
static void follow(struct parser *parser, int from, int at, int places, unsigned char *seen) {
  struct regex_program *program = parser->program;
  for (;;) {
    unsigned char *bits = &seen[at * 32 + places / 8];
    if (parser->error || (*bits >> places % 8 & 1)) return;
    *bits |= (unsigned char)(1 << places % 8);
    struct instruction instruction = program->code[at];
    switch (instruction.operation) {
      case ONE:
      case DONE: {
        struct move *grown = grow(program->moves, program->moves_count, sizeof *grown);
        if (!grown) {
          fail(parser, REG_ESPACE);
          return;
        }
        program->moves = grown;
        grown[program->moves_count++] = (struct move){from, at, places};
        return;
      }
      case SPLIT:
      case LOOP:
        follow(parser, from, instruction.x, places, seen);
        at = instruction.y;
        break;
      case JUMP: at = instruction.x; break;
      case ASSERT:
        places |= instruction.x;
        at++;
        break;
      default: at++; break;
    }
  }
}

static void build_moves(struct parser *parser) {
  struct regex_program *program = parser->program;
  size_t room = (size_t)program->size * 32;
  unsigned char *seen = malloc(room);
  if (!seen) {
    fail(parser, REG_ESPACE);
    return;
  }
  for (int from = -1; from < program->size; from++) {
    if (from >= 0 && program->code[from].operation != ONE) continue;
    memset(seen, 0, room);
    follow(parser, from, from + 1, 0, seen);
  }
  free(seen);
}

int regcomp(regex_t *restrict regex, const char *restrict pattern, int flags) {
  struct regex_program *program = calloc(1, sizeof *program);
  if (!program) return REG_ESPACE;
  struct parser parser = {.at = pattern, .extended = flags & REG_EXTENDED, .flags = flags, .program = program};
  int root = alternatives(&parser);
  if (root >= 0) {
    emit_node(&parser, root, 0);
    emit(&parser, DONE, 0);
    if (!parser.error && !program->has_again) build_moves(&parser);
  }
  free(parser.nodes);
  memset(regex, 0, sizeof *regex);
  regex->buffer = (struct re_dfa_t *)program;
  if (parser.error) {
    regfree(regex);
    return parser.error;
  }
  program->groups = parser.groups;
  program->flags = flags;
  regex->re_nsub = (size_t)parser.groups;
  regex->no_sub = (flags & REG_NOSUB) != 0;
  regex->newline_anchor = (flags & REG_NEWLINE) != 0;
  return 0;
}

void regfree(regex_t *regex) {
  struct regex_program *program = (struct regex_program *)regex->buffer;
  if (!program) return;
  free(program->code);
  free(program->sets);
  free(program->moves);
  free(program);
  regex->buffer = NULL;
}
