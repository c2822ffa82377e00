// Loops that swap and rotate variables, switches dense, sparse and wide, recursion, gotos into loops.
static int collatz(unsigned long n) { int steps = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; steps++; } return steps; }
static int fibonacci(int n) { int a = 0, b = 1; while (n--) { int t = a; a = b; b += t; } return a; }
static int rotate(int n) { int a = 1, b = 2, c = 3, d = 4; for (int i = 0; i < n; i++) { int t = a; a = b; b = c; c = d; d = t; if (i % 3 == 0) { t = a; a = c; c = t; } } return a + 10 * b + 100 * c + 1000 * d; }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static int pick(long x) {
    switch (x) {
    case -5: return 1;
    case 0: case 1: case 2: case 3: return 2;
    case 1000 ... 2000: return 3;
    case 0x7FFFFFFFFFFFFFFF: return 4;
    case 70: x++;
    default: return (int)x % 7;
    }
}
static int wide(__int128 x) { switch (x) { case (__int128)1 << 100: return 5; case -1: return 6; } return 7; }
static int duff(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) { case 0: do { *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--n > 0); }
    return to[-1];
}
static int even(int n); static int odd(int n) { return n == 0 ? 0 : even(n - 1); } static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static unsigned sieve(void) { char composite[200] = { 0 }; unsigned s = 0; for (int i = 2; i < 200; i++) { if (composite[i]) continue; s += i; for (int j = i * i; j < 200; j += i) composite[j] = 1; } return s; }
int main(void) {
    unsigned h = 1; char text[12] = { 0 };
    for (int i = 1; i < 40; i++) h = h * 31 + collatz(i) + fibonacci(i) + rotate(i) + gcd(i * 12, 90) + even(i);
    long keys[] = { -5, 0, 3, 1500, 70, 71, 0x7FFFFFFFFFFFFFFF, -6, 2001 };
    for (int i = 0; i < 9; i++) h = h * 31 + pick(keys[i]);
    h = h * 31 + wide((__int128)1 << 100) + wide(-1) * 2 + wide(0) * 3 + sieve();
    for (int i = 1; i <= 11; i++) h = h * 31 + duff(text, "abcdefghijkl", i);
    int x = 0; if (h & 1) goto inside; for (; x < 10; x += 3) { inside: x++; if (x > 100) break; h += x; }
    return h % 251;
}
