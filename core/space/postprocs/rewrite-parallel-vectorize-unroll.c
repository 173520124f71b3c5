/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hints that rules left on a root block turn into loop kinds, for each block directly below it:
 *
 *     parallel, vectorize   outer data-parallel loops fused into one that runs in parallel, until they exceed the wished number of jobs;
 *                           inner ones fused into one of at most the wished number of lanes, as long as memory runs on without a gap.
 *                           A nest that is all that is one long loop, cut into lanes.
 *     unroll                how many statements the unrolled body may have, noted on the outermost loop of blocks that reduce
 */
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/space/postprocs-private.h"

#include "core/analysis/block-info.h"
#include "core/arith/stride.h"

#define HINT_PARALLEL        "meta_schedule.parallel"
#define HINT_VECTORIZE       "meta_schedule.vectorize"
#define HINT_UNROLL_EXPLICIT "meta_schedule.unroll_explicit"
#define HINT_UNROLL_IMPLICIT "meta_schedule.unroll_implicit"

/* The hints of a root block; -1 for those that are absent. */
typedef struct
{
  gint64 parallel;
  gint64 vectorize;
  gint64 unroll_explicit;
  gint64 unroll_implicit;
} Hints;

/* In the order in which TVM takes the hints off: that of its dictionaries. */
static const struct
{
  const char *key;
  gsize       offset;
} hint_rows[] = {
  { HINT_PARALLEL, G_STRUCT_OFFSET (Hints, parallel) },
  { HINT_VECTORIZE, G_STRUCT_OFFSET (Hints, vectorize) },
  { HINT_UNROLL_EXPLICIT, G_STRUCT_OFFSET (Hints, unroll_explicit) },
  { HINT_UNROLL_IMPLICIT, G_STRUCT_OFFSET (Hints, unroll_implicit) },
};

/* The loops around a block, as variables and as they stand, outermost first. */
typedef struct
{
  const TlStmt  *block;
  guint          first_rv;
  const TlStmt **loops;
  gboolean      *is_spatial;
  guint          n;
} HintedNest;

static gint64
number_of (const TlValue *value)
{
  gint64 number = -1;

  if (value->kind == TL_VALUE_EXPR)
    tl_expr_get_int (value->expr, &number);
  return value->kind == TL_VALUE_INT ? value->integer : number;
}

/* TRUE if the root block has any hint. */
static gboolean
read_hints (const TlBlock *root, Hints *hints)
{
  gboolean found = FALSE;

  *hints = (Hints) { -1, -1, -1, -1 };
  for (guint i = 0; i < G_N_ELEMENTS (hint_rows); i++)
    {
      const TlValue *value = tl_attrs_find (&root->annotations, hint_rows[i].key);

      found |= value != NULL;
      if (value)
        G_STRUCT_MEMBER (gint64, hints, hint_rows[i].offset) = number_of (value);
    }
  return found;
}

static gboolean
is_single_statement (const TlStmt *body)
{
  return body->kind != TL_STMT_SEQ;
}

/* Data-parallel, of a number of iterations, and nothing said of it yet. */
static gboolean
loop_is_free (const HintedNest *nest, guint i, gint64 *extent)
{
  const TlLoop *loop = &nest->loops[i]->loop;

  return nest->is_spatial[i] && loop->annotations.n == 0 && loop->kind != TL_LOOP_THREAD_BINDING && tl_expr_get_int (loop->extent, extent);
}

/* Inner loops of which one access runs on without a gap, from the innermost on. Loops that it does not use do not count against it. */
static guint
count_contiguous (const HintedNest *nest, const gint64 *strides)
{
  guint n = 0, last_used = nest->n;
  gint64 extent;

  for (guint i = nest->n; i-- > 0; n++)
    {
      if (strides[i] == 0)
        continue;
      if (last_used == nest->n ? strides[i] != 1 && n > 0
                               : !tl_expr_get_int (nest->loops[last_used]->loop.extent, &extent)
                                   || strides[i] != tl_mul_saturated (strides[last_used], extent))
        break;
      last_used = i;
    }
  return n;
}

/* The same for all accesses of the block. */
static guint
count_fusible (const HintedNest *nest)
{
  const TlBlock *block = &nest->block->block;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autofree gint64 *strides = g_new (gint64, nest->n);
  guint n = nest->n;

  for (guint r = 0; r < block->n_reads + block->n_writes; r++)
    {
      TlRegion access = r < block->n_reads ? block->reads[r] : block->writes[r - block->n_reads];
      TlRegion place = tl_block_region_outside (arena, block, access);

      tl_region_loop_strides (arena, &place, nest->loops, nest->n, strides);
      n = tl_min (n, count_contiguous (nest, strides));
    }
  return n;
}

/* How many outer loops to run in parallel, -1 for none that is worth it: as many as it takes to exceed the wished number of jobs. */
static gint
count_parallel (const HintedNest *nest, gint64 max_jobs)
{
  gint64 product = 1, extent;
  gint n = 0;

  while ((guint) n < nest->n && loop_is_free (nest, (guint) n, &extent))
    {
      product = tl_mul_saturated (product, extent);
      n++;
      if (product > max_jobs || !is_single_statement (nest->loops[n - 1]->loop.body))
        break;
    }
  return product == 1 ? -1 : n;
}

/* How many inner loops to vectorize, -1 for none that is worth it. */
static gint
count_vectorized (const HintedNest *nest, gint64 max_lanes, guint n_fusible)
{
  gint64 product = 1, extent;
  gint n = 0;

  while ((guint) n < MIN (nest->n, n_fusible))
    {
      guint i = nest->n - 1 - (guint) n;

      if (!loop_is_free (nest, i, &extent) || !is_single_statement (nest->loops[i]->loop.body))
        break;
      product = tl_mul_saturated (product, extent);
      if (product > max_lanes)
        break;
      n++;
    }
  return product == 1 ? -1 : n;
}

static gboolean
all_loops_are_free (const HintedNest *nest)
{
  gint64 extent;

  for (guint i = 0; i < nest->n; i++)
    if (!loop_is_free (nest, i, &extent) || !is_single_statement (nest->loops[i]->loop.body))
      return FALSE;
  return TRUE;
}

/*
 * One long loop in vectors of @lanes. Hints are tried: one that the program does not allow is dropped, not the candidate, as a reduction
 * that was moved inside may forbid a parallel loop. Gives the variable of the outermost loop afterwards;
 * where there was one only, TVM takes the lanes for it.
 */
static guint
rewrite_flat (TlScheduleBuilder *builder, const HintedNest *nest, gint64 lanes)
{
  guint whole = tl_step_fuse_from (builder, nest->first_rv, nest->n);
  guint outer = tl_step_split (builder, whole, 0, lanes);

  tl_step_try (builder, "parallel", outer);
  tl_step_try (builder, "vectorize", outer + 1);
  return nest->n == 1 ? outer + 1 : outer;
}

static guint
rewrite_ends (TlScheduleBuilder *builder, const HintedNest *nest, gint n_parallel, gint n_vectorized)
{
  guint outermost = nest->first_rv, lanes;

  if (n_parallel > 0)
    {
      outermost = tl_step_fuse_from (builder, nest->first_rv, (guint) n_parallel);
      tl_step_try (builder, "parallel", outermost);
    }
  if (n_vectorized > 0)
    {
      lanes = tl_step_fuse_from (builder, nest->first_rv + nest->n - (guint) n_vectorized, (guint) n_vectorized);
      tl_step_try (builder, "vectorize", lanes);
      if ((guint) n_vectorized == nest->n)
        outermost = lanes;
    }
  return outermost;
}

/* Gives the variable of the loop that a number of unrolled statements is noted on. */
static guint
rewrite_kinds (TlScheduleBuilder *builder, const HintedNest *nest, const Hints *hints)
{
  guint n_fusible = hints->vectorize != -1 ? count_fusible (nest) : 0;
  gint n_parallel = hints->parallel != -1 ? count_parallel (nest, hints->parallel) : -1;
  gint n_vectorized = hints->vectorize != -1 ? count_vectorized (nest, hints->vectorize, n_fusible) : -1;

  if (n_parallel != -1 && n_vectorized != -1)
    {
      if (n_fusible == nest->n && all_loops_are_free (nest))
        return rewrite_flat (builder, nest, hints->vectorize);
      n_parallel = MIN (n_parallel, (gint) nest->n - n_vectorized);
    }
  return rewrite_ends (builder, nest, n_parallel, n_vectorized);
}

static void
mark_unrolled (TlScheduleBuilder *builder, guint loop_rv, const Hints *hints)
{
  gint64 max_step = MAX (hints->unroll_explicit, hints->unroll_implicit);

  if (max_step <= 0)
    return;
  tl_step_annotate (builder, loop_rv, "pragma_auto_unroll_max_step", tl_arg_int (max_step));
  tl_step_annotate (builder, loop_rv, "pragma_unroll_explicit", tl_arg_int (hints->unroll_explicit != -1));
}

static void
nest_clear (HintedNest *nest)
{
  g_free (nest->loops);
  g_free (nest->is_spatial);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HintedNest, nest_clear)

/* FALSE if there is no loop. */
static gboolean
read_nest (TlScheduleBuilder *builder, guint block_rv, HintedNest *nest)
{
  nest->block = tl_schedule_builder_stmt (builder, block_rv);
  nest->first_rv = tl_step_get_loops (builder, block_rv, &nest->n);
  nest->loops = g_new0 (const TlStmt *, nest->n);
  nest->is_spatial = g_new0 (gboolean, nest->n);
  for (guint i = 0; i < nest->n && !builder->error; i++)
    {
      nest->loops[i] = tl_schedule_builder_stmt (builder, nest->first_rv + i);
      nest->is_spatial[i] = tl_loop_is_data_parallel (nest->loops[i]);
    }
  return !builder->error && nest->n > 0;
}

static void
rewrite_block (TlScheduleBuilder *builder, guint block_rv, const Hints *hints)
{
  g_auto (HintedNest) nest = { 0 };
  guint outermost;

  if (!read_nest (builder, block_rv, &nest))
    return;
  outermost = rewrite_kinds (builder, &nest, hints);
  if (!tl_block_is_data_parallel (&nest.block->block))
    mark_unrolled (builder, outermost, hints);
}

static void
rewrite_func (TlScheduleBuilder *builder, const TlPrimFunc *func, const Hints *hints)
{
  const TlBlock *root = &func->body->block;
  guint root_rv = tl_step_get_block (builder, root->name, func->name), first_child, n_children;

  for (guint i = 0; i < G_N_ELEMENTS (hint_rows); i++)
    if (G_STRUCT_MEMBER (gint64, hints, hint_rows[i].offset) != -1)
      tl_step_unannotate (builder, root_rv, hint_rows[i].key);
  first_child = tl_step_get (builder, "get_child_blocks", root_rv, &n_children);
  for (guint i = 0; i < n_children && !builder->error; i++)
    rewrite_block (builder, first_child + i, hints);
}

static gboolean
rewrite_parallel_vectorize_unroll (const TlPostprocCall *call, GError **error)
{
  TlScheduleBuilder *builder = call->builder;
  Hints hints;

  for (guint f = 0; f < tl_state_module (builder->state)->n_prims && !builder->error; f++)
    {
      const TlPrimFunc *func = tl_state_module (builder->state)->prims[f];

      if (read_hints (&func->body->block, &hints))
        rewrite_func (builder, func, &hints);
    }
  return TRUE;
}

const TlPostproc tl_postproc_rewrite_parallel_vectorize_unroll = {
  .info = { .name = "RewriteParallelVectorizeUnroll",
            .summary = "Applies the annotations of root blocks: parallel, vectorized and unrolled loops." },
  .apply = rewrite_parallel_vectorize_unroll,
};
