// A table of two dimensions.
static int table[6][7];

int main(void)
{
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            table[i][j] = i * j; // write: safe
    return table[5][6];
}
