/* Sums of short rows of numbers, written so that a compiler makes vector instructions of them. */
#ifndef PUNTO_VECTORS_H
#define PUNTO_VECTORS_H

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define PUNTO_VECTORS_X86
#include <immintrin.h>
#include <string.h>
#endif

enum {
    DEPTH = 8,
    HIDDEN = 32,
    STATES = 9,
    STRIDE = 16,
    UNIT = 128,
    CERTAIN = 1 << 16,
    COUNTS_A_SIDE = 8,
    PATTERNS = 59049,
    MAX_INPUTS = 96,
    INPUT_LIMIT = 8191
};

static inline void add_row(int *sums, int at, const short *rows, int row) {
    sums += at;
    rows += row;
    for (int i = 0; i < DEPTH; i++) sums[i] += rows[i];
}

static inline void add_difference(int *sums, int at, const short *rows, int row, int less) {
    const short *added = rows + row, *removed = rows + less;
    sums += at;
    for (int i = 0; i < DEPTH; i++) sums[i] += added[i] - removed[i];
}

/* `count` is a multiple of eight. */
static inline int dot(const short *left, int at, const short *right, int from, int count) {
    left += at;
    right += from;
#ifdef PUNTO_VECTORS_X86
    __m128i sums = _mm_setzero_si128();
    for (int i = 0; i < count; i += 8) {
        __m128i a = _mm_loadu_si128((const __m128i *)(left + i));
        __m128i b = _mm_loadu_si128((const __m128i *)(right + i));
        sums = _mm_add_epi32(sums, _mm_madd_epi16(a, b));
    }
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4e));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0xb1));
    return _mm_cvtsi128_si32(sums);
#else
    int sum = 0;
    for (int i = 0; i < count; i++) sum += left[i] * right[i];
    return sum;
#endif
}

/* The hidden layer before it is cut off at 0. The weights of two inputs for one unit lie side by
   side, so that one instruction multiplies both and adds the products. `count` is even. */
static inline void layer_plainly(int *sums, const short *x, const short *weights, int count) {
    for (int i = 0; i < count; i += 2, weights += 2 * HIDDEN)
        for (int j = 0; j < HIDDEN; j++)
            sums[j] += x[i] * weights[2 * j] + x[i + 1] * weights[2 * j + 1];
}

#ifdef PUNTO_VECTORS_X86
__attribute__((target("avx2")))
static void layer_by_avx2(int *sums, const short *x, const short *weights, int count) {
    __m256i total[HIDDEN / 8];
    for (int k = 0; k < HIDDEN / 8; k++)
        total[k] = _mm256_loadu_si256((const __m256i *)(sums + 8 * k));
    for (int i = 0; i < count; i += 2, weights += 2 * HIDDEN) {
        int pair;
        memcpy(&pair, x + i, sizeof pair);
        if (pair == 0) continue;
        __m256i both = _mm256_set1_epi32(pair);
        for (int k = 0; k < HIDDEN / 8; k++) {
            __m256i row = _mm256_loadu_si256((const __m256i *)(weights + 16 * k));
            total[k] = _mm256_add_epi32(total[k], _mm256_madd_epi16(both, row));
        }
    }
    for (int k = 0; k < HIDDEN / 8; k++)
        _mm256_storeu_si256((__m256i *)(sums + 8 * k), total[k]);
}

static int has_avx2;

__attribute__((constructor))
static void look_for_avx2(void) {
    __builtin_cpu_init();
    has_avx2 = __builtin_cpu_supports("avx2");
}

static inline void add_layer(int *sums, const short *x, const short *weights, int count) {
    if (has_avx2)
        layer_by_avx2(sums, x, weights, count);
    else
        layer_plainly(sums, x, weights, count);
}
#else
static inline void add_layer(int *sums, const short *x, const short *weights, int count) {
    layer_plainly(sums, x, weights, count);
}
#endif

#endif
