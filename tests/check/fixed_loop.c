// An array is filled by a loop with the right limit, and another by one that goes one too far.
int main(void)
{
    int good[10], bad[10];
    for (int i = 0; i < 10; i++)
        good[i] = i; // write: safe
    for (int i = 0; i <= 10; i++)
        bad[i] = i; // write: vulnerable
    return good[3] + bad[2];
}
