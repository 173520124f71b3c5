/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Invariant: the new nest visits each value of the old variable exactly once and in order; where the factors overshoot, a predicate keeps
 * the blocks below from the surplus.
 */
#include "core/arith/analyzer.h"
#include "core/ir/walk.h"
#include "core/schedule/primitives/binding-private.h"

#include <string.h>

typedef struct
{
  const TlExpr **extents;     /* of the new loops, outermost first */
  const TlVar  **vars;
  guint          n;
  gint           inferred;    /* index of the None factor, or -1 */
} SplitNest;

static gboolean
read_factors (TlPrimitiveCall *call, const TlLoop *loop, SplitNest *nest, gint64 *product, GError **error)
{
  TlArena     *arena = call->builder.arena;
  const TlArg *factors = &call->args[1];

  nest->n = factors->n_items;
  nest->inferred = -1;
  nest->extents = tl_arena_new_array (arena, const TlExpr *, MAX (nest->n, 1));
  nest->vars = tl_arena_new_array (arena, const TlVar *, MAX (nest->n, 1));
  *product = 1;
  if (nest->n == 0)
    return tl_refuse_argument (error, "at least one factor is needed");
  for (guint i = 0; i < nest->n; i++)
    {
      const TlArg *factor = &factors->items[i];

      nest->vars[i] = tl_expr_var (arena, tl_arena_printf (arena, "%s_%u", loop->var->name, i), loop->var->dtype);
      if (factor->kind == TL_ARG_NONE)
        {
          if (nest->inferred >= 0)
            return tl_refuse (error, &loop->id, 1, NULL, "factors %d and %u of loop %s are both None; only one can be inferred",
                              nest->inferred, i, loop->var->name);
          nest->inferred = (gint) i;
          continue;
        }
      if (factor->integer <= 0)
        return tl_refuse (error, &loop->id, 1, NULL, "factor %u of loop %s is %" G_GINT64_FORMAT "; factors must be positive", i,
                          loop->var->name, factor->integer);
      if (__builtin_mul_overflow (*product, factor->integer, product) || *product > tl_dtype_max_int (loop->var->dtype))
        return tl_refuse (error, &loop->id, 1, NULL, "the product of the factors of loop %s is too large for its type %s", loop->var->name,
                          tl_dtype_name (loop->var->dtype));
      nest->extents[i] = tl_expr_int (arena, loop->var->dtype, factor->integer);
    }
  return TRUE;
}

/* The None factor becomes ceildiv (extent, product); without one the product must reach the extent. */
static gboolean
complete_factors (TlPrimitiveCall *call, const TlLoop *loop, TlAnalyzer *analyzer, SplitNest *nest, gint64 product, GError **error)
{
  TlArena         *arena = call->builder.arena;
  const TlExpr    *total = tl_expr_int (arena, loop->var->dtype, product);
  g_autofree char *extent = NULL;

  gint64           constant;

  if (nest->inferred >= 0 && tl_expr_get_int (loop->extent, &constant))
    {
      gint64 factor = constant > 0 ? (constant - 1) / product + 1 : 0, reach;

      if (__builtin_mul_overflow (factor, product, &reach) || reach - 1 > tl_dtype_max_int (loop->var->dtype))
        return tl_refuse (error, &loop->id, 1, NULL, "%" G_GINT64_FORMAT " iterations of loops of together %" G_GINT64_FORMAT
                          " go beyond the type %s of loop %s", factor, product, tl_dtype_name (loop->var->dtype), loop->var->name);
      nest->extents[nest->inferred] = tl_expr_int (arena, loop->var->dtype, factor);
      return TRUE;
    }
  if (nest->inferred >= 0)
    {
      const TlExpr *rounded = tl_sub (arena, tl_add (arena, loop->extent, total), tl_expr_int (arena, loop->var->dtype, 1));

      nest->extents[nest->inferred] = tl_analyzer_simplify (analyzer, tl_floordiv (arena, rounded, total));
      return TRUE;
    }
  if (tl_analyzer_can_prove (analyzer, tl_binary (arena, TL_EXPR_GE, total, loop->extent)))
    return TRUE;
  extent = tl_loop_extent_text (loop);
  return tl_refuse (error, &loop->id, 1, "use None for one factor to have it inferred",
                    "the product of the factors, %" G_GINT64_FORMAT ", does not cover the extent %s of loop %s", product, extent,
                    loop->var->name);
}

/* ((v0 * f1) + v1) * f2 + v2 …, unsimplified: predicates show it as written, bindings are normalised later. */
static const TlExpr *
position_in (TlArena *arena, const SplitNest *nest)
{
  const TlExpr *position = nest->vars[0];

  for (guint i = 1; i < nest->n; i++)
    position = tl_add (arena, tl_mul (arena, position, nest->extents[i]), nest->vars[i]);
  return position;
}

static const TlStmt *
wrap_in_nest (TlPrimitiveCall *call, const SplitNest *nest, const TlStmt *body)
{
  for (guint i = nest->n; i-- > 0;)
    body = tl_stmt_for (&call->builder, nest->vars[i], nest->extents[i], body);
  return body;
}

/* Loop ids are given from the inside out, so outputs are read back from the statement. */
static void
output_nest (TlPrimitiveCall *call, const TlStmt *nest, guint n)
{
  for (guint i = 0; i < n; i++, nest = nest->loop.body)
    tl_call_output_node (call, TL_RV_LOOP, nest->loop.id);
}

/*
 * Blocks below loops whose extent only the machine knows keep a guard and their bindings as written, as in TVM, also where the factors
 * fit.
 */
static gboolean
split_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena               *arena = call->builder.arena;
  gboolean               keep_unit_iters = call->args[2].boolean;
  gboolean               is_unguarded = call->args[3].boolean, is_scalable;
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlLoop          *loop;
  const TlExpr          *position, *condition;
  const TlStmt          *body;
  SplitNest              nest;
  gint64                 product;

  if (!tl_call_find_loop (call, &call->args[0], &path, error))
    return FALSE;
  loop = &tl_path_target (path)->loop;
  if (!tl_check_plain_loop (loop, "split", error) || !read_factors (call, loop, &nest, &product, error)
      || !complete_factors (call, loop, analyzer, &nest, product, error))
    return FALSE;
  for (guint i = 0; i < nest.n; i++)
    tl_analyzer_bind (analyzer, nest.vars[i], tl_expr_int (arena, loop->var->dtype, 0), nest.extents[i]);
  position = position_in (arena, &nest);
  body = tl_stmt_substitute_var (arena, loop->body, loop->var, position);
  condition = tl_binary (arena, TL_EXPR_LT, position, loop->extent);
  is_scalable = tl_expr_calls (condition, "vscale");
  if (!is_unguarded && (is_scalable || !tl_analyzer_can_prove (analyzer, condition)))
    body = tl_guard_blocks (arena, body, condition);
  body = wrap_in_nest (call, &nest, body);
  output_nest (call, body, nest.n);
  tl_call_replace (call, path, is_scalable ? body : tl_simplify_bindings (arena, path, body, keep_unit_iters));
  return TRUE;
}

static char *
split_describe (const TlModule *before, const TlArg *args)
{
  const TlStmt    *stmt = tl_module_find (before, args[0].node);
  GString         *text = g_string_new (NULL);
  g_autofree char *extent = stmt != NULL ? tl_loop_extent_text (&stmt->loop) : NULL;

  g_string_append_printf (text, "Split %s (%s) →", tl_arg_node_name (before, &args[0]), extent != NULL ? extent : "?");
  for (guint i = 0; i < args[1].n_items; i++)
    {
      const TlArg *factor = &args[1].items[i];

      g_string_append (text, i > 0 ? " × " : " ");
      if (factor->kind == TL_ARG_INT)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, factor->integer);
      else
        g_string_append (text, "…");
    }
  return g_string_free (text, FALSE);
}

const TlPrimitive tl_primitive_split = {
  .name = "split",
  .kind = "Split",
  .title = "Split Loop",
  .family = TL_FAMILY_LOOP,
  .summary = "Split a loop into nested loops.",
  .sketch = "for i in range(n): S(i)  →  for i_0, i_1 in grid(ceildiv(n, f), f): if i_0 * f + i_1 < n: S(i_0 * f + i_1)",
  .shortcut = "S",
  TL_PRIMITIVE_PARAMS (
      { "loop", TL_PARAM_LOOP, TL_PARAM_IS_INPUT, NULL, "Loop to split; it must start at 0 and have no annotation." },
      { "factors", TL_PARAM_FACTORS, TL_PARAM_IS_INPUT, NULL,
        "Extents of the new loops, outermost first; one may be None and is inferred." },
      { "preserve_unit_iters", TL_PARAM_BOOL, TL_PARAM_IS_OPTIONAL, "True", "Keep loops of extent 1 in the block bindings." },
      { "disable_predication", TL_PARAM_BOOL, TL_PARAM_IS_OPTIONAL, "False",
        "Omit the guard if the product of the factors exceeds the extent; correct only if the blocks tolerate the extra iterations." }),
  .n_outputs = -1,
  .apply = split_apply,
  .describe = split_describe,
};
