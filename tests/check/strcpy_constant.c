// Constant texts have known lengths.
#include <string.h>

int main(void)
{
    char small[5], large[6];
    strcpy(large, "hello"); // write: safe
    strcpy(small, "hello"); // write: vulnerable
    return large[0] + small[0];
}
