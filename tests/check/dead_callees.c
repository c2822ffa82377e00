// Nothing calls the one that calls the other.
static char row[2];

static void inner(int at)
{
    row[at] = 1; // write: infeasible
}

void outer(int at)
{
    if (at > 1) // branch: infeasible
        inner(at);
}

int main(void)
{
    return row[0];
}
