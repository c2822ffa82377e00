// Calls through pointers, tables and casts; pointers as integers; functions called before they are declared.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static binary choose(int i) { static const binary table[] = { add, sub }; return table[i & 1]; }
static int apply(binary f, int a, int b) { return f ? f(a, b) : -1; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void sort(void *base, size_t n, size_t size, int (*less)(const void *, const void *)) {
    char *p = base, t[16];
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && less(p + j * size, p + (j - 1) * size) < 0; j--) {
            memcpy(t, p + j * size, size); memcpy(p + j * size, p + (j - 1) * size, size); memcpy(p + (j - 1) * size, t, size);
        }
}
struct list { int value; struct list *next; };
static struct list *push(struct list *l, int v) { struct list *n = malloc(sizeof *n); n->value = v; n->next = l; return n; }
int main(void) {
    unsigned h = 1;
    for (int i = 0; i < 4; i++) h = h * 31 + apply(choose(i), i * 7, 3) + (choose(i) == sub);
    int a[] = { 5, -3, 9, 0, 2, 2 };
    sort(a, 6, sizeof *a, compare);
    for (int i = 0; i < 6; i++) h = h * 31 + a[i];
    struct list *l = 0;
    for (int i = 0; i < 5; i++) l = push(l, i * i);
    while (l) { h = h * 31 + l->value; struct list *n = l->next; free(l); l = n; }
    uintptr_t u = (uintptr_t)&a[4]; int *p = (int *)(u & ~(uintptr_t)7); 
    h = h * 31 + (p == &a[4] || p == &a[3]) + (int)(&a[5] - &a[1]) + ((char *)&a[2] - (char *)a) + (&a[1] < &a[2]);
    h = h * 31 + strlen("hello") + strcmp("a", "a") + (apply(0, 1, 2) == -1);
    return h % 251;
}
