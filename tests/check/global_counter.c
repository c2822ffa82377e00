// A counter in a global, limited by whoever uses it.
static int used;
static int stack[4];

static void push(int x)
{
    if (used >= 4 || used < 0)
        return;
    stack[used] = x; // write: safe
    used = used + 1;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++)
        push(i);
    return stack[0];
}
