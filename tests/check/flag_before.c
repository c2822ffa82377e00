// The condition that guards the write is computed before, and said in terms of memory: it shows only once the block is gone through.
struct list { unsigned used; int items[4]; };

static int is_full(const struct list *list) { return list->used >= 4; }

static void add(struct list *list, int item)
{
    if (!is_full(list))
        list->items[list->used++] = item; // write: safe, safe
}

int main(int argc, char **argv)
{
    struct list list = { .used = 0 }; // write: safe
    (void)argv;
    while (argc-- > 0)
        add(&list, argc);
    return list.items[0];
}
