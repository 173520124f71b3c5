/* SPDX-License-Identifier: Apache-2.0 */
/* Columns and series of the memory columns: what head, rows and foot share. */
#pragma once

#include "core/draw/draw-memory.h"

G_BEGIN_DECLS

#define MEMORY_FONT_PX 12.0

typedef struct
{
  TlLevel level;
  double  left, right;
} TlMemoryColumn;

/* The levels that there are, memory behind them, scaled to the width of the columns; "One iteration" is right of the last. */
guint   tl_memory_columns (const TlTraffic *traffic, double width, TlMemoryColumn columns[TL_N_LEVELS + 1]);

/* "Registers", "L1" … "Mem"; "Shared" of a GPU. */
const char *tl_memory_column_title (const TlTraffic *traffic, TlLevel level);

TlColor tl_memory_series_color (const TlPalette *palette, guint buffer);
/* The same with the contrast of texts. */
TlColor tl_memory_series_text_color (const TlPalette *palette, guint buffer);
/* The mark of a buffer, @radius around (x, y). */
void    tl_draw_memory_mark (cairo_t *cr, const TlPalette *palette, guint buffer, double x, double y, double radius);

G_END_DECLS
