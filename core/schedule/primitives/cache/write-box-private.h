/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a block writes a whole box, so that copying the box moves nothing else. */
#pragma once

#include "core/analysis/block-info.h"

G_BEGIN_DECLS

/*
 * TRUE only if the block at @path, while the loops below @site (a loop or block around it) run and the others stand still, writes every
 * point of the box around @access, one of its writes, except for what a predicate cuts off at the end of the buffer. The regions that a
 * block declares for rows and other boxes are trusted.
 */
gboolean tl_block_writes_box (TlArena *arena, const TlPath *path, const TlStmt *site, TlRegion access);

G_END_DECLS
