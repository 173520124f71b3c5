/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Peak rates of one core: loops that only compute multiply-adds, and loops that only move memory. Rooflines, "fraction of
 * peak" and the figures of `tileloom-cli machine` come from here.
 */
#pragma once

#include "core/base/dtype.h"

G_BEGIN_DECLS

/* Instructions whose rate is measured: id, name, element operations (a multiply and an add count as two) per instruction. */
#define TL_PEAKS(X)                                                                                                      \
  X (F32_128, "float32 FMA, 128 bit", 8)                                                                                 \
  X (F32_256, "float32 FMA, 256 bit", 16)                                                                                \
  X (F32_512, "float32 FMA, 512 bit", 32)                                                                                \
  X (F64_512, "float64 FMA, 512 bit", 16)                                                                                \
  X (BF16_512, "bfloat16 dot product, 512 bit", 64)                                                                      \
  X (I8_256, "int8 dot product (VNNI), 256 bit", 64)                                                                     \
  X (I8_512, "int8 dot product (VNNI), 512 bit", 128)

typedef enum
{
#define X(id, name, operations) TL_PEAK_##id,
  TL_PEAKS (X)
#undef X
  TL_N_PEAKS,
  TL_PEAK_NONE = TL_N_PEAKS,
} TlPeak;

const char *tl_peak_name (TlPeak peak);
/* Whether this machine has the instruction (and the operating system saves its registers). */
gboolean    tl_peak_exists (TlPeak peak);
/* The widest one of this machine that multiplies @dtype and adds up, TL_PEAK_NONE where none is known. */
TlPeak      tl_peak_of_type (TlDType dtype);
/* Whether the instruction multiplies @dtype and adds up. */
gboolean    tl_peak_is_of_type (TlPeak peak, TlDType dtype);

/* Runs some microseconds of that instruction and nothing else; the count of element operations in one call. */
void        tl_peak_run (TlPeak peak);
double      tl_peak_run_operations (TlPeak peak);

/* Operations per second on one core, the best of several samples over @seconds. */
double      tl_peak_measure (TlPeak peak, double seconds);

/* Ways to move memory. */
#define TL_STREAMS(X)                                                                                                    \
  X (READ, "read")                                                                                                       \
  X (WRITE, "write")                                                                                                     \
  X (COPY, "copy")

typedef enum
{
#define X(id, name) TL_STREAM_##id,
  TL_STREAMS (X)
#undef X
  TL_N_STREAMS,
} TlStream;

const char *tl_stream_name (TlStream stream);

/*
 * Reads @n_read bytes from @from and writes @n_written to @to, each once, as fast as this machine does: wide accesses, and past the caches
 * (@bypass) where the written data are not needed soon. Rounded down to 256 bytes. A kernel with these arguments moves at least that much.
 */
void        tl_stream_run (const void *from, gsize n_read, void *to, gsize n_written, gboolean bypass);

/*
 * Bytes per second (for a copy: read and written) on one core over arrays of @n_bytes, the best of several samples over @seconds. 0: no
 * memory.
 */
double      tl_stream_measure (TlStream stream, gsize n_bytes, double seconds);

G_END_DECLS
