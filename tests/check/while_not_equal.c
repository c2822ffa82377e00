// The end is told by inequality.
static int row[30];

int main(void)
{
    int *p = row;
    int *end = row + 30;
    while (p != end)
        *p++ = 1; // write: safe
    return row[0];
}
