/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of Python's own packages that scripts use: math, functools, itertools. */
#include <math.h>
#include <string.h>

#include "core/python/python.h"

/* math */

static gboolean
number_arg (TlPyInterp *interp, const TlPyArgs *args, guint index, double *number)
{
  if (index < args->n_positional && tl_py_get_number (&args->positional[index], number))
    return TRUE;
  return tl_py_fail (interp, args->call, "a number is expected as argument %u", index + 1);
}

/* A result that is no number would be one of the program's without anybody noticing. */
static gboolean
finish_number (TlPyInterp *interp, const TlPyArgs *args, double number, TlPyValue *value)
{
  *value = tl_py_float (number);
  return isfinite (number) || tl_py_fail (interp, args->call, "this function has no value here");
}

static gboolean
finish_whole (TlPyInterp *interp, const TlPyArgs *args, double number, TlPyValue *value)
{
  if (!(number > -9e18 && number < 9e18))
    return tl_py_fail (interp, args->call, "%g does not fit 64 bits", number);
  *value = tl_py_int ((gint64) number);
  return TRUE;
}

/* ceil, floor, sqrt, log2, exp */
static gboolean
math_of_number (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  static const struct { const char *name; double (*function) (double x); gboolean is_whole; } functions[] = {
    { "ceil", ceil, TRUE }, { "floor", floor, TRUE }, { "sqrt", sqrt, FALSE }, { "log2", log2, FALSE }, { "exp", exp, FALSE },
  };
  guint  i = 0;
  double x;

  while (strcmp (functions[i].name, args->name) != 0)
    i++;
  return number_arg (interp, args, 0, &x)
         && (functions[i].is_whole ? finish_whole : finish_number) (interp, args, functions[i].function (x), value);
}

static gboolean
math_isqrt (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gint64 x, root;

  if (args->n_positional != 1 || !tl_py_get_int (&args->positional[0], &x) || x < 0)
    return tl_py_fail (interp, args->call, "isqrt takes an integer that is not negative");
  root = (gint64) sqrtl ((long double) x);
  root -= root > 0 && root > x / root;
  *value = tl_py_int (root);
  return TRUE;
}

/* log (x), log (x, base) */
static gboolean
math_log (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  double x, base = 0;

  if (!number_arg (interp, args, 0, &x) || (args->n_positional > 1 && !number_arg (interp, args, 1, &base)))
    return FALSE;
  return finish_number (interp, args, args->n_positional > 1 ? log (x) / log (base) : log (x), value);
}

static gboolean
math_pow (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  double x, y;

  return number_arg (interp, args, 0, &x) && number_arg (interp, args, 1, &y) && finish_number (interp, args, pow (x, y), value);
}

static gboolean
math_gcd (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  guint64 a = 0;

  for (guint i = 0; i < args->n_positional; i++)
    {
      gint64  integer;
      guint64 b;

      if (!tl_py_get_int (&args->positional[i], &integer) || integer == G_MININT64)
        return tl_py_fail (interp, args->call, "gcd takes integers");
      for (b = (guint64) ABS (integer); b != 0;)
        {
          guint64 rest = a % b;

          a = b;
          b = rest;
        }
    }
  *value = tl_py_int ((gint64) a);
  return TRUE;
}

/* prod (list, start=1) */
static gboolean
math_prod (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *start = tl_py_arg (args, G_MAXUINT, "start");
  TlPyList         elements;

  if (args->n_positional != 1 || !tl_py_elements (interp, args->call, &args->positional[0], &elements))
    return tl_py_fail (interp, args->call, "prod takes a list");
  *value = start != NULL ? *start : tl_py_int (1);
  for (guint i = 0; i < elements.n; i++)
    {
      TlPyValue before = *value;

      if (!tl_py_tick (interp, args->call) || !tl_py_binary (interp, args->call, "*", &before, &elements.items[i], value))
        return FALSE;
    }
  return TRUE;
}

gboolean
tl_py_library_constant (const char *dotted, TlPyValue *value)
{
  static const struct { const char *name; double number; } constants[] = {
    { "math.pi", G_PI },  { "math.e", G_E },  { "math.inf", (double) INFINITY },  { "math.nan", (double) NAN },
    { "numpy.pi", G_PI }, { "numpy.e", G_E }, { "numpy.inf", (double) INFINITY }, { "numpy.nan", (double) NAN },
  };

  if (strcmp (dotted, "numpy.newaxis") == 0)
    {
      *value = TL_PY_NONE_VALUE;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    if (strcmp (dotted, constants[i].name) == 0)
      {
        *value = tl_py_float (constants[i].number);
        return TRUE;
      }
  return FALSE;
}

/* functools */

/* A function with its first arguments, and some by name. */
typedef struct
{
  TlPyValue function;
  TlPyArgs  args;
} PartialCall;

static gboolean
call_partial (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const PartialCall *partial = self->object;
  const TlPyArgs *first = &partial->args;
  guint           n = first->n_positional + args->n_positional;
  TlPyArgs        all = { .call = args->call, .n_positional = n, .n_named = args->n_named };

  all.positional = tl_arena_new_array (interp->arena, TlPyValue, MAX (n, 1));
  all.names = tl_arena_new_array (interp->arena, const char *, MAX (first->n_named + args->n_named, 1));
  all.named = tl_arena_new_array (interp->arena, TlPyValue, MAX (first->n_named + args->n_named, 1));
  for (guint i = 0; i < n; i++)
    all.positional[i] = i < first->n_positional ? first->positional[i] : args->positional[i - first->n_positional];
  for (guint i = 0; i < args->n_named; i++)
    {
      all.names[i] = args->names[i];
      all.named[i] = args->named[i];
    }
  for (guint i = 0; i < first->n_named; i++)
    if (tl_py_arg (args, G_MAXUINT, first->names[i]) == NULL)
      {
        all.names[all.n_named] = first->names[i];
        all.named[all.n_named++] = first->named[i];
      }
  return tl_py_call (interp, &partial->function, &all, value);
}

static const TlPyClass partial_class = { .name = "function with arguments", .python_name = "partial", .call = call_partial };

static gboolean
make_partial (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  PartialCall *partial = tl_arena_new0 (interp->arena, PartialCall);

  if (args->n_positional == 0)
    return tl_py_fail (interp, args->call, "partial takes a function and some of its arguments");
  partial->function = args->positional[0];
  partial->args = *args;
  partial->args.positional++;
  partial->args.n_positional--;
  *value = tl_py_object (&partial_class, partial);
  return TRUE;
}

/* reduce (function, list), reduce (function, list, first) */
static gboolean
reduce (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gboolean has_first = args->n_positional == 3;
  TlPyList elements;

  if (args->n_positional < 2 || args->n_positional > 3 || !tl_py_elements (interp, args->call, &args->positional[1], &elements)
      || (!has_first && elements.n == 0))
    return tl_py_fail (interp, args->call, "reduce takes a function of two values, and a list of them that is not empty");
  *value = has_first ? args->positional[2] : elements.items[0];
  for (guint i = has_first ? 0 : 1; i < elements.n; i++)
    {
      TlPyValue pair[2] = { *value, elements.items[i] };

      if (!tl_py_apply (interp, args->call, &args->positional[0], pair, 2, value))
        return FALSE;
    }
  return TRUE;
}

/* itertools */

/* All choices of one element of each list, the last list running fastest. */
static gboolean
product (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  guint     n = args->n_positional;
  TlPyList *lists = tl_arena_new_array (interp->arena, TlPyList, MAX (n, 1));
  guint64   n_rows = 1;

  if (args->n_named > 0)
    return tl_py_fail (interp, args->call, "product takes lists");
  for (guint i = 0; i < n; i++)
    if (!tl_py_elements (interp, args->call, &args->positional[i], &lists[i]) || (n_rows *= lists[i].n) > G_MAXUINT32)
      return tl_py_fail (interp, args->call, "these lists have too many products");
  if (!tl_py_new_list (interp, args->call, TL_PY_LIST, n_rows, value))
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      guint64   rest = row;
      TlPyValue tuple;

      if (!tl_py_tick (interp, args->call) || !tl_py_new_list (interp, args->call, TL_PY_TUPLE, n, &tuple))
        return FALSE;
      tuple.list->n = n;
      for (guint i = n; i-- > 0; rest /= lists[i].n)
        tuple.list->items[i] = lists[i].items[rest % lists[i].n];
      value->list->items[value->list->n++] = tuple;
    }
  return TRUE;
}

static gboolean
chain (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyList elements;

  if (!tl_py_new_list (interp, args->call, TL_PY_LIST, 0, value))
    return FALSE;
  for (guint i = 0; i < args->n_positional; i++)
    {
      if (!tl_py_elements (interp, args->call, &args->positional[i], &elements))
        return FALSE;
      for (guint j = 0; j < elements.n; j++)
        if (!tl_py_list_append (interp, args->call, value->list, elements.items[j]))
          return FALSE;
    }
  return TRUE;
}

/* operator */

/* add (a, b), sub, lt … */
static gboolean
apply_operator (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  static const struct { const char *name, *op; } rows[] = {
    { "add", "+" }, { "sub", "-" }, { "mul", "*" }, { "truediv", "/" }, { "floordiv", "//" }, { "mod", "%" }, { "pow", "**" },
    { "matmul", "@" }, { "lt", "<" }, { "le", "<=" }, { "gt", ">" }, { "ge", ">=" }, { "eq", "==" }, { "ne", "!=" },
  };
  guint i = 0;

  if (args->n_positional != 2)
    return tl_py_fail (interp, args->call, "operator.%s takes two values", args->name);
  while (strcmp (rows[i].name, args->name) != 0)
    i++;
  return (strpbrk (rows[i].op, "<>=") != NULL ? tl_py_compare_by : tl_py_binary) (interp, args->call, rows[i].op, &args->positional[0],
                                                                                  &args->positional[1], value);
}

static gboolean
negate (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  TlPyValue zero = tl_py_int (0);
  gboolean  is_done;

  if (args->n_positional != 1)
    return tl_py_fail (interp, args->call, "operator.neg takes a value");
  return tl_py_instance_negative (interp, args->call, &args->positional[0], &is_done, value)
         && (is_done || tl_py_binary (interp, args->call, "-", &zero, &args->positional[0], value));
}

static gboolean
get_item (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  if (args->n_positional != 2)
    return tl_py_fail (interp, args->call, "operator.getitem takes a value and an index");
  return tl_py_item (interp, args->call, &args->positional[0], &args->positional[1], value);
}

/* collections.OrderedDict: dictionaries keep their order. */
static gboolean
make_dict (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return tl_py_call_builtin (interp, (guint) tl_py_find_builtin ("dict"), args, value);
}

/*
 * inspect.getfullargspec (function): its parameters, of which args has the names of those that have one value each, and defaults what the
 * last ones of them have unless they are given.
 */
typedef struct
{
  TlPyValue args, defaults, varargs, varkw;
} ArgSpec;

static gboolean
spec_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const ArgSpec *spec = self->object;

  if (strcmp (name, "args") == 0)
    *value = spec->args;
  else if (strcmp (name, "defaults") == 0)
    *value = spec->defaults;
  else if (strcmp (name, "varargs") == 0)
    *value = spec->varargs;
  else if (strcmp (name, "varkw") == 0)
    *value = spec->varkw;
  else
    return tl_py_fail (interp, at, "the parameters of a function have args, defaults, varargs and varkw here");
  return TRUE;
}

static const TlPyClass spec_class = { .name = "parameters of a function", .python_name = "FullArgSpec", .attribute = spec_attribute };

static gboolean
get_parameters (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlAst *ast = args->n_positional == 1 && args->positional->kind == TL_PY_FUNCTION ? args->positional->function->ast : NULL;
  ArgSpec     *spec = tl_arena_new0 (interp->arena, ArgSpec);

  if (ast == NULL)
    return tl_py_fail (interp, args->call, "getfullargspec takes a function of the script");
  if (!tl_py_new_list (interp, args->call, TL_PY_LIST, ast->n_params, &spec->args)
      || !tl_py_new_list (interp, args->call, TL_PY_TUPLE, ast->n_params, &spec->defaults))
    return FALSE;
  for (guint i = 0; i < ast->n_params; i++)
    {
      TlPyValue name = tl_py_string (interp, ast->params[i].name);

      if (ast->params[i].is_double_star)
        spec->varkw = name;
      else if (ast->params[i].is_star)
        spec->varargs = name;
      else
        {
          spec->args.list->items[spec->args.list->n++] = name;
          if (ast->params[i].value != NULL)
            spec->defaults.list->items[spec->defaults.list->n++] = args->positional->function->defaults[i];
        }
    }
  *value = tl_py_object (&spec_class, spec);
  return TRUE;
}

const TlPyNative tl_py_library[] = {
  { "math", "ceil", math_of_number, FALSE },
  { "math", "floor", math_of_number, FALSE },
  { "math", "isqrt", math_isqrt, FALSE },
  { "math", "sqrt", math_of_number, FALSE },
  { "math", "log2", math_of_number, FALSE },
  { "math", "log", math_log, FALSE },
  { "math", "exp", math_of_number, FALSE },
  { "math", "pow", math_pow, FALSE },
  { "math", "gcd", math_gcd, FALSE },
  { "math", "prod", math_prod, FALSE },
  { "functools", "partial", make_partial, FALSE },
  { "functools", "reduce", reduce, FALSE },
  { "itertools", "product", product, FALSE },
  { "itertools", "chain", chain, FALSE },
  { "operator", "add", apply_operator, FALSE },
  { "operator", "sub", apply_operator, FALSE },
  { "operator", "mul", apply_operator, FALSE },
  { "operator", "truediv", apply_operator, FALSE },
  { "operator", "floordiv", apply_operator, FALSE },
  { "operator", "mod", apply_operator, FALSE },
  { "operator", "pow", apply_operator, FALSE },
  { "operator", "matmul", apply_operator, FALSE },
  { "operator", "lt", apply_operator, FALSE },
  { "operator", "le", apply_operator, FALSE },
  { "operator", "gt", apply_operator, FALSE },
  { "operator", "ge", apply_operator, FALSE },
  { "operator", "eq", apply_operator, FALSE },
  { "operator", "ne", apply_operator, FALSE },
  { "operator", "neg", negate, FALSE },
  { "operator", "getitem", get_item, FALSE },
  { "inspect", "getfullargspec", get_parameters, FALSE },
  { "collections", "OrderedDict", make_dict, FALSE },
  { NULL, NULL, NULL, FALSE },
};
