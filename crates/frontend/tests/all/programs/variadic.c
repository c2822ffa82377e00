// Variadic functions with every kind of argument, copies of lists, and lists passed on.
#include <stdarg.h>
struct two { long a, b; }; struct large { int x[10]; }; struct pairf { float x, y; }; struct trio { float x, y, z; };
static long walk(const char *kinds, va_list ap) {
    long h = 1;
    for (; *kinds; kinds++) switch (*kinds) {
        case 'i': h = h * 31 + va_arg(ap, int); break;
        case 'l': h = h * 31 + va_arg(ap, long); break;
        case 'd': h = h * 31 + (long)(va_arg(ap, double) * 4); break;
        case 'p': h = h * 31 + *va_arg(ap, char *); break;
        case 't': { struct two t = va_arg(ap, struct two); h = h * 31 + t.a * 3 + t.b; break; }
        case 'L': { struct large l = va_arg(ap, struct large); h = h * 31 + l.x[0] + l.x[9]; break; }
        case 'f': { struct pairf f = va_arg(ap, struct pairf); h = h * 31 + (long)(f.x * 2 + f.y); break; }
        case 'F': { struct trio f = va_arg(ap, struct trio); h = h * 31 + (long)(f.x * 2 + f.y + f.z * 5); break; }
    }
    return h;
}
static long all(const char *kinds, ...) {
    va_list ap, again; va_start(ap, kinds); va_copy(again, ap);
    long h = walk(kinds, ap) * 7 + walk(kinds, again);
    va_end(ap); va_end(again);
    return h;
}
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); va_end(ap); return s; }
int main(void) {
    struct large l = { { 4, [9] = 6 } };
    unsigned long h = all("ildp", 1, 1L << 33, 2.5, "x");
    h = h * 31 + all("iiiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, .5, 1., 1.5, 2., 2.5, 3., 3.5, 4., 4.5, 5.);
    h = h * 31 + all("tiLfdFt", (struct two){ 5, 6 }, 7, l, (struct pairf){ 1.5f, 2 }, 0.25, (struct trio){ 1, 2, 3 }, (struct two){ 8, 9 });
    h = h * 31 + sum(0) + sum(7, 1, 2, 3, 4, 5, 6, 7);
    return h % 251;
}
