/* SPDX-License-Identifier: Apache-2.0 */
/* Methods of the schedule that are steps: the rows of the primitive table. */
#include <string.h>

#include "core/schedule/opaque-private.h"
#include "core/schedule/resolve-private.h"
#include "core/schedule/script/script-private.h"

/* Advances @schedule by a step; a refusal gains the place of the call. */
static gboolean
take_step (TlPyInterp *interp, TlScriptSchedule *schedule, const TlAst *at, const TlInst *inst)
{
  TlScriptRun *run = interp->host;
  TlState     *next;

  if (++run->n_steps > run->max_steps)
    return tl_py_fail (interp, at, "the schedule has too many steps: more than %u", run->max_steps);
  if (tl_state_intrins (schedule->state) != run->intrins)
    {
      schedule->state = tl_state_with_intrins (schedule->state, run->intrins);
      g_ptr_array_add (run->states, schedule->state);
    }
  next = tl_state_apply (schedule->state, inst, &interp->error);
  if (next == NULL)
    {
      tl_refusal_set_place (interp->error, interp->source, at->span);
      if (run->on_refused != NULL && g_error_matches (interp->error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED))
        next = run->on_refused (schedule->state, inst, interp->error, run->refused_data);
      if (next == NULL)
        {
          run->refused_on = schedule->state;
          run->refused = *inst;
          return FALSE;
        }
      g_clear_error (&interp->error);
    }
  run->refused_on = NULL;
  g_ptr_array_add (run->states, next);
  schedule->state = next;
  run->latest = schedule;
  return TRUE;
}

/* The outputs of the step just taken: nothing, a variable, or a list. */
static gboolean
outputs_of (TlPyInterp *interp, TlScriptSchedule *schedule, const TlAst *at, gboolean as_list, TlPyValue *value)
{
  guint first;
  guint n = tl_state_outputs (schedule->state, &first);

  *value = TL_PY_NONE_VALUE;
  if (!as_list)
    {
      if (n == 1)
        *value = tl_script_rv (interp, schedule, first);
      return TRUE;
    }
  if (!tl_py_new_list (interp, at, TL_PY_LIST, n, value))
    return FALSE;
  for (guint i = 0; i < n; i++)
    value->list->items[value->list->n++] = tl_script_rv (interp, schedule, first + i);
  return TRUE;
}

/* Where a block is expected its name will do: it is looked up first, as a step of its own. */
static gboolean
block_by_name (TlPyInterp *interp, TlScriptSchedule *schedule, const TlAst *at, TlArg *arg)
{
  TlArg    args[2] = { *arg, { .kind = TL_ARG_NONE } };
  TlInst   inst = { .primitive = tl_primitive_find ("get_block"), .args = args, .n_args = 2 };
  guint    first;

  if (schedule->working_on != NULL)
    args[1] = (TlArg) { .kind = TL_ARG_STRING, .string = schedule->working_on };
  if (!take_step (interp, schedule, at, &inst))
    return FALSE;
  tl_state_outputs (schedule->state, &first);
  *arg = tl_arg_rv (first);
  return TRUE;
}

static gboolean
name_to_block (TlPyInterp *interp, TlScriptSchedule *schedule, const TlAst *at, TlParamKind kind, TlArg *arg)
{
  TlArg *items;

  if ((kind == TL_PARAM_BLOCK || kind == TL_PARAM_BLOCK_OR_LOOP) && arg->kind == TL_ARG_STRING)
    return block_by_name (interp, schedule, at, arg);
  if ((kind != TL_PARAM_BLOCKS && kind != TL_PARAM_LOOP_OR_BLOCKS) || arg->kind != TL_ARG_LIST)
    return TRUE;
  items = tl_arena_dup_array (interp->arena, TlArg, arg->items, arg->n_items);
  for (guint i = 0; i < arg->n_items; i++)
    if (items[i].kind == TL_ARG_STRING && !block_by_name (interp, schedule, at, &items[i]))
      return FALSE;
  arg->items = items;
  return TRUE;
}

/* Where each parameter's value comes from; NULL: nowhere, the default. LOOPS take all positional arguments. */
static gboolean
bind_values (TlPyInterp *interp, const TlPrimitive *row, const TlPyArgs *args, const TlPyValue **values)
{
  gboolean takes_all = row->n_params > 0 && row->params[0].kind == TL_PARAM_LOOPS;

  if (!takes_all && args->n_positional > row->n_params)
    return tl_py_fail (interp, args->call, "%s takes at most %u arguments, %u given", row->name, row->n_params, args->n_positional);
  for (guint i = 0; i < args->n_positional && !takes_all; i++)
    values[i] = &args->positional[i];
  for (guint i = 0; i < args->n_named; i++)
    {
      gint position = tl_primitive_find_param (row, args->names[i]);

      if (position < 0 && strcmp (args->names[i], "enable_check") == 0)
        continue;
      if (position < 0 || (takes_all && position == 0))
        return tl_py_fail (interp, args->call, "%s has no argument '%s'", row->name, args->names[i]);
      if (values[position] != NULL)
        return tl_py_fail (interp, args->call, "argument '%s' of %s is given twice", args->names[i], row->name);
      values[position] = &args->named[i];
    }
  return TRUE;
}

/* Facts about the map that parameter @index takes. */
static gboolean
wish_for (TlPyInterp *interp, const TlScriptSchedule *schedule, const TlPrimitive *row, guint index, const TlArg *bound,
          TlIndexMapWish *wish)
{
  TlArg *resolved;

  return row->index_map_wish != NULL && tl_inst_resolve_first (schedule->state, row, bound, index, interp->arena, &resolved)
         && row->index_map_wish (tl_state_module (schedule->state), resolved, index, wish);
}

static gboolean
bind_index_map (TlPyInterp *interp, TlScriptSchedule *schedule, const TlPrimitive *row, guint index, const TlPyArgs *args,
                const TlPyValue *value, TlArg *bound)
{
  TlScriptMap    map = { 0 };
  TlIndexMapWish wish = { 0 };
  double         number;
  gboolean       is_known = wish_for (interp, schedule, row, index, bound, &wish);

  bound[index] = (TlArg) { .kind = TL_ARG_NONE };
  if (value->kind == TL_PY_NONE)
    return TRUE;
  if (tl_py_get_number (value, &number))
    return tl_script_to_arg (interp, args->call, schedule, value, &bound[index]);
  if (tl_py_is_expr (value) && !is_known)
    return tl_py_fail (interp, args->call, "argument '%s' of %s is a function of indices", row->params[index].name, row->name);
  if (tl_py_is_expr (value) ? !tl_script_constant_map (interp, args->call, value, wish.n_indices, &map.map)
                            : !tl_script_to_index_map (interp, args->call, value, is_known ? (gint) wish.n_indices : -1, &map))
    return FALSE;
  return tl_script_map_to_arg (interp, args->call, schedule, &map, &bound[index]);
}

/* The function is called with the axes of the block that the first argument names. */
static gboolean
bind_range_map (TlPyInterp *interp, TlScriptSchedule *schedule, const TlPrimitive *row, guint index, const TlPyArgs *args,
                const TlPyValue *value, TlArg *bound)
{
  TlArg            *first;
  gboolean          is_known = index > 0 && tl_inst_resolve_first (schedule->state, row, bound, 1, interp->arena, &first);
  const TlStmt     *stmt = is_known && first->kind == TL_ARG_NODE ? tl_module_find (tl_state_module (schedule->state), first->node) : NULL;
  guint             n = stmt != NULL && stmt->kind == TL_STMT_BLOCK ? stmt->block.n_axes : 0;
  const TlVar     **vars = tl_arena_new_array (interp->arena, const TlVar *, MAX (n, 1));
  const TlIndexMap *map;

  for (guint i = 0; i < n; i++)
    vars[i] = tl_expr_var (interp->arena, tl_arena_strdup (interp->arena, stmt->block.axes[i].var->name), stmt->block.axes[i].var->dtype);
  if (!tl_script_to_range_map (interp, args->call, value, vars, n, &map))
    return FALSE;
  bound[index] = tl_arg_index_map (map);
  return TRUE;
}

static gboolean
bind_arg (TlPyInterp *interp, TlScriptSchedule *schedule, const TlPrimitive *row, guint index, const TlPyArgs *args, const TlPyValue *value,
          TlArg *bound)
{
  TlArg                  *arg = &bound[index];
  const TlPrimitiveParam *param = &row->params[index];
  TlPyList                all = { .items = args->positional, .n = args->n_positional };
  TlPyValue               loops = { .kind = TL_PY_TUPLE, .list = &all };

  if (param->kind == TL_PARAM_LOOPS)
    value = &loops;
  if (value == NULL)
    {
      if (param->kind == TL_PARAM_FUNCTION && schedule->working_on != NULL)
        *arg = (TlArg) { .kind = TL_ARG_STRING, .string = schedule->working_on };
      else if (!tl_primitive_param_default (param, arg))
        return tl_py_fail (interp, args->call, "%s needs its argument '%s'", row->name, param->name);
      return TRUE;
    }
  if (param->kind == TL_PARAM_INDEX_MAP && (param->flags & TL_PARAM_OF_RANGES) != 0)
    return bind_range_map (interp, schedule, row, index, args, value, bound);
  if (param->kind == TL_PARAM_INDEX_MAP)
    return bind_index_map (interp, schedule, row, index, args, value, bound);
  if (!tl_script_to_arg (interp, args->call, schedule, value, arg))
    return FALSE;
  if (arg->kind == TL_ARG_NONE && param->kind == TL_PARAM_BLOCKS)
    *arg = (TlArg) { .kind = TL_ARG_LIST };
  return name_to_block (interp, schedule, args->call, param->kind, arg);
}

/* Names in a list of blocks are looked up before those of other arguments, as in TVM: the order shows in the trace. */
static gboolean
bind_args (TlPyInterp *interp, TlScriptSchedule *schedule, const TlPrimitive *row, const TlPyArgs *args, const TlPyValue **values,
           TlArg *bound)
{
  guint n = tl_primitive_n_args (row);

  for (guint i = 0; i < n; i++)
    if (row->params[i].kind == TL_PARAM_BLOCKS && !bind_arg (interp, schedule, row, i, args, values[i], bound))
      return FALSE;
  for (guint i = 0; i < n; i++)
    if (row->params[i].kind != TL_PARAM_BLOCKS && !bind_arg (interp, schedule, row, i, args, values[i], bound))
      return FALSE;
  return TRUE;
}

/* Separators in the map of transform_layout are a step of their own, as in TVM: takes them out of @bound. NULL if there are none. */
static TlArg *
split_off_separators (TlPyInterp *interp, const TlPrimitive *row, TlArg *bound)
{
  gint              param = tl_primitive_find_param (row, "index_map");
  const TlIndexMap *map = param >= 0 && bound[param].kind == TL_ARG_INDEX_MAP ? bound[param].map : NULL;
  TlArg            *args, *items;

  if (map == NULL || map->n_separators == 0 || strcmp (row->name, "transform_layout") != 0)
    return NULL;
  args = tl_arena_dup_array (interp->arena, TlArg, bound, 3);
  items = tl_arena_new_array (interp->arena, TlArg, map->n_separators);
  for (guint i = 0; i < map->n_separators; i++)
    items[i] = tl_arg_int (map->separators[i]);
  args[2] = tl_arg_list (interp->arena, items, map->n_separators);
  map = tl_index_map_with_inverse (interp->arena, tl_index_map_new (interp->arena, map->initial, map->n_initial, map->final, map->n_final),
                                   map->inverse);
  bound[param].map = map;
  return args;
}

static gboolean
call_primitive (TlPyInterp *interp, TlScriptSchedule *schedule, const TlPrimitive *row, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue **values = tl_arena_new_array (interp->arena, const TlPyValue *, MAX (row->n_params, 1));
  TlArg            *bound = tl_arena_new_array (interp->arena, TlArg, MAX (row->n_params, 1));
  guint             n_args = tl_primitive_n_args (row);
  TlInst            inst = { .primitive = row, .args = bound, .n_args = n_args, .decision = { .kind = TL_ARG_NONE } };
  TlInst            separate = { .primitive = tl_primitive_find ("set_axis_separator"), .n_args = 3 };

  if (!bind_values (interp, row, args, values))
    return FALSE;
  if (!bind_args (interp, schedule, row, args, values, bound))
    return FALSE;
  if (n_args < row->n_params && values[n_args] != NULL && !tl_script_to_arg (interp, args->call, schedule, values[n_args], &inst.decision))
    return FALSE;
  separate.args = split_off_separators (interp, row, bound);
  if (separate.args != NULL)
    return take_step (interp, schedule, args->call, &inst) && take_step (interp, schedule, args->call, &separate);
  return take_step (interp, schedule, args->call, &inst) && outputs_of (interp, schedule, args->call, row->n_outputs < 0, value);
}

/* The outputs of an unknown step, from "l1, l2 = sch.unknown (…)". */
static guint
outputs_in_target (TlPyInterp *interp, const TlAst *target, TlRvKind **kinds)
{
  gboolean            is_list = target != NULL && (target->kind == TL_AST_TUPLE || target->kind == TL_AST_LIST);
  const TlAst *const *names = is_list ? target->items : &target;
  guint               n = target == NULL ? 0 : is_list ? target->n_items : 1;

  *kinds = tl_arena_new_array (interp->arena, TlRvKind, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      char letter = names[i]->kind == TL_AST_NAME ? names[i]->name[0] : 'v';

      (*kinds)[i] = letter == 'b' ? TL_RV_BLOCK : letter == 'l' ? TL_RV_LOOP : TL_RV_INT;
    }
  return n;
}

static gboolean
keep_unknown (TlPyInterp *interp, TlScriptSchedule *schedule, const char *name, const TlPyArgs *args, const TlAst *target, TlPyValue *value)
{
  g_autofree char *kind = tl_opaque_kind_of_name (name);
  guint            n = args->n_positional + args->n_named;
  TlArg           *items = tl_arena_new_array (interp->arena, TlArg, MAX (n, 1));
  const char     **keys = tl_arena_new_array (interp->arena, const char *, MAX (n, 1));
  TlArg            all = { .kind = TL_ARG_DICT, .items = items, .keys = keys, .n_items = n };
  TlRvKind        *kinds;
  TlInst           inst = { .opaque_kind = kind, .args = &all, .n_args = 1, .decision = { .kind = TL_ARG_NONE } };
  gboolean         is_list = target != NULL && target->kind != TL_AST_NAME;

  for (guint i = 0; i < n; i++)
    {
      gboolean is_named = i >= args->n_positional;

      keys[i] = is_named ? args->names[i - args->n_positional] : "";
      if (!tl_script_to_arg (interp, args->call, schedule, is_named ? &args->named[i - args->n_positional] : &args->positional[i],
                             &items[i]))
        return FALSE;
    }
  inst.n_opaque_outputs = outputs_in_target (interp, target, &kinds);
  inst.opaque_outputs = kinds;
  return take_step (interp, schedule, args->call, &inst) && outputs_of (interp, schedule, args->call, is_list, value);
}

/* The number of single-letter edits between two names, at most @limit + 1. */
static guint
edits_between (const char *a, const char *b, guint limit)
{
  guint row[64];
  gsize n = strlen (b);

  if (n >= G_N_ELEMENTS (row) || strlen (a) >= G_N_ELEMENTS (row))
    return limit + 1;
  for (guint j = 0; j <= n; j++)
    row[j] = j;
  for (guint i = 1; a[i - 1] != '\0'; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= n; j++)
        {
          guint above = row[j];

          row[j] = MIN (MIN (row[j - 1], above) + 1, diagonal + (a[i - 1] != b[j - 1]));
          diagonal = above;
        }
    }
  return row[n];
}

/* The primitive that was probably meant, or NULL. */
static const TlPrimitive *
similar_primitive (const char *name)
{
  for (guint limit = 1; limit <= 2; limit++)
    for (guint i = 0; tl_primitive_nth (i) != NULL; i++)
      if (edits_between (name, tl_primitive_nth (i)->name, limit) <= limit)
        return tl_primitive_nth (i);
  return NULL;
}

gboolean
tl_script_call_step (TlPyInterp *interp, TlScriptSchedule *schedule, const char *name, const TlPyArgs *args, const TlAst *target,
                     TlPyValue *value)
{
  const TlScriptRun *run = interp->host;
  const TlPrimitive *row = tl_primitive_find (name);

  if (row != NULL)
    return call_primitive (interp, schedule, row, args, value);
  row = similar_primitive (name);
  if (row != NULL)
    return tl_py_fail (interp, args->call, "a schedule has no method '%s'; did you mean '%s'?", name, row->name);
  if (run->keeps_unknown)
    return keep_unknown (interp, schedule, name, args, target, value);
  return tl_py_fail (interp, args->call, "a schedule has no method '%s'", name);
}
