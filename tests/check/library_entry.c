// A library: the index is whatever callers pass.
static char row[8];

void set(int at)
{
    row[at] = 1; // write: vulnerable
}

void set_checked(unsigned at)
{
    if (at < 8)
        row[at] = 1; // write: safe
}

void through(char *to, int n)
{
    to[n] = 1; // write: unknown
}
