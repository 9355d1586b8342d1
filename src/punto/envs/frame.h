/* Cells of the frame as bytes, row by row: the C twin of frame.py. */
#ifndef PUNTO_FRAME_H
#define PUNTO_FRAME_H

#include <stdint.h>
#include <string.h>

#define ROWS 7

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

static inline void write_bits(uint64_t cards, unsigned char *cells) {
    for (int row = 0; row < ROWS; row++) write_row(cells, row, spread(cards >> 8 * row));
}

static inline void write_numbers(
    uint64_t ones, uint64_t twos, uint64_t fours, uint64_t eights, unsigned char *cells
) {
    for (int row = 0; row < ROWS; row++) {
        int shift = 8 * row;
        write_row(cells, row, spread(ones >> shift) | spread(twos >> shift) << 1
            | spread(fours >> shift) << 2 | spread(eights >> shift) << 3);
    }
}

static inline void copy_nine(const unsigned char *from, unsigned char *to) {
    memcpy(to, from, 9);
}

static inline void clear(unsigned char *bytes, int count) {
    memset(bytes, 0, (size_t)count);
}

#endif
