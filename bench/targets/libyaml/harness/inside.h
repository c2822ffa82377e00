// Parses an unknown piece of text between two known ones, which take the parser to the place of interest.
#ifndef INSIDE_H
#define INSIDE_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <yaml.h>

struct pieces {
  const unsigned char *part[3];
  size_t length[3];
  int next;
};

// Hands the parser one piece after the other.
static int next_piece(void *context, unsigned char *buffer, size_t room, size_t *length) {
  struct pieces *pieces = context;
  *length = 0;
  while (pieces->next < 3 && *length == 0) {
    size_t *left = &pieces->length[pieces->next];
    *length = *left < room ? *left : room;
    memcpy(buffer, pieces->part[pieces->next], *length);
    pieces->part[pieces->next] += *length;
    *left -= *length;
    pieces->next += *left == 0;
  }
  return 1;
}

static void parse_inside(const char *before, const uint8_t *data, size_t size, const char *after) {
  struct pieces pieces = {{(const unsigned char *)before, data, (const unsigned char *)after},
                          {strlen(before), size, strlen(after)}, 0};
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return;
  yaml_parser_set_input(&parser, next_piece, &pieces);
  for (int done = 0; !done;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      assert(parser.error != YAML_NO_ERROR);
      break;
    }
    done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
}

#endif
