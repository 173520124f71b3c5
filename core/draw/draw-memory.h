/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory columns beside a loop nest: for each loop how many bytes one iteration touches of each buffer, on a scale with a column for
 * each level of memory, and below them the traffic between the levels.
 *
 *     Registers    L1        L2        L3       Mem     One iteration
 *     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒●▒▒▒■                        282 KiB
 *     ▒▒▒▒▒▒▒▒▒▒▒●▒▒▒◆■▒                                    2.59 KiB
 */
#pragma once

#include "core/analysis/traffic.h"
#include "core/draw/nest.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

/* Where the row of a loop is. */
typedef struct
{
  TlNodeId loop;
  double   y;           /* its middle */
} TlMemoryRow;

/* Borrowed. */
typedef struct
{
  const TlTraffic      *traffic;
  const TlTrafficTimes *times;      /* NULL: unknown */
  const TlMemoryRow    *rows;       /* from top to bottom, loops outside before those inside */
  guint                 n_rows;
  double                scale;      /* of texts and marks; 1 is the natural size */
  TlNodeId              selected;   /* 0: none */
  gboolean              is_folded;  /* "One iteration" alone, where there is no room */
  double                top, bottom;   /* rows beyond are not drawn; both 0: all are */
} TlMemoryPicture;

#define TL_MEMORY_HEAD_HEIGHT 40.0
#define TL_MEMORY_FOOT_HEIGHT 72.0

double tl_memory_columns_width (const TlTraffic *traffic, gboolean is_folded);

/* The parts fill (0, 0) … (width, height) and paint no background. */
void   tl_draw_memory_head (cairo_t *cr, const TlMemoryPicture *picture, const TlPalette *palette, double width, double height);
void   tl_draw_memory_rows (cairo_t *cr, const TlMemoryPicture *picture, const TlPalette *palette, double width, double height);
/* @left: where the columns begin in it. */
void   tl_draw_memory_foot (cairo_t *cr, const TlMemoryPicture *picture, const TlPalette *palette, double left, double width,
                            double height);

/* The place on the scale of so many bytes, in columns of this width. */
double tl_memory_x (const TlTraffic *traffic, double width, double bytes);

/* A nest with its columns, head, foot and the bound in a sentence, scaled to the size. */
void   tl_memory_view_size (const TlNest *nest, const TlTraffic *traffic, double *width, double *height);
void   tl_draw_memory_view (cairo_t *cr, const TlNest *nest, const TlTraffic *traffic, const TlTrafficTimes *times,
                            const TlPalette *palette, double width, double height);

/* Texts for labels. Free with g_free. */
/* "Compute-bound. Compute takes …" */
char  *tl_memory_summary_text (const TlTraffic *traffic, const TlTrafficTimes *times);
/* "Loop j_1: one iteration touches 282 KiB, held by L2. A 24 KiB, used by 2 iterations. B 256 KiB. C 1.5 KiB." */
char  *tl_memory_loop_text (const TlTraffic *traffic, const TlTrafficLoop *loop);

G_END_DECLS
