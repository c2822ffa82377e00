/* Ending the program: the handlers run in reverse order of registration, then the executor ends the path. */
#include <stdlib.h>

#include "internal.h"

enum how { PLAIN, WITH_STATUS, WITH_ARGUMENT };

struct handler {
  enum how how;
  void (*function)(void);
  void *argument;
};

enum { WITHOUT_ALLOCATION = 32 };

static struct handler first_handlers[WITHOUT_ALLOCATION];
static struct handler *handlers = first_handlers;
static size_t count, room = WITHOUT_ALLOCATION;

static int add(enum how how, void (*function)(void), void *argument) {
  if (count == room) {
    struct handler *grown = malloc(2 * room * sizeof *grown);
    if (!grown) return -1;
    for (size_t i = 0; i < count; i++) grown[i] = handlers[i];
    if (handlers != first_handlers) free(handlers);
    handlers = grown;
    room *= 2;
  }
  handlers[count++] = (struct handler){how, function, argument};
  return 0;
}

int atexit(void (*function)(void)) { return add(PLAIN, function, NULL); }

int on_exit(void (*function)(int, void *), void *argument) {
  return add(WITH_STATUS, (void (*)(void))function, argument);
}

int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
  (void)library;
  return add(WITH_ARGUMENT, (void (*)(void))function, argument);
}

void exit(int status) {
  /* A handler may register others, and may call exit again: then the rest runs from there. */
  while (count > 0) {
    struct handler handler = handlers[--count];
    switch (handler.how) {
      case PLAIN: handler.function(); break;
      case WITH_STATUS: ((void (*)(int, void *))handler.function)(status, handler.argument); break;
      case WITH_ARGUMENT: ((void (*)(void *))handler.function)(handler.argument); break;
    }
  }
  __bowline_exit(status);
}
