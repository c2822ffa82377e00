// An index in a field, written by a callee.
struct state { int used; int items[8]; };

static void reset(struct state *s)
{
    s->used = 0; // write: safe
}

static void push(struct state *s, int item)
{
    if (s->used < 8) {
        s->items[s->used] = item; // write: safe
        s->used++; // write: safe
    }
}

int main(void)
{
    struct state s;
    reset(&s);
    push(&s, 3);
    push(&s, 4);
    return s.items[0];
}
