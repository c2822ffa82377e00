// Single and double arithmetic, conversions, comparisons with NaN, and the builtins.
#include <math.h>
static unsigned mix(unsigned h, double d) { union { double d; unsigned long u; } v = { d }; return (h ^ (unsigned)v.u ^ (unsigned)(v.u >> 32)) * 16777619u; }
volatile double zero = 0.0, third = 3.0;
volatile float half = 0.5f;
int main(void) {
    unsigned h = 2166136261u;
    double x = 1.0 / third, nan = __builtin_nan(""), inf = __builtin_inf();
    float f = (float)x + half;
    for (int i = -6; i < 7; i++) {
        double y = x * i + 0.125 * i * i;
        h = mix(h, y); h = mix(h, f * i - y / 7); h = mix(h, -y);
        h = mix(h, floor(y) + ceil(y) * 3 + trunc(y) * 5 + fabs(y));
        h = mix(h, __builtin_round(y) + __builtin_rint(y * 2) + __builtin_copysign(3.0, y) + __builtin_fmin(y, 0.5) + __builtin_fmax(y, 0.25));
        h = mix(h, (int)y + (long)(y * 1e10) + (unsigned)(y * y) + (unsigned long)(y * y * 1e12) + (signed char)y);
        h = mix(h, (double)i + (float)(i * 16777217L) + (double)(unsigned long)(i * -1L) + (float)(unsigned)i);
        h = mix(h, (y < 0) + 2 * (y <= x) + 4 * (y == x) + 8 * (y != y) + 16 * (y > nan) + 32 * !(y < nan) + 64 * (y < inf) + 128 * (nan != nan));
        h = mix(h, __builtin_isnan(y) + __builtin_isinf(y / (zero + (i != 0))) + __builtin_signbit(y) + __builtin_islessgreater(y, x) + __builtin_isunordered(y, nan));
        h = mix(h, sqrt(fabs(y)) + fma(y, 2.0, x) + (float)y * 0.1f);
    }
    _Complex double c = 1.5 + 2.0 * 1.0i; c = c * c + 3.0;
    h = mix(h, __real__ c + 10 * __imag__ c);
    return h % 251;
}
