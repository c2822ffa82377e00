// Through three functions.
static int digits[10];

static void third(int x)
{
    digits[x] = 1; // write: safe
}

static void second(int x)
{
    third(x % 10);
}

static void first(int x)
{
    if (x >= 0)
        second(x);
}

int main(int argc, char **argv)
{
    (void)argv;
    first(argc);
    return digits[0];
}
