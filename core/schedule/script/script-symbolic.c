/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values that stand for indices which are not known yet: a lambda called with them says what it computes, and that is an index map.
 * A script may grow one expression in a loop, and share it: the number of nodes, shared ones counted as often as they occur, is bounded.
 */
#include <string.h>

#include "core/schedule/script/script-interpreter-private.h"

#define MAX_NODES 2000
#define MAX_INDICES 64

static gboolean
wrap (TlPyInterp *interp, const TlAst *at, const TlExpr *expr, guint64 n_nodes, TlPyValue *value)
{
  if (n_nodes > MAX_NODES)
    return tl_py_fail (interp, at, "this expression is too large");
  *value = (TlPyValue) { .kind = TL_PY_EXPR, .expr = expr, .n_nodes = (guint) n_nodes };
  return TRUE;
}

static guint
size_of (const TlPyValue *value)
{
  return value->kind == TL_PY_EXPR ? value->n_nodes : 1;
}

/* Numbers become immediates; the operators give them the other side's type. NULL with an error for anything else. */
static const TlExpr *
to_expr (TlPyInterp *interp, const TlAst *at, const TlPyValue *value)
{
  gint64 integer;

  if (value->kind == TL_PY_EXPR)
    return value->expr;
  if (value->kind == TL_PY_BOOL)
    return tl_expr_bool (interp->arena, value->boolean);
  if (tl_py_get_int (value, &integer))
    return tl_int (interp->arena, integer);
  if (value->kind == TL_PY_FLOAT)
    return tl_expr_float (interp->arena, TL_FLOAT32, value->number);
  tl_py_fail (interp, at, "a %s is no part of an expression", tl_py_type_name (value));
  return NULL;
}

static gboolean
build (TlPyInterp *interp, const TlAst *at, TlExprKind kind, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  const TlExpr *x = to_expr (interp, at, a), *y = x != NULL ? to_expr (interp, at, b) : NULL;

  if (x == NULL || y == NULL)
    return FALSE;
  if (!tl_match_types (interp->arena, &x, &y))
    return tl_py_fail (interp, at, "%s does not take a %s and a %s", tl_expr_kind_spelling (kind), tl_dtype_name (x->dtype),
                       tl_dtype_name (y->dtype));
  if ((kind == TL_EXPR_AND || kind == TL_EXPR_OR) && x->dtype.code != TL_TYPE_BOOL)
    return tl_py_fail (interp, at, "\"%s\" takes conditions", tl_expr_kind_spelling (kind));
  if ((kind == TL_EXPR_FLOORDIV || kind == TL_EXPR_FLOORMOD) && tl_expr_is_int (y, 0))
    return tl_py_fail (interp, at, "division by zero");
  return wrap (interp, at, tl_binary (interp->arena, kind, x, y), (guint64) size_of (a) + size_of (b) + 1, value);
}

static const struct { const char *op; TlExprKind kind; } operators[] = {
  { "+", TL_EXPR_ADD }, { "-", TL_EXPR_SUB }, { "*", TL_EXPR_MUL },  { "/", TL_EXPR_DIV },  { "//", TL_EXPR_FLOORDIV }, { "%", TL_EXPR_FLOORMOD },
  { "==", TL_EXPR_EQ }, { "!=", TL_EXPR_NE }, { "<", TL_EXPR_LT },   { "<=", TL_EXPR_LE },  { ">", TL_EXPR_GT },        { ">=", TL_EXPR_GE },
};

static const struct { const char *name; const char *callee; } bit_operators[] = {
  { "<<", "shift_left" }, { ">>", "shift_right" }, { "&", "bitwise_and" }, { "|", "bitwise_or" }, { "^", "bitwise_xor" },
};

static gboolean
call_intrinsic (TlPyInterp *interp, const TlAst *at, const char *callee, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  const TlExpr *args[2] = { to_expr (interp, at, a), NULL };

  args[1] = args[0] != NULL ? to_expr (interp, at, b) : NULL;
  if (args[1] == NULL)
    return FALSE;
  if (!tl_match_types (interp->arena, &args[0], &args[1]) || !tl_dtype_is_integer (args[0]->dtype))
    return tl_py_fail (interp, at, "%s takes integers", callee);
  return wrap (interp, at, tl_expr_call (interp->arena, args[0]->dtype, tl_intrinsic_find (callee), args, 2),
               (guint64) size_of (a) + size_of (b) + 1, value);
}

gboolean
tl_py_symbolic_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  const TlPyValue minus_one = tl_py_int (-1);

  if (strcmp (op, "-") == 0 && a->kind == TL_PY_INT && a->integer == 0 && at->kind == TL_AST_UNARY)
    return build (interp, at, TL_EXPR_MUL, b, &minus_one, value);
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (strcmp (op, operators[i].op) == 0)
      return build (interp, at, operators[i].kind, a, b, value);
  for (guint i = 0; i < G_N_ELEMENTS (bit_operators); i++)
    if (strcmp (op, bit_operators[i].name) == 0)
      return call_intrinsic (interp, at, bit_operators[i].callee, a, b, value);
  return tl_py_fail (interp, at, "%s does not take indices of a map", op);
}

static const struct { const char *name; TlExprKind kind; } functions[] = {
  { "floordiv", TL_EXPR_FLOORDIV }, { "floormod", TL_EXPR_FLOORMOD }, { "indexdiv", TL_EXPR_FLOORDIV }, { "indexmod", TL_EXPR_FLOORMOD },
  { "truncdiv", TL_EXPR_DIV },      { "truncmod", TL_EXPR_MOD },      { "min", TL_EXPR_MIN },           { "max", TL_EXPR_MAX },
  { "And", TL_EXPR_AND },           { "Or", TL_EXPR_OR },             { "all", TL_EXPR_AND },           { "any", TL_EXPR_OR },
};

/* T.float32 (0.5), T.int64 (i): a constant or a cast. */
static gboolean
call_dtype (TlPyInterp *interp, const TlAst *at, TlDType dtype, const TlPyArgs *args, TlPyValue *value)
{
  const TlExpr *operand;

  if (args->n_positional != 1 || args->n_named > 0)
    return tl_py_fail (interp, at, "a type takes one value");
  operand = to_expr (interp, at, &args->positional[0]);
  if (operand == NULL)
    return FALSE;
  if (!(tl_dtype_is_integer (dtype) || tl_dtype_is_float (dtype) || dtype.code == TL_TYPE_BOOL) || dtype.lanes != 1)
    return tl_py_fail (interp, at, "no value of this type can be made");
  return wrap (interp, at, tl_cast (interp->arena, dtype, operand), (guint64) size_of (&args->positional[0]) + 1, value);
}

static gboolean
call_choice (TlPyInterp *interp, const TlAst *at, gboolean is_select, const TlPyArgs *args, TlPyValue *value)
{
  const TlExpr *parts[3];
  guint64       n_nodes = 1;

  if (args->n_positional != 3 || args->n_named > 0)
    return tl_py_fail (interp, at, "a condition and two values are expected");
  for (guint i = 0; i < 3; i++)
    {
      parts[i] = to_expr (interp, at, &args->positional[i]);
      n_nodes += size_of (&args->positional[i]);
      if (parts[i] == NULL)
        return FALSE;
    }
  if (parts[0]->dtype.code != TL_TYPE_BOOL || !tl_match_types (interp->arena, &parts[1], &parts[2]))
    return tl_py_fail (interp, at, "a condition and two values of one type are expected");
  if (is_select)
    return wrap (interp, at, tl_expr_select (interp->arena, parts[0], parts[1], parts[2]), n_nodes, value);
  return wrap (interp, at, tl_expr_call (interp->arena, parts[1]->dtype, tl_intrinsic_find ("if_then_else"), parts, 3), n_nodes, value);
}

/* IndexMap.from_func (lambda, inverse_index_map=lambda) */
static gboolean
map_from_func (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue  *forward = args->n_positional > 0 ? &args->positional[0] : NULL, *backward = NULL;
  const TlIndexMap *map, *inverse;

  for (guint i = 0; i < args->n_named; i++)
    if (strcmp (args->names[i], "inverse_index_map") == 0)
      backward = &args->named[i];
    else if (strcmp (args->names[i], "mapping_function") == 0)
      forward = &args->named[i];
  if (forward == NULL)
    return tl_py_fail (interp, args->call, "from_func takes a function");
  if (!tl_py_to_index_map (interp, args->call, forward, -1, &map))
    return FALSE;
  if (backward != NULL && backward->kind != TL_PY_NONE)
    {
      if (!tl_py_to_index_map (interp, args->call, backward, (gint) map->n_final, &inverse))
        return FALSE;
      map = tl_index_map_with_inverse (interp->arena, map, inverse);
    }
  *value = (TlPyValue) { .kind = TL_PY_INDEX_MAP, .map = map };
  return TRUE;
}

gboolean
tl_py_symbolic_call (TlPyInterp *interp, const char *name, const TlPyArgs *args, gboolean *is_known, TlPyValue *value)
{
  TlDType dtype;

  *is_known = TRUE;
  if (strcmp (name, "from_func") == 0 || strcmp (name, "from_func_with_separators") == 0)
    return map_from_func (interp, args, value);
  if (tl_dtype_parse (name, &dtype))
    return call_dtype (interp, args->call, dtype, args, value);
  if (strcmp (name, "if_then_else") == 0 || strcmp (name, "Select") == 0)
    return call_choice (interp, args->call, name[0] == 'S', args, value);
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strcmp (functions[i].name, name) == 0 && args->n_positional >= 2)
      {
        *value = args->positional[0];
        for (guint k = 1; k < args->n_positional; k++)
          if (!build (interp, args->call, functions[i].kind, value, &args->positional[k], value))
            return FALSE;
        return TRUE;
      }
  *is_known = FALSE;
  return TRUE;
}

gboolean
tl_py_test (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gboolean *is_true)
{
  if (value->kind == TL_PY_EXPR)
    return tl_py_fail (interp, at, "whether this holds is not known here: an index map has one formula for all indices, with tir.if_then_else");
  *is_true = tl_py_is_true (value);
  return TRUE;
}

/* The variables that @function is called with: one per parameter, a star takes the rest of @n_wanted and numbers them. */
static gboolean
make_variables (TlPyInterp *interp, const TlAst *at, const TlPyFunction *function, gint n_wanted, TlPyList *list)
{
  guint n_params = function->ast->n_params;
  gint  n_star = n_wanted - ((gint) n_params - 1);

  for (guint i = 0; i < n_params; i++)
    {
      const TlAstParam *param = &function->ast->params[i];
      gint              n = param->is_star ? n_star : 1;

      if (param->is_star && n_wanted < 0)
        return tl_py_fail (interp, at, "how many indices *%s stands for is not known here", param->name);
      for (gint k = 0; k < n; k++)
        {
          const char *name = param->is_star ? tl_arena_printf (interp->arena, "%s_%d", param->name, k) : param->name;
          TlPyValue   var = { .kind = TL_PY_EXPR, .expr = tl_expr_var (interp->arena, name, TL_INT32), .n_nodes = 1 };

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

/* The result of the call: an index, or a list of indices and separators. */
static gboolean
take_result (TlPyInterp *interp, const TlAst *at, const TlPyList *vars, const TlPyValue *result, const TlIndexMap **map)
{
  const TlVar  *initial[MAX_INDICES] = { NULL };
  const TlExpr *final[MAX_INDICES] = { NULL };
  gint64        separators[MAX_INDICES];
  guint         n_final = 0, n_separators = 0;
  TlPyList      items = { .items = (TlPyValue *) result, .n = 1 };

  if (result->kind == TL_PY_LIST || result->kind == TL_PY_TUPLE)
    items = *result->list;
  if (items.n > MAX_INDICES)
    return tl_py_fail (interp, at, "an index map has at most %u indices", MAX_INDICES);
  for (guint i = 0; i < items.n; i++)
    if (is_separator (&items.items[i]))
      separators[n_separators++] = n_final;
    else
      {
        final[n_final] = to_expr (interp, at, &items.items[i]);
        if (final[n_final++] == NULL)
          return FALSE;
      }
  for (guint i = 0; i < vars->n; i++)
    initial[i] = vars->items[i].expr;
  *map = tl_index_map_new (interp->arena, initial, vars->n, final, n_final);
  if (n_separators > 0)
    *map = tl_index_map_with_separators (interp->arena, *map, separators, n_separators);
  return TRUE;
}

gboolean
tl_py_to_index_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gint n_wanted, const TlIndexMap **map)
{
  TlPyList  vars = { 0 };
  TlPyArgs  args = { .call = at };
  TlPyValue result;

  if (value->kind == TL_PY_INDEX_MAP)
    {
      *map = value->map;
      return TRUE;
    }
  if (value->kind != TL_PY_FUNCTION)
    return tl_py_fail (interp, at, "a function of indices is expected, not a %s", tl_py_type_name (value));
  if (!make_variables (interp, at, value->function, n_wanted, &vars))
    return FALSE;
  args.positional = vars.items;
  args.n_positional = vars.n;
  return tl_py_call_function (interp, value->function, &args, &result) && take_result (interp, at, &vars, &result, map);
}

gboolean
tl_py_constant_map (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, guint n_indices, TlDType dtype, const TlIndexMap **map)
{
  const TlVar  *initial[MAX_INDICES] = { NULL };
  const TlExpr *constant = to_expr (interp, at, value);

  if (constant == NULL)
    return FALSE;
  if (n_indices > MAX_INDICES)
    return tl_py_fail (interp, at, "an index map has at most %u indices", MAX_INDICES);
  if (value->kind != TL_PY_EXPR)
    constant = tl_cast (interp->arena, dtype, constant);
  for (guint i = 0; i < n_indices; i++)
    initial[i] = tl_expr_var (interp->arena, tl_arena_printf (interp->arena, "indices_%u", i), TL_INT32);
  *map = tl_index_map_new (interp->arena, initial, n_indices, &constant, 1);
  return TRUE;
}
