/* SPDX-License-Identifier: Apache-2.0 */
/* Printing, replaying and shortening the chain of steps. */
#include "core/schedule/trace.h"

#include <string.h>

#include "core/analysis/tvm-allocation.h"
#include "core/schedule/opaque-private.h"
#include "core/schedule/trace-private.h"

void
tl_append_python_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      g_string_append_printf (out, "\\%c", *text);
    else if (*text == '\n')
      g_string_append (out, "\\n");
    else if ((guchar) *text < 0x20 || *text == 0x7f)
      g_string_append_printf (out, "\\x%02x", (guchar) *text);
    else
      g_string_append_c (out, *text);
  g_string_append_c (out, '"');
}

/* 17 digits as TVM prints them, and a point or exponent so that it reads back as a float. */
void
tl_append_float (GString *out, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.17g", number);
  g_string_append (out, digits);
  if (strpbrk (digits, ".en") == NULL)
    g_string_append (out, ".0");
}

/* Indices of a dictionary's entries in the order of their keys. */
guint *
tl_sorted_keys (const TlArg *dict)
{
  guint *order = g_new (guint, dict->n_items);

  for (guint i = 0; i < dict->n_items; i++)
    {
      guint at = i;

      for (; at > 0 && strcmp (dict->keys[order[at - 1]], dict->keys[i]) > 0; at--)
        order[at] = order[at - 1];
      order[at] = i;
    }
  return order;
}

static void append_arg (GString *out, const TlState *state, const TlArg *arg);

/* Whether one of the numbers that the map depends on is called so. */
static gboolean
is_number_name (const TlState *state, const TlArg *arg, const char *name)
{
  for (guint i = 0; i < arg->n_items; i++)
    if (arg->items[i].kind == TL_ARG_RV)
      {
        g_autofree char *rv_name = tl_state_rv_name (state, arg->items[i].rv);

        if (strcmp (rv_name, name) == 0)
          return TRUE;
      }
  return FALSE;
}

const TlIndexMap *
tl_trace_named_map (TlArena *arena, const TlState *state, const TlArg *arg)
{
  guint          n = arg->map->n_initial, n_indices = n - arg->n_items;
  const TlExpr **values = tl_arena_new_array (arena, const TlExpr *, MAX (n, 1));
  TlIndexMap    *map;

  if (arg->n_items == 0)
    return arg->map;
  for (guint i = 0; i < n_indices; i++)
    values[i] = is_number_name (state, arg, arg->map->initial[i]->name)
                ? tl_expr_var (arena, tl_arena_printf (arena, "%s_1", arg->map->initial[i]->name), arg->map->initial[i]->dtype)
                : arg->map->initial[i];
  for (guint i = n_indices; i < n; i++)
    {
      const TlArg     *number = &arg->items[i - n_indices];
      g_autofree char *name = number->kind == TL_ARG_RV ? tl_state_rv_name (state, number->rv) : NULL;

      values[i] = name != NULL ? tl_expr_var (arena, tl_arena_strdup (arena, name), TL_INT32)
                               : tl_expr_int (arena, TL_INT32, number->integer);
      for (guint k = n_indices; k < i && name != NULL; k++)
        if (tl_arg_equal (number, &arg->items[k - n_indices]))
          values[i] = values[k];
    }
  map = tl_arena_memdup (arena, tl_index_map_with_last (arena, arg->map, values, n), sizeof *map);
  map->initial = values;
  map->n_initial = n_indices;
  return map;
}

static void
append_index_map (GString *out, const TlState *state, const TlArg *arg, gboolean of_ranges, TlDialect dialect)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlIndexMap   *map = tl_trace_named_map (arena, state, arg);
  g_autofree char    *text = of_ranges ? tl_range_map_to_text (map, dialect) : tl_index_map_to_text (map, dialect);

  g_string_append (out, text);
}

static void
append_items (GString *out, const TlState *state, const TlArg *arg)
{
  for (guint i = 0; i < arg->n_items; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      append_arg (out, state, &arg->items[i]);
    }
}

static void
append_dict (GString *out, const TlState *state, const TlArg *arg)
{
  g_autofree guint *order = tl_sorted_keys (arg);

  for (guint i = 0; i < arg->n_items; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      tl_append_python_string (out, arg->keys[order[i]]);
      g_string_append (out, ": ");
      append_arg (out, state, &arg->items[order[i]]);
    }
}

static void
append_arg (GString *out, const TlState *state, const TlArg *arg)
{
  g_autofree char *name = NULL;

  switch (arg->kind)
    {
    case TL_ARG_NONE:
      g_string_append (out, "None");
      break;
    case TL_ARG_RV:
      name = tl_state_rv_name (state, arg->rv);
      g_string_append (out, name);
      break;
    case TL_ARG_NODE:
      g_string_append_printf (out, "node%u", arg->node);
      break;
    case TL_ARG_BOOL:
      g_string_append (out, arg->boolean ? "True" : "False");
      break;
    case TL_ARG_INT:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, arg->integer);
      break;
    case TL_ARG_FLOAT:
      tl_append_float (out, arg->number);
      break;
    case TL_ARG_STRING:
      tl_append_python_string (out, arg->string);
      break;
    case TL_ARG_INDEX_MAP:
      append_index_map (out, state, arg, FALSE, TL_DIALECT_CLASSIC);
      break;
    case TL_ARG_LIST:
      g_string_append_c (out, '[');
      append_items (out, state, arg);
      g_string_append_c (out, ']');
      break;
    case TL_ARG_DICT:
      g_string_append_c (out, '{');
      append_dict (out, state, arg);
      g_string_append_c (out, '}');
      break;
    }
}

char *
tl_trace_arg_to_text (const TlArg *arg)
{
  GString *out = g_string_new (NULL);

  append_arg (out, NULL, arg);
  return g_string_free (out, FALSE);
}

/* "l6, l7 = ", or "l1, = " for the one element of a list, or nothing. */
static void
append_outputs (GString *out, const TlState *state)
{
  const TlInst *inst = tl_state_inst (state);
  guint         first;
  guint         n = tl_state_outputs (state, &first);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = tl_state_rv_name (state, first + i);

      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", name);
    }
  if (n == 1 && inst->primitive != NULL && inst->primitive->n_outputs < 0)
    g_string_append_c (out, ',');
  if (n > 0)
    g_string_append (out, " = ");
}

static void
append_opaque_call (GString *out, const TlState *state)
{
  const TlInst    *inst = tl_state_inst (state);
  g_autofree char *name = tl_opaque_name_of_kind (inst->opaque_kind);
  const char      *separator = "";

  g_string_append_printf (out, "sch.%s(", name);
  for (guint i = 0; i < inst->n_args; i++)
    for (guint j = 0; j < inst->args[i].n_items; j++)
      {
        g_string_append (out, separator);
        separator = ", ";
        if (inst->args[i].kind == TL_ARG_DICT && inst->args[i].keys[j][0] != '\0')
          g_string_append_printf (out, "%s=", inst->args[i].keys[j]);
        append_arg (out, state, &inst->args[i].items[j]);
      }
  g_string_append_c (out, ')');
}

static void
append_call (GString *out, const TlState *state, TlDialect dialect)
{
  const TlInst      *inst = tl_state_inst (state);
  const TlPrimitive *primitive = inst->primitive;
  const char        *separator = "";

  g_string_append_printf (out, "sch.%s(",
                          dialect == TL_DIALECT_SBLOCK && primitive->sblock_name != NULL ? primitive->sblock_name : primitive->name);
  for (guint i = 0; i < inst->n_args; i++)
    {
      const TlPrimitiveParam *param = &primitive->params[i];
      const TlArg            *arg = &inst->args[i];

      if ((param->flags & TL_PARAM_HIDE_EMPTY) && arg->n_items == 0 && (arg->kind == TL_ARG_LIST || arg->kind == TL_ARG_NONE))
        continue;
      g_string_append (out, separator);
      separator = ", ";
      if (!(param->flags & TL_PARAM_POSITIONAL))
        g_string_append_printf (out, "%s=", param->name);
      if (param->kind == TL_PARAM_LOOPS)
        append_items (out, state, arg);
      else if (arg->kind == TL_ARG_INDEX_MAP)
        append_index_map (out, state, arg, (param->flags & TL_PARAM_OF_RANGES) != 0, dialect);
      else if (param->kind == TL_PARAM_BUFFER_ACCESS)
        g_string_append_printf (out, "(\"%s\", %" G_GINT64_FORMAT ")", arg->items[0].string, arg->items[1].integer);
      else
        append_arg (out, state, arg);
    }
  if (inst->decision.kind != TL_ARG_NONE)
    {
      g_string_append_printf (out, "%sdecision=", separator);
      append_arg (out, state, &inst->decision);
    }
  g_string_append_c (out, ')');
}

static gboolean
has_applied (const GPtrArray *steps)
{
  for (guint i = 0; i < steps->len; i++)
    if (tl_state_is_applied (steps->pdata[i]))
      return TRUE;
  return FALSE;
}

char *
tl_trace_to_text (const TlState *state, TlDialect dialect, gboolean as_function)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);
  const char           *package = dialect == TL_DIALECT_SBLOCK ? "s_tir" : "tir";
  GString              *out = g_string_new (NULL);

  if (as_function)
    {
      g_autoptr (GPtrArray) differences = tl_tvm_differences (tl_state_module (state));

      g_string_append_printf (out, "# from tvm import %s\n", package);
      for (guint i = 0; i < differences->len; i++)
        g_string_append_printf (out, "# %s\n", (const char *) differences->pdata[i]);
      g_string_append_printf (out, "def apply_trace(sch: %s.Schedule) -> None:\n", package);
    }
  if (as_function && !has_applied (steps))
    g_string_append (out, "  pass\n");
  for (guint i = 0; i < steps->len; i++)
    {
      const TlState *step = g_ptr_array_index (steps, i);

      if (as_function)
        g_string_append (out, "  ");
      if (!tl_state_is_applied (step))
        g_string_append (out, tl_state_inst (step)->status == TL_INST_OFF ? "# switched off: " : "# not applied: ");
      append_outputs (out, step);
      if (tl_state_inst (step)->primitive != NULL)
        append_call (out, step, dialect);
      else
        append_opaque_call (out, step);
      if (tl_state_broken_orders (step) != NULL)
        g_string_append (out, "  # draft: breaks an order");
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

gboolean
tl_inst_is_postproc_mark (const TlInst *inst)
{
  return inst->primitive != NULL && inst->status == TL_INST_APPLIED && strcmp (inst->primitive->name, "enter_postproc") == 0;
}

/* @arg with the variables of one trace replaced by those of another: new_index[old] */
static TlArg
renumber (TlArena *arena, const TlArg *arg, GArray *new_index)
{
  TlArg  copy = *arg;
  TlArg *items;

  if (arg->kind == TL_ARG_RV)
    return tl_arg_rv (arg->rv != TL_RV_GONE ? g_array_index (new_index, guint, arg->rv) : TL_RV_GONE);
  if (arg->n_items == 0)
    return copy;
  items = tl_arena_new_array (arena, TlArg, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    items[i] = renumber (arena, &arg->items[i], new_index);
  copy.items = items;
  return copy;
}

/* Where the step names a function, @func_name is meant. */
static void
rename_function (const TlInst *inst, TlArg *args, const char *func_name)
{
  for (guint i = 0; inst->primitive != NULL && i < inst->n_args; i++)
    if (inst->primitive->params[i].kind == TL_PARAM_FUNCTION && args[i].kind == TL_ARG_STRING)
      args[i].string = func_name;
}

/* Applies the step that led to @step; new_index grows by its outputs. @func_name: nullable. */
static TlState *
replay_step (TlState *current, const TlState *step, TlArena *arena, GArray *new_index, const char *func_name, gboolean use_decisions,
             GError **error)
{
  TlInst              inst = *tl_state_inst (step);
  TlArg              *args = tl_arena_new_array (arena, TlArg, MAX (inst.n_args, 1));
  TlState            *next;
  guint               first, n_expected = tl_state_outputs (step, NULL), n;

  for (guint i = 0; i < inst.n_args; i++)
    args[i] = renumber (arena, &inst.args[i], new_index);
  inst.args = args;
  if (func_name != NULL)
    rename_function (&inst, args, func_name);
  if (!use_decisions && inst.status == TL_INST_APPLIED)
    inst.decision = (TlArg) { .kind = TL_ARG_NONE };
  next = tl_state_apply (current, &inst, error);
  if (next == NULL)
    return NULL;
  n = tl_state_outputs (next, &first);
  if (n != n_expected)
    {
      tl_refuse (error, NULL, 0, NULL, "step %u (%s) yielded %u results here, %u when it was recorded", tl_state_n_steps (step),
                 inst.primitive != NULL ? inst.primitive->name : inst.opaque_kind, n, n_expected);
      tl_state_unref (next);
      return NULL;
    }
  for (guint i = 0; i < n; i++)
    {
      guint index = first + i;

      g_array_append_val (new_index, index);
    }
  return next;
}

/* The steps mean the tensor intrinsics that they were taken with. */
static TlState *
start_for (TlState *start, GPtrArray *steps)
{
  const TlTensorIntrins *intrins = steps->len > 0 ? tl_state_intrins (g_ptr_array_index (steps, steps->len - 1)) : NULL;

  return intrins != NULL ? tl_state_with_intrins (start, intrins) : tl_state_ref (start);
}

/* @keep: one flag per step; NULL keeps all. */
static TlState *
replay_steps (TlState *start, GPtrArray *steps, const gboolean *keep, const char *func_name, gboolean use_decisions,
              gboolean stop_at_postproc, GError **error)
{
  g_autoptr (TlState) current = start_for (start, steps);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GArray)  new_index = g_array_sized_new (FALSE, TRUE, sizeof (guint), 64);

  for (guint i = 0; i < steps->len; i++)
    {
      const TlState *step = g_ptr_array_index (steps, i);
      TlState       *next;

      if (stop_at_postproc && tl_inst_is_postproc_mark (tl_state_inst (step)))
        break;
      if (keep != NULL && !keep[i])
        {
          g_array_set_size (new_index, tl_state_n_rvs (step));
          continue;
        }
      next = replay_step (current, step, arena, new_index, func_name, use_decisions, error);
      if (next == NULL)
        return NULL;
      tl_state_unref (current);
      current = next;
    }
  return g_steal_pointer (&current);
}

TlState *
tl_trace_replay (TlState *start, const TlState *steps_of, gboolean use_decisions, gboolean stop_at_postproc, GError **error)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (steps_of);

  return replay_steps (start, steps, NULL, NULL, use_decisions, stop_at_postproc, error);
}

TlState *
tl_trace_replay_on_function (TlState *start, const TlState *steps_of, const char *func_name, GError **error)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (steps_of);

  return replay_steps (start, steps, NULL, func_name, TRUE, FALSE, error);
}

/* --- the order that works --- */

gboolean
tl_trace_can_precede (const TlState *step)
{
  return tl_state_inst (step)->primitive != NULL && tl_state_module (step) != tl_state_module (tl_state_parent ((TlState *) step));
}

/* Whether @arg names variables that @state does not have yet. */
static gboolean
is_of_later (const TlState *state, const TlArg *arg)
{
  if (arg->kind == TL_ARG_RV)
    return arg->rv >= tl_state_n_rvs (state);
  for (guint i = 0; i < arg->n_items; i++)
    if (is_of_later (state, &arg->items[i]))
      return TRUE;
  return FALSE;
}

static TlState *
try_inst (TlState *before, const TlInst *inst, gboolean by_node)
{
  for (guint i = 0; i < inst->n_args; i++)
    if (is_of_later (before, &inst->args[i]))
      return NULL;
  return by_node ? tl_state_apply_to_nodes (before, inst->primitive, inst->args, inst->n_args, NULL) : tl_state_apply (before, inst, NULL);
}

TlState *
tl_trace_replay_rest (TlState *taken, TlState *before, const TlState *steps_of)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (steps_of);
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GArray)    new_index = g_array_new (FALSE, FALSE, sizeof (guint));
  TlState              *current = tl_state_ref (taken);

  for (guint i = 0; i < tl_state_n_rvs (before); i++)
    g_array_append_val (new_index, i);
  for (guint i = tl_state_n_steps (before); current != NULL && i < steps->len; i++)
    {
      TlState *next = replay_step (current, steps->pdata[i], arena, new_index, NULL, TRUE, NULL);

      tl_state_unref (current);
      current = next;
    }
  return current;
}

/* Applies @inst, and then @step and those after it, on the state before them. */
static gboolean
works_before (TlState *state, TlState *step, const TlInst *inst, gboolean by_node, TlTraceOrder *order)
{
  TlState            *before = tl_state_parent (step);
  g_autoptr (TlState) taken = try_inst (before, inst, by_node);
  TlState            *end = taken != NULL ? tl_trace_replay_rest (taken, before, state) : NULL;

  if (end == NULL)
    return FALSE;
  *order = (TlTraceOrder) { .taken = g_steal_pointer (&taken), .later = tl_state_ref (step), .end = end };
  return TRUE;
}

gboolean
tl_trace_find_order (TlState *state, const TlInst *inst, gboolean by_node, TlTraceOrder *order)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);

  for (guint back = 1; inst->primitive != NULL && back <= MIN (steps->len, TL_TRACE_MAX_BACK); back++)
    {
      TlState *step = steps->pdata[steps->len - back];

      if (tl_trace_can_precede (step) && works_before (state, step, inst, by_node, order))
        return TRUE;
    }
  return FALSE;
}

void
tl_trace_order_clear (TlTraceOrder *order)
{
  g_clear_pointer (&order->taken, tl_state_unref);
  g_clear_pointer (&order->later, tl_state_unref);
  g_clear_pointer (&order->end, tl_state_unref);
}

char *
tl_trace_order_text (const TlTraceOrder *order)
{
  g_autofree char *what = tl_state_describe (order->later);

  return g_strdup_printf ("%s first, then %s (%s)", tl_state_inst (order->taken)->primitive->name,
                          tl_state_inst (order->later)->primitive->name, what);
}

TlState *
tl_trace_apply_like (TlState *state, const TlState *step, const TlInst *inst, GError **error)
{
  TlState *next = tl_state_apply (state, inst, error);
  guint    n = next != NULL ? tl_state_outputs (next, NULL) : 0, n_expected = tl_state_outputs (step, NULL);

  if (next == NULL || n == n_expected)
    return next;
  tl_refuse (error, NULL, 0, NULL, "step %u (%s) yielded %u results here, %u before", tl_state_n_steps (step),
             inst->primitive != NULL ? inst->primitive->name : inst->opaque_kind, n, n_expected);
  tl_state_unref (next);
  return NULL;
}

TlState *
tl_trace_redraw (TlState *state, guint64 seed, GError **error)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);
  TlState              *current;
  guint                 at = 0;

  while (at < steps->len && tl_state_inst (steps->pdata[at])->decision.kind == TL_ARG_NONE)
    at++;
  current = tl_state_reseed (at > 0 ? steps->pdata[at - 1] : tl_state_root (state), seed);
  for (; at < steps->len && current != NULL; at++)
    {
      TlInst   inst = *tl_state_inst (steps->pdata[at]);
      TlState *next;

      if (inst.status == TL_INST_APPLIED)
        inst.decision = (TlArg) { .kind = TL_ARG_NONE };
      next = tl_trace_apply_like (current, steps->pdata[at], &inst, error);
      tl_state_unref (current);
      current = next;
    }
  return current;
}

static void
mark_used (const TlArg *arg, gboolean *is_used)
{
  if (arg->kind == TL_ARG_RV)
    is_used[arg->rv] = TRUE;
  for (guint i = 0; i < arg->n_items; i++)
    mark_used (&arg->items[i], is_used);
}

static gboolean
is_needed (const TlState *step, const gboolean *is_used)
{
  const TlInst *inst = tl_state_inst (step);
  guint         first;
  guint         n = tl_state_outputs (step, &first);

  if (inst->status != TL_INST_APPLIED)
    return FALSE;
  if (inst->primitive == NULL || !inst->primitive->is_pure)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (is_used[first + i])
      return TRUE;
  return FALSE;
}

TlState *
tl_trace_simplify (const TlState *state, gboolean remove_postproc, GError **error)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);
  g_autofree gboolean  *keep = g_new0 (gboolean, steps->len + 1);
  g_autofree gboolean  *is_used = g_new0 (gboolean, tl_state_n_rvs (state) + 1);
  guint                 n = steps->len;

  for (guint i = 0; remove_postproc && i < n; i++)
    if (tl_inst_is_postproc_mark (tl_state_inst (g_ptr_array_index (steps, i))))
      n = i;
  for (guint i = n; i-- > 0;)
    {
      const TlState *step = g_ptr_array_index (steps, i);
      const TlInst  *inst = tl_state_inst (step);

      keep[i] = is_needed (step, is_used);
      for (guint j = 0; keep[i] && j < inst->n_args; j++)
        mark_used (&inst->args[j], is_used);
    }
  return replay_steps (tl_state_root ((TlState *) state), steps, keep, NULL, TRUE, remove_postproc, error);
}

/* --- some of the steps --- */

static void
mark_steps_needed (const TlState *step, const gboolean *is_used, gboolean *keep, guint at)
{
  guint first, n = tl_state_outputs (step, &first);

  for (guint i = 0; i < n; i++)
    keep[at] |= is_used[first + i];
}

void
tl_trace_add_needed (const TlState *steps_of, gboolean *keep)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (steps_of);
  g_autofree gboolean  *is_used = g_new0 (gboolean, tl_state_n_rvs (steps_of) + 1);

  for (guint i = steps->len; i-- > 0;)
    {
      const TlInst *inst = tl_state_inst (steps->pdata[i]);

      mark_steps_needed (steps->pdata[i], is_used, keep, i);
      for (guint j = 0; keep[i] && j < inst->n_args; j++)
        mark_used (&inst->args[j], is_used);
    }
}

TlState *
tl_trace_replay_some (const TlState *steps_of, const gboolean *keep, GError **error)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (steps_of);

  return replay_steps (tl_state_root ((TlState *) steps_of), steps, keep, NULL, TRUE, FALSE, error);
}
