/* Random rounds of `2p`, written for vector instructions: the limit that the kernel is compared with.

   It plays what `punto.random_rounds("2p", ...)` plays: first rounds from full decks, every card on a
   random legal cell, the end scored with ties by the sum of points. Vectors of four 64-bit integers
   hold the four colours, the cells lower than each value, and the four directions of a line, so each
   is updated or examined at once. Boards have rows of 8 bits, with the box around all cards in the
   corner at row 1 and column 1. `benchmarks/rules.py` compiles it for this processor and calls it. */

#include <stdint.h>
#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t board;
typedef board four __attribute__((vector_size(32)));

enum { LINE = 5, SPAN = 6, DECK = 36 };

static const four STEP = {1, 7, 8, 9};
static const four COLOUR[4] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}};

/* For each value, which of the planes `lower` a card belongs to: plane i has cards below i + 2. */
static const four ABOVE[10][2] = {
    {{0}},
    {{-1, -1, -1, -1}, {-1, -1, -1, -1}}, {{0, -1, -1, -1}, {-1, -1, -1, -1}},
    {{0, 0, -1, -1}, {-1, -1, -1, -1}},   {{0, 0, 0, -1}, {-1, -1, -1, -1}},
    {{0, 0, 0, 0}, {-1, -1, -1, -1}},     {{0, 0, 0, 0}, {0, -1, -1, -1}},
    {{0, 0, 0, 0}, {0, 0, -1, -1}},       {{0, 0, 0, 0}, {0, 0, 0, -1}},
    {{0, 0, 0, 0}, {0, 0, 0, 0}},
};

struct table {
    union { four all; board each[4]; } colours;
    union { four halves[2]; board each[8]; } lower;
    board cards, room;
    int width, height;
};

static inline four spread(board bits) {
    return (four){bits, bits, bits, bits};
}

static inline int nth_bit(board cells, int n) {
#ifdef __BMI2__
    return (int)_tzcnt_u64(_pdep_u64((uint64_t)1 << n, cells));
#else
    while (n-- > 0) cells &= cells - 1;
    return __builtin_ctzll(cells);
#endif
}

static inline board legal_spots(const struct table *table, int value) {
    board cards = table->cards, near = cards | cards << 1 | cards >> 1;
    near |= near << 8 | near >> 8;
    board lower = value > 1 ? table->lower.each[value - 2] : 0;
    return (near & ~cards & table->room) | lower;
}

/* Make the box larger for a card on its edge, and return by how much everything shifts. */
static int grow(struct table *table, int row, int column) {
    int shift = 0;
    if (row == 0) { shift += 8; table->height++; }
    else if (row > table->height) table->height = row;
    if (column == 0) { shift += 1; table->width++; }
    else if (column > table->width) table->width = column;
    table->colours.all <<= shift;
    table->lower.halves[0] <<= shift;
    table->lower.halves[1] <<= shift;
    table->cards <<= shift;
    board columns = table->width < SPAN ? ((board)1 << (table->width + 2)) - 1 : 0x7E;
    board rows = table->height < SPAN ? ((board)1 << 8 * (table->height + 2)) - 1 : 0x00FFFFFFFFFFFF00;
    table->room = columns * 0x0101010101010101u & rows;
    return shift;
}

static inline void lay(struct table *table, int card, int spot) {
    int row = spot >> 3, column = spot & 7;
    if (row == 0 || column == 0 || row > table->height || column > table->width)
        spot += grow(table, row, column);
    board one = (board)1 << spot;
    four bit = spread(one);
    const four *above = ABOVE[card & 15];
    table->cards |= one;
    table->colours.all = (table->colours.all & ~bit) | (bit & COLOUR[card >> 4]);
    table->lower.halves[0] = (table->lower.halves[0] & ~bit) | (bit & above[0]);
    table->lower.halves[1] = (table->lower.halves[1] & ~bit) | (bit & above[1]);
}

static inline int any(four bits) {
#ifdef __AVX2__
    return !_mm256_testz_si256((__m256i)bits, (__m256i)bits);
#else
    return (bits[0] | bits[1] | bits[2] | bits[3]) != 0;
#endif
}

/* Where four cards in a row begin, in each direction. */
static inline four fours_in(four own) {
    four pairs = own & own >> STEP;
    return pairs & pairs >> 2 * STEP;
}

/* The round is over at the first line, so a line anywhere is the one just completed. */
static inline int has_line(board colour) {
    four own = spread(colour);
    return any(fours_in(own) & own >> 4 * STEP);
}

static int points(const struct table *table, board cells) {
    int sum = __builtin_popcountll(cells);
    for (int i = 0; i < 8; i++) sum += __builtin_popcountll(cells & ~table->lower.each[i]);
    return sum;
}

/* The rank of two colours in a stalemate: more runs of four first, then fewer points. */
static int rank_of(const struct table *table, int colour) {
    int rank = 0;
    for (int last = colour + 1; colour <= last; colour++) {
        four own = spread(table->colours.each[colour]);
        four starts = fours_in(own) & ~(own << STEP) & ~(own >> 4 * STEP);
        if (!any(starts)) continue;
        for (int i = 0; i < 4; i++) {
            int step = (int)STEP[i];
            for (board left = starts[i]; left; left &= left - 1) {
                board first = left & -left, pair = first | first << step;
                rank += 4096 - points(table, pair | pair << 2 * step);
            }
        }
    }
    return rank;
}

/* Play rounds. `tally` has draws, lines of each side, stalemates of each side, and placements. */
void vectorised_rounds(int64_t rounds, uint64_t seed, int64_t *tally) {
    uint8_t decks[2][DECK];
    uint64_t state = seed;
    for (int i = 0; i < 2 * DECK; i++) decks[i / DECK][i % DECK] = (uint8_t)(i / 18 << 4 | (i % 9 + 1));
    for (int64_t round = 0; round < rounds; round++) {
        struct table table;
        memset(&table, 0, sizeof table);
        board legal = (board)1 << 9;
        int turn = 0;
        for (; turn < 2 * DECK; turn++) {
            /* One random number for both: its upper half draws the card, the lower half the cell. */
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            uint64_t random = state * 0x2545F4914F6CDD1Du;
            uint8_t *deck = decks[turn & 1];
            int left = DECK - 1 - turn / 2, drawn = (int)((random >> 32) * (uint64_t)(left + 1) >> 32);
            int card = deck[drawn];
            deck[drawn] = deck[left];
            deck[left] = (uint8_t)card;
            if (turn) legal = legal_spots(&table, card & 15);
            if (!legal) break;
            uint64_t count = (uint64_t)__builtin_popcountll(legal);
            lay(&table, card, nth_bit(legal, (int)((random & 0xFFFFFFFF) * count >> 32)));
            if (has_line(table.colours.each[card >> 4])) {
                tally[1 + (turn & 1)]++;
                tally[5] += turn + 1;
                goto next;
            }
        }
        int first = rank_of(&table, 0), second = rank_of(&table, 2);
        tally[first == second ? 0 : first > second ? 3 : 4]++;
        tally[5] += turn;
    next:;
    }
}
