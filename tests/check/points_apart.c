// Pointers in memory that point to different variables, each to one.
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
    cursor[argc & 3] = 100; // write: safe
    note(cursor, 9);
    which->text[which->used] = argv[0] != 0; // write: safe
    return box.text[1];
}
