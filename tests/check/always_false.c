// An unsigned number is never below zero.
int main(int argc, char **argv)
{
    unsigned n = (unsigned)argc;
    (void)argv;
    if (n % 4 > 3) // branch: infeasible
        return 1;
    if (n % 4 == 3) // branch: safe
        return 2;
    return 0;
}
