// Steps of two, pairs of bytes.
int main(void)
{
    char row[10];
    for (int i = 0; i < 10; i += 2) {
        row[i] = 1; // write: safe
        row[i + 1] = 2; // write: safe
    }
    return 0;
}
