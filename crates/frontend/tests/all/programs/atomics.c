// Every atomic operation there is; one thread.
#include <stdatomic.h>
_Atomic int a = 5;
_Atomic unsigned long b = 1UL << 40;
_Thread_local int t = 3;
atomic_flag flag = ATOMIC_FLAG_INIT;
struct two { int x, y; };
_Atomic struct two both;
int *_Atomic pointer;

int main(void) {
    unsigned h = 1;
    h = h * 31 + atomic_fetch_add(&a, 3) + a;
    h = h * 31 + atomic_fetch_sub(&a, 10) + a;
    h = h * 31 + atomic_fetch_and(&a, 0x7C) + a;
    h = h * 31 + atomic_fetch_or(&a, 0x101) + a;
    h = h * 31 + atomic_fetch_xor(&a, 0x0F) + a;
    h = h * 31 + atomic_exchange(&a, 17) + a;
    int plain = 100;
    h = h * 31 + __atomic_fetch_nand(&plain, 76, __ATOMIC_SEQ_CST) + plain;
    h = h * 31 + __atomic_fetch_max(&plain, 9, __ATOMIC_RELAXED) + plain;
    h = h * 31 + __atomic_fetch_min(&plain, -5, __ATOMIC_RELAXED) + plain;
    int expected = 16;
    h = h * 31 + atomic_compare_exchange_strong(&a, &expected, 20) + expected;
    h = h * 31 + atomic_compare_exchange_strong(&a, &expected, 20) + a;
    b += 5; b <<= 1; b *= 3;
    h = h * 31 + (unsigned)(b >> 30) + (unsigned)b;
    h = h * 31 + atomic_flag_test_and_set(&flag) + atomic_flag_test_and_set(&flag);
    atomic_flag_clear(&flag);
    struct two v = { 4, 5 };
    both = v;
    struct two w = both;
    h = h * 31 + w.x * w.y;
    pointer = &plain;
    *pointer += 2;
    h = h * 31 + *pointer;
    _Atomic double d = 1.5;
    d += 2.25;
    h = h * 31 + (int)(d * 4);
    t += 4;
    atomic_thread_fence(memory_order_acq_rel);
    h = h * 31 + __sync_fetch_and_add(&plain, 1) + __sync_bool_compare_and_swap(&plain, 0, 1) + t;
    return h % 251;
}
