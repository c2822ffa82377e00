// The limit is a parameter; callers pass the right one.
static void fill(char *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = 'x'; // write: safe
}

int main(void)
{
    char a[8], b[4];
    fill(a, 8);
    fill(b, 4);
    return a[0] + b[0];
}
