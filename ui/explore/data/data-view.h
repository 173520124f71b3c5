/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/data/data-region.h"
#include "core/draw/data/draw-contents.h"
#include "core/draw/data/draw-counts.h"

G_BEGIN_DECLS

/**
 * TlDataView: the buffers of a block with the tiles of one iteration. The tiles of the loop under the pointer are drawn above them; a
 * click picks it, and pins the element; a drag pins a part of a buffer. The edge of a tile is dragged to split the loop.
 *
 * Signals: "loop-picked" (guint): an index of the layout's loops; "loop-hovered" (int): the same, -1 for none; "thread-picked" (gint64
 * block, gint64 thread): of the picture of GPU threads; "block-picked" (guint id): of one of its phases; "split" (guint loop, gint64
 * inner factor): an edge was dragged; "region-changed": something else is pinned, or nothing any more.
 */
#define TL_TYPE_DATA_VIEW (tl_data_view_get_type ())
G_DECLARE_FINAL_TYPE (TlDataView, tl_data_view, TL, DATA_VIEW, GtkWidget)

GtkWidget *tl_data_view_new (void);
/*
 * Shows @layout (nullable: nothing), which must stay until another is shown, at @position, a value from 0 for each of its loops; @selected:
 * the index of the loop of which one iteration is marked, or -1. @target: nullable without a layout. @goes_on: the positions shown before
 * stay visible as a trail.
 */
void       tl_data_view_show (TlDataView *view, const TlDataLayout *layout, const gint64 *position, gint selected, const TlTarget *target,
                              gboolean goes_on);
/*
 * Shows @counts, taken over, as colors of the elements in the tiles that they were made for, until another layout or position is shown;
 * NULL: tiles, with @look NULL too. The same counts again: with another look.
 */
void       tl_data_view_set_counts (TlDataView *view, TlElementCounts *counts, const TlCountsLook *look);
/* Outlines on the tiles what cache @cache holds. @contents: nullable, must stay until others are set; of the layout and position shown. */
void       tl_data_view_set_contents (TlDataView *view, const TlCacheContents *contents, guint cache);
/* Shows the threads that run the iterations in place of tiles, where the layout has any. */
void       tl_data_view_set_shows_threads (TlDataView *view, gboolean shows);
/* The element or part that is pinned; NULL: none. Of the layout shown. */
const TlDataRegion *tl_data_view_pinned (TlDataView *view);
void       tl_data_view_unpin (TlDataView *view);
/* Arrows move the pin, with Shift the end of the part, with Control to another buffer; Escape unpins. */
gboolean   tl_data_view_handle_key (TlDataView *view, guint keyval, GdkModifierType modifiers);
/* Marks the tiles of a loop as if the pointer were there; -1: none. */
void       tl_data_view_set_hovered (TlDataView *view, gint loop);

G_END_DECLS
