// A small byte-code machine with computed gotos, and a table of label differences.
static int execute(const unsigned char *code) {
    static void *const table[] = { &&push, &&add, &&mul, &&dup, &&loop, &&halt };
    int stack[16], top = 0, rounds = 3;
    goto *table[*code];
push: stack[top++] = code[1]; code += 2; goto *table[*code];
add: top--; stack[top - 1] += stack[top]; code++; goto *table[*code];
mul: top--; stack[top - 1] *= stack[top]; code++; goto *table[*code];
dup: stack[top] = stack[top - 1]; top++; code++; goto *table[*code];
loop: if (--rounds) code -= code[1]; else code += 2; goto *table[*code];
halt: return stack[0];
}
static int relative(int i) {
    static const int distances[] = { &&zero - &&zero, &&one - &&zero, &&two - &&zero };
    goto *(&&zero + distances[i]);
zero: return 10;
one: return 20;
two: return 30;
}
int main(void) {
    const unsigned char code[] = { 0, 3, 3, 1, 0, 5, 1, 4, 5, 0, 7, 2, 5 };
    return (execute(code) + relative(0) + 2 * relative(1) + 3 * relative(2)) % 251;
}
