// Integers of every kind and width, and the builtins on them.
typedef unsigned _BitInt(13) u13;
typedef _BitInt(100) s100;
static unsigned mix(unsigned h, unsigned long long x) { return (h ^ (unsigned)x ^ (unsigned)(x >> 32)) * 16777619u; }

int main(void) {
    unsigned h = 2166136261u;
    unsigned long long x = 0x0123456789ABCDEFULL;
    for (int i = 0; i < 64; i += 7) {
        unsigned long long y = x << i | x >> (64 - i & 63);
        h = mix(h, __builtin_popcountll(y) + 100 * __builtin_clzll(y | 1) + 7 * __builtin_ctzll(y | 1ULL << 40));
        h = mix(h, __builtin_bswap64(y) + __builtin_bswap32((unsigned)y) + __builtin_bswap16((unsigned short)y));
        h = mix(h, __builtin_bitreverse64(y) + __builtin_bitreverse32((unsigned)y) + __builtin_bitreverse8((unsigned char)y));
        h = mix(h, __builtin_rotateleft32((unsigned)y, i) + __builtin_rotateright64(y, i) + __builtin_ffsll(y) + __builtin_parityll(y));
        int r; unsigned u; long l;
        h = mix(h, __builtin_add_overflow((int)y, 0x7FFFFF00 - i, &r) + (unsigned)r);
        h = mix(h, __builtin_sub_overflow((unsigned)y, 0x89ABCDEFu, &u) + u);
        h = mix(h, __builtin_mul_overflow((long)y, 3L + i, &l) + (unsigned long)l);
        h = mix(h, __builtin_umulll_overflow(y, 5, &y) + __builtin_sadd_overflow(i, -3, &r) + r);
        h = mix(h, __builtin_elementwise_add_sat((signed char)y, (signed char)100) + __builtin_elementwise_sub_sat((unsigned char)y, (unsigned char)77));
        h = mix(h, __builtin_elementwise_max((int)y, -i) + __builtin_elementwise_min((unsigned)y, 0x80000000u) + __builtin_abs((int)y | 1));
    }
    u13 a = 8000; a += 500; a *= 3;
    s100 b = (s100)1 << 98; b += b / 3; b ^= -12345; b >>= 50;
    h = mix(h, a); h = mix(h, (unsigned long long)b);
    __int128 q = (__int128)x * x - 5; unsigned __int128 p = (unsigned __int128)-1 / 7;
    h = mix(h, (unsigned long long)(q >> 64) ^ (unsigned long long)q);
    h = mix(h, (unsigned long long)(p % 1000000007u)); h = mix(h, (unsigned long long)(q / 1234567891011LL));
    _Bool t = x; t += 5; signed char c = -100; c -= 100; short s = 30000; s *= 5; 
    h = mix(h, t + c * 3 + s + (c >> 2) + ((unsigned)c >> 20) + (int)(x % 1001) - (long)x / -17 + (long)x % -19);
    h = mix(h, __builtin_expect(x > 5, 1) + __builtin_constant_p(h) * 0 + (long)__builtin_assume_aligned((void *)64, 64));
    h = mix(h, (x > (unsigned long long)(long)-1) + 2 * ((int)x < 0) + 4 * (-1 < (int)sizeof x) + (x ? 3 : 4));
    return h % 251;
}
