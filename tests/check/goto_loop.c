// A loop made of jumps.
int main(void)
{
    int row[5];
    int i = 0;
again:
    row[i] = i; // write: safe
    i++;
    if (i < 5) // branch: safe
        goto again;
    return row[4];
}
