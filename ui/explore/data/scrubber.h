/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/data/data-layout.h"

G_BEGIN_DECLS

/**
 * TlScrubber: a position in the iterations of a block's loops: one scale for all of them down to the selected loop, a chip for each loop,
 * buttons that step and play, at a rate that can be chosen.
 *
 * Signals: "moved": the position is another; "loop-picked" (guint): the chip of this loop was pressed.
 */
#define TL_TYPE_SCRUBBER (tl_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (TlScrubber, tl_scrubber, TL, SCRUBBER, GtkWidget)

GtkWidget    *tl_scrubber_new (void);
/* @tiles nullable: nothing to step through; they must stay until others are set. The position begins at 0. */
void          tl_scrubber_set_tiles (TlScrubber *scrubber, const TlBlockTiles *tiles);
/* Steps are iterations of this loop, an index; -1: of the innermost. */
void          tl_scrubber_select (TlScrubber *scrubber, gint loop);
/* A value from 0 for each loop. Borrowed until the next change. */
const gint64 *tl_scrubber_position (TlScrubber *scrubber);
/* Goes to @position, a value for each loop. */
void          tl_scrubber_go_to (TlScrubber *scrubber, const gint64 *position);
/* The loop @loop, an index, alone; it stays within its iterations. */
void          tl_scrubber_step_loop (TlScrubber *scrubber, guint loop, gint64 by);
/* J and L step, K plays, < and > play slower and faster. FALSE: another key. */
gboolean      tl_scrubber_handle_key (TlScrubber *scrubber, guint keyval);
gboolean      tl_scrubber_is_playing (TlScrubber *scrubber);

G_END_DECLS
