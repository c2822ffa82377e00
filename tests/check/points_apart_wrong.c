// Pointers in memory of which one may point into what the other does.
struct box { int used; char text[8]; };

static struct box box;
static int seen[4];
static int *cursor = seen;
static struct box *which = &box;

static void note(int *where, int what)
{
    *where = what; // write: safe
}

int main(int argc, char **argv)
{
    which->used = argc & 7; // write: safe
    if (argc > 1)
        cursor = &box.used; // the address goes where another pointer is
    note(cursor, 9);
    which->text[which->used] = argv[0] != 0; // write: vulnerable
    return box.text[1];
}
