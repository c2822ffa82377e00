// A variable whose address nobody takes is changed by its name alone, not through a pointer from who knows where.
static int at;
static int given;
static char row[8];
int *elsewhere(int *);

int main(void)
{
    int *other = elsewhere(&given);
    at = 5;
    given = 5;
    *other = 100; // write: unknown
    row[at] = 1; // write: safe
    row[given] = 1; // write: unknown
    return row[0];
}
