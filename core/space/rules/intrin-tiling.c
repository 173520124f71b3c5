/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/rules/intrin-tiling-private.h"

#include "core/arith/analyzer.h"
#include "core/ir/walk.h"

#define MAX_INTRIN_LOOPS 8u

/* One loop of the block and how much of it the intrinsic takes. */
typedef struct
{
  guint  loop;       /* place among the block's loops */
  gint64 extent;
} MatchedLoop;

typedef struct
{
  const TlBlock *block;       /* the description's */
  GPtrArray     *loops;       /* owned: the description's */
} Description;

/* The innermost block of a description: what the instruction does. */
static gboolean
describe (Description *description, const TlTensorIntrins *set, TlArena *arena, const char *name)
{
  const TlPrimFunc *desc, *impl;
  const TlStmt *stmt;

  if (!tl_tensor_intrin_find (set, arena, name, &desc, &impl, NULL))
    return FALSE;
  *description = (Description) { .loops = g_ptr_array_new () };
  for (stmt = desc->body->block.body; stmt->kind == TL_STMT_FOR; stmt = stmt->loop.body)
    g_ptr_array_add (description->loops, (gpointer) stmt);
  if (stmt->kind == TL_STMT_BLOCK)
    description->block = &stmt->block;
  else
    g_clear_pointer (&description->loops, g_ptr_array_unref);
  return description->block != NULL;
}

static gint
loop_of_binding (GPtrArray *loops, const TlExpr *binding)
{
  for (guint i = 0; i < loops->len; i++)
    if (((const TlStmt *) loops->pdata[i])->loop.var == binding)
      return (gint) i;
  return -1;
}

/* The innermost loop that a step of means a step of the binding ("i * 16 + j": j), or -1. */
static gint
loop_stepping (const TlRuleSite *site, const TlExpr *binding)
{
  g_autoptr (TlAnalyzer) analyzer = NULL;
  gint loop = loop_of_binding (site->loops, binding);

  for (guint i = loop < 0 ? site->loops->len : 0; i-- > 0;)
    {
      const TlVar *var = ((const TlStmt *) site->loops->pdata[i])->loop.var;
      const TlExpr *rest;

      if (!tl_expr_uses_var (binding, var))
        continue;
      if (!analyzer)
        analyzer = tl_analyzer_new (site->arena);
      rest = tl_analyzer_simplify (analyzer, tl_sub (site->arena, binding, var));
      return tl_expr_uses_var (rest, var) ? -1 : (gint) i;
    }
  return loop;
}

/*
 * From the last axis to the first: the next axis of the block further out that is of the same kind and that the intrinsic's extent divides.
 */
static gboolean
match_loops (const TlRuleSite *site, const Description *description, MatchedLoop *matches)
{
  gint next = (gint) site->block->n_axes - 1;

  for (guint i = description->block->n_axes; i-- > 0; next--)
    {
      gint desc_loop = loop_of_binding (description->loops, description->block->bindings[i]), loop = -1;
      gint64 wanted, extent;

      if (desc_loop < 0 || !tl_expr_get_int (((const TlStmt *) description->loops->pdata[desc_loop])->loop.extent, &wanted))
        return FALSE;
      for (; next >= 0; next--)
        {
          loop = site->block->axes[next].kind == description->block->axes[i].kind ? loop_stepping (site, site->block->bindings[next]) : -1;
          if (loop >= 0 && tl_expr_get_int (((const TlStmt *) site->loops->pdata[loop])->loop.extent, &extent) && extent % wanted == 0)
            break;
        }
      if (next < 0)
        return FALSE;
      matches[desc_loop] = (MatchedLoop) { .loop = (guint) loop, .extent = wanted };
    }
  return TRUE;
}

/* All loops from the first inner part on: others first, then the inner parts. */
static void
move_inside (TlScheduleBuilder *builder, guint block_rv, const guint *inner, guint n_inner)
{
  guint n, first = tl_step_get_loops (builder, block_rv, &n);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean is_below = FALSE;

  for (guint rv = first; rv < first + n && !builder->error; rv++)
    {
      gboolean is_inner = FALSE;

      for (guint i = 0; i < n_inner; i++)
        is_inner |= tl_schedule_builder_stmt (builder, rv) == tl_schedule_builder_stmt (builder, inner[i]);
      is_below |= is_inner;
      if (is_below && !is_inner)
        g_array_append_val (order, rv);
    }
  g_array_append_vals (order, inner, n_inner);
  tl_step_of_list (builder, "reorder", (const guint *) (gpointer) order->data, order->len);
}

gint
tl_rule_tile_for_intrin (TlScheduleBuilder *builder, guint block_rv, const char *intrin)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_auto (TlRuleSite) site = { 0 };
  MatchedLoop matches[MAX_INTRIN_LOOPS] = { 0 };
  guint inner[MAX_INTRIN_LOOPS], first, n;
  Description description;
  gboolean fits;

  if (builder->error || !tl_rule_site_init (&site, builder->state, block_rv)
      || !describe (&description, tl_state_intrins (builder->state), arena, intrin))
    return -1;
  n = description.loops->len;
  fits = n > 0 && n <= MAX_INTRIN_LOOPS && n == description.block->n_axes && match_loops (&site, &description, matches);
  g_ptr_array_unref (description.loops);
  if (!fits)
    return -1;
  first = tl_step (builder, "get_loops", block_rv);
  for (guint i = n; i-- > 0;)
    inner[i] = 1 + tl_step_split (builder, first + matches[i].loop, 0, matches[i].extent);
  move_inside (builder, block_rv, inner, n);
  return (gint) inner[0];
}

gint
tl_rule_blockize_for_intrin (TlScheduleBuilder *builder, guint block_rv, const char *intrin)
{
  gint loop_rv = tl_rule_tile_for_intrin (builder, block_rv, intrin);
  guint outer;

  if (loop_rv < 0)
    return -1;
  outer = tl_step (builder, "blockize", (guint) loop_rv);
  tl_step_annotate (builder, outer, TL_HINT_TENSORIZE, tl_schedule_builder_string (builder, intrin));
  return builder->error ? -1 : (gint) outer;
}

/* Tries it, with the initialization split off, which tensorize requires. */
gboolean
tl_rule_fits_intrin (TlState *state, guint block_rv, const char *intrin)
{
  g_auto (TlScheduleBuilder) builder;
  gint outer;
  guint first;

  tl_schedule_builder_init (&builder, state);
  outer = tl_rule_blockize_for_intrin (&builder, block_rv, intrin);
  if (outer < 0)
    return FALSE;
  first = tl_step (&builder, "get_loops", (guint) outer);
  if (tl_schedule_builder_stmt (&builder, (guint) outer)->block.init)
    tl_step_at (&builder, "decompose_reduction", (guint) outer, first);
  tl_schedule_builder_do (&builder, "tensorize", tl_arg_rv ((guint) outer), tl_schedule_builder_string (&builder, intrin));
  return builder.error == NULL;
}
