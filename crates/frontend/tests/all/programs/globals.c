// Initialisers of every kind, addresses in them, aliases, constructors and destructors.
#include <stdlib.h>
struct node { const char *name; struct node *next; int (*act)(int); short tags[3]; };
static int twice(int x) { return 2 * x; }
static int negate(int x) { return -x; }
int thrice(int x) { return 3 * x; }
extern int also_thrice(int x) __attribute__((alias("thrice")));
int counter = 40;
extern int alias_of_counter __attribute__((alias("counter")));
extern int missing __attribute__((weak));
extern int missing_function(void) __attribute__((weak));
static struct node second, first = { "first", &second, twice, { 1, -2 } };
static struct node second = { "second" + 3, &first, negate, { [2] = 9 } };
int table[6] = { [1] = 5, [4] = -7 }, *middle = &table[3], *end = table + 6;
char text[10] = "abc", more[] = { 'x', 'y' };
long distance = (long)&((struct node *)0)->act;
unsigned long low_bits = 0x8000000000000001ul;
double reals[] = { 1.5, -0.0, 1e300 }; float singles[2] = { 0.25f };
__int128 huge = ((__int128)0x123456789ABCDEF0 << 64) | 0xFEDCBA9876543210;
const struct { char c; long l; union { int i; double d; } u; } packed = { 1, 2, { .d = 3.5 } };
_Bool yes = 1; wchar_t wide[] = L"hi"; void *self = &self; int zeroes[1000];
static int order = 0;
__attribute__((constructor(201))) static void later(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void early(void) { order = order * 10 + 1; }
__attribute__((constructor)) static void last(void) { order = order * 10 + 3; }
int main(void) {
    unsigned h = order;
    h = h * 31 + first.next->name[0] + second.next->act(5) + first.next->act(5) + first.tags[1] + second.tags[2];
    h = h * 31 + middle[1] + end[-5] + text[2] + text[9] + more[1] + (int)distance + (int)(low_bits >> 60) + (int)(low_bits & 3);
    h = h * 31 + (int)(reals[0] * 2) + (reals[1] == 0) + (reals[2] > 1e299) + (int)(singles[0] * 4 + singles[1]);
    h = h * 31 + (unsigned)(huge >> 68) + (unsigned)huge + (int)packed.u.d + (int)packed.l + packed.c + yes + wide[1] + (self == &self) + zeroes[999];
    alias_of_counter += 2;
    h = h * 31 + counter + also_thrice(4) + (&missing == 0) + (missing_function ? 5 : 6);
    static int local = 7; static int *pointer = &local; (*pointer)++;
    h = h * 31 + local;
    return h % 251;
}
