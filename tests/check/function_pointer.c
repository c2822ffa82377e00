// A call through a pointer that may mean two functions.
static int row[5];

static void low(int x) { row[x] = 1; } // write: safe
static void high(int x) { row[x + 3] = 1; } // write: safe

int main(int argc, char **argv)
{
    void (*f)(int) = argc > 1 ? low : high;
    (void)argv;
    f(1);
    return row[0];
}
