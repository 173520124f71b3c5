/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a script as arguments of steps. */
#include "core/schedule/script/script-private.h"

/* Deep values would overflow the stack of those that walk them. */
#define MAX_VALUE_DEPTH 64
#define MAX_ITEMS       65536

/* The step that made a variable; NULL if the schedule has no such. */
static const TlInst *
find_maker (const TlState *state, guint rv)
{
  for (; state != NULL; state = tl_state_parent (state))
    {
      guint first, n = tl_state_outputs (state, &first);

      if (rv >= first && rv < first + n)
        return tl_state_inst (state);
    }
  return NULL;
}

/* A copy of a schedule knows the variables from before it was copied. */
static gboolean
knows_rv (const TlScriptSchedule *schedule, const TlScriptRv *rv)
{
  const TlInst *maker;

  if (schedule == NULL || rv->schedule == schedule)
    return rv->schedule == schedule;
  maker = find_maker (schedule->state, rv->rv);
  return maker != NULL && maker == find_maker (rv->schedule->state, rv->rv);
}

static gboolean
rv_to_arg (TlPyInterp *interp, const TlAst *at, const TlScriptSchedule *schedule, const TlPyValue *value, TlArg *arg)
{
  const TlScriptRv *rv = value->object;

  if (!knows_rv (schedule, rv))
    return tl_py_fail (interp, at, "this %s belongs to another schedule", tl_py_type_name (value));
  *arg = tl_arg_rv (rv->rv);
  return TRUE;
}

gboolean
tl_script_map_to_arg (TlPyInterp *interp, const TlAst *at, const TlScriptSchedule *schedule, const TlScriptMap *map, TlArg *arg)
{
  TlArg *numbers = tl_arena_new_array (interp->arena, TlArg, MAX (map->n_numbers, 1));

  for (guint i = 0; i < map->n_numbers; i++)
    {
      if (!knows_rv (schedule, map->numbers[i]))
        return tl_py_fail (interp, at, "this index map depends on a sampled integer that belongs to another schedule");
      numbers[i] = tl_arg_rv (map->numbers[i]->rv);
    }
  *arg = tl_arg_index_map_of (interp->arena, map->map, numbers, map->n_numbers);
  return TRUE;
}

/* Refused as an argument of a step is, not as a script that cannot be read. */
static gboolean
refuse_vscale (TlPyInterp *interp, const TlAst *at)
{
  tl_refuse_argument (&interp->error, "a multiple of T.vscale() is unknown until run time; use a number");
  tl_refusal_set_place (interp->error, interp->source, at->span);
  return FALSE;
}

/* Constants of the program are numbers; of what else it computes a step knows nothing. */
static gboolean
expr_to_arg (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlArg *arg)
{
  gint64 integer;

  if (tl_expr_get_int (value->expr, &integer))
    *arg = value->expr->dtype.code == TL_TYPE_BOOL ? tl_arg_bool (integer != 0) : tl_arg_int (integer);
  else if (value->expr->kind == TL_EXPR_FLOAT)
    *arg = (TlArg) { .kind = TL_ARG_FLOAT, .number = value->expr->float_value };
  else if (value->expr->kind == TL_EXPR_STRING)
    *arg = (TlArg) { .kind = TL_ARG_STRING, .string = value->expr->text };
  else if (tl_expr_calls (value->expr, "vscale"))
    return refuse_vscale (interp, at);
  else
    return tl_py_fail (interp, at, "an expression of the program cannot be an argument of a step");
  return TRUE;
}

static gboolean
to_arg_within (TlPyInterp *interp, const TlAst *at, const TlScriptSchedule *schedule, const TlPyValue *value, TlArg *arg, guint depth)
{
  const TlPyList *list;
  TlScriptMap     map;
  TlArg          *items;
  const char    **keys = NULL;

  if (!tl_py_tick (interp, at))
    return FALSE;
  if (depth > MAX_VALUE_DEPTH)
    return tl_py_fail (interp, at, "this value is nested too deeply");
  switch (value->kind)
    {
    case TL_PY_NONE:
      *arg = (TlArg) { .kind = TL_ARG_NONE };
      return TRUE;
    case TL_PY_BOOL:
      *arg = tl_arg_bool (value->boolean);
      return TRUE;
    case TL_PY_INT:
      *arg = tl_arg_int (value->integer);
      return TRUE;
    case TL_PY_FLOAT:
      *arg = (TlArg) { .kind = TL_ARG_FLOAT, .number = value->number };
      return TRUE;
    case TL_PY_STRING:
      *arg = (TlArg) { .kind = TL_ARG_STRING, .string = value->string };
      return TRUE;
    case TL_PY_OBJECT:
      if (tl_py_is (value, &tl_script_rv_class))
        return rv_to_arg (interp, at, schedule, value, arg);
      if (!tl_py_is (value, &tl_script_index_map_class))
        return tl_py_fail (interp, at, "a %s cannot be an argument of a step", tl_py_type_name (value));
      G_GNUC_FALLTHROUGH;
    case TL_PY_FUNCTION:
      return tl_script_to_index_map (interp, at, value, -1, &map) && tl_script_map_to_arg (interp, at, schedule, &map, arg);
    case TL_PY_EXPR:
      return expr_to_arg (interp, at, value, arg);
    case TL_PY_LIST:
    case TL_PY_TUPLE:
    case TL_PY_DICT:
      break;
    default:
      return tl_py_fail (interp, at, "a %s cannot be an argument of a step", tl_py_type_name (value));
    }
  list = value->kind == TL_PY_DICT ? &value->dict->values : value->list;
  if (list->n > MAX_ITEMS)
    return tl_py_fail (interp, at, "this list is too long for a step");
  if ((items = tl_py_alloc (interp, at, list->n, sizeof (TlArg))) == NULL
      || (value->kind == TL_PY_DICT && (keys = tl_py_alloc (interp, at, list->n, sizeof (char *))) == NULL))
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    {
      if (keys != NULL && value->dict->keys.items[i].kind != TL_PY_STRING)
        return tl_py_fail (interp, at, "keys of a dictionary that a step takes must be strings");
      if (keys != NULL)
        keys[i] = value->dict->keys.items[i].string;
      if (!to_arg_within (interp, at, schedule, &list->items[i], &items[i], depth + 1))
        return FALSE;
    }
  *arg = (TlArg) { .kind = keys != NULL ? TL_ARG_DICT : TL_ARG_LIST, .items = items, .keys = keys, .n_items = list->n };
  return TRUE;
}

gboolean
tl_script_to_arg (TlPyInterp *interp, const TlAst *at, const TlScriptSchedule *schedule, const TlPyValue *value, TlArg *arg)
{
  return to_arg_within (interp, at, schedule, value, arg, 0);
}
