// Structs, unions, bit-fields and arrays, by value and by pointer, in and out of functions.
#include <string.h>
struct pair { long x; int y; };
struct small { char a; short b; char c; };
struct big { int a[20]; struct small s[3]; };
struct floats { float x, y, z; };
struct mixed { double d; int i; };
union view { unsigned word; unsigned char bytes[4]; };
struct bits { unsigned a : 3; int b : 7; unsigned long c : 40; unsigned d : 1; };
struct empty {};

static struct pair make(int k) { struct pair p = { k * 3L, k + 1 }; return p; }
static struct big fill(int k) {
    struct big b;
    memset(&b, 0, sizeof b);
    for (int i = 0; i < 20; i++) b.a[i] = i * k;
    b.s[1].b = (short)(k * 1000);
    return b;
}
static int sum(struct big b) { int s = 0; for (int i = 0; i < 20; i++) s += b.a[i]; b.a[0] = 99; return s + b.s[1].b; }
static struct floats scale(struct floats f, float k) { f.x *= k; f.y *= k; f.z *= k; return f; }
static struct mixed mix(struct mixed m, struct empty e, struct small s) { m.i += s.b; m.d += s.a; return m; }
static __int128 wide(__int128 a, struct pair p) { return a * p.x + p.y; }

int main(void) {
    unsigned h = 7;
    struct pair p = make(5);
    h = h * 31 + p.x + p.y;
    struct big b = fill(3), c;
    c = b;
    h = h * 31 + sum(c) + c.a[0] + (sum(fill(2)) == 380 + 2000);
    struct floats f = scale((struct floats){ 1.5f, 2.5f, -3.0f }, 2.0f);
    h = h * 31 + (int)(f.x + f.y * 2 + f.z * 3);
    struct mixed m = mix((struct mixed){ 2.5, 4 }, (struct empty){}, (struct small){ 1, 300, 2 });
    h = h * 31 + m.i + (int)(m.d * 2);
    union view v = { 0x11223344 };
    h = h * 31 + v.bytes[1] + v.bytes[3];
    struct bits x = { 5, -20, 0xABCDEF1234, 1 };
    x.a += 4; x.b -= 50; x.c >>= 3; x.d ^= 1;
    h = h * 31 + x.a + x.b + (unsigned)x.c + x.d;
    h = h * 31 + (unsigned)(wide((__int128)1 << 70, p) >> 66);
    int n = 5, vla[n][n + 1];
    for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) vla[i][j] = i * j;
    h = h * 31 + vla[3][4] + sizeof vla;
    int grid[3][4] = { { 1, 2 }, { [2] = 7 } }, (*row)[4] = &grid[1];
    h = h * 31 + (*row)[2] + row[-1][1] + memcmp(grid, grid[0], sizeof grid);
    return h % 251;
}
