// Bytes are read into a part of a buffer.
#include <unistd.h>

static char block[512];

int main(void)
{
    if (read(0, block + 256, 256) < 0) // write: safe
        return 1;
    if (read(0, block + 256, 257) < 0) // write: vulnerable?
        return 1;
    return block[0];
}
