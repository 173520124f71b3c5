/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The schedule of a record on a program that counts as the same one, though its blocks go by other names, or though only its anchor block
 * is the same.
 */
#pragma once

#include "core/records/records.h"

G_BEGIN_DECLS

/*
 * The schedule of @record on @start, a program of one function. Blocks that stand for one another (all of them in programs of equal
 * structure, else the anchor block) go by their names here, and so do blocks that steps make from them ("C_update"). Of programs that share
 * their anchor block alone, steps on other blocks are left out where this program does not have such a block, or not where the step wants
 * it; blocks that the steps do not know stay as they stand. NULL with a refusal.
 */
TlState *tl_record_replay (const TlRecord *record, TlState *start, GError **error);

G_END_DECLS
