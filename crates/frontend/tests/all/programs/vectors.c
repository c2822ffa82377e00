// Vector types of the compiler, and loops that it vectorises itself.
#include <string.h>
typedef int v4si __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef unsigned char v16qi __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef long v2di __attribute__((vector_size(16)));
typedef _Bool bool9 __attribute__((ext_vector_type(9)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef float f3 __attribute__((ext_vector_type(3)));
int data[100]; unsigned char bytes[300]; float reals[64]; short shorts[70]; long longs[50]; char *pointers[20];
static int lane(v4si v, int i) { return v[i & 3]; }
static v4si set(v4si v, int i, int x) { v[i & 3] = x; return v; }
static unsigned mix(unsigned h, unsigned x) { return (h ^ x) * 16777619u; }
__attribute__((noinline)) static int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
__attribute__((noinline)) static int largest(const int *p, int n) { int m = -1; for (int i = 0; i < n; i++) if (p[i] > m) m = p[i]; return m; }
__attribute__((noinline)) static void blur(unsigned char *p, int n) { for (int i = 0; i + 1 < n; i++) p[i] = (p[i] + p[i + 1] + 1) / 2; }
__attribute__((noinline)) static int where(const unsigned char *p, int n) { int c = 0; for (int i = 0; i < n; i++) c += p[i] > 100 && p[i] % 3 != 1; return c; }
__attribute__((noinline)) static void saxpy(float *y, const float *x, float a, int n) { for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i]; }
__attribute__((noinline)) static long convert(long *to, const short *from, int n) { long s = 0; for (int i = 0; i < n; i++) { to[i] = from[i] * 3L; s ^= to[i]; } return s; }
__attribute__((noinline)) static void maybe(int *p, const unsigned char *c, int n) { for (int i = 0; i < n; i++) if (c[i] & 1) p[i] = -p[i]; }
int main(void) {
    unsigned h = 2166136261u;
    v4si a = { 1, -2, 3, 0x7FFFFFF0 }, b = { 5, 6, -7, 32 };
    v4si c = a * b + (a ^ b) - (a & 12) + (b << 2) + (a >> 1) + a / b + a % b, d = a > b, e = ~a, m = { 3, 0, 5, 2 };
    for (int i = 0; i < 4; i++) h = mix(h, c[i] + d[i] * 3 + e[i] + lane(set(c, i, 9), i + 1));
    v4si s = __builtin_shufflevector(a, b, 0, 5, 2, 7), t = __builtin_shufflevector(a, b, 6, 1, -1, 3);
    t[2] = 0; h = mix(h, lane(s, 1) + lane(t, 0) + lane(b, m[0]));
    v8hi w = (v8hi)a; v16qi q = (v16qi)b; v2di l = (v2di)c; long both; memcpy(&both, &w, 8);
    h = mix(h, w[1] + w[7] + q[0] * 3 + q[12] + (unsigned)l[1] + (unsigned)both);
    v4sf f = __builtin_convertvector(a, v4sf) * 0.5f - (v4sf){ 1, 2, 3, 4 }; v2df g = { f[0], f[2] }; g = -g / 3.0;
    h = mix(h, (int)f[0] + (int)f[1] + (int)(g[0] * 100) + (int)(g[1] * 100));
    v4si less = f < (v4sf){ 0, 0, 0, 0 }; h = mix(h, less[0] + less[1] * 2 + less[2] * 4);
    h = mix(h, __builtin_reduce_add(a) + __builtin_reduce_max(b) + __builtin_reduce_xor(c) + __builtin_reduce_min((v4si){ 4, -4, 9, 1 }));
    bool9 bits = { 1, 0, 1, 1, 0, 0, 1, 0, 1 }; bits[h % 9] = 1; bool9 copy = bits; int ones = 0; for (int i = 0; i < 9; i++) ones = ones * 2 + copy[i];
    f3 three = { 1, 2, 3 }, *where3 = &three; *where3 += 2.0f; h = mix(h, ones + (int)(three.x + three.z * 10));
    i4 u = { 1, -2, 3, 9 }, z = { 5, 6, -7, 2 }, chosen = u > z ? u : z; h = mix(h, chosen[0] + chosen[3]);
    for (int i = 0; i < 100; i++) data[i] = i * 37 % 101 - 30;
    for (int i = 0; i < 300; i++) bytes[i] = i * 73 + 11;
    for (int i = 0; i < 64; i++) reals[i] = i * 0.25f;
    for (int i = 0; i < 70; i++) shorts[i] = i * 501;
    for (int i = 0; i < 20; i++) pointers[i] = (char *)bytes + i * 3;
    blur(bytes, 300); saxpy(reals, reals + 32, 1.5f, 32); maybe(data, bytes, 100);
    h = mix(h, sum(data, 100) + largest(data, 99) + where(bytes, 300) + (int)reals[7] + (int)reals[31] + (unsigned)convert(longs, shorts, 50));
    for (int i = 0; i < 20; i++) h = mix(h, *pointers[i]);
    return h % 251;
}
