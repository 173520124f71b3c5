/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/schedule/script/script-interpreter-private.h"

/* The parser bounds a tree's height; calls multiply it, so depth is counted again here. */
#define MAX_DEPTH 1500

/* FALSE on overflow, which comes after 63 factors at the latest unless |base| < 2. */
static gboolean
integer_power (gint64 base, gint64 exponent, gint64 *result)
{
  *result = 1;
  if (base == 0 || base == 1 || base == -1)
    {
      *result = exponent == 0 || (base == -1 && exponent % 2 == 0) ? 1 : base;
      return TRUE;
    }
  for (gint64 i = 0; i < exponent; i++)
    if (__builtin_mul_overflow (*result, base, result))
      return FALSE;
  return TRUE;
}

static gboolean
integer_binary (TlPyInterp *interp, const TlAst *at, const char *op, gint64 a, gint64 b, gint64 *result)
{
  gboolean overflow = FALSE;

  if (strcmp (op, "+") == 0)
    overflow = __builtin_add_overflow (a, b, result);
  else if (strcmp (op, "-") == 0)
    overflow = __builtin_sub_overflow (a, b, result);
  else if (strcmp (op, "*") == 0)
    overflow = __builtin_mul_overflow (a, b, result);
  else if (strcmp (op, "//") == 0 || strcmp (op, "%") == 0)
    {
      if (b == 0)
        return tl_py_fail (interp, at, "division by zero");
      if (b == -1)
        overflow = op[0] == '/' ? __builtin_sub_overflow (0, a, result) : (*result = 0, FALSE);
      else
        *result = op[0] == '/' ? tl_floordiv_int64 (a, b) : tl_floormod_int64 (a, b);
    }
  else if (strcmp (op, "**") == 0)
    overflow = !integer_power (a, b, result);
  else if (strcmp (op, "<<") == 0)
    overflow = b < 0 || b > 62 || __builtin_mul_overflow (a, G_GINT64_CONSTANT (1) << b, result);
  else if (strcmp (op, ">>") == 0)
    {
      overflow = b < 0;
      if (!overflow)
        *result = a >> MIN (b, 63);
    }
  else if (strcmp (op, "&") == 0)
    *result = a & b;
  else if (strcmp (op, "|") == 0)
    *result = a | b;
  else if (strcmp (op, "^") == 0)
    *result = a ^ b;
  else
    return tl_py_fail (interp, at, "operator %s is not part of schedule scripts", op);
  return !overflow || tl_py_fail (interp, at, "the result of %s does not fit 64 bits", op);
}

static gboolean
float_binary (TlPyInterp *interp, const TlAst *at, const char *op, double a, double b, double *result)
{
  if (strcmp (op, "+") == 0)
    *result = a + b;
  else if (strcmp (op, "-") == 0)
    *result = a - b;
  else if (strcmp (op, "*") == 0)
    *result = a * b;
  else if (strcmp (op, "**") == 0)
    *result = pow (a, b);
  else if (strcmp (op, "/") == 0 || strcmp (op, "//") == 0 || strcmp (op, "%") == 0)
    {
      if (b == 0)
        return tl_py_fail (interp, at, "division by zero");
      *result = strcmp (op, "/") == 0 ? a / b : op[0] == '/' ? floor (a / b) : a - b * floor (a / b);
    }
  else
    return tl_py_fail (interp, at, "operator %s does not take floats", op);
  return TRUE;
}

static gboolean
is_sequence (const TlPyValue *value)
{
  return value->kind == TL_PY_LIST || value->kind == TL_PY_TUPLE;
}

static gboolean
concatenate (TlPyInterp *interp, const TlAst *at, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  if (!tl_py_new_list (interp, at, a->kind, (guint64) a->list->n + b->list->n, value))
    return FALSE;
  for (guint i = 0; i < a->list->n; i++)
    tl_py_list_append (interp, at, value->list, a->list->items[i]);
  for (guint i = 0; i < b->list->n; i++)
    tl_py_list_append (interp, at, value->list, b->list->items[i]);
  return TRUE;
}

static gboolean
repeat (TlPyInterp *interp, const TlAst *at, const TlPyValue *sequence, gint64 times, TlPyValue *value)
{
  guint64 n;

  if (__builtin_mul_overflow ((guint64) MAX (times, 0), (guint64) sequence->list->n, &n))
    return tl_py_fail (interp, at, "the script uses too much memory");
  if (!tl_py_new_list (interp, at, sequence->kind, n, value))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    value->list->items[value->list->n++] = sequence->list->items[i % sequence->list->n];
  return TRUE;
}

gboolean
tl_py_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value)
{
  gint64 i, j;
  double x, y;

  if (a->kind == TL_PY_EXPR || b->kind == TL_PY_EXPR)
    return tl_py_symbolic_binary (interp, at, op, a, b, value);
  if (strcmp (op, "/") != 0 && tl_py_get_int (a, &i) && tl_py_get_int (b, &j) && !(strcmp (op, "**") == 0 && j < 0))
    {
      *value = tl_py_int (0);
      return integer_binary (interp, at, op, i, j, &value->integer);
    }
  if (tl_py_get_number (a, &x) && tl_py_get_number (b, &y))
    {
      *value = (TlPyValue) { .kind = TL_PY_FLOAT };
      return float_binary (interp, at, op, x, y, &value->number);
    }
  if (strcmp (op, "+") == 0 && is_sequence (a) && a->kind == b->kind)
    return concatenate (interp, at, a, b, value);
  if (strcmp (op, "+") == 0 && a->kind == TL_PY_STRING && b->kind == TL_PY_STRING)
    {
      *value = (TlPyValue) { .kind = TL_PY_STRING, .string = tl_arena_printf (interp->arena, "%s%s", a->string, b->string) };
      return TRUE;
    }
  if (strcmp (op, "*") == 0 && is_sequence (a) && tl_py_get_int (b, &j))
    return repeat (interp, at, a, j, value);
  if (strcmp (op, "*") == 0 && is_sequence (b) && tl_py_get_int (a, &i))
    return repeat (interp, at, b, i, value);
  return tl_py_fail (interp, at, "%s does not take a %s and a %s", op, tl_py_type_name (a), tl_py_type_name (b));
}

static gboolean
eval_unary (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue operand;
  TlPyValue zero = tl_py_int (0);
  gboolean  is_true;

  if (!tl_py_eval (interp, scope, ast->value, &operand))
    return FALSE;
  if (strcmp (ast->name, "not") == 0)
    {
      if (!tl_py_test (interp, ast, &operand, &is_true))
        return FALSE;
      *value = tl_py_bool (!is_true);
      return TRUE;
    }
  if (strcmp (ast->name, "~") == 0)
    {
      TlPyValue minus_one = tl_py_int (-1);

      return tl_py_binary (interp, ast, "^", &operand, &minus_one, value);
    }
  return tl_py_binary (interp, ast, ast->name, &zero, &operand, value);
}

static gboolean
contains (TlPyInterp *interp, const TlAst *at, const TlPyValue *item, const TlPyValue *container, gboolean *found)
{
  TlPyList elements;

  if (item->kind == TL_PY_STRING && container->kind == TL_PY_STRING)
    {
      *found = strstr (container->string, item->string) != NULL;
      return TRUE;
    }
  if (!tl_py_elements (interp, at, container, &elements))
    return FALSE;
  interp->n_evaluated += elements.n / 16;
  *found = FALSE;
  for (guint i = 0; i < elements.n && !*found; i++)
    *found = tl_py_equal (&elements.items[i], item);
  return TRUE;
}

static gboolean
eval_compare (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  const char *op = ast->name;
  TlPyValue   a, b;
  gboolean    result;
  int         order;

  if (!tl_py_eval (interp, scope, ast->value, &a) || !tl_py_eval (interp, scope, ast->other, &b))
    return FALSE;
  if ((a.kind == TL_PY_EXPR || b.kind == TL_PY_EXPR) && strchr ("=!<>", op[0]) != NULL)
    return tl_py_symbolic_binary (interp, ast, op, &a, &b, value);
  if (strcmp (op, "==") == 0 || strcmp (op, "is") == 0)
    result = tl_py_equal (&a, &b);
  else if (strcmp (op, "!=") == 0 || strcmp (op, "is not") == 0)
    result = !tl_py_equal (&a, &b);
  else if (strcmp (op, "in") == 0 || strcmp (op, "not in") == 0)
    {
      if (!contains (interp, ast, &a, &b, &result))
        return FALSE;
      result = result == (op[0] == 'i');
    }
  else if (!tl_py_compare (&a, &b, &order))
    return tl_py_fail (interp, ast, "%s does not compare a %s with a %s", op, tl_py_type_name (&a), tl_py_type_name (&b));
  else
    result = op[0] == '<' ? (order < 0 || (op[1] == '=' && order == 0)) : (order > 0 || (op[1] == '=' && order == 0));
  *value = tl_py_bool (result);
  return TRUE;
}

static gboolean
eval_binary (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue a, b;
  gboolean  is_true;

  if (!tl_py_eval (interp, scope, ast->value, &a))
    return FALSE;
  if (strcmp (ast->name, "and") == 0 || strcmp (ast->name, "or") == 0)
    {
      *value = a;
      if (!tl_py_test (interp, ast->value, &a, &is_true))
        return FALSE;
      return is_true == (ast->name[0] == 'o') || tl_py_eval (interp, scope, ast->other, value);
    }
  return tl_py_eval (interp, scope, ast->other, &b) && tl_py_binary (interp, ast, ast->name, &a, &b, value);
}

/* The items of a display or the positional arguments of a call; "*x" gives all of x. */
static gboolean
append_item (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyList *list)
{
  TlPyValue value;
  TlPyList  elements;

  if (ast->kind != TL_AST_STARRED)
    return tl_py_eval (interp, scope, ast, &value) && tl_py_list_append (interp, ast, list, value);
  if (!tl_py_eval (interp, scope, ast->value, &value) || !tl_py_elements (interp, ast, &value, &elements))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    if (!tl_py_list_append (interp, ast, list, elements.items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
eval_display (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  if (!tl_py_new_list (interp, ast, ast->kind == TL_AST_TUPLE ? TL_PY_TUPLE : TL_PY_LIST, ast->n_items, value))
    return FALSE;
  for (guint i = 0; i < ast->n_items; i++)
    if (!append_item (interp, scope, ast->items[i], value->list))
      return FALSE;
  return TRUE;
}

static gboolean
eval_dict (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  *value = (TlPyValue) { .kind = TL_PY_DICT, .dict = tl_arena_new0 (interp->arena, TlPyDict) };
  for (guint i = 0; i + 1 < ast->n_items; i += 2)
    {
      TlPyValue key, item;

      if (!tl_py_eval (interp, scope, ast->items[i], &key) || !tl_py_eval (interp, scope, ast->items[i + 1], &item)
          || !tl_py_dict_set (interp, ast, value->dict, key, item))
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_py_index (TlPyInterp *interp, const TlAst *at, const TlPyValue *index, guint n, guint *position)
{
  gint64 i;

  if (!tl_py_get_int (index, &i))
    return tl_py_fail (interp, at, "an index must be an integer, not a %s", tl_py_type_name (index));
  if (i < -(gint64) n || i >= (gint64) n)
    return tl_py_fail (interp, at, "index %" G_GINT64_FORMAT " is out of range: there are %u elements", i, n);
  *position = (guint) (i < 0 ? i + n : i);
  return TRUE;
}

static gboolean
eval_bound (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, gint64 *bound, gboolean *is_given)
{
  TlPyValue value;

  *is_given = FALSE;
  if (ast == NULL)
    return TRUE;
  if (!tl_py_eval (interp, scope, ast, &value))
    return FALSE;
  if (value.kind == TL_PY_NONE)
    return TRUE;
  *is_given = TRUE;
  return tl_py_get_int (&value, bound) || tl_py_fail (interp, ast, "a slice needs integers, not a %s", tl_py_type_name (&value));
}

static gint64
clamp_bound (gint64 bound, gint64 n, gint64 lowest, gint64 highest)
{
  if (bound < 0)
    bound = bound < -n ? -1 : bound + n;
  return CLAMP (bound, lowest, highest);
}

static gboolean
eval_slice (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, const TlPyValue *self, TlPyValue *value)
{
  gint64   lower = 0, upper = 0, step = 1, n;
  gboolean has_lower, has_upper, has_step;
  TlPyList elements;

  if (!tl_py_elements (interp, ast, self, &elements) || !eval_bound (interp, scope, ast->items[0], &lower, &has_lower)
      || !eval_bound (interp, scope, ast->items[1], &upper, &has_upper) || !eval_bound (interp, scope, ast->items[2], &step, &has_step))
    return FALSE;
  if (step == 0)
    return tl_py_fail (interp, ast, "the step of a slice must not be 0");
  if (self->kind != TL_PY_LIST && self->kind != TL_PY_TUPLE)
    return tl_py_fail (interp, ast, "a %s cannot be sliced", tl_py_type_name (self));
  n = elements.n;
  step = CLAMP (step, -n - 1, n + 1);
  if (step > 0)
    {
      lower = has_lower ? clamp_bound (lower, n, 0, n) : 0;
      upper = has_upper ? clamp_bound (upper, n, 0, n) : n;
    }
  else
    {
      lower = has_lower ? clamp_bound (lower, n, -1, n - 1) : n - 1;
      upper = has_upper ? clamp_bound (upper, n, -1, n - 1) : -1;
    }
  if (!tl_py_new_list (interp, ast, self->kind, 0, value))
    return FALSE;
  for (gint64 i = lower; step > 0 ? i < upper : i > upper; i += step)
    if (!tl_py_list_append (interp, ast, value->list, elements.items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
eval_subscript (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue        self, index;
  TlPyList         elements;
  const TlPyValue *found;
  guint            position;

  if (!tl_py_eval (interp, scope, ast->value, &self))
    return FALSE;
  if (ast->n_items != 1)
    return tl_py_fail (interp, ast, "one index is expected");
  if (ast->items[0]->kind == TL_AST_SLICE)
    return eval_slice (interp, scope, ast->items[0], &self, value);
  if (!tl_py_eval (interp, scope, ast->items[0], &index))
    return FALSE;
  if (self.kind == TL_PY_MODULE)
    {
      *value = self;
      return TRUE;
    }
  if (self.kind == TL_PY_DICT)
    {
      found = tl_py_dict_find (self.dict, &index);
      if (found == NULL)
        return tl_py_fail (interp, ast, "the dictionary has no such key");
      *value = *found;
      return TRUE;
    }
  if (!tl_py_elements (interp, ast, &self, &elements) || !tl_py_index (interp, ast, &index, elements.n, &position))
    return FALSE;
  *value = elements.items[position];
  return TRUE;
}

static gboolean
eval_list_comp (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyScope *inner = tl_py_scope_new (interp, scope);
  TlPyValue  iterable, item, keep;
  TlPyList   elements;

  if (!tl_py_eval (interp, scope, ast->items[1], &iterable) || !tl_py_elements (interp, ast->items[1], &iterable, &elements)
      || !tl_py_new_list (interp, ast, TL_PY_LIST, elements.n, value))
    return FALSE;
  for (guint i = 0; i < elements.n; i++)
    {
      keep = tl_py_bool (TRUE);
      if (!tl_py_assign (interp, inner, ast->items[0], &elements.items[i]))
        return FALSE;
      if (ast->n_items > 2 && ast->items[2] != NULL && !tl_py_eval (interp, inner, ast->items[2], &keep))
        return FALSE;
      if (tl_py_is_true (&keep)
          && (!tl_py_eval (interp, inner, ast->value, &item) || !tl_py_list_append (interp, ast, value->list, item)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
eval_args (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyArgs *args)
{
  TlPyList positional = { 0 };

  *args = (TlPyArgs) { .call = ast };
  args->names = tl_arena_new_array (interp->arena, const char *, MAX (ast->n_items, 1));
  args->named = tl_arena_new_array (interp->arena, TlPyValue, MAX (ast->n_items, 1));
  for (guint i = 0; i < ast->n_items; i++)
    {
      const TlAst *item = ast->items[i];

      if (item->kind != TL_AST_KEYWORD)
        {
          if (!append_item (interp, scope, item, &positional))
            return FALSE;
          continue;
        }
      args->names[args->n_named] = item->name;
      if (!tl_py_eval (interp, scope, item->value, &args->named[args->n_named++]))
        return FALSE;
    }
  args->positional = positional.items;
  args->n_positional = positional.n;
  return TRUE;
}

/* tvm.tir.Schedule (mod): a name that the script never set stands for the program it is run on. */
static gboolean
make_schedule (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlState      *state = interp->start;
  const TlAst  *first = ast->n_items > 0 ? ast->items[0] : NULL;
  TlPyValue     argument;

  if (first != NULL && first->kind == TL_AST_KEYWORD)
    first = first->value;
  if (first != NULL && !(first->kind == TL_AST_NAME && tl_py_scope_find (scope, first->name) == NULL))
    {
      if (!tl_py_eval (interp, scope, first, &argument))
        return FALSE;
      if (argument.kind == TL_PY_SCHEDULE)
        state = argument.schedule->state;
      else if (argument.kind == TL_PY_MODULE)
        state = argument.module;
      else
        return tl_py_fail (interp, first, "Schedule takes a module, not a %s", tl_py_type_name (&argument));
    }
  *value = (TlPyValue) { .kind = TL_PY_SCHEDULE, .schedule = tl_py_new_schedule (interp, state) };
  return TRUE;
}

static gboolean
call_attribute (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  const TlAst *callee = ast->value;
  const TlAst *target = interp->pending_target;
  TlPyValue    self;
  TlPyArgs     args;

  interp->pending_target = NULL;
  if (!tl_py_eval (interp, scope, callee->value, &self))
    return FALSE;
  if (self.kind == TL_PY_NAMESPACE)
    {
      gboolean is_known;

      if (strcmp (callee->name, "Schedule") == 0)
        return make_schedule (interp, scope, ast, value);
      if (!eval_args (interp, scope, ast, &args) || !tl_py_symbolic_call (interp, callee->name, &args, &is_known, value))
        return FALSE;
      if (is_known)
        return TRUE;
      return tl_py_fail (interp, ast, "%s.%s is not available here: a schedule script only transforms the program", self.string, callee->name);
    }
  if (!eval_args (interp, scope, ast, &args))
    return FALSE;
  interp->pending_target = target;
  if (self.kind == TL_PY_SCHEDULE)
    return tl_py_call_method (interp, self.schedule, callee->name, &args, value);
  return tl_py_call_value_method (interp, &self, callee->name, &args, value);
}

static gboolean
eval_call (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue callee;
  TlPyArgs  args;

  if (ast->value->kind == TL_AST_ATTRIBUTE)
    return call_attribute (interp, scope, ast, value);
  interp->pending_target = NULL;
  if (ast->value->kind == TL_AST_NAME && strcmp (ast->value->name, "Schedule") == 0)
    return make_schedule (interp, scope, ast, value);
  if (!tl_py_eval (interp, scope, ast->value, &callee) || !eval_args (interp, scope, ast, &args))
    return FALSE;
  if (callee.kind == TL_PY_FUNCTION)
    return tl_py_call_function (interp, callee.function, &args, value);
  if (callee.kind == TL_PY_BUILTIN)
    return tl_py_call_builtin (interp, callee.builtin, &args, value);
  return tl_py_fail (interp, ast, "a %s cannot be called", tl_py_type_name (&callee));
}

/* Traces name these without importing them. */
static gboolean
is_package (const char *name)
{
  return strcmp (name, "T") == 0 || strcmp (name, "tvm") == 0 || strcmp (name, "tir") == 0 || strcmp (name, "tirx") == 0
         || strcmp (name, "IndexMap") == 0;
}

static gboolean
eval_name (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  const TlPyValue *found = tl_py_scope_find (scope, ast->name);
  gint             builtin = tl_py_find_builtin (ast->name);

  if (found != NULL)
    *value = *found;
  else if (builtin >= 0)
    *value = (TlPyValue) { .kind = TL_PY_BUILTIN, .builtin = (guint) builtin };
  else if (is_package (ast->name))
    *value = (TlPyValue) { .kind = TL_PY_NAMESPACE, .string = ast->name };
  else
    return tl_py_fail (interp, ast, "name '%s' is not defined", ast->name);
  return TRUE;
}

static gboolean
eval_constant (TlPyInterp *interp, const TlAst *ast, TlPyValue *value)
{
  if (strcmp (ast->name, "True") == 0 || strcmp (ast->name, "False") == 0)
    *value = tl_py_bool (ast->name[0] == 'T');
  else
    *value = TL_PY_NONE_VALUE;
  return TRUE;
}

static gboolean
eval_node (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyValue self;
  gboolean  is_true;

  switch (ast->kind)
    {
    case TL_AST_NAME:
      return eval_name (interp, scope, ast, value);
    case TL_AST_INT:
      *value = tl_py_int (ast->integer);
      return TRUE;
    case TL_AST_FLOAT:
      *value = (TlPyValue) { .kind = TL_PY_FLOAT, .number = ast->number };
      return TRUE;
    case TL_AST_STRING:
      *value = (TlPyValue) { .kind = TL_PY_STRING, .string = ast->name };
      return TRUE;
    case TL_AST_CONSTANT:
      return eval_constant (interp, ast, value);
    case TL_AST_TUPLE:
    case TL_AST_LIST:
      return eval_display (interp, scope, ast, value);
    case TL_AST_DICT:
      return eval_dict (interp, scope, ast, value);
    case TL_AST_ATTRIBUTE:
      return tl_py_eval (interp, scope, ast->value, &self) && tl_py_attribute (interp, ast, &self, ast->name, value);
    case TL_AST_SUBSCRIPT:
      return eval_subscript (interp, scope, ast, value);
    case TL_AST_CALL:
      return eval_call (interp, scope, ast, value);
    case TL_AST_UNARY:
      return eval_unary (interp, scope, ast, value);
    case TL_AST_BINARY:
      return eval_binary (interp, scope, ast, value);
    case TL_AST_COMPARE:
      return eval_compare (interp, scope, ast, value);
    case TL_AST_IF_EXP:
      return tl_py_eval (interp, scope, ast->items[1], &self) && tl_py_test (interp, ast->items[1], &self, &is_true)
             && tl_py_eval (interp, scope, ast->items[is_true ? 0 : 2], value);
    case TL_AST_LAMBDA:
      return tl_py_new_function (interp, scope, ast, value);
    case TL_AST_LIST_COMP:
      return eval_list_comp (interp, scope, ast, value);
    default:
      return tl_py_fail (interp, ast, "this expression is not part of schedule scripts");
    }
}

gboolean
tl_py_eval (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  gboolean ok;

  if (!tl_py_tick (interp, ast))
    return FALSE;
  if (interp->depth >= MAX_DEPTH)
    return tl_py_fail (interp, ast, "calls and expressions are nested too deeply");
  if (ast->kind != TL_AST_CALL)
    interp->pending_target = NULL;
  interp->depth++;
  ok = eval_node (interp, scope, ast, value);
  interp->depth--;
  return ok;
}
