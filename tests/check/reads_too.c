// Reads are asked about when they are wanted.
static const int primes[6] = { 2, 3, 5, 7, 11, 13 };

int main(int argc, char **argv)
{
    int sum = 0;
    (void)argv;
    for (int i = 0; i < 6; i++)
        sum += primes[i]; // read: safe
    for (int i = 0; i <= 6; i++)
        sum += primes[i]; // read: vulnerable
    if (argc >= 0 && argc < 6)
        sum += primes[argc]; // read: safe
    return sum;
}
