// Two loops share an index.
int main(void)
{
    int row[20];
    int i = 0;
    for (; i < 10; i++)
        row[i] = 1; // write: safe
    for (; i < 20; i++)
        row[i] = 2; // write: safe
    return row[19];
}
