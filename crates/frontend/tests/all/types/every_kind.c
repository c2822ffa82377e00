/* Every kind of type that C has, in globals, parameters and results. Compiled natively with assertions about it that are
   generated from what was read of its debug information. */
#include <stddef.h>
#include <stdint.h>

/* Basic types. */
_Bool flag;
char plain;
signed char small;
unsigned char byte;
short half;
unsigned short word;
int number;
unsigned magnitude;
long distance;
unsigned long address;
long long far_away;
unsigned long long ticks;
__int128 huge;
unsigned __int128 enormous;
float ratio;
double precise;
long double exact;
_Float16 tiny;
__float128 quad;
_Complex float wave;
_Complex double signal_level;
_Complex long double field_level;

/* Enumerations, with values at the ends of their ranges. */
enum color { RED, GREEN = 5, BLUE, LAST = -1 };
enum color paint;
enum { FIRST_BIT = 1, TOP_BIT = 0x80000000u } mask;
enum wide { WIDEST = 0xffffffffffffffffull } widest;
typedef enum { NORTH, EAST } heading;
heading direction;

/* Pointers, qualifiers, arrays. */
int *pointer;
const char *text;
char *const fixed = 0;
const volatile int *const watched = 0;
void *untyped;
const void *untyped_constant;
int *restrict alone;
_Atomic int counter;
char **lines;
int vector[4];
int matrix[2][3][4];
const char *const names[] = {"one", "two", "three"};
int (*row)[4];
int *columns[4];
extern int open_ended[];
int open_ended[7];

/* Functions. */
int (*compare)(const void *, const void *);
int (*print)(const char *, ...);
void (*nothing)(void);
int (*old_style)();
int (*table[3])(int);
void (*(*choose)(int))(char *);
int (*(*rows_of_functions)[2])(void);

/* Structures and unions. */
struct point {
    int x, y;
} origin;
struct list {
    struct list *next;
    char name[8];
} list;
struct tree {
    struct tree *left, *right;
    struct payload *payload;
    unsigned char depth;
    double weight;
} tree;
struct payload {
    struct tree *owner;
    long size;
};
union number_or_text {
    long number;
    const char *text;
    char bytes[12];
} either;
struct outer {
    char tag;
    struct {
        short a;
        union {
            int i;
            float f;
            struct {
                char low, high;
            };
        };
    };
    struct {
        int inside;
    } named;
    struct point corners[2];
} outer;
typedef struct {
    int count;
    struct list *items;
} collection;
collection all_lists;
struct flexible {
    unsigned length;
    char data[];
} *flexible;
struct bits {
    unsigned a : 3;
    int b : 20;
    long c : 40;
    _Bool d : 1;
    unsigned char : 0;
    unsigned char e : 5;
    unsigned short f : 16;
    enum color g : 4;
} bits;
struct __attribute__((packed)) packed {
    char c;
    int i;
    short s : 9;
    long l;
} packed;
struct __attribute__((aligned(16))) aligned {
    char c;
} aligned;
struct empty {
} empty;
struct only_padding {
    int : 7;
} only_padding;
struct unknown;
struct unknown *opaque;
typedef float four __attribute__((vector_size(16)));
four lanes;
struct callbacks {
    int (*open)(struct callbacks *, const char *name);
    void (*close)(struct callbacks *);
    collection *(*list)(struct callbacks *, size_t);
} callbacks;

/* Names for types, one of another. */
typedef int integer;
typedef integer whole;
typedef const whole *whole_pointer;
typedef int (*comparison)(const void *, const void *);
typedef char line[80];
whole_pointer whole_numbers;
comparison by_name;
line screen[25];
uint64_t stamp;
size_t used;

/* Parameters and results. */
struct pair { long a; double b; };
struct floats { float x, y, z; };
struct two_floats { float x, y; };
struct three_bytes { char c[3]; };
struct large { long a[3]; };
struct high_only { long : 64; long b; };
struct mixed { char c; four v; };
struct holds_lanes { four v; };

int simple(int a, const char *b, double c, _Bool d, enum color e) { return a + (b != 0) + (c > 0) + d + e; }
int structures(struct pair p, struct floats f, struct two_floats t, struct three_bytes b, struct large l, struct empty e,
               struct aligned a, struct high_only h, union number_or_text u, struct point at) {
    return p.a + f.x + t.y + b.c[0] + l.a[0] + a.c + h.b + u.bytes[0] + at.x;
}
int numbers(__int128 i, long double ld, _Complex float cf, _Complex double cd, _Complex long double cl, four v,
            struct holds_lanes h, struct mixed m, _Float16 t) {
    return i + ld + v[0] + h.v[1] + m.c + t;
}
int old(c, f, s, n) char c; float f; struct pair s; long n; { return c + f + s.a + n; }
int unprototyped() { return 1; }
int counted(int count, ...) { return count; }
int exhausted(long a, long b, long c, long d, long e, struct pair p, struct point at, long f, struct pair q) {
    return a + b + c + d + e + p.a + at.x + f + q.a;
}
void no_result(void) {}
struct pair returns_pair(int a) { return (struct pair){a, a}; }
struct large returns_large(int a) { return (struct large){{a}}; }
struct floats returns_floats(void) { return (struct floats){1, 2, 3}; }
struct point returns_point(void) { return origin; }
struct empty returns_empty(void) { return empty; }
__int128 returns_huge(void) { return huge; }
_Complex long double returns_complex(void) { return field_level; }
_Bool returns_flag(void) { return flag; }
int (*returns_function(int which))(const void *, const void *) { return which ? compare : 0; }
int arrays(int n, int a[n], char b[3][4], int f(int)) { return a[0] + b[0][0] + f(n); }
int local_variables(int n) {
    struct point here = {n, n};
    struct point *there = &here;
    unsigned char shade = n;
    there->x += shade;
    return there->x;
}
