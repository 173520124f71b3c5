/* SPDX-License-Identifier: Apache-2.0 */
/* Properties of blocks that decide whether schedule rules apply; they and their limits are MetaSchedule's. */
#pragma once

#include "core/analysis/block-info.h"
#include "core/space/rule.h"
#include "core/space/schedule-steps.h"

G_BEGIN_DECLS

#define TL_HINT_TILING           "meta_schedule.tiling_structure"
#define TL_HINT_PARALLEL         "meta_schedule.parallel"
#define TL_HINT_VECTORIZE        "meta_schedule.vectorize"
#define TL_HINT_UNROLL_EXPLICIT  "meta_schedule.unroll_explicit"
#define TL_HINT_UNROLL_IMPLICIT  "meta_schedule.unroll_implicit"
#define TL_HINT_RANDOM_PRODUCER  "meta_schedule.random_compute_producer"
#define TL_HINT_INLINE_RULE      "meta_schedule.inline_rule"
#define TL_HINT_WRITE_LEVEL      "meta_schedule.write_cache_level"
#define TL_HINT_FETCH            "meta_schedule.cooperative_fetch"
#define TL_HINT_TENSORIZE        "meta_schedule.auto_tensorize"
#define TL_HINT_THREADS_LOW      "meta_schedule.thread_extent_low_inclusive"
#define TL_HINT_THREADS_HIGH     "meta_schedule.thread_extent_high_inclusive"

/* A block where it stands. Borrowed from the state it was looked up in. */
typedef struct
{
  const TlModule *module;
  TlPath         *path;       /* owned */
  const TlBlock  *block;
  GPtrArray      *loops;      /* owned: const TlStmt*, in the block's scope, outermost first */
  TlArena        *arena;      /* owned */
  TlScopeInfo    *info;       /* owned; NULL for the root block */
} TlRuleSite;

/* FALSE, and nothing to clear, if the block is gone. */
gboolean     tl_rule_site_init (TlRuleSite *site, TlState *state, guint block_rv);
void         tl_rule_site_clear (TlRuleSite *site);
gboolean     tl_rule_site_is_root (const TlRuleSite *site);
const TlValue *tl_rule_site_annotation (const TlRuleSite *site, const char *key);   /* NULL if absent */

/* How the places that a block reads relate to those that it writes, element by element. */
typedef struct
{
  gboolean exists;          /* single elements, each index an axis, a constant or an axis shifted by one */
  gboolean injective;       /* no axis is read twice */
  gboolean ordered;         /* axes stand in the order in which they are written */
} TlAccessPattern;
TlAccessPattern tl_rule_access_pattern (const TlRegion *read, const TlRegion *write);

/* All blocks of the site's function have data-parallel axes only. */
gboolean     tl_rule_is_spatial_func (const TlRuleSite *site);
/* A reduction with operands that do not depend on all spatial axes, so that tiles reuse them. */
gboolean     tl_rule_wants_tiles (const TlRuleSite *site);
/*
 * A reduction over plain loops that is worth to be split among cores or threads: where tiles would do, only if it is longer than the
 * results are many and these do not occupy @max_parallel_extent; else wherever there is more than one value to reduce.
 */
gboolean     tl_rule_wants_parallel_reduction (const TlRuleSite *site, gint64 max_parallel_extent);
/* Writes each element where it reads it. */
gboolean     tl_rule_is_write_cache (const TlBlock *block);

/*
 * Makes the reduction loops of a block innermost and one. Gives the variable of that loop; *n_spatial: the loops outside of it.
 */
guint        tl_rule_fuse_reduction_loops (TlScheduleBuilder *builder, guint block_rv, guint *n_spatial);

/* Appends what @builder came to; clears it. FALSE with @error if it was refused. */
gboolean     tl_rule_propose (TlScheduleBuilder *builder, GPtrArray *results, GError **error);
/* Appends the call's own state: the rule does not fit. */
gboolean     tl_rule_leave (const TlRuleCall *call, GPtrArray *results);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlRuleSite, tl_rule_site_clear)

G_END_DECLS
