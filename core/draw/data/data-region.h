/* SPDX-License-Identifier: Apache-2.0 */
/* An element of a buffer, or a part of it from one element to another, that a person has chosen; and the words on what touches it. */
#pragma once

#include "core/analysis/region-touches.h"
#include "core/draw/data/data-picture.h"

G_BEGIN_DECLS

/* A value; the buffer is borrowed from a layout, NULL: nothing is chosen. */
typedef struct
{
  const TlDataBuffer *buffer;
  gint64              anchor[TL_DATA_MAX_DIMS];   /* where it begins … */
  gint64              head[TL_DATA_MAX_DIMS];     /* … and the end that moves */
} TlDataRegion;

void     tl_data_region_begin (TlDataRegion *region, const TlDataSpot *spot);
/* Moves the head to an element of the same buffer. */
void     tl_data_region_extend (TlDataRegion *region, const TlDataSpot *spot);
/* Moves the head by elements along a side, within the buffer; the anchor with it unless @extends. */
void     tl_data_region_move (TlDataRegion *region, TlDataSideKind side, gint64 by, gboolean extends);
gboolean tl_data_region_is_element (const TlDataRegion *region);
/* A span for each dimension. */
void     tl_data_region_box (const TlDataRegion *region, TlTileSpan *box);
/* "A[16:32, 0:16]". Free with g_free. */
char    *tl_data_region_text (const TlDataRegion *region);

/* An outline around it, above a picture of its layout. */
void     tl_draw_data_region (cairo_t *cr, const TlDataPicture *picture, const TlPalette *palette, const TlDataRegion *region);

/* "C reads it at i = 16–31, k = 0–15 and all of j: 32 768 of 2 097 152 instances". Free with g_free. */
char    *tl_touch_text (const TlRegionTouch *touch);
/* "= 3", "= 16–31", "all" of the loop's iterations. Free with g_free. */
char    *tl_touched_loop_text (const TlTouchedLoop *loop);
/* "writes", "reads", "reads, writes". */
const char *tl_touch_verb (const TlRegionTouch *touch);

G_END_DECLS
