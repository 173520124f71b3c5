/* SPDX-License-Identifier: Apache-2.0 */
/* A block in loops of its own, as the rules for vector registers and the default schedules look at it. */
#pragma once

#include "core/space/schedule-builder.h"

G_BEGIN_DECLS

#define TL_NEST_MAX_LOOPS 16u

/* The loops of a block, outermost first, each of which binds one axis of the same range. Sets of loops: bit i for loop i. */
typedef struct
{
  const TlBlock *block;                       /* borrowed from the module */
  guint          n;
  const TlVar   *vars[TL_NEST_MAX_LOOPS];     /* the axes */
  gint64         extents[TL_NEST_MAX_LOOPS];  /* 0: symbolic */
  guint          spatial, reduced;            /* sets */
  guint          units;                       /* those of extent 1 */
  gboolean       is_direct;                   /* no conditions or definitions stand between the loops and the block */
  guint          rv, loops[TL_NEST_MAX_LOOPS];   /* variables of the block and the loops, set by tl_block_nest_get_loops */
} TlBlockNest;

/*
 * FALSE with a reason in @why (nullable) unless each axis is bound to a serial loop of its own, without annotations, which holds nothing
 * else.
 */
gboolean tl_block_nest_match (const TlModule *module, TlNodeId block, TlBlockNest *nest, char **why);
/* Sets the variables, which is a step (get_loops). */
void     tl_block_nest_get_loops (TlScheduleBuilder *builder, guint block_rv, TlBlockNest *nest);
/* Both for a block of a schedule. */
gboolean tl_block_nest_match_rv (TlScheduleBuilder *builder, guint block_rv, TlBlockNest *nest, char **why);

/* The loops whose axes occur in the expression, or in any of the indices. */
guint    tl_block_nest_loops_used (const TlBlockNest *nest, const TlExpr *expr);
guint    tl_block_nest_uses_any (const TlBlockNest *nest, const TlExpr *const *indices, guint n);
/* The loop whose axis the expression is, or -1. */
gint     tl_block_nest_axis (const TlBlockNest *nest, const TlExpr *expr);
/* That of the last of the indices of a load or a store; -1 too where there are none. */
gint     tl_block_nest_last_axis (const TlBlockNest *nest, const TlExpr *const *indices, guint n);
/* Appends variables of the loops in @set to @loops, outermost first; gives how many. */
guint    tl_block_nest_list (const TlBlockNest *nest, guint set, guint *loops);
/* The product of their extents; 0: one is symbolic. */
gint64   tl_block_nest_n_iterations (const TlBlockNest *nest, guint set);
/* Whether each of the indices is a constant or the axis of another loop; *set: which. */
gboolean tl_block_nest_are_distinct_axes (const TlBlockNest *nest, const TlExpr *const *indices, guint n, guint *set);

static inline gboolean
tl_block_nest_reduces (const TlBlockNest *nest, guint loop)
{
  return (nest->reduced & 1u << loop) != 0;
}

static inline guint
tl_loop_set_count (guint set)
{
  return (guint) __builtin_popcount (set);
}

/* The outermost and the innermost loop of a set; -1: it is empty. */
static inline gint
tl_loop_set_first (guint set)
{
  return set == 0 ? -1 : g_bit_nth_lsf (set, -1);
}

static inline gint
tl_loop_set_last (guint set)
{
  return set == 0 ? -1 : g_bit_nth_msf (set, -1);
}

/*
 * Whether the block stores one element, has data-parallel axes only, and reads of @buffer, which has as many dimensions as its result, the
 * element at the place that it writes.
 */
gboolean tl_block_reads_same_element (const TlBlock *block, const TlBuffer *buffer);

/* Sets *why, where there is one without a reason yet. Returns FALSE. */
gboolean tl_set_reason (char **why, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
