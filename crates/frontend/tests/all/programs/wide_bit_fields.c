// Packed bit-fields whose storage is one integer of more than 128 bits, as no field but the first begins at a byte: as globals, by value, copied, and computed with.
typedef unsigned long long u64;
static unsigned h = 2166136261u;
static void mix(u64 x) { h = (h ^ (unsigned)x ^ (unsigned)(x >> 32)) * 16777619u; }

#pragma pack(push, 1)
struct bits136 { unsigned a : 29; signed b : 12; u64 c : 60; signed long long d : 34; unsigned e : 1; };
struct bits200 { char before; signed a : 31; u64 b : 58; volatile unsigned c : 3; long long d : 63; u64 e : 45; short after; };
struct bits320 { u64 a : 61; u64 b : 62; signed long long c : 63; u64 d : 33; signed e : 2; u64 f : 50; u64 : 0; u64 g : 37; };
#pragma pack(pop)

struct bits136 one = { 0x1234567, -1000, 0xABCDEF012345678ULL, -0x1FFFFFFFFLL, 1 };
static struct bits200 table[2] = { { 'x', -5, 1ULL << 56, 7, -123456789012345LL, 0x1FFFFFFFFFFFULL, 77 }, { 'y', 6, 7, 1, 8, 9, -77 } };
static const struct bits320 constant = { 1, 2, -3, 4, -1, 6, 7 };

static void mix136(struct bits136 s) { mix(s.a); mix(s.b); mix(s.c); mix(s.d); mix(s.e); }
static void mix200(struct bits200 s) { mix(s.before); mix(s.a); mix(s.b); mix(s.c); mix(s.d); mix(s.e); mix(s.after); }
static void mix320(const struct bits320 *s) { mix(s->a); mix(s->b); mix(s->c); mix(s->d); mix(s->e); mix(s->f); mix(s->g); }

__attribute__((noinline)) static struct bits200 changed(struct bits200 s, int by) {
    s.a += by;
    s.b ^= (u64)by << 40;
    s.c = s.c - by;
    s.d = -s.d;
    s.e *= by | 1;
    return s;
}

int main(void) {
    volatile int start = 3;
    struct bits320 local = constant, zero = { 0 };
    mix136(one);
    for (int i = start; i < 20; i++) {
        struct bits200 *entry = &table[i & 1];
        *entry = changed(*entry, i * 1000003);
        mix200(*entry);
        one.a += entry->a; one.b = one.b * 3 + i; one.c -= one.d; one.d = one.d << 1 ^ i; one.e = !one.e || i % 3 == 0;
        mix136(one);
        local.a = local.b + i; local.b = local.c; local.c = ~local.d; local.d = local.a > local.b; local.e = i; local.f |= local.c; local.g += local.f;
        if (one.e && local.b == entry->b) local.g = 0;
        mix320(i % 5 ? &local : &zero);
        zero = i & 2 ? local : constant;
        unsigned char *bytes = (unsigned char *)(i & 1 ? (void *)&one : (void *)entry);
        for (int k = 0; k < 17; k++) mix(bytes[k]);
    }
    return h % 251;
}
