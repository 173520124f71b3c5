/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/canvas/tile-grid.h"

G_BEGIN_DECLS

/**
 * TlTilePicker: the rectangle of a tile of two loops. Its corner is dragged, Ctrl: to any factor; Left and Right change the columns, Up and
 * Down the rows, by a divisor.
 *
 * Signals: "chosen" (gint64 rows, gint64 columns); "stepped" (guint side, gint by): the next divisor; "released".
 */
#define TL_TYPE_TILE_PICKER (tl_tile_picker_get_type ())
G_DECLARE_FINAL_TYPE (TlTilePicker, tl_tile_picker, TL, TILE_PICKER, GtkWidget)

GtkWidget *tl_tile_picker_new (void);
/* Borrows what @grid points at until the next call; NULL: hidden. */
void       tl_tile_picker_show (TlTilePicker *picker, const TlTileGrid *grid);
/* A drag that began outside, by so many pixels; and its end. */
void       tl_tile_picker_drag (TlTilePicker *picker, double dx, double dy, gboolean is_free);
void       tl_tile_picker_drop (TlTilePicker *picker);

G_END_DECLS
