/* Plain search: the yardstick that the strength of every bot is measured against.

   Open-loop UCT: a node of the tree is a sequence of cells, whatever cards were placed on them. Each
   simulation shuffles what nobody has seen, goes down the tree by UCB1 with C = 0.5, adds one edge,
   and plays on at random. A turn that can win at once does so, in the tree and in the playout. The
   end is scored by the rules, stalemates included. The cell with the most visits is chosen.

   This file shares no code with the rules or the engine of the package, so that a fault there
   cannot hide here. `benchmarks/_plain_search.py` compiles and calls it.

   A table is a few bitboards with rows of 8 bits. The box around all cards begins in row 1 and column
   1: row 0, column 0 and the row and column after the box are there for it to grow. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t board;

enum { SPAN = 6, REACH = 11, CELLS = REACH * REACH, MAX_SEATS = 4, MAX_POOL = 60, MAX_TURNS = 80 };
enum { MAX_EDGES = 1 << 24 };   /* 200 MB; a search that fills it goes on with the tree as it is */
enum { DRAW = -1 };

static const float EXPLORATION = 0.5f;

/* A position as plain numbers. Seats, sides and colours count from 0. A card is 16 * colour + value,
   a cell is 11 * row + column; 0 stands for no card. */
struct position {
    int32_t seats, sides, line, lowest;         /* lowest: a tie goes by the lowest run, not the sum */
    int32_t side_of[MAX_SEATS];
    int32_t owner[4];                           /* the side of each colour, -1 for the neutral one */
    uint8_t visible[CELLS];                     /* the card on top of each cell */
    int32_t pool_size[MAX_SEATS];
    uint8_t pool[MAX_SEATS][MAX_POOL];          /* by side: unseen cards that its seats draw from */
    int32_t loose_size;
    uint8_t loose[MAX_POOL];                    /* neutral cards that may be in any deck, or in none */
    int32_t loose_in[MAX_SEATS];                /* how many of them are in each side's deck */
    int32_t hidden[MAX_SEATS];                  /* how many face-down cards each seat has */
    uint8_t face_up[MAX_SEATS];                 /* the card on top of each deck; not the one in hand */
    int32_t seat, card;                         /* who is to move, and with which card */
};

/* Random numbers: xorshift64*. */

static uint64_t random_state;

static int below(int limit) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (int)((random_state * 0x2545F4914F6CDD1Du >> 32) * (uint64_t)limit >> 32);
}

static int nth_bit(board cells, int n) {
#ifdef __BMI2__
    return (int)_tzcnt_u64(_pdep_u64((uint64_t)1 << n, cells));
#else
    while (n-- > 0) cells &= cells - 1;
    return __builtin_ctzll(cells);
#endif
}

static int any_bit(board cells) {
    return nth_bit(cells, below(__builtin_popcountll(cells)));
}

/* The table. */

struct table {
    board colours[4];
    board lower[11];            /* cells whose card is lower than this value; lower[10] has all cards */
    int width, height;
    int left, bottom;           /* the first column and row of the box, counted from cell 0 */
};

static void clear(struct table *table) {
    memset(table, 0, sizeof *table);
    table->left = table->bottom = SPAN - 1;
}

static int cell_at(const struct table *table, int spot) {
    return (spot / 8 - 1 + table->bottom) * REACH + spot % 8 - 1 + table->left;
}

static int spot_of(const struct table *table, int cell) {
    return (cell / REACH - table->bottom + 1) * 8 + cell % REACH - table->left + 1;
}

/* The cells where the box stays within six by six. */
static board room(const struct table *table) {
    board columns = table->width < SPAN ? ((board)1 << (table->width + 2)) - 1 : 0x7E;
    board rows = table->height < SPAN ? ((board)1 << 8 * (table->height + 2)) - 1 : 0x00FFFFFFFFFFFF00;
    return columns * 0x0101010101010101u & rows;
}

static board legal_spots(const struct table *table, int value) {
    board cards = table->lower[10];
    if (!cards) return (board)1 << 9;
    board near = cards | cards << 1 | cards >> 1;
    near |= near << 8 | near >> 8;
    return (near & ~cards & room(table)) | table->lower[value];
}

/* Lay a card on a legal spot; where the box grows to the left or down, everything shifts. */
static void lay(struct table *table, int card, int spot) {
    int row = spot / 8, column = spot % 8, shift = 0;
    if (row == 0) { shift += 8; table->bottom--; table->height++; }
    else if (row > table->height) table->height = row;
    if (column == 0) { shift += 1; table->left--; table->width++; }
    else if (column > table->width) table->width = column;
    if (shift) {
        for (int i = 0; i < 4; i++) table->colours[i] <<= shift;
        for (int i = 0; i < 11; i++) table->lower[i] <<= shift;
    }
    board bit = (board)1 << (spot + shift);
    for (int i = 0; i < 4; i++) table->colours[i] &= ~bit;
    table->colours[card >> 4] |= bit;
    for (int i = 0; i < 11; i++) table->lower[i] &= ~bit;
    for (int i = (card & 15) + 1; i < 11; i++) table->lower[i] |= bit;
}

/* The four directions of a line, side by side. */

typedef uint64_t directions __attribute__((vector_size(32)));
static const directions STEP = {1, 7, 8, 9};

static board any_direction(directions found) {
    return found[0] | found[1] | found[2] | found[3];
}

/* The cells where one more card of a colour makes a line: k cards before it, the rest after it. */
static board gaps(board cards, int line) {
    directions own = {cards, cards, cards, cards};
    directions a1 = own >> STEP, a2 = a1 & own >> 2 * STEP, a3 = a2 & own >> 3 * STEP;
    directions b1 = own << STEP, b2 = b1 & own << 2 * STEP, b3 = b2 & own << 3 * STEP;
    if (line == 4) return any_direction(a3 | (a2 & b1) | (a1 & b2) | b3);
    directions a4 = a3 & own >> 4 * STEP, b4 = b3 & own << 4 * STEP;
    return any_direction(a4 | (a3 & b1) | (a2 & b2) | (a1 & b3) | b4);
}

static int points(const struct table *table, board cells) {
    int sum = 0;    /* a card of value v counts once for each of 1 to v */
    for (int value = 1; value <= 9; value++) sum += __builtin_popcountll(cells & ~table->lower[value]);
    return sum;
}

/* Count the runs of exactly this length of a side, and its points; the side's rank grows with the
   runs and falls with the points, and is 0 without a run. */
static int rank_of(const struct position *at, const struct table *table, int side, int length) {
    int runs = 0, total = 0, lowest = 1000;
    for (int colour = 0; colour < 4; colour++) {
        if (at->owner[colour] != side) continue;
        board own = table->colours[colour];
        for (int i = 0; i < 4; i++) {
            int step = (int)STEP[i];
            board starts = own & ~(own << step) & ~(own >> length * step);
            for (int k = 1; k < length; k++) starts &= own >> k * step;
            for (; starts; starts &= starts - 1) {
                board run = 0;
                for (int k = 0; k < length; k++) run |= (starts & -starts) << k * step;
                int sum = points(table, run);
                runs++;
                total += sum;
                if (sum < lowest) lowest = sum;
            }
        }
    }
    return runs ? 4096 * runs - (at->lowest ? lowest : total) : 0;
}

static int stalemate_winner(const struct position *at, const struct table *table) {
    int best = 0, winner = DRAW;
    for (int side = 0; side < at->sides; side++) {
        int rank = rank_of(at, table, side, at->line - 1);
        if (rank == best) winner = DRAW;
        if (rank > best) { best = rank; winner = side; }
    }
    return winner;
}

/* A round that is played on from the position. */

struct round {
    struct table table;
    uint8_t pool[MAX_SEATS][MAX_POOL];
    int left_in_pool[MAX_SEATS], hidden[MAX_SEATS];
    uint8_t face_up[MAX_SEATS];
    int seat, card;
    board legal;                /* for the card in hand; 0 if there is none */
};

static void set_table(const struct position *at, struct table *table) {
    int left = REACH, right = -1, bottom = REACH, top = -1;
    clear(table);
    for (int cell = 0; cell < CELLS; cell++) {
        if (!at->visible[cell]) continue;
        int column = cell % REACH, row = cell / REACH;
        if (column < left) left = column;
        if (column > right) right = column;
        if (row < bottom) bottom = row;
        if (row > top) top = row;
    }
    if (right < 0) return;
    table->left = left;
    table->bottom = bottom;
    table->width = right - left + 1;
    table->height = top - bottom + 1;
    for (int cell = 0; cell < CELLS; cell++)
        if (at->visible[cell]) lay(table, at->visible[cell], spot_of(table, cell));
}

/* Give every side its unseen cards, the loose ones drawn at random. */
static void deal(const struct position *at, const struct table *table, struct round *now) {
    uint8_t loose[MAX_POOL];
    int loose_left = at->loose_size;
    memcpy(loose, at->loose, sizeof loose);
    now->table = *table;
    for (int side = 0; side < at->sides; side++) {
        memcpy(now->pool[side], at->pool[side], MAX_POOL);
        now->left_in_pool[side] = at->pool_size[side];
        for (int i = 0; i < at->loose_in[side]; i++) {
            int taken = below(loose_left);
            now->pool[side][now->left_in_pool[side]++] = loose[taken];
            loose[taken] = loose[--loose_left];
        }
    }
    memcpy(now->hidden, at->hidden, sizeof now->hidden);
    memcpy(now->face_up, at->face_up, sizeof now->face_up);
    now->seat = at->seat;
    now->card = at->card;
    now->legal = legal_spots(&now->table, now->card & 15);
}

/* Turn up the top card of the seat to move; 0 if it has none. */
static int draw(const struct position *at, struct round *now) {
    int seat = now->seat, side = at->side_of[seat], card = now->face_up[seat];
    now->face_up[seat] = 0;
    if (card || !now->hidden[seat]) return card;
    now->hidden[seat]--;
    int taken = below(now->left_in_pool[side]);
    card = now->pool[side][taken];
    now->pool[side][taken] = now->pool[side][--now->left_in_pool[side]];
    return card;
}

static void play(const struct position *at, struct round *now, int spot) {
    lay(&now->table, now->card, spot);
    now->seat = now->seat + 1 == at->seats ? 0 : now->seat + 1;
    now->card = draw(at, now);
    now->legal = now->card ? legal_spots(&now->table, now->card & 15) : 0;
}

/* The cells where the card in hand completes a line of its side. */
static board winning(const struct position *at, const struct round *now) {
    int colour = now->card >> 4;
    if (at->owner[colour] < 0) return 0;
    return now->legal & gaps(now->table.colours[colour], at->line);
}

/* Play at random to the end, and return the side that wins. */
static int finish(const struct position *at, struct round *now) {
    while (now->legal) {
        if (winning(at, now)) return at->side_of[now->seat];
        play(at, now, any_bit(now->legal));
    }
    return stalemate_winner(at, &now->table);
}

/* The tree. The cells that were played on decide which cells are occupied, so all cells that any
   card can go on are known when a node is made: it has an edge for each of them. */

struct edge {
    int32_t visits;
    float worth;                /* to the side that takes it, summed over all visits */
    int32_t node;               /* what follows; 0 before the second visit */
};

struct node {
    board spots;
    int32_t first;              /* the edge of the lowest spot */
};

static struct edge *edges;
static struct node *nodes;
static int edges_used, nodes_used, edges_room, nodes_room;

static void *grown(void *array, int used, int *space, size_t size) {
    if (used <= *space) return array;
    *space = 2 * used;
    return realloc(array, (size_t)*space * size);
}

/* Add a node for a table, and return its number; 0 if there is no room. */
static int add_node(const struct table *table) {
    board spots = legal_spots(table, 10);
    int count = __builtin_popcountll(spots);
    if (edges_used + count > MAX_EDGES) return 0;
    edges = grown(edges, edges_used + count, &edges_room, sizeof *edges);
    nodes = grown(nodes, nodes_used + 1, &nodes_room, sizeof *nodes);
    memset(edges + edges_used, 0, (size_t)count * sizeof *edges);
    nodes[nodes_used] = (struct node){spots, edges_used};
    edges_used += count;
    return nodes_used++;
}

static int edge_on(int node, int spot) {
    board before = ((board)1 << spot) - 1;
    return nodes[node].first + __builtin_popcountll(nodes[node].spots & before);
}

/* Choose a legal spot of a node: one that was never tried, else the one with the highest bound. */
static int select_spot(int node, board legal) {
    int visits = 0, edge = nodes[node].first, chosen = 0;
    board untried = 0;
    for (board spots = nodes[node].spots; spots; spots &= spots - 1, edge++) {
        board bit = spots & -spots;
        if (!(bit & legal)) continue;
        visits += edges[edge].visits;
        if (!edges[edge].visits) untried |= bit;
    }
    if (untried) return any_bit(untried);
    float highest = -1, doubt = EXPLORATION * EXPLORATION * logf((float)visits);
    edge = nodes[node].first;
    for (board spots = nodes[node].spots; spots; spots &= spots - 1, edge++) {
        if (!(spots & -spots & legal)) continue;
        float share = 1 / (float)edges[edge].visits;
        float bound = edges[edge].worth * share + sqrtf(doubt * share);
        if (bound > highest) { highest = bound; chosen = __builtin_ctzll(spots); }
    }
    return chosen;
}

static void simulate(const struct position *at, const struct table *table) {
    struct round now;
    int path[MAX_TURNS], sides[MAX_TURNS], depth = 0, node = 1;
    deal(at, table, &now);
    while (node && now.legal && !winning(at, &now)) {
        int spot = select_spot(node, now.legal), edge = edge_on(node, spot);
        path[depth] = edge;
        sides[depth++] = at->side_of[now.seat];
        play(at, &now, spot);
        if (!edges[edge].visits) break;
        node = edges[edge].node;
        if (!node) {
            node = add_node(&now.table);    /* may move `edges` */
            edges[edge].node = node;
        }
    }
    int winner = finish(at, &now);
    for (int i = 0; i < depth; i++) {
        edges[path[i]].visits++;
        edges[path[i]].worth += winner == DRAW ? 1.0f / (float)at->sides : (float)(winner == sides[i]);
    }
}

/* Processor time, so that the yardstick is the same on a busy machine. */
static double milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* Search a position with that many simulations, or for that many milliseconds of
   processor time if that is not 0.
   `visits` and `worths` get a number for each cell. Returns the chosen cell. */
int32_t plain_search(const struct position *at, int64_t simulations, double milliseconds, uint64_t seed,
                     int32_t *visits, double *worths) {
    double start = milliseconds_now();
    struct table table;
    struct round now;
    random_state = seed | 1;
    for (int i = 0; i < 8; i++) below(2);   /* seeds that differ in few bits begin alike */
    set_table(at, &table);
    deal(at, &table, &now);
    board won = winning(at, &now), best = won ? won : now.legal;
    int chosen = nth_bit(best, 0);
    if (won || !(now.legal & (now.legal - 1))) return cell_at(&table, chosen);
    edges_used = 0;
    nodes_used = 1;
    add_node(&table);
    for (int64_t done = 0; milliseconds > 0 || done < simulations; done++) {
        if (milliseconds > 0 && done % 32 == 31 && milliseconds_now() - start >= milliseconds) break;
        simulate(at, &table);
    }
    for (board spots = now.legal; spots; spots &= spots - 1) {
        int spot = nth_bit(spots, 0);
        struct edge edge = edges[edge_on(1, spot)];
        visits[cell_at(&table, spot)] = edge.visits;
        worths[cell_at(&table, spot)] = edge.visits ? edge.worth / edge.visits : 0;
        if (edge.visits > edges[edge_on(1, chosen)].visits) chosen = spot;
    }
    return cell_at(&table, chosen);
}

/* For tests: lay cards on cells one after the other, then mark in `legal` where the card in hand may
   go, in `wins` where it wins at once; return the side that would win a stalemate. */
int32_t plain_look(const struct position *at, int32_t count, const uint8_t *cards, const uint8_t *cells,
                   int32_t card, uint8_t *legal, uint8_t *wins) {
    struct table table;
    struct round now = {.card = card};
    set_table(at, &table);
    for (int i = 0; i < count; i++) lay(&table, cards[i], spot_of(&table, cells[i]));
    now.table = table;
    now.legal = card ? legal_spots(&table, card & 15) : 0;
    board won = card ? winning(at, &now) : 0;
    for (board spots = now.legal; spots; spots &= spots - 1) {
        int spot = nth_bit(spots, 0);
        legal[cell_at(&table, spot)] = 1;
        wins[cell_at(&table, spot)] = won >> spot & 1;
    }
    return stalemate_winner(at, &table);
}
