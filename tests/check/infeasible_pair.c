// Two conditions that exclude each other, in different functions.
static int small(int x) { return x < 10; }

int main(int argc, char **argv)
{
    (void)argv;
    if (small(argc)) { // branch: safe
        if (argc == 12) // branch: infeasible
            return 1;
    } else if (argc < 5) { // branch: infeasible
        return 2;
    }
    return 0;
}
