// Assembly without instructions: barriers, and values hidden from the optimiser.
static int hide(int x) { asm volatile("" : "+r"(x)); return x; }
static long two(long a, long b) { asm("# swap nothing" : "+r"(a), "+r"(b)); return a * 10 + b; }
static int copy(int x) { int y; asm("" : "=r"(y) : "0"(x)); return y; }
static int memory(int *p) { asm volatile("" : "+m"(*p) : : "memory"); return *p; }
static int mixed(int a, int b) { int c; asm("" : "=&r"(c), "+r"(b) : "r"(a), "0"(a + 1)); return c * 100 + b; }
int main(void) {
    int v = 6;
    asm volatile("" ::: "memory");
    asm volatile("" : : "r"(&v), "i"(5) : "memory", "cc");
    return (hide(3) + two(4, 5) + copy(7) + memory(&v) + mixed(1, 2)) % 251;
}
