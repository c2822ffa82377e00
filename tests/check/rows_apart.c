// Elements of one array: another row is another number, whichever they are.
struct row { int used; int total; };
static struct row rows[8];
static char text[8];

int main(int argc, char **argv)
{
    int mine = argc & 7, other = argc + 1 & 7;
    rows[mine].used = 3;    // write: safe
    rows[other].total = 90; // write: safe
    rows[other].used = 7;   // write: safe
    text[rows[mine].used] = argv[0] != 0; // write: safe
    return text[3];
}
