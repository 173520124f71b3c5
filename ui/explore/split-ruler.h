/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlSplitRuler: chooses the factors of a split, or of two loops that are tiled, over the present program: numbers, a ruler, the
 * consequences, and the tiles to scale. A card beside the nest with an arrow at the loop; hidden while nothing is chosen. Enter applies,
 * Escape closes, and so does every other edit.
 */
#define TL_TYPE_SPLIT_RULER (tl_split_ruler_get_type ())
G_DECLARE_FINAL_TYPE (TlSplitRuler, tl_split_ruler, TL, SPLIT_RULER, GtkWidget)

GtkWidget *tl_split_ruler_new (TlEditor *editor);

/*
 * Opens for the selected loop; @tile: for two selected loops of one perfect nest, tiled together. @anchor: the arrow points at it. FALSE:
 * no loop is selected, or its extent is not a number.
 */
gboolean   tl_split_ruler_open (TlSplitRuler *ruler, gboolean tile, GtkWidget *anchor);
/* Opens for the factors of a split in the past of the current variant's state: the steps after it are replayed. FALSE: it is no split. */
gboolean   tl_split_ruler_open_step (TlSplitRuler *ruler, TlState *step, GtkWidget *anchor);
/* FALSE: it was not open. */
gboolean   tl_split_ruler_close (TlSplitRuler *ruler);

/*
 * A drag that began outside: the factor @dx pixels from where it began, of two loops the tile whose corner is @dx and @dy from there;
 * @is_free: any number.
 */
void       tl_split_ruler_drag (TlSplitRuler *ruler, double dx, double dy, gboolean is_free);
/* Its end: applies if the factor was moved. */
void       tl_split_ruler_drop (TlSplitRuler *ruler);

/* Applies @factor, chosen outside; the ruler stays open with the reason where it is refused. */
void       tl_split_ruler_apply (TlSplitRuler *ruler, gint64 factor);

/* Where it stands in @overlay: right of its anchor where there is room. */
void       tl_split_ruler_place (TlSplitRuler *ruler, GtkWidget *overlay, GdkRectangle *place);

G_END_DECLS
