// Nothing calls this.
static char row[2];

void never(int at)
{
    row[at] = 1; // write: infeasible
}

int main(void)
{
    row[1] = 1;
    return row[0];
}
