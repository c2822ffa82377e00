// A library: how many rounds a loop makes is no unknown where one comparison counts them.
static int row[8];
static char text[300];

void clear(void)
{
    for (int i = 0; i <= 8; i++)
        row[i] = 0; // write: vulnerable
}

void clear_right(void)
{
    for (int i = 0; i < 8; i++)
        row[i] = 0; // write: safe
}

void down(void)
{
    for (unsigned long at = sizeof text; at > 0; at -= 3)
        text[at] = ' '; // write: vulnerable
}

void behind(void)
{
    unsigned at;
    for (at = 0; at < sizeof text; at++)
        text[at] = 'x'; // write: safe
    text[at] = 0; // write: vulnerable
}

int find(int wanted)
{
    int at;
    for (at = 0; at < 8; at++)
        if (row[at] == wanted)
            break;
    row[at] = 0; // write: unknown
    return at;
}
