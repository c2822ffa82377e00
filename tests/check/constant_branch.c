// A condition that an earlier one decides.
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 5) { // branch: safe
        if (argc > 3) // branch: infeasible
            return 1;
        return 2;
    }
    return 3;
}
