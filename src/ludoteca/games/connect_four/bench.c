/* The limit to measure against: the same random playouts of connect four (same bit boards, same generator, same
   steps, and so the same games) written by hand in C. Compiled when the benchmark runs:
       cc -O3 -march=native bench.c -o limit && ./limit TIMES WORD
   Prints: plies, checksum of the final boards, CPU-seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COLUMNS = 7, ROWS = 6, CELLS = 42, SPAN = 7, NOBODY = -1, DRAW = -2, OVER = -2 };

typedef struct {
    int64_t discs[2];
    int8_t ply, winner, variant;
} State;

static uint64_t word;

static int64_t below(int64_t n) {
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
    return (int64_t)(((word >> 32) * (uint64_t)n) >> 32);
}

static int has_line(int64_t discs) {
    int64_t pairs = discs & (discs >> 1), found = pairs & (pairs >> 2);
    pairs = discs & (discs >> SPAN);
    found |= pairs & (pairs >> (2 * SPAN));
    pairs = discs & (discs >> (SPAN - 1));
    found |= pairs & (pairs >> (2 * (SPAN - 1)));
    pairs = discs & (discs >> (SPAN + 1));
    found |= pairs & (pairs >> (2 * (SPAN + 1)));
    return found != 0;
}

static int mover(const State *s) { return s->winner == NOBODY ? s->ply & 1 : OVER; }

static int legal_actions(const State *s, int32_t *out) {
    int64_t board = s->discs[0] | s->discs[1];
    int n = 0;
    for (int column = 0; column < COLUMNS; column++) {
        out[n] = column;
        n += ((board >> (column * SPAN + ROWS - 1)) & 1) ^ 1;
    }
    return n;
}

static void apply(State *s, int32_t action) {
    int seat = s->ply & 1;
    int64_t board = s->discs[0] | s->discs[1];
    s->discs[seat] |= (board + (1LL << (action * SPAN))) & (((1LL << ROWS) - 1) << (action * SPAN));
    s->ply++;
    if (has_line(s->discs[seat]))
        s->winner = s->variant == 0 ? seat : 1 - seat;
    else if (s->ply == CELLS)
        s->winner = DRAW;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    long times = atol(argv[1]), plies = 0;
    uint64_t checksum = 0;
    int32_t out[COLUMNS + 1];
    word = strtoull(argv[2], NULL, 10);
    clock_t started = clock();
    for (long i = 0; i < times; i++) {
        State s = {{0, 0}, 0, NOBODY, 0};
        while (mover(&s) != OVER) {
            int n = legal_actions(&s, out);
            apply(&s, out[below(n)]);
            plies++;
        }
        checksum += (uint64_t)s.discs[0];
    }
    printf("%ld %llu %.6f\n", plies, (unsigned long long)checksum, (double)(clock() - started) / CLOCKS_PER_SEC);
    return 0;
}
