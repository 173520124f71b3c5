/* SPDX-License-Identifier: Apache-2.0 */
/* Invariant: the fused loop visits the same points in the same order; each old variable becomes a quotient and remainder of the new one. */
#include "core/arith/analyzer.h"
#include "core/ir/walk.h"
#include "core/schedule/primitives/binding-private.h"
#include "core/schedule/primitives/block-edit-private.h"

/* Each loop must be the whole body of the one before. */
static gboolean
collect_chain (TlPrimitiveCall *call, TlPath **outermost, const TlLoop **loops, GError **error)
{
  const TlArg *list = &call->args[0];

  for (guint i = 0; i < list->n_items; i++)
    {
      g_autoptr (TlPath) path = NULL;

      if (!tl_call_find_loop (call, &list->items[i], &path, error))
        return FALSE;
      loops[i] = &tl_path_target (path)->loop;
      if (i == 0)
        {
          *outermost = g_steal_pointer (&path);
          continue;
        }
      if (loops[i - 1]->body->kind != TL_STMT_FOR || &loops[i - 1]->body->loop != loops[i])
        {
          TlNodeId culprits[] = { loops[i - 1]->id, loops[i]->id };
          gboolean is_below = tl_stmt_find (loops[i - 1]->body, loops[i]->id) != NULL;
          gboolean is_chain = is_below && loops[i - 1]->body->kind == TL_STMT_FOR;

          return tl_refuse (error, culprits, 2, is_chain ? "use reorder to make them adjacent" : NULL,
                            is_below ? "loop %s is not the only thing directly inside loop %s" : "loop %s is not inside loop %s",
                            loops[i]->var->name, loops[i - 1]->var->name);
        }
    }
  return TRUE;
}

static gboolean
check_chain (const TlLoop **loops, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      if (!tl_check_plain_loop (loops[i], "fuse", error))
        return FALSE;
      for (guint outer = 0; outer < i; outer++)
        if (tl_expr_uses_var (loops[i]->extent, loops[outer]->var))
          {
            TlNodeId culprits[] = { loops[outer]->id, loops[i]->id };

            return tl_refuse (error, culprits, 2, NULL, "the extent of loop %s depends on loop %s, so they cannot be fused",
                              loops[i]->var->name, loops[outer]->var->name);
          }
    }
  return TRUE;
}

static const TlVar *
fused_var (TlArena *arena, const TlLoop **loops, guint n)
{
  const char *name = "";
  TlDType     dtype = loops[0]->var->dtype;

  for (guint i = 0; i < n; i++)
    {
      name = tl_arena_printf (arena, "%s%s_", name, loops[i]->var->name);
      if (loops[i]->var->dtype.bits > dtype.bits)
        dtype = loops[i]->var->dtype;
    }
  return tl_expr_var (arena, tl_arena_printf (arena, "%sfused", name), dtype);
}

/* From the innermost outward: the quotient by the extents inside of the remainder by those and the own. A loop of one iteration is at 0. */
static void
find_old_vars (TlArena *arena, const TlVar *fused, const TlLoop **loops, guint n, GHashTable *values)
{
  const TlExpr *inside = tl_expr_int (arena, fused->dtype, 1);

  for (guint i = n; i-- > 0;)
    {
      const TlExpr *with_own = tl_mul (arena, inside, loops[i]->extent);
      const TlExpr *value = tl_expr_is_int (loops[i]->extent, 1) ? tl_expr_int (arena, fused->dtype, 0)
                                                                 : tl_floordiv (arena, i > 0 ? tl_floormod (arena, fused, with_own) : fused,
                                                                                inside);

      g_hash_table_insert (values, (gpointer) loops[i]->var, (gpointer) tl_cast (arena, loops[i]->var->dtype, value));
      inside = with_own;
    }
}

/* Whether @loop has places in the loops around it where its extent is below 0. */
static gboolean
has_negative_extent (TlAnalyzer *around, const TlLoop *loop)
{
  gint64 low, high;

  tl_analyzer_const_bounds (around, loop->extent, &low, &high);
  return low < 0 && low != G_MININT64;
}

/* Two loops that run in no iteration are one that runs in none: of two extents below 0, the product is not. */
static const TlExpr *
fused_extent (TlArena *arena, const TlPath *path, const TlVar *fused, const TlLoop **loops, guint n)
{
  g_autoptr (TlAnalyzer) around = tl_analyzer_new (arena);
  const TlExpr *extent = tl_expr_int (arena, fused->dtype, 1), *zero = tl_expr_int (arena, fused->dtype, 0);
  gboolean      has_negative = FALSE;

  tl_path_bind_vars (around, path, path->n - 2);
  for (guint i = 0; i < n; i++)
    {
      gboolean is_negative = has_negative_extent (around, loops[i]);

      extent = tl_mul (arena, extent,
                       is_negative && has_negative ? tl_binary (arena, TL_EXPR_MAX, loops[i]->extent, zero) : loops[i]->extent);
      has_negative |= is_negative;
    }
  return extent;
}

static gboolean
extents_fit (const TlVar *fused, const TlLoop **loops, guint n, GError **error)
{
  gint64 product = 1;

  for (guint i = 0; i < n; i++)
    {
      gint64 extent;

      if (!tl_expr_get_int (loops[i]->extent, &extent))
        continue;
      if (__builtin_mul_overflow (product, extent, &product) || product > tl_dtype_max_int (fused->dtype))
        return tl_refuse (error, &loops[0]->id, 1, NULL, "the fused extent is too large for the loops' type %s",
                          tl_dtype_name (fused->dtype));
    }
  return TRUE;
}

static gboolean
fuse_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena               *arena = call->builder.arena;
  guint                  n = call->args[0].n_items;
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  const TlLoop         **loops = tl_arena_new_array (arena, const TlLoop *, MAX (n, 1));
  const TlVar           *var;
  const TlExpr          *extent;
  const TlStmt          *fused;

  if (n == 0)
    return tl_refuse_argument (error, "at least one loop is needed");
  if (!collect_chain (call, &path, loops, error) || !check_chain (loops, n, error))
    return FALSE;
  var = fused_var (arena, loops, n);
  if (!extents_fit (var, loops, n, error))
    return FALSE;
  find_old_vars (arena, var, loops, n, values);
  extent = tl_analyzer_simplify (analyzer, fused_extent (arena, path, var, loops, n));
  fused = tl_stmt_for (&call->builder, var, extent, tl_stmt_substitute (arena, loops[n - 1]->body, values));
  tl_call_output_node (call, TL_RV_LOOP, fused->loop.id);
  tl_call_replace (call, path, tl_simplify_bindings (arena, path, fused, call->args[1].boolean));
  return TRUE;
}

const TlPrimitive tl_primitive_fuse = {
  .name = "fuse",
  .kind = "Fuse",
  .title = "Fuse Loops",
  .family = TL_FAMILY_LOOP,
  .summary = "Fuse directly nested loops into one.",
  .sketch = "for i, j in grid(n, m): S(i, j)  →  for i_j_fused in range(n * m): S(i_j_fused // m, i_j_fused % m)",
  .shortcut = "F",
  TL_PRIMITIVE_PARAMS (
      { "loops", TL_PARAM_LOOPS, TL_PARAM_IS_INPUT | TL_PARAM_POSITIONAL, NULL, "Directly nested loops, outermost first." },
      { "preserve_unit_iters", TL_PARAM_BOOL, TL_PARAM_IS_OPTIONAL, "True", "Keep loops of extent 1 in the block bindings." }),
  .n_outputs = 1,
  .apply = fuse_apply,
  .sentence = "Fuse {loops}",
};
