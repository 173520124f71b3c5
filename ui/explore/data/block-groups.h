/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/draw/data/data-groups.h"

G_BEGIN_DECLS

/**
 * TlBlockGroups: the buffers of all blocks in a loop with the tiles of one of its iterations (core/draw/data/data-groups.h).
 *
 * Signals: "block-picked" (guint id): the picture of this block was clicked.
 */
#define TL_TYPE_BLOCK_GROUPS (tl_block_groups_get_type ())
G_DECLARE_FINAL_TYPE (TlBlockGroups, tl_block_groups, TL, BLOCK_GROUPS, GtkWidget)

GtkWidget *tl_block_groups_new (void);
/*
 * The blocks in @loop, at @position of the loops down to it. @nest: nullable, nothing; it is not needed after the call. FALSE: there are
 * fewer than two blocks.
 */
gboolean   tl_block_groups_show (TlBlockGroups *view, const TlNest *nest, TlNodeId loop, const gint64 *position, const TlCaches *caches);

G_END_DECLS
