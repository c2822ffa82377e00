// One caller passes the limit of another buffer.
static void fill(char *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = 'x'; // write: vulnerable
}

int main(void)
{
    char a[8], b[4];
    fill(a, 8);
    fill(b, 8);
    return a[0] + b[0];
}
