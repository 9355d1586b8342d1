/* Cells of the frame as bytes, row by row: the C twin of frame.py.

   `write_bits` and `write_numbered` use vector instructions where the processor has them. */
#ifndef PUNTO_FRAME_H
#define PUNTO_FRAME_H

#include <stdint.h>
#include <string.h>

#define ROWS 7
#define CELLS (ROWS * ROWS)

/* Spreads seven bits over as many bytes: copies, 7 bits apart, and one bit of each is kept. */
static inline uint64_t spread(uint64_t row) {
    return (row & 0x7F) * 0x0002040810204081u & 0x0101010101010101u;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PUNTO_SWAPPED(word) __builtin_bswap64(word)
#else
#define PUNTO_SWAPPED(word) (word)
#endif

/* Eight bytes are written at once; the next row overwrites the eighth, which the last has not. */
static inline void write_row(unsigned char *cells, int row, uint64_t word) {
    word = PUNTO_SWAPPED(word);
    memcpy(cells + ROWS * row, &word, row + 1 < ROWS ? 8 : ROWS);
}

static inline void write_bits_by_rows(uint64_t cards, unsigned char *cells) {
    for (int row = 0; row < ROWS; row++) write_row(cells, row, spread(cards >> 8 * row));
}

static inline void write_numbers_by_rows(const uint64_t *digits, unsigned char *cells) {
    for (int row = 0; row < ROWS; row++) {
        uint64_t word = 0;
        for (int i = 0; i < 4; i++) word |= spread(digits[i] >> 8 * row) << i;
        write_row(cells, row, word);
    }
}

static inline void write_numbered_by_rows(
    const uint64_t *planes, const uint64_t *digits, unsigned char *cells
) {
    for (int i = 0; i < 4; i++) write_bits_by_rows(planes[i], cells + CELLS * i);
    write_numbers_by_rows(digits, cells + CELLS * 4);
}

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>

#define PUNTO_FRAME_TARGET __attribute__((target("avx2,bmi2")))

/* Takes the seven bits of every row together: bit 7 * row + column. */
PUNTO_FRAME_TARGET
static inline uint64_t packed(uint64_t cards) {
    return _pext_u64(cards, 0x007F7F7F7F7F7F7Fu);
}

/* Turns 32 bits into as many bytes, `number` or 0: each byte gets a copy of the eight bits that
   its own is among, and keeps its own. */
PUNTO_FRAME_TARGET
static inline __m256i bytes_of(uint32_t bits, char number) {
    const __m256i among = _mm256_setr_epi64x(
        0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i own = _mm256_set1_epi64x((long long)0x8040201008040201u);
    __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), among);
    __m256i kept = _mm256_cmpeq_epi8(_mm256_and_si256(copies, own), own);
    return _mm256_and_si256(kept, _mm256_set1_epi8(number));
}

/* The 49 bytes of a frame are two times 32, the second of which begins at the last that fits. */
#define PUNTO_SECOND (CELLS - 32)

PUNTO_FRAME_TARGET
static void write_bits_by_vectors(uint64_t cards, unsigned char *cells) {
    uint64_t bits = packed(cards);
    _mm256_storeu_si256((__m256i *)cells, bytes_of((uint32_t)bits, 1));
    _mm256_storeu_si256(
        (__m256i *)(cells + PUNTO_SECOND), bytes_of((uint32_t)(bits >> PUNTO_SECOND), 1));
}

PUNTO_FRAME_TARGET
static void write_numbered_by_vectors(
    const uint64_t *planes, const uint64_t *digits, unsigned char *cells
) {
    __m256i first = _mm256_setzero_si256(), second = first;
    for (int i = 0; i < 4; i++) write_bits_by_vectors(planes[i], cells + CELLS * i);
    for (int i = 0; i < 4; i++) {
        uint64_t bits = packed(digits[i]);
        first = _mm256_or_si256(first, bytes_of((uint32_t)bits, (char)(1 << i)));
        second = _mm256_or_si256(
            second, bytes_of((uint32_t)(bits >> PUNTO_SECOND), (char)(1 << i)));
    }
    _mm256_storeu_si256((__m256i *)(cells + CELLS * 4), first);
    _mm256_storeu_si256((__m256i *)(cells + CELLS * 4 + PUNTO_SECOND), second);
}

static int has_vectors;

__attribute__((constructor))
static void look_for_vectors(void) {
    __builtin_cpu_init();
    has_vectors = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}
#else
#define has_vectors 0
#define write_bits_by_vectors write_bits_by_rows
#define write_numbered_by_vectors write_numbered_by_rows
#endif

static inline void write_bits(uint64_t cards, unsigned char *cells) {
    if (has_vectors) write_bits_by_vectors(cards, cells);
    else write_bits_by_rows(cards, cells);
}

/* Writes four planes of bits, then a plane of the numbers that have these binary digits. */
static inline void write_numbered(
    const uint64_t *planes, const uint64_t *digits, unsigned char *cells
) {
    if (has_vectors) write_numbered_by_vectors(planes, digits, cells);
    else write_numbered_by_rows(planes, digits, cells);
}

#endif
