/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/step-case.h"

#include <string.h>

#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/base/saturate.h"

static const char *const names[TL_STEP_N_CASES] = { "", N_("contiguous loop"), N_("other loop"), N_("below 64 copies"),
                                                    N_("64 copies or more") };

const char *
tl_step_case_name (TlStepCase which)
{
  return names[which];
}

gboolean
tl_step_case_find (const char *name, TlStepCase *which)
{
  for (guint i = 0; i < TL_STEP_N_CASES; i++)
    if (strcmp (names[i], name) == 0)
      {
        *which = (TlStepCase) i;
        return TRUE;
      }
  return FALSE;
}

/* --- contiguous loops --- */

/* @expr over the axes of the block that is @path's target, as an expression over the loops around it, up to the loop @outer. */
static const TlExpr *
bind_axes (TlArena *arena, const TlPath *path, const TlStmt *outer, const TlExpr *expr)
{
  for (guint i = path->n; i-- > 0 && path->stmts[i] != outer;)
    if (path->stmts[i]->kind == TL_STMT_BLOCK)
      {
        const TlBlock *block = &path->stmts[i]->block;

        for (guint a = 0; a < block->n_axes; a++)
          expr = tl_expr_substitute_var (arena, expr, block->axes[a].var, block->bindings[a]);
      }
  return expr;
}

static gboolean
is_point (const TlRegion *region)
{
  gint64 extent;

  for (guint d = 0; d < region->buffer->n_dims; d++)
    if (!tl_expr_get_int (region->ranges[d].extent, &extent) || extent != 1)
      return FALSE;
  return TRUE;
}

static gboolean
writes_contiguously (TlAnalyzer *analyzer, const TlModule *module, const TlStmt *loop, const TlStmt *block)
{
  TlArena           *arena = tl_analyzer_arena (analyzer);
  g_autoptr (TlPath) path = tl_path_find (module, block->block.id);

  for (guint i = 0; i < block->block.n_writes; i++)
    {
      const TlExpr *position = bind_axes (arena, path, loop, tl_region_position (arena, &block->block.writes[i]));
      gint64        stride;

      if (!is_point (&block->block.writes[i]) || !tl_expr_stride (analyzer, position, loop->loop.var, &stride) || stride != 1)
        return FALSE;
    }
  return block->block.n_writes > 0;
}

static void
bind_loops (TlAnalyzer *analyzer, const TlModule *module, const TlStmt *block)
{
  g_autoptr (TlPath) path = tl_path_find (module, block->block.id);

  for (guint i = 0; i < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR)
      tl_analyzer_bind (analyzer, path->stmts[i]->loop.var, path->stmts[i]->loop.min, path->stmts[i]->loop.extent);
}

static gboolean
is_contiguous (const TlModule *module, const TlStmt *loop)
{
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (loop);

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt          *block = g_ptr_array_index (blocks, i);
      g_autoptr (GPtrArray)  inner = tl_stmt_child_blocks (block);
      g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);

      bind_loops (analyzer, module, block);
      if (inner->len == 0 && !writes_contiguously (analyzer, module, loop, block))
        return FALSE;
    }
  return blocks->len > 0;
}

/* --- copies --- */

/* Of a block, if @loop is unrolled: the product of the extents of unrolled loops around it. */
static gint64
count_block_copies (const TlModule *module, const TlStmt *loop, const TlStmt *block)
{
  g_autoptr (TlPath) path = tl_path_find (module, block->block.id);
  gint64             n = 1, extent;

  for (guint i = 0; i < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR && (path->stmts[i] == loop || path->stmts[i]->loop.kind == TL_LOOP_UNROLLED))
      n = tl_mul_saturated (n, tl_expr_get_int (path->stmts[i]->loop.extent, &extent) ? extent : G_MAXINT64);
  return n;
}

static gint64
count_copies (const TlModule *module, const TlStmt *loop)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (loop);
  gint64                n = 1;

  for (guint i = 0; i < blocks->len; i++)
    n = tl_max (n, count_block_copies (module, loop, g_ptr_array_index (blocks, i)));
  return n;
}

TlStepCase
tl_step_case_of (const TlPrimitive *primitive, const TlModule *module, const TlArg *args, guint n_args)
{
  const TlStmt *loop = n_args > 0 && args[0].kind == TL_ARG_NODE ? tl_module_find (module, args[0].node) : NULL;

  if (loop == NULL || loop->kind != TL_STMT_FOR)
    return TL_STEP_ANY;
  if (strcmp (primitive->name, "vectorize") == 0)
    return is_contiguous (module, loop) ? TL_STEP_CONTIGUOUS : TL_STEP_SCATTERED;
  if (strcmp (primitive->name, "unroll") == 0)
    return count_copies (module, loop) < TL_MANY_COPIES ? TL_STEP_FEW_COPIES : TL_STEP_MANY_COPIES;
  return TL_STEP_ANY;
}
