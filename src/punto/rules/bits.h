/* Bits of a 64-bit board. `nth_bit` and `random_bit` use the CPU's own instructions where it has them. */
#ifndef PUNTO_BITS_H
#define PUNTO_BITS_H

#include <stdint.h>

static inline int popcount(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

static inline int lowest_bit(uint64_t x) {
    return popcount((x & -x) - 1);
}

static inline int nth_bit_by_loop(uint64_t x, int n) {
    while (n-- > 0) x &= x - 1;
    return lowest_bit(x);
}

/* `word` is a random number of 32 bits. */
static inline int random_bit_by_loop(uint64_t x, uint64_t word) {
    return nth_bit_by_loop(x, (int)(word * (uint64_t)popcount(x) >> 32));
}

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>

__attribute__((target("bmi,bmi2")))
static int nth_bit_by_pdep(uint64_t x, int n) {
    return (int)_tzcnt_u64(_pdep_u64((uint64_t)1 << n, x));
}

__attribute__((target("bmi,bmi2,popcnt")))
static int random_bit_by_pdep(uint64_t x, uint64_t word) {
    uint64_t n = word * (uint64_t)_mm_popcnt_u64(x) >> 32;
    return (int)_tzcnt_u64(_pdep_u64((uint64_t)1 << n, x));
}

static int has_pdep;

__attribute__((constructor))
static void look_for_pdep(void) {
    __builtin_cpu_init();
    has_pdep = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
        && __builtin_cpu_supports("popcnt");
}

static inline int nth_bit(uint64_t x, int n) {
    return has_pdep ? nth_bit_by_pdep(x, n) : nth_bit_by_loop(x, n);
}

static inline int random_bit(uint64_t x, uint64_t word) {
    return has_pdep ? random_bit_by_pdep(x, word) : random_bit_by_loop(x, word);
}
#else
static inline int nth_bit(uint64_t x, int n) {
    return nth_bit_by_loop(x, n);
}

static inline int random_bit(uint64_t x, uint64_t word) {
    return random_bit_by_loop(x, word);
}
#endif

#endif
