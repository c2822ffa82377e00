// Integers of more than 128 bits: arithmetic, shifts, comparisons and conversions between all widths.
typedef unsigned long long u64;
typedef unsigned _BitInt(200) u200;
typedef _BitInt(200) s200;
typedef unsigned _BitInt(256) u256;
typedef _BitInt(129) s129;
typedef unsigned _BitInt(129) u129;
typedef _BitInt(321) s321;
typedef unsigned _BitInt(77) u77;
static unsigned h = 2166136261u;
static void mix(u64 x) { h = (h ^ (unsigned)x ^ (unsigned)(x >> 32)) * 16777619u; }
static void mix256(u256 x) { mix(x); mix(x >> 64); mix(x >> 128); mix(x >> 192); }
static void mix321(s321 x) { mix256((u256)x); mix(x >> 256); mix(x >> 320); }

static u64 seed = 88172645463325252ULL;
static u64 next(void) { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; return seed; }
// Sparse and dense limbs, so that carries run far and comparisons are decided anywhere.
static u256 wide(void) {
    u256 x = 0;
    for (int i = 0; i < 4; i++) {
        u64 kind = next() % 4;
        x = x << 64 | (kind == 0 ? 0 : kind == 1 ? ~0ULL : kind == 2 ? next() : next() % 3);
    }
    return x;
}

u200 global = ((u200)0x123456789ABCDEF << 130) | 0xFEDCBA9876543210ULL;
s200 negative = -((s200)1 << 150) - 12345;
struct { char c; s129 x; u200 y[2]; } group = { 'c', -1, { 1, (u200)-1 } };

__attribute__((noinline)) static s200 choose(int which, s200 a, s200 b) { return which ? a : b; }
__attribute__((noinline)) static int compare(u200 a, u200 b) {
    s200 c = (s200)a, d = (s200)b;
    return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (c < d) << 4 | (c <= d) << 5 | (c > d) << 6 | (c >= d) << 7 |
           (a == b) << 8 | (c != d) << 9;
}

static void arithmetic(u256 p, u256 q) {
    u200 a = (u200)p, b = (u200)q;
    mix256(a + b); mix256(a - b); mix256(a * b); mix256(p * q); mix256(p - q); mix256(p + 1); mix256(p - ((u256)1 << 128));
    mix256(a & b); mix256(a | b); mix256(a ^ b); mix256(~a); mix256(-a); mix256((a & ~(u200)0xFFFF) | 0x1234);
    mix321((s321)(s200)a * (s200)b); mix321((s321)p * (s321)q); mix321(-(s321)(s129)p);
    mix(compare(a, b)); mix(compare(a, a)); mix(compare(a, a + 1)); mix(compare(a ^ (u200)1 << 199, a));
    mix256(choose(a > b, (s200)a, (s200)b)); mix256(a < b ? a : b); mix256((s200)a > (s200)b ? a : b);
}

static void shifts(u256 p, unsigned n) {
    u200 a = (u200)p; s200 s = (s200)p; s129 t = (s129)p;
    mix256(a << 1); mix256(a >> 1); mix256(s >> 1); mix256(a << 64); mix256(a >> 64); mix256(s >> 64); mix256(a << 199);
    mix256(a >> 199); mix256(s >> 199); mix256(a << 77); mix256(a >> 77); mix256(s >> 77); mix256(p << 128); mix256(p >> 131);
    mix256(p << 13 | p >> 243); mix256(a << 0);
    mix256(a << n % 200); mix256(a >> n % 200); mix256(s >> n % 200); mix256(p << n % 256); mix256(p >> n % 256);
    mix256(t >> n % 129); mix256((u129)t >> n % 129); mix256((u129)t << n % 129); mix321((s321)s << n % 120); mix256(1 << n % 31 | a);
}

static void conversions(u256 p) {
    s200 s = (s200)p; u200 u = (u200)p; s129 t = (s129)p;
    mix((u64)u); mix((int)u); mix((signed char)s); mix((_Bool)s); mix((u77)u); mix((u64)((u77)u >> 13)); mix(!u);
    mix((u64)((unsigned __int128)u >> 64)); mix((u64)((__int128)s >> 3)); mix256((s200)(__int128)s); mix256((u200)(unsigned __int128)u);
    mix256((s200)(int)s); mix256((u200)(unsigned short)u); mix256((s200)(_BitInt(77))s); mix256((u200)(u77)u); mix256((s200)(long long)s);
    mix321(s); mix321(u); mix321(t); mix256((u256)t); mix256((u256)(u129)t); mix256((s200)t); mix256((u200)(s129)(s321)s);
}

static void overflows(u256 p, u256 q) {
    u200 u; s200 s; s129 t; u129 v;
    for (int i = 0; i < 3; i++) {
        u200 a = (u200)(p >> 60 * i), b = (u200)(q >> 70 * i);
        s200 c = (s200)p >> 60 * i, d = (s200)q >> 50 * i;
        mix(__builtin_add_overflow(a, b, &u)); mix256(u); mix(__builtin_sub_overflow(a, b, &u)); mix256(u);
        mix(__builtin_mul_overflow(a, b, &u)); mix256(u); mix(__builtin_add_overflow(c, d, &s)); mix256(s);
        mix(__builtin_sub_overflow(c, d, &s)); mix256(s);
        mix(__builtin_add_overflow((s129)p, (s129)q, &t)); mix256(t); mix(__builtin_sub_overflow((u129)p, (u129)q, &v)); mix256(v);
    }
    unsigned __int128 w = (unsigned __int128)p;
    mix(__builtin_mul_overflow((unsigned char)q, -16, &w)); mix((u64)w); mix((u64)(w >> 64));
}

int main(void) {
    volatile u64 start = 5;
    seed += start;
    for (int i = 0; i < 60; i++) {
        u256 p = wide(), q = i % 7 ? wide() : p;
        arithmetic(p, q); shifts(p, (unsigned)next()); conversions(p); overflows(p, q);
        global = global * 3 + (u200)p; negative ^= (s200)q >> i; group.x -= (s129)p; group.y[i & 1] += group.y[!(i & 1)];
        mix256(global); mix256(negative); mix256(group.x); mix256(group.y[i & 1]); mix(group.c);
    }
    return h % 251;
}
