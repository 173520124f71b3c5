/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlLivenessPane: when the buffers of the function live, and how many bytes at once. Left and Right move over the blocks, Enter or a click
 * selects one; the block that the pointer is over is marked in all panes.
 */
#define TL_TYPE_LIVENESS_PANE (tl_liveness_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlLivenessPane, tl_liveness_pane, TL, LIVENESS_PANE, GtkWidget)

GtkWidget *tl_liveness_pane_new (TlEditor *editor);

G_END_DECLS
