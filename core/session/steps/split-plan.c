/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/split-plan.h"

#include "core/base/i18n.h"
#include "core/schedule/trace-edit.h"

#define FIRST_INNER 8   /* factor of a new plan */

static const TlStmt *
find_loop (const TlModule *module, TlNodeId loop, gint64 *extent)
{
  const TlStmt *stmt = tl_module_find (module, loop);

  return stmt != NULL && stmt->kind == TL_STMT_FOR && tl_expr_get_int (stmt->loop.extent, extent) && *extent > 0 ? stmt : NULL;
}

static const char *
loop_name (const TlModule *module, TlNodeId loop)
{
  const TlStmt *stmt = tl_module_find (module, loop);

  return stmt != NULL && stmt->kind == TL_STMT_FOR ? stmt->loop.var->name : "?";
}

/* --- making --- */

gboolean
tl_split_plan_new (const TlState *state, TlNodeId loop, TlSplitPlan *plan)
{
  gint64 extent;

  if (find_loop (tl_state_module (state), loop, &extent) == NULL)
    return FALSE;
  *plan = (TlSplitPlan) { .axes = { { loop, tl_split_factors_new (extent, FIRST_INNER) } }, .n_axes = 1 };
  return TRUE;
}

/* @loop and the loops of its perfect nest, outermost first. */
static GPtrArray *
perfect_nest (const TlModule *module, TlNodeId loop)
{
  GPtrArray         *nest = g_ptr_array_new ();
  g_autoptr (TlPath) path = tl_path_find (module, loop);
  const TlStmt      *inner;
  guint              first;

  if (path == NULL || tl_path_target (path)->kind != TL_STMT_FOR)
    return nest;
  for (first = path->n - 1; first > 0 && path->stmts[first - 1]->kind == TL_STMT_FOR; first--)
    ;
  for (guint i = first; i < path->n; i++)
    g_ptr_array_add (nest, (gpointer) path->stmts[i]);
  for (inner = tl_path_target (path)->loop.body; inner->kind == TL_STMT_FOR; inner = inner->loop.body)
    g_ptr_array_add (nest, (gpointer) inner);
  return nest;
}

GPtrArray *
tl_split_partners (const TlState *state, TlNodeId loop)
{
  GPtrArray *nest = perfect_nest (tl_state_module (state), loop);

  for (guint i = nest->len; i-- > 0;)
    if (((const TlStmt *) nest->pdata[i])->loop.id == loop)
      g_ptr_array_remove_index (nest, i);
  return nest;
}

gboolean
tl_split_plan_add (TlSplitPlan *plan, const TlState *state, TlNodeId loop)
{
  g_autoptr (GPtrArray) nest = perfect_nest (tl_state_module (state), plan->axes[0].loop);
  TlSplitAxis           first = plan->axes[0], second;
  TlSplitPlan           other;
  gint                  first_at = -1, second_at = -1;

  for (gint i = 0; i < (gint) nest->len; i++)
    {
      TlNodeId id = ((const TlStmt *) nest->pdata[i])->loop.id;

      first_at = id == first.loop ? i : first_at;
      second_at = id == loop ? i : second_at;
    }
  if (first_at < 0 || second_at < 0 || first_at == second_at || !tl_split_plan_new (state, loop, &other))
    return FALSE;
  second = other.axes[0];
  plan->axes[0] = first_at < second_at ? first : second;
  plan->axes[1] = first_at < second_at ? second : first;
  plan->n_axes = 2;
  return TRUE;
}

gboolean
tl_split_plan_equal (const TlSplitPlan *a, const TlSplitPlan *b)
{
  gboolean equal = a->n_axes == b->n_axes;

  for (guint i = 0; equal && i < a->n_axes; i++)
    equal = a->axes[i].loop == b->axes[i].loop && tl_split_factors_equal (&a->axes[i].factors, &b->axes[i].factors);
  return equal;
}

static gboolean
read_factor (const TlState *step, const TlArg *arg, guint index, TlSplitFactors *factors)
{
  const TlRvValue *value = arg->kind == TL_ARG_RV ? tl_state_rv (step, arg->rv) : NULL;

  if (arg->kind == TL_ARG_NONE)
    factors->inferred = (gint) index;
  else if (arg->kind == TL_ARG_INT)
    factors->values[index] = arg->integer;
  else if (value != NULL && value->kind == TL_RV_INT)
    factors->values[index] = value->integer;
  else
    return FALSE;
  return TRUE;
}

gboolean
tl_split_plan_of_step (const TlState *step, TlSplitPlan *plan)
{
  const TlInst    *inst = tl_state_inst (step);
  const TlRvValue *loop;
  TlSplitFactors  *factors = &plan->axes[0].factors;
  gint64           extent;

  if (inst == NULL || inst->primitive != tl_primitive_find ("split") || inst->args[0].kind != TL_ARG_RV
      || inst->args[1].n_items < 2 || inst->args[1].n_items > TL_SPLIT_MAX_FACTORS)
    return FALSE;
  loop = tl_state_rv (step, inst->args[0].rv);
  if (loop->kind != TL_RV_LOOP || find_loop (tl_state_module (tl_state_parent (step)), loop->node, &extent) == NULL)
    return FALSE;
  *plan = (TlSplitPlan) { .axes = { { loop->node, { .extent = extent, .n = inst->args[1].n_items, .inferred = -1 } } }, .n_axes = 1 };
  for (guint i = 0; i < factors->n; i++)
    if (!read_factor (step, &inst->args[1].items[i], i, factors))
      return FALSE;
  if (factors->inferred >= 0)
    tl_split_factors_infer (factors, (guint) factors->inferred);
  return TRUE;
}

TlState *
tl_split_step_of_loop (TlState *state, TlNodeId loop)
{
  TlSplitPlan plan;

  for (; tl_state_parent (state) != NULL; state = tl_state_parent (state))
    {
      guint first, n = tl_split_plan_of_step (state, &plan) ? tl_state_outputs (state, &first) : 0;

      for (guint i = 0; i < n; i++)
        if (tl_state_rv (state, first + i)->node == loop)
          return state;
    }
  return NULL;
}

/* --- applying --- */

static TlArg
factors_arg (const TlSplitFactors *factors, TlArena *arena)
{
  TlArg items[TL_SPLIT_MAX_FACTORS];

  for (guint i = 0; i < factors->n; i++)
    items[i] = factors->inferred == (gint) i ? (TlArg) { .kind = TL_ARG_NONE } : tl_arg_int (factors->values[i]);
  return tl_arg_list (arena, items, factors->n);
}

static TlArg *
args_of (const TlSplitAxis *axis, TlArena *arena, const TlPrimitive **primitive)
{
  const TlPrimitive *split = tl_primitive_find ("split");
  TlArg             *args = tl_arena_new_array (arena, TlArg, tl_primitive_n_args (split));

  args[0] = tl_arg_node (axis->loop);
  args[1] = factors_arg (&axis->factors, arena);
  for (guint i = 2; i < tl_primitive_n_args (split); i++)
    tl_primitive_param_default (&split->params[i], &args[i]);
  *primitive = split;
  return args;
}

TlArg *
tl_split_plan_args (const TlSplitPlan *plan, TlArena *arena, const TlPrimitive **primitive)
{
  return args_of (&plan->axes[0], arena, primitive);
}

/* Adds the loops that the split made to @parts. */
static TlState *
split_axis (const TlSplitAxis *axis, TlState *state, GArray *parts, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlPrimitive  *split;
  TlArg              *args = args_of (axis, arena, &split);
  TlState            *next = tl_state_apply_to_nodes (state, split, args, tl_primitive_n_args (split), error);
  guint               first, n;

  n = next != NULL ? tl_state_outputs (next, &first) : 0;
  for (guint i = 0; i < n; i++)
    {
      TlArg part = tl_arg_node (tl_state_rv (next, first + i)->node);

      g_array_append_val (parts, part);
    }
  return next;
}

/* The parts of both loops by level: all outermost ones, then all of the next level … */
static TlState *
interleave (TlState *state, const GArray *outer, const GArray *inner, GError **error)
{
  g_autoptr (GArray)  order = g_array_new (FALSE, FALSE, sizeof (TlArg));
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlArg               arg;

  for (guint level = 0; level < MAX (outer->len, inner->len); level++)
    {
      if (level < outer->len)
        g_array_append_val (order, g_array_index (outer, TlArg, level));
      if (level < inner->len)
        g_array_append_val (order, g_array_index (inner, TlArg, level));
    }
  arg = tl_arg_list (arena, (const TlArg *) (gpointer) order->data, order->len);
  return tl_state_apply_to_nodes (state, tl_primitive_find ("reorder"), &arg, 1, error);
}

static TlState *
tile (const TlSplitPlan *plan, TlState *state, GError **error)
{
  g_autoptr (GArray)  outer = g_array_new (FALSE, FALSE, sizeof (TlArg)), inner = g_array_new (FALSE, FALSE, sizeof (TlArg));
  g_autoptr (TlState) first = split_axis (&plan->axes[0], state, outer, error);
  g_autoptr (TlState) second = first != NULL ? split_axis (&plan->axes[1], first, inner, error) : NULL;

  return second != NULL ? interleave (second, outer, inner, error) : NULL;
}

/* The trace of @state with the plan's factors in the instruction that led to @step; a later step that does not follow refuses them. */
static TlState *
change_step (const TlSplitPlan *plan, TlState *state, TlState *step, GError **error)
{
  g_autoptr (TlArena)       arena = tl_arena_new (NULL);
  TlInst                    inst = *tl_state_inst (step);
  TlArg                    *args = tl_arena_new_array (arena, TlArg, inst.n_args);
  const TlTraceEdit         edit = { .kind = TL_TRACE_CHANGE, .step = step, .inst = &inst };
  g_autoptr (TlEditedSteps) edited = NULL;

  for (guint i = 0; i < inst.n_args; i++)
    args[i] = i == 1 ? factors_arg (&plan->axes[0].factors, arena) : inst.args[i];
  inst.args = args;
  edited = tl_trace_replay_edit (state, &edit, NULL, error);
  if (edited == NULL)
    return NULL;
  if (edited->refused->len > 0)
    {
      const TlInst *refused = tl_state_inst (edited->refused->pdata[0]);

      tl_refuse (error, NULL, 0, NULL, "%s: %s", refused->words, refused->reason);
      return NULL;
    }
  return tl_state_ref (edited->end);
}

TlState *
tl_split_plan_apply (const TlSplitPlan *plan, TlState *state, TlState *step, GError **error)
{
  g_autoptr (GArray) parts = NULL;

  if (step != NULL)
    return change_step (plan, state, step, error);
  if (plan->n_axes == 2)
    return tile (plan, state, error);
  parts = g_array_new (FALSE, FALSE, sizeof (TlArg));
  return split_axis (&plan->axes[0], state, parts, error);
}

/* --- in words --- */

char *
tl_split_plan_text (const TlSplitPlan *plan, const TlModule *module)
{
  const TlSplitAxis *outer = &plan->axes[0], *inner = &plan->axes[1];
  g_autofree char   *factors = tl_split_factors_text (&outer->factors);

  if (plan->n_axes == 1)
    return g_strdup_printf (_("Split %s into %s"), loop_name (module, outer->loop), factors);
  return g_strdup_printf (_("Tile %s, %s by %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT), loop_name (module, outer->loop),
                          loop_name (module, inner->loop), outer->factors.values[outer->factors.n - 1],
                          inner->factors.values[inner->factors.n - 1]);
}

char *
tl_split_plan_part_name (const TlSplitPlan *plan, const TlModule *module, guint axis, guint index)
{
  return g_strdup_printf ("%s_%u", loop_name (module, plan->axes[axis].loop), index);
}
