// What is printed is limited.
#include <stdio.h>

int main(int argc, char **argv)
{
    char text[20];
    (void)argv;
    snprintf(text, sizeof text, "%d", argc); // write: safe
    return text[0];
}
