/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * The buffers of the selected block, or of a block in the selected loop, with the tiles of the loops around it, and a scrubber over their
 * iterations. Without a selection: the block that runs most often. In the place of tiles: counts of the elements of one iteration, as
 * colors. Keys: arrows move a pinned element, with Shift the end of a pinned part, with Control to another
 * buffer; Page Up and Down go to the next loop out or in, J and L step, K plays, 1 to 7 choose what is shown.
 */
#define TL_TYPE_DATA_PANE (tl_data_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlDataPane, tl_data_pane, TL, DATA_PANE, GtkWidget)

GtkWidget *tl_data_pane_new (TlEditor *editor);
/* To a later or an earlier iteration of this loop, where it is one of the loops around the block. */
void       tl_data_pane_step_loop (TlDataPane *pane, TlNodeId loop, gint by);
/* The title and the list of blocks, for the row above the pane. Borrowed, without a parent. */
GtkWidget *tl_data_pane_head (TlDataPane *pane);

G_END_DECLS
