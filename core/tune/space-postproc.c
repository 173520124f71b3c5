/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Postprocessing as MetaSchedule's for llvm: RewriteParallelVectorizeUnroll turns the root block's hints into loop kinds, block by block;
 * RewriteReductionBlock splits initialisations off, right outside the first loop that reduces.
 */
#include "core/tune/space-private.h"

#include <string.h>

#include "core/analysis/block-info.h"

#define TL_HINT_PARALLEL        "meta_schedule.parallel"
#define TL_HINT_VECTORIZE       "meta_schedule.vectorize"
#define TL_HINT_UNROLL_EXPLICIT "meta_schedule.unroll_explicit"
#define SPATIAL_ONLY (1u << TL_AXIS_SPATIAL)

/* What a root block wishes for; -1 where it does not say. */
typedef struct
{
  gint64 parallel;
  gint64 vectorize;
  gint64 unroll;
} Hints;

/* The loops around a block, as variables and as they stand. */
typedef struct
{
  const TlStmt  *block;
  guint         *rvs;
  const TlStmt **loops;
  guint          n;
} Nest;

static gint64
read_hint (const TlBlock *root, const char *key)
{
  const TlValue *value = tl_attrs_find (&root->annotations, key);
  gint64 number = -1;

  if (value && value->kind == TL_VALUE_EXPR)
    tl_expr_get_int (value->expr, &number);
  return value && value->kind == TL_VALUE_INT ? value->integer : number;
}

static gboolean
loop_is_free (const TlStmt *stmt)
{
  return stmt->loop.annotations.n == 0 && stmt->loop.kind != TL_LOOP_THREAD_BINDING;
}

static gboolean
loop_is_data_parallel (const TlStmt *stmt)
{
  return (tl_loop_axis_kinds (stmt) & ~SPATIAL_ONLY) == 0;
}

static gboolean
has_single_child (const TlStmt *stmt)
{
  return stmt->loop.body->kind == TL_STMT_FOR || stmt->loop.body->kind == TL_STMT_BLOCK;
}

/* Steps in elements that an access makes when @loop advances by one; FALSE if its index is more than an axis and a constant. */
static gboolean
access_stride (const TlBlock *block, const TlRegion *region, const TlLoop *loop, gint64 *stride)
{
  gint64 dim_stride = 1, extent, value;

  *stride = 0;
  for (guint d = region->buffer->n_dims; d-- > 0;)
    {
      const TlExpr *min = region->ranges[d].min;

      if (!tl_expr_is_int (region->ranges[d].extent, 1) || !tl_buffer_get_extent (region->buffer, d, &extent))
        return FALSE;
      if (min->kind == TL_EXPR_ADD && tl_expr_get_int (min->b, &value))
        min = min->a;
      for (guint a = 0; a < block->n_axes; a++)
        if (block->axes[a].var == min && block->bindings[a] == loop->var)
          *stride += dim_stride;
        else if (block->axes[a].var != min && tl_expr_uses_var (min, block->axes[a].var))
          return FALSE;
      dim_stride *= extent;
    }
  return TRUE;
}

static gboolean
regions_run_on (const TlBlock *block, const TlRegion *regions, guint n_regions, const TlLoop *outer, const TlLoop *inner, gint64 inner_extent)
{
  for (guint i = 0; i < n_regions; i++)
    {
      gint64 outer_stride, inner_stride;

      if (!access_stride (block, &regions[i], outer, &outer_stride) || !access_stride (block, &regions[i], inner, &inner_stride))
        return FALSE;
      if (outer_stride != 0 && inner_stride != 0 && outer_stride != inner_stride * inner_extent)
        return FALSE;
    }
  return TRUE;
}

/* Does the inner loop's end lead on to where the outer loop's next turn begins, for every access? Then the two may count as one. */
static gboolean
is_contiguous (const TlBlock *block, const TlLoop *outer, const TlLoop *inner)
{
  gboolean outer_bound = FALSE, inner_bound = FALSE;
  gint64 inner_extent;

  for (guint a = 0; a < block->n_axes; a++)
    {
      outer_bound |= block->bindings[a] == outer->var;
      inner_bound |= block->bindings[a] == inner->var;
    }
  return outer_bound && inner_bound && tl_expr_get_int (inner->extent, &inner_extent)
         && regions_run_on (block, block->reads, block->n_reads, outer, inner, inner_extent)
         && regions_run_on (block, block->writes, block->n_writes, outer, inner, inner_extent);
}

static gboolean
loop_fits (const TlStmt *stmt, gint64 *extent)
{
  return loop_is_free (stmt) && loop_is_data_parallel (stmt) && tl_expr_get_int (stmt->loop.extent, extent);
}

/* Outer loops to run in parallel: as many as it takes to exceed the wished number of jobs. */
static guint
count_parallel (const Nest *nest, gint64 max_jobs)
{
  gint64 product = 1, extent;
  guint n = 0;

  while (n < nest->n && max_jobs > 0 && loop_fits (nest->loops[n], &extent))
    {
      product *= extent;
      n++;
      if (product > max_jobs || !has_single_child (nest->loops[n - 1]))
        break;
    }
  return product > 1 ? n : 0;
}

/* Inner loops to vectorize: the innermost, and those outside of it that run on without a gap. */
static guint
count_vectorized (const Nest *nest, gint64 max_lanes)
{
  gint64 product = 1, extent;
  guint n = 0;

  while (n < nest->n && max_lanes > 0)
    {
      const TlStmt *loop = nest->loops[nest->n - 1 - n];

      if (!loop_fits (loop, &extent) || loop->loop.kind != TL_LOOP_SERIAL || !has_single_child (loop) || product * extent > max_lanes)
        break;
      if (n > 0 && !is_contiguous (&nest->block->block, &loop->loop, &nest->loops[nest->n - n]->loop))
        break;
      product *= extent;
      n++;
    }
  return product > 1 ? n : 0;
}

/* A nest without reduction over data without gaps is one long loop. */
static gboolean
is_flat (const Nest *nest)
{
  gint64 product = 1, extent;

  for (guint i = 0; i < nest->n; i++)
    {
      if (!loop_fits (nest->loops[i], &extent) || nest->loops[i]->loop.kind != TL_LOOP_SERIAL || !has_single_child (nest->loops[i]))
        return FALSE;
      if (i > 0 && !is_contiguous (&nest->block->block, &nest->loops[i - 1]->loop, &nest->loops[i]->loop))
        return FALSE;
      product *= extent;
    }
  return product > 1;
}

static guint
fuse (TlSteps *steps, const guint *rvs, guint n)
{
  TlArg list = tl_steps_rvs (steps, rvs, n);

  return tl_steps_add (steps, "fuse", &list, 1);
}

/* A hint that the program does not allow is dropped, not the candidate: computed inside, a reduction may make a loop no longer parallel. */
static void
follow_hint (TlSteps *steps, const char *primitive, guint loop_rv)
{
  TlState *mark;

  if (steps->error)
    return;
  mark = tl_steps_mark (steps);
  tl_steps_do (steps, primitive, tl_arg_rv (loop_rv));
  tl_steps_accept (steps, mark);
}

static void
rewrite_flat (TlSteps *steps, const Nest *nest, gint64 lanes)
{
  guint whole = fuse (steps, nest->rvs, nest->n);
  TlArg factors[2] = { { .kind = TL_ARG_NONE }, tl_arg_int (lanes) };
  guint outer = tl_steps_do (steps, "split", tl_arg_rv (whole), tl_arg_list (steps->arena, factors, 2));

  follow_hint (steps, "parallel", outer);
  follow_hint (steps, "vectorize", outer + 1);
}

/* Gives the variable of the outermost loop afterwards. */
static guint
rewrite_ends (TlSteps *steps, const Nest *nest, const Hints *hints)
{
  guint n_vectorized = count_vectorized (nest, hints->vectorize);
  guint n_parallel = MIN (count_parallel (nest, hints->parallel), nest->n - n_vectorized);
  guint outermost = nest->rvs[0], lanes;

  if (n_parallel > 0)
    {
      outermost = fuse (steps, nest->rvs, n_parallel);
      follow_hint (steps, "parallel", outermost);
    }
  if (n_vectorized > 0)
    {
      lanes = fuse (steps, nest->rvs + nest->n - n_vectorized, n_vectorized);
      follow_hint (steps, "vectorize", lanes);
      if (n_vectorized == nest->n)
        outermost = lanes;
    }
  return outermost;
}

static void
nest_clear (Nest *nest)
{
  g_free (nest->rvs);
  g_free (nest->loops);
}

/* FALSE if the block or a loop is gone or there is no loop. */
static gboolean
read_nest (TlSteps *steps, guint block_rv, guint first_loop, Nest *nest)
{
  *nest = (Nest) { .block = tl_steps_stmt (steps, block_rv), .n = tl_steps_n_rvs (steps) - first_loop };
  nest->rvs = g_new0 (guint, nest->n);
  nest->loops = g_new0 (const TlStmt *, nest->n);
  for (guint i = 0; i < nest->n; i++)
    {
      const TlStmt *loop = tl_steps_stmt (steps, first_loop + i);

      if (!loop)
        return FALSE;
      nest->rvs[i] = first_loop + i;
      nest->loops[i] = loop;
    }
  return nest->block && nest->n > 0;
}

static void
mark_unrolled (TlSteps *steps, guint loop_rv, gint64 max_step)
{
  tl_steps_do (steps, "annotate", tl_arg_rv (loop_rv), tl_steps_string (steps, "pragma_auto_unroll_max_step"), tl_arg_int (max_step));
  tl_steps_do (steps, "annotate", tl_arg_rv (loop_rv), tl_steps_string (steps, "pragma_unroll_explicit"), tl_arg_int (1));
}

static void
rewrite_block (TlSteps *steps, guint block_rv, const Hints *hints)
{
  guint first_loop = tl_steps_do (steps, "get_loops", tl_arg_rv (block_rv));
  guint outermost;
  Nest nest;

  if (steps->error)
    return;
  if (!read_nest (steps, block_rv, first_loop, &nest))
    ;
  else if (hints->parallel > 0 && hints->vectorize > 0 && is_flat (&nest))
    rewrite_flat (steps, &nest, hints->vectorize);
  else
    {
      outermost = rewrite_ends (steps, &nest, hints);
      if (hints->unroll > 0)
        mark_unrolled (steps, outermost, hints->unroll);
    }
  nest_clear (&nest);
}

static void
rewrite_hints (TlSteps *steps, const TlPrimFunc *func)
{
  static const char *const keys[] = { TL_HINT_PARALLEL, TL_HINT_VECTORIZE, TL_HINT_UNROLL_EXPLICIT };
  const TlBlock *root = &func->body->block;
  Hints hints = { read_hint (root, keys[0]), read_hint (root, keys[1]), read_hint (root, keys[2]) };
  guint root_rv, first_child, n_children;

  if (hints.parallel < 0 && hints.vectorize < 0 && hints.unroll < 0)
    return;
  root_rv = tl_steps_do (steps, "get_block", tl_steps_string (steps, root->name), tl_steps_string (steps, func->name));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (tl_attrs_find (&root->annotations, keys[i]))
      tl_steps_do (steps, "unannotate", tl_arg_rv (root_rv), tl_steps_string (steps, keys[i]));
  first_child = tl_steps_do (steps, "get_child_blocks", tl_arg_rv (root_rv));
  n_children = tl_steps_n_rvs (steps) - first_child;
  for (guint i = 0; i < n_children; i++)
    rewrite_block (steps, first_child + i, &hints);
}

/* The initialisation stands at the first loop that is not data-parallel; a thread's share of a reduction keeps its own. */
static void
split_init (TlSteps *steps, const TlPrimFunc *func, const char *block_name)
{
  TlState *mark = tl_steps_mark (steps);
  guint block_rv = tl_steps_do (steps, "get_block", tl_steps_string (steps, block_name), tl_steps_string (steps, func->name));
  guint first_loop = tl_steps_do (steps, "get_loops", tl_arg_rv (block_rv));
  gboolean done = FALSE;

  for (guint rv = first_loop; rv < tl_steps_n_rvs (steps) && !steps->error && !done; rv++)
    {
      const TlStmt *loop = tl_steps_stmt (steps, rv);

      if (loop_is_data_parallel (loop))
        continue;
      if (loop->loop.kind == TL_LOOP_THREAD_BINDING)
        break;
      tl_steps_do (steps, "decompose_reduction", tl_arg_rv (block_rv), tl_arg_rv (rv));
      done = TRUE;
    }
  if (!done && !steps->error)
    {
      tl_state_unref (steps->state);
      steps->state = mark;
      return;
    }
  tl_steps_accept (steps, mark);
}

static void
split_inits (TlSteps *steps, guint func_index)
{
  const TlPrimFunc *func = tl_state_module (steps->state)->funcs[func_index];
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < blocks->len; i++)
    if (((const TlStmt *) blocks->pdata[i])->block.init)
      g_ptr_array_add (names, g_strdup (((const TlStmt *) blocks->pdata[i])->block.name));
  for (guint i = 0; i < names->len && !steps->error; i++)
    split_init (steps, tl_state_module (steps->state)->funcs[func_index], names->pdata[i]);
}

static gboolean
has_entered_postproc (TlState *state)
{
  const TlPrimitive *enter = tl_primitive_find ("enter_postproc");

  for (; tl_state_inst (state); state = tl_state_parent (state))
    if (tl_state_inst (state)->primitive == enter)
      return TRUE;
  return FALSE;
}

TlState *
tl_space_postprocess (TlState *state, GError **error)
{
  TlSteps steps;

  if (has_entered_postproc (state))
    return tl_state_ref (state);
  tl_steps_init (&steps, state);
  tl_steps_add (&steps, "enter_postproc", NULL, 0);
  for (guint f = 0; f < tl_state_module (state)->n_funcs && !steps.error; f++)
    {
      rewrite_hints (&steps, tl_state_module (steps.state)->funcs[f]);
      if (!steps.error)
        split_inits (&steps, f);
    }
  return tl_steps_finish (&steps, error);
}
