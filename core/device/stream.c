/* SPDX-License-Identifier: Apache-2.0 */
/* Memory at its best: wide loads, wide stores, and stores past the caches. */
#include <string.h>
#include <sys/mman.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "core/base/clock.h"
#include "core/base/extremum.h"
#include "core/device/peak.h"

#define BLOCK_BYTES ((gsize) 256)     /* one turn of a loop */
#define HUGE_BYTES  ((gsize) 2 << 20)
#define MIN_BYTES ((gsize) 8 << 20)   /* moved in one sample, so that reading the clock does not count */

static const char *const stream_names[] = {
#define X(id, name) name,
  TL_STREAMS (X)
#undef X
};

const char *
tl_stream_name (TlStream stream)
{
  return stream_names[stream];
}

/* The loops of one instruction set. Counts are of blocks. */
typedef struct
{
  void (*read) (const guint8 *from, gsize n);
  void (*write) (guint8 *to, gsize n);
  void (*write_past) (guint8 *to, gsize n);
  void (*copy) (const guint8 *from, guint8 *to, gsize n);
  void (*copy_past) (const guint8 *from, guint8 *to, gsize n);
} StreamLoops;

#ifdef __x86_64__

/*
 * @isa: the target; @n: accesses a block; the rest: how to load, add up, store. Sums go where the compiler cannot see that nobody wants
 * them.
 */
#define DEFINE_LOOPS(isa_name, isa, Vector, n, load, zero, either, store, stream)                                          \
  __attribute__ ((target (isa))) static void isa_name##_read (const guint8 *from, gsize n_blocks)                         \
  {                                                                                                                       \
    for (gsize i = 0; i < n_blocks; i++, from += BLOCK_BYTES)                                                             \
      {                                                                                                                   \
        Vector sum = load ((const void *) from);                                                                          \
                                                                                                                          \
        for (guint k = 1; k < n; k++)                                                                                     \
          sum = either (sum, load ((const void *) (from + k * (BLOCK_BYTES / n))));                                       \
        __asm__ volatile ("" : : "x"(sum));                                                                               \
      }                                                                                                                   \
  }                                                                                                                       \
  __attribute__ ((target (isa))) static void isa_name##_write (guint8 *to, gsize n_blocks)                                \
  {                                                                                                                       \
    for (gsize i = 0; i < n_blocks; i++, to += BLOCK_BYTES)                                                               \
      for (guint k = 0; k < n; k++)                                                                                       \
        store ((void *) (to + k * (BLOCK_BYTES / n)), zero ());                                                           \
  }                                                                                                                       \
  __attribute__ ((target (isa))) static void isa_name##_write_past (guint8 *to, gsize n_blocks)                           \
  {                                                                                                                       \
    for (gsize i = 0; i < n_blocks; i++, to += BLOCK_BYTES)                                                               \
      for (guint k = 0; k < n; k++)                                                                                       \
        stream ((void *) (to + k * (BLOCK_BYTES / n)), zero ());                                                          \
    _mm_sfence ();                                                                                                        \
  }                                                                                                                       \
  __attribute__ ((target (isa))) static void isa_name##_copy (const guint8 *from, guint8 *to, gsize n_blocks)             \
  {                                                                                                                       \
    for (gsize i = 0; i < n_blocks; i++, from += BLOCK_BYTES, to += BLOCK_BYTES)                                          \
      for (guint k = 0; k < n; k++)                                                                                       \
        store ((void *) (to + k * (BLOCK_BYTES / n)), load ((const void *) (from + k * (BLOCK_BYTES / n))));              \
  }                                                                                                                       \
  __attribute__ ((target (isa))) static void isa_name##_copy_past (const guint8 *from, guint8 *to, gsize n_blocks)        \
  {                                                                                                                       \
    for (gsize i = 0; i < n_blocks; i++, from += BLOCK_BYTES, to += BLOCK_BYTES)                                          \
      for (guint k = 0; k < n; k++)                                                                                       \
        stream ((void *) (to + k * (BLOCK_BYTES / n)), load ((const void *) (from + k * (BLOCK_BYTES / n))));             \
    _mm_sfence ();                                                                                                        \
  }                                                                                                                       \
  static const StreamLoops isa_name##_loops                                                                                     \
    = { isa_name##_read, isa_name##_write, isa_name##_write_past, isa_name##_copy, isa_name##_copy_past };

DEFINE_LOOPS (avx512, "avx512f", __m512i, 4, _mm512_loadu_si512, _mm512_setzero_si512, _mm512_or_si512, _mm512_storeu_si512,
              _mm512_stream_si512)
DEFINE_LOOPS (avx, "avx2", __m256i, 8, _mm256_loadu_si256, _mm256_setzero_si256, _mm256_or_si256, _mm256_storeu_si256, _mm256_stream_si256)
#endif

/* Anywhere: what the C library does with memory is as fast as it gets without knowing the machine. */

static void
plain_read (const guint8 *from, gsize n_blocks)
{
  for (gsize i = 0; i < n_blocks; i++, from += BLOCK_BYTES)
    {
      guint64 words[BLOCK_BYTES / 8], sum = 0;

      memcpy (words, from, sizeof words);
      for (guint k = 0; k < G_N_ELEMENTS (words); k++)
        sum |= words[k];
      __asm__ volatile ("" : : "r"(sum));
    }
}

static void
plain_write (guint8 *to, gsize n_blocks)
{
  memset (to, 0, n_blocks * BLOCK_BYTES);
}

static void
plain_copy (const guint8 *from, guint8 *to, gsize n_blocks)
{
  memcpy (to, from, n_blocks * BLOCK_BYTES);
}

static const StreamLoops plain_loops = { plain_read, plain_write, plain_write, plain_copy, plain_copy };

static const StreamLoops *
best_loops (void)
{
#ifdef __x86_64__
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512f"))
    return &avx512_loops;
  if (__builtin_cpu_supports ("avx2"))
    return &avx_loops;
#endif
  return &plain_loops;
}

/* Stores past the caches want whole lines: the first block begins at one. */
static guint8 *
align_line (void *to, gsize *n_written)
{
  gsize ahead = (64 - (gsize) to % 64) % 64;

  *n_written -= MIN (*n_written, ahead);
  return (guint8 *) to + ahead;
}

void
tl_stream_run (const void *from, gsize n_read, void *to, gsize n_written, gboolean bypass)
{
  const StreamLoops *loops = best_loops ();
  guint8      *target = align_line (to, &n_written);
  gsize        n_reads = n_read / BLOCK_BYTES, n_writes = n_written / BLOCK_BYTES, n_both = MIN (n_reads, n_writes);

  (bypass ? loops->copy_past : loops->copy) (from, target, n_both);
  if (n_reads > n_both)
    loops->read ((const guint8 *) from + n_both * BLOCK_BYTES, n_reads - n_both);
  if (n_writes > n_both)
    (bypass ? loops->write_past : loops->write) (target + n_both * BLOCK_BYTES, n_writes - n_both);
}

static double
time_stream (TlStream stream, guint8 *from, guint8 *to, gsize n_bytes, gboolean bypass)
{
  gsize  n_read = stream != TL_STREAM_WRITE ? n_bytes : 0, n_written = stream != TL_STREAM_READ ? n_bytes : 0;
  gsize  n_times = MAX (MIN_BYTES / n_bytes, 1);
  gint64 start_ns = tl_time_ns ();

  for (gsize i = 0; i < n_times; i++)
    tl_stream_run (from, n_read, to, n_written, bypass);
  return (double) (n_times * (n_read + n_written)) / ((double) (tl_time_ns () - start_ns) * 1e-9);
}

double
tl_stream_measure (TlStream stream, gsize n_bytes, double seconds)
{
  gsize   n_all = 2 * n_bytes + 2 * HUGE_BYTES;
  guint8 *memory = mmap (NULL, n_all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  guint8 *from = (guint8 *) (((gsize) memory + HUGE_BYTES - 1) & ~(HUGE_BYTES - 1)), *to = from + n_bytes;
  gint64  end_ns;
  double  best = 0;

  if (memory == MAP_FAILED)
    return 0;
  madvise (memory, n_all, MADV_HUGEPAGE);
  memset (memory, 1, n_all);
  end_ns = tl_time_ns () + (gint64) (seconds * 1e9);
  do
    {
      best = tl_max (best, time_stream (stream, from, to, n_bytes, FALSE));
      best = tl_max (best, time_stream (stream, from, to, n_bytes, TRUE));
    }
  while (tl_time_ns () < end_ns);
  munmap (memory, n_all);
  return best;
}
