// Two texts behind each other.
#include <string.h>

int main(void)
{
    char both[8];
    strcpy(both, "abc"); // write: safe
    strcat(both, "defg"); // write: safe
    strcat(both, "h"); // write: vulnerable
    return both[0];
}
