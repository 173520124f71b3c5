/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/palette.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_N_MEMORY_MARKS 3

/* The levels of memory that bytes are compared with, the fastest first; 0 bytes: unknown, or not there. Plain data. */
typedef struct
{
  struct { const char *name, *title; gint64 bytes; } levels[TL_N_MEMORY_MARKS];   /* "shared", "shared memory"; in static memory */
} TlMemoryMarks;

/* L1, L2 and L3 of a core; of GPUs the registers of a thread, the shared memory of a block, and L2. */
TlMemoryMarks tl_memory_marks_of (const TlTarget *target);
/* "fits in L1", "exceeds L3", "unknown" for negative bytes. Free with g_free. */
char         *tl_memory_marks_text (const TlMemoryMarks *marks, gint64 bytes);

/* Bytes of one iteration against them: a bar on a log scale with a mark for each. */
void          tl_draw_cache_bar (cairo_t *cr, gint64 bytes, const TlMemoryMarks *marks, const TlPalette *palette, double width,
                                 double height);

G_END_DECLS
