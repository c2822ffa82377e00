// Rows and columns are mixed up.
static int table[6][7];

int main(void)
{
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
            table[i][j] = i * j; // write: vulnerable
    return table[5][6];
}
