// Downwards.
int main(void)
{
    int row[12];
    for (int i = 11; i >= 0; i--)
        row[i] = i; // write: safe
    for (int i = 12; i > 0; i--)
        row[i] = i; // write: vulnerable
    return 0;
}
