// The other row may be the same.
struct row { int used; int total; };
static struct row rows[8];
static char text[8];

int main(int argc, char **argv)
{
    int mine = argc & 7, other = argc & 5;
    rows[mine].used = 3;    // write: safe
    rows[other].used = 70;  // write: safe
    text[rows[mine].used] = argv[0] != 0; // write: vulnerable
    return text[3];
}
