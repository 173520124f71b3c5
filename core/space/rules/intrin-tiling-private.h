/* SPDX-License-Identifier: Apache-2.0 */
/* Loops of a block cut so that its inner part is what a tensor intrinsic does. */
#pragma once

#include "core/space/rules/rule-checks-private.h"

G_BEGIN_DECLS

/*
 * Splits the loops that correspond to those of the intrinsic's description by the latter's extents, and moves the inner parts inside, in
 * the description's order. Gives the variable of the outermost of these; -1, with nothing done, where no loops correspond.
 */
gint     tl_rule_tile_for_intrin (TlScheduleBuilder *builder, guint block_rv, const char *intrin);
/* tl_rule_tile_for_intrin, and the inner part becomes a block with the hint to tensorize it. Its variable, or -1. */
gint     tl_rule_blockize_for_intrin (TlScheduleBuilder *builder, guint block_rv, const char *intrin);
/* Whether the block, cut so, could become the intrinsic. */
gboolean tl_rule_fits_intrin (TlState *state, guint block_rv, const char *intrin);

G_END_DECLS
