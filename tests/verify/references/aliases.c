/* Pointers to one type that point to a place of another: C lets the signed and the unsigned type of one width do that. */
struct S {
    char c;
    char d;
    int i;
};

static void poke(unsigned char *p) { *p = 200; }

void set(struct S *s) { poke((unsigned char *)&s->c); }

static int peek(const unsigned char *p) { return *p; }

int get(struct S *s) { return peek((const unsigned char *)&s->c); }
int get_bad(struct S *s) { return peek((const unsigned char *)&s->d); }

/* The callee does not mention the field that it writes. */
static void twice(int *p) { *p = *p * 2; }

void grow(struct S *s)
{
    if (s->i > 0 && s->i < 1000) twice(&s->i);
}

/* What weir does not follow, behind a call: no frame of it is to be believed. */
static void half(short *p) { *p = 1; }

void punned(struct S *s) { half((short *)&s->i); }

static int *beyond(int *p) { return p + 1; }

int ahead(struct S *s) { return beyond(&s->i) == &s->i; }
