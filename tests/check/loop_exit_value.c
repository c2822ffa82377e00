// Behind a loop its counter is the limit.
int main(void)
{
    int i;
    char row[10];
    for (i = 0; i < 10; i++) // branch: safe
        row[i] = 1; // write: safe
    if (i != 10) // branch: infeasible
        return 1;
    row[i] = 0; // write: vulnerable
    return 0;
}
