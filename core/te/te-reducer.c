/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions. te.max (value, axis=k) reduces over k; te.max (a, b) is the larger of two values. */
#include <string.h>

#include "core/te/te-private.h"

static const TlExpr *
reduction_as_expr (TlPyInterp *interp, const TlAst *at, const TlPyValue *self)
{
  tl_py_fail (interp, at, "a reduction must be the whole value of its te.compute: make a tensor of it, and use that in another one");
  return NULL;
}

const TlPyClass tl_te_reduction_class = {
  .name = "reduction",
  .python_name = "Reduce",
  .get_expr = reduction_as_expr,
};

static gboolean
is_axes (const TlPyValue *value)
{
  if (value == NULL)
    return FALSE;
  if (tl_py_is (value, &tl_te_axis_class))
    return TRUE;
  return tl_py_is_sequence (value) && value->list->n > 0 && tl_py_is (&value->list->items[0], &tl_te_axis_class);
}

static gboolean
take_axes (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlTeReduction *reduction)
{
  TlPyList         list = { .items = (TlPyValue *) value, .n = 1 };
  const TlTeAxis **axes;

  if (tl_py_is_sequence (value))
    list = *value->list;
  if (list.n > TL_TE_MAX_DIMS)
    return tl_py_fail (interp, at, "a reduction runs over at most %d axes", TL_TE_MAX_DIMS);
  axes = tl_arena_new_array (interp->program_arena, const TlTeAxis *, list.n);
  for (guint i = 0; i < list.n; i++)
    {
      if (!tl_py_is (&list.items[i], &tl_te_axis_class))
        return tl_py_fail (interp, at, "an axis of a reduction comes from te.reduce_axis, this is a %s", tl_py_type_name (&list.items[i]));
      axes[i] = list.items[i].object;
    }
  reduction->axes = axes;
  reduction->n_axes = list.n;
  return TRUE;
}

static gboolean
take_sources (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, TlTeReduction *reduction)
{
  TlPyList       list = { .items = (TlPyValue *) value, .n = 1 };
  const TlExpr **sources;

  if (tl_py_is_sequence (value))
    list = *value->list;
  if (list.n == 0 || list.n > TL_TE_MAX_DIMS)
    return tl_py_fail (interp, at, "a reduction takes between 1 and %d values", TL_TE_MAX_DIMS);
  sources = tl_arena_new_array (interp->program_arena, const TlExpr *, list.n);
  for (guint i = 0; i < list.n; i++)
    {
      if ((sources[i] = tl_py_to_expr (interp, at, &list.items[i])) == NULL)
        return FALSE;
      reduction->n_nodes += list.items[i].kind == TL_PY_EXPR ? list.items[i].n_nodes : 1;
    }
  reduction->sources = sources;
  reduction->n_sources = list.n;
  return TRUE;
}

/* TVM takes these and makes the function without them. */
static gboolean
refuse_ignored (TlPyInterp *interp, const TlPyArgs *args, guint index, const char *name)
{
  const TlPyValue *value = tl_py_arg (args, index, name);

  if (value == NULL || value->kind == TL_PY_NONE)
    return TRUE;
  if (strcmp (name, "where") == 0)
    return tl_py_fail (interp, args->call,
                       "create_prim_func ignores 'where', in TVM too, and would reduce over all values: reduce te.if_then_else "
                                           "(condition, value, what changes nothing) instead");
  return tl_py_fail (interp, args->call,
                     "create_prim_func ignores 'init', in TVM too, and would begin as if it were not there: combine the result "
                                         "with the value in another te.compute instead");
}

static gboolean
reduce (TlPyInterp *interp, const TlTeReducer *reducer, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *source = tl_py_arg (args, 0, "expr"), *axes = tl_py_arg (args, 1, "axis");
  TlTeReduction   *reduction = tl_arena_new0 (interp->program_arena, TlTeReduction);
  const char      *what = reducer->name != NULL ? reducer->name : "the reducer";

  if (!tl_py_check_args (interp, args, what, 4, "expr axis where init") || !refuse_ignored (interp, args, 2, "where")
      || !refuse_ignored (interp, args, 3, "init"))
    return FALSE;
  if (source == NULL || !take_sources (interp, args->call, source, reduction) || !take_axes (interp, args->call, axes, reduction))
    return tl_py_fail (interp, args->call, "%s takes a value and an axis", what);
  if (reducer->name != NULL && reduction->n_sources != 1)
    return tl_py_fail (interp, args->call, "%s reduces one value; te.comm_reducer makes reducers of several", what);
  reduction->reducer = reducer;
  *value = tl_py_object (&tl_te_reduction_class, reduction);
  return TRUE;
}

/* TVM's own. */

static gboolean
combine_named (TlPyInterp *interp, const TlAst *at, const char *name, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  TlPyValue operands[2] = { *a, *b };
  TlPyArgs  args = { .positional = operands, .n_positional = 2, .call = at };

  if (strcmp (name, "sum") == 0)
    return tl_py_binary (interp, at, "+", a, b, value);
  if (strcmp (name, "prod") == 0)
    return tl_py_binary (interp, at, "*", a, b, value);
  return tl_py_expr_call (interp, name, &args, value);
}

/* te.max (a, b, c) */
static gboolean
fold (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  if (args->n_positional < 2 || args->n_named > 0)
    return tl_py_fail (interp, args->call, "te.%s takes a value and an axis to reduce over, or several values", args->name);
  *value = args->positional[0];
  for (guint i = 1; i < args->n_positional; i++)
    {
      TlPyValue before = *value;

      if (!combine_named (interp, args->call, args->name, &before, &args->positional[i], value))
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_te_reduce (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlTeReducer *reducer;

  if (!is_axes (tl_py_arg (args, 1, "axis")))
    return fold (interp, args, value);
  reducer = tl_arena_new0 (interp->program_arena, TlTeReducer);
  reducer->name = args->name;
  return reduce (interp, reducer, args, value);
}

/* The script's own. */

static gboolean
reducer_call (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const TlTeReducer *reducer = self->object;

  if (is_axes (tl_py_arg (args, 1, "axis")))
    return reduce (interp, reducer, args, value);
  if (args->n_positional < 2 || args->n_named > 0)
    return tl_py_fail (interp, args->call, "a reducer takes a value and an axis to reduce over, or several values");
  *value = args->positional[0];
  for (guint i = 1; i < args->n_positional; i++)
    {
      TlPyValue pair[2] = { *value, args->positional[i] };

      if (!tl_py_apply (interp, args->call, &reducer->combine, pair, 2, value))
        return FALSE;
    }
  return TRUE;
}

const TlPyClass tl_te_reducer_class = {
  .name = "reducer",
  .python_name = "CommReducer",
  .call = reducer_call,
};

/* te.comm_reducer (fcombine, fidentity, name="reduce") */
gboolean
tl_te_comm_reducer (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *combine = tl_py_arg (args, 0, "fcombine"), *identity = tl_py_arg (args, 1, "fidentity");
  TlTeReducer     *reducer = tl_arena_new0 (interp->program_arena, TlTeReducer);

  if (!tl_py_check_args (interp, args, "te.comm_reducer", 3, "fcombine fidentity name"))
    return FALSE;
  if (combine == NULL || identity == NULL || combine->kind != TL_PY_FUNCTION || identity->kind != TL_PY_FUNCTION)
    return tl_py_fail (interp, args->call,
                       "te.comm_reducer takes two functions: one that combines two values, one that gives the value to begin with");
  reducer->combine = *combine;
  reducer->identity = *identity;
  *value = tl_py_object (&tl_te_reducer_class, reducer);
  return TRUE;
}

/* The value of a reduction. */

/* @result as the values of @reduction, of the types of its sources. */
static gboolean
take_result (TlPyInterp *interp, const TlAst *at, const TlTeReduction *reduction, const char *what, const TlPyValue *result,
             const TlExpr **exprs)
{
  TlPyList list = { .items = (TlPyValue *) result, .n = 1 };

  if (tl_py_is_sequence (result))
    list = *result->list;
  if (list.n != reduction->n_sources)
    return tl_py_fail (interp, at, "the reducer's %s gives %u values for %u", what, list.n, reduction->n_sources);
  for (guint i = 0; i < list.n; i++)
    {
      TlDType  wanted = reduction->sources[i]->dtype;
      TlPyArgs one = { .positional = &list.items[i], .n_positional = 1, .call = at };
      double   number;

      if (list.items[i].kind != TL_PY_EXPR && tl_py_get_number (&list.items[i], &number)
          && !tl_py_expr_call (interp, tl_dtype_name (wanted), &one, &list.items[i]))
        return FALSE;
      if ((exprs[i] = tl_py_to_expr (interp, at, &list.items[i])) == NULL)
        return FALSE;
      if (!tl_dtype_equal (exprs[i]->dtype, wanted))
        return tl_py_fail (interp, at, "the reducer's %s gives a value of type %s where the reduced one is of type %s", what,
                           tl_dtype_name (exprs[i]->dtype), tl_dtype_name (wanted));
    }
  return TRUE;
}

/* One or a tuple; each counts as an expression of @n_nodes. */
static TlPyValue
as_argument (TlPyInterp *interp, const TlAst *at, const TlExpr *const *exprs, guint n, guint n_nodes)
{
  TlPyValue item = tl_py_expr (exprs[0]), tuple;

  item.n_nodes = n_nodes;
  if (n == 1 || !tl_py_new_list (interp, at, TL_PY_TUPLE, n, &tuple))
    return item;
  for (guint i = 0; i < n; i++)
    {
      item.expr = exprs[i];
      tuple.list->items[tuple.list->n++] = item;
    }
  return tuple;
}

gboolean
tl_te_combine (TlPyInterp *interp, const TlAst *at, const TlTeReduction *reduction, const TlExpr **present, const TlExpr **more,
               const TlExpr **combined)
{
  const TlTeReducer *reducer = reduction->reducer;
  guint              n = reduction->n_sources;
  TlPyValue          operands[2], result;

  for (guint i = 0; i < n; i++)
    {
      present[i] = tl_expr_var (interp->program_arena, "x", reduction->sources[i]->dtype);
      more[i] = tl_expr_var (interp->program_arena, "y", reduction->sources[i]->dtype);
    }
  operands[0] = as_argument (interp, at, present, n, 1);
  operands[1] = as_argument (interp, at, more, n, reduction->n_nodes);
  if (reducer->name != NULL ? !combine_named (interp, at, reducer->name, &operands[0], &operands[1], &result)
                            : !tl_py_apply (interp, at, &reducer->combine, operands, 2, &result))
    return FALSE;
  return take_result (interp, at, reduction, "combination", &result, combined);
}

static gboolean
identity_of_named (TlPyInterp *interp, const TlAst *at, const char *name, TlDType dtype, TlPyValue *value)
{
  const char *function = strcmp (name, "max") == 0 ? "min_value" : strcmp (name, "min") == 0 ? "max_value" : tl_dtype_name (dtype);
  TlPyValue   argument = tl_py_int (strcmp (name, "prod") == 0);
  TlPyArgs    args = { .positional = &argument, .n_positional = 1, .call = at };

  if (g_str_has_suffix (function, "_value"))
    argument = tl_py_string (interp, tl_dtype_name (dtype));
  return tl_py_expr_call (interp, function, &args, value);
}

gboolean
tl_te_identity (TlPyInterp *interp, const TlAst *at, const TlTeReduction *reduction, const TlExpr **identity)
{
  const TlTeReducer *reducer = reduction->reducer;
  TlPyValue         *types = tl_arena_new_array (interp->arena, TlPyValue, reduction->n_sources);
  TlPyValue          result;

  for (guint i = 0; i < reduction->n_sources; i++)
    types[i] = tl_py_string (interp, tl_dtype_name (reduction->sources[i]->dtype));
  if (reducer->name != NULL ? !identity_of_named (interp, at, reducer->name, reduction->sources[0]->dtype, &result)
                            : !tl_py_apply (interp, at, &reducer->identity, types, reduction->n_sources, &result))
    return FALSE;
  return take_result (interp, at, reduction, "identity", &result, identity);
}
