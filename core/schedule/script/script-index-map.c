/* SPDX-License-Identifier: Apache-2.0 */
/* A function called with variables says what it computes, and that is an index map. */
#include <string.h>

#include "core/schedule/script/script-private.h"

#define MAX_INDICES 64

/* The variables that @function is called with: one per parameter, a star takes the rest of @n_wanted and numbers them. */
static gboolean
make_variables (TlPyInterp *interp, const TlAst *at, const TlPyFunction *function, gint n_wanted, TlPyList *list)
{
  guint n_params = function->ast->n_params;
  gint  n_star = n_wanted - ((gint) n_params - 1);

  for (guint i = 0; i < n_params; i++)
    {
      const TlAstParam *param = &function->ast->params[i];
      gint              n = !param->is_star ? 1 : *param->name != '\0' ? n_star : 0;

      if (param->is_double_star)
        return tl_py_fail (interp, at, "an index map cannot have **%s", param->name);
      if (param->is_star && n_wanted < 0)
        return tl_py_fail (interp, at, "the number of indices of *%s is unknown here", param->name);
      for (gint k = 0; k < n; k++)
        {
          const char *name = param->is_star ? tl_arena_printf (interp->arena, "%s_%d", param->name, k) : param->name;
          TlPyValue   var = tl_py_expr (tl_expr_var (interp->arena, name, TL_INT32));

          if (list->n >= MAX_INDICES)
            return tl_py_fail (interp, at, "an index map has at most %u indices", MAX_INDICES);
          if (!tl_py_list_append (interp, at, list, var))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
is_separator (const TlPyValue *value)
{
  return value->kind == TL_PY_NAMESPACE && g_str_has_suffix (value->string, "AXIS_SEPARATOR");
}

/* The result of the call: an index, or a list of indices and separators. The @numbers that were used become the map's last variables. */
static gboolean
take_result (TlPyInterp *interp, const TlAst *at, const TlPyList *vars, const TlScriptNumbers *numbers, const TlPyValue *result,
             const TlIndexMap **map)
{
  const TlVar  *initial[MAX_INDICES + TL_SCRIPT_MAX_NUMBERS] = { NULL };
  const TlExpr *final[MAX_INDICES] = { NULL };
  gint64        separators[MAX_INDICES];
  guint         n_final = 0, n_separators = 0;
  TlPyList      items = { .items = (TlPyValue *) result, .n = 1 };

  if (tl_py_is_sequence (result))
    items = *result->list;
  if (items.n > MAX_INDICES)
    return tl_py_fail (interp, at, "an index map has at most %u indices", MAX_INDICES);
  for (guint i = 0; i < items.n; i++)
    if (items.items[i].kind == TL_PY_STRING)
      return tl_py_fail (interp, at, "a str cannot be part of an expression");
    else if (is_separator (&items.items[i]))
      separators[n_separators++] = n_final;
    else
      {
        final[n_final] = tl_py_to_expr (interp, at, &items.items[i]);
        if (final[n_final++] == NULL)
          return FALSE;
      }
  for (guint i = 0; i < vars->n; i++)
    initial[i] = vars->items[i].expr;
  for (guint i = 0; i < numbers->n; i++)
    initial[vars->n + i] = numbers->vars[i];
  *map = tl_index_map_new (interp->arena, initial, vars->n + numbers->n, final, n_final);
  if (n_separators > 0)
    *map = tl_index_map_with_separators (interp->arena, *map, separators, n_separators);
  return TRUE;
}

/* Parameters after a star are passed by name. */
static void
name_arguments (TlPyInterp *interp, const TlPyFunction *function, TlPyArgs *args)
{
  const TlAst *ast = function->ast;
  guint        n_named = 0;
  const char **names;

  for (guint i = 0; i < ast->n_params; i++)
    n_named = ast->params[i].is_star ? 0 : n_named + 1;
  if (n_named == ast->n_params || n_named == 0)
    return;
  names = tl_arena_new_array (interp->arena, const char *, n_named);
  for (guint i = 0; i < n_named; i++)
    names[i] = ast->params[ast->n_params - n_named + i].name;
  args->n_positional -= n_named;
  args->named = args->positional + args->n_positional;
  args->names = names;
  args->n_named = n_named;
}

/* The results of the function, with sampled integers as variables that are noted in @numbers. */
static gboolean
call_with_numbers (TlPyInterp *interp, const TlAst *at, const TlPyValue *function, const TlPyList *vars, TlScriptNumbers *numbers,
                   const TlIndexMap **map)
{
  TlScriptRun     *run = interp->host;
  TlScriptNumbers *outer = run->numbers;
  TlPyArgs         args = { .call = at, .positional = vars->items, .n_positional = vars->n };
  TlPyValue        result;
  gboolean         ok;

  name_arguments (interp, function->function, &args);
  run->numbers = numbers;
  ok = tl_py_call_function (interp, function->function, &args, &result) && take_result (interp, at, vars, numbers, &result, map);
  run->numbers = outer;
  return ok;
}

gboolean
tl_script_to_index_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gint n_wanted, TlScriptMap *map)
{
  TlPyList         vars = { 0 };
  TlScriptNumbers *numbers;

  if (tl_py_is (value, &tl_script_index_map_class))
    {
      *map = *(const TlScriptMap *) value->object;
      return TRUE;
    }
  if (value->kind != TL_PY_FUNCTION)
    return tl_py_fail (interp, at, "a function of indices is expected, not a %s", tl_py_type_name (value));
  if (!make_variables (interp, at, value->function, n_wanted, &vars))
    return FALSE;
  numbers = tl_arena_new0 (interp->arena, TlScriptNumbers);
  *map = (TlScriptMap) { .numbers = numbers->rvs };
  if (!call_with_numbers (interp, at, value, &vars, numbers, &map->map))
    return FALSE;
  map->n_numbers = numbers->n;
  return TRUE;
}

/* "(begin, end)", or an index, which is [index, index + 1). */
static gboolean
take_range (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, const TlExpr **begin, const TlExpr **end)
{
  if (!tl_py_is_sequence (value))
    {
      *begin = tl_py_to_expr (interp, at, value);
      *end = *begin != NULL ? tl_add (interp->arena, *begin, tl_expr_int (interp->arena, (*begin)->dtype, 1)) : NULL;
      return *end != NULL;
    }
  if (value->list->n != 2)
    return tl_py_fail (interp, at, "a range has a begin and an end, not %u values", value->list->n);
  *begin = tl_py_to_expr (interp, at, &value->list->items[0]);
  *end = *begin != NULL ? tl_py_to_expr (interp, at, &value->list->items[1]) : NULL;
  return *end != NULL;
}

gboolean
tl_script_to_range_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, const TlVar *const *vars, guint n_vars,
                        const TlIndexMap **map)
{
  const TlExpr *final[2 * MAX_INDICES];
  TlPyList      args_list = { 0 };
  TlPyArgs      args = { .call = at };
  TlPyValue     result;

  if (value->kind != TL_PY_FUNCTION)
    return tl_py_fail (interp, at, "a function of indices is expected, not a %s", tl_py_type_name (value));
  for (guint i = 0; i < n_vars; i++)
    if (!tl_py_list_append (interp, at, &args_list, tl_py_expr (vars[i])))
      return FALSE;
  args.positional = args_list.items;
  args.n_positional = args_list.n;
  if (!tl_py_call_function (interp, value->function, &args, &result))
    return FALSE;
  if (!tl_py_is_sequence (&result) || result.list->n > MAX_INDICES)
    return tl_py_fail (interp, at, "the function has to return a list of at most %u ranges", MAX_INDICES);
  for (guint i = 0; i < result.list->n; i++)
    if (!take_range (interp, at, &result.list->items[i], &final[2 * i], &final[2 * i + 1]))
      return FALSE;
  *map = tl_index_map_new (interp->arena, vars, n_vars, final, 2 * result.list->n);
  return TRUE;
}

gboolean
tl_script_constant_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, guint n_indices, const TlIndexMap **map)
{
  const TlVar  *initial[MAX_INDICES] = { NULL };
  const TlExpr *constant = tl_py_to_expr (interp, at, value);

  if (constant == NULL)
    return FALSE;
  if (n_indices > MAX_INDICES)
    return tl_py_fail (interp, at, "an index map has at most %u indices", MAX_INDICES);
  for (guint i = 0; i < n_indices; i++)
    initial[i] = tl_expr_var (interp->arena, tl_arena_printf (interp->arena, "indices_%u", i), TL_INT32);
  *map = tl_index_map_new (interp->arena, initial, n_indices, &constant, 1);
  return TRUE;
}

gboolean
tl_script_map_from_func (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue  *forward = args->n_positional > 0 ? &args->positional[0] : NULL, *backward = NULL;
  TlScriptMap      *map = tl_arena_new0 (interp->arena, TlScriptMap), inverse;
  gint64            n_dims = -1;

  for (guint i = 0; i < args->n_named; i++)
    if (strcmp (args->names[i], "inverse_index_map") == 0)
      backward = &args->named[i];
    else if (strcmp (args->names[i], "mapping_function") == 0)
      forward = &args->named[i];
    else if (strcmp (args->names[i], "ndim") == 0 && (!tl_py_get_int (&args->named[i], &n_dims) || n_dims < 0 || n_dims > MAX_INDICES))
      return tl_py_fail (interp, args->call, "ndim is a number of indices, at most %u", MAX_INDICES);
  if (forward == NULL)
    return tl_py_fail (interp, args->call, "from_func takes a function");
  if (!tl_script_to_index_map (interp, args->call, forward, (gint) n_dims, map))
    return FALSE;
  if (backward != NULL && backward->kind != TL_PY_NONE)
    {
      if (!tl_script_to_index_map (interp, args->call, backward, (gint) map->map->n_final, &inverse))
        return FALSE;
      if (inverse.n_numbers > 0)
        return tl_py_fail (interp, args->call, "a stated inverse cannot depend on sampled integers");
      map->map = tl_index_map_with_inverse (interp->arena, map->map, inverse.map);
    }
  *value = tl_py_object (&tl_script_index_map_class, map);
  return TRUE;
}

const TlPyClass tl_script_index_map_class = {
  .name = "index map",
  .python_name = "IndexMap",
};
