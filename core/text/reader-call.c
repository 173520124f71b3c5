/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls in expressions: T.something (…), x.astype (…), A.access_ptr (…) and the few Python functions that make sense. One table
 * says which function reads which name; calls of intrinsics are in reader-intrinsic.c.
 */
#include "core/text/reader-private.h"

#include <math.h>
#include <string.h>

#define MAX_LANES 4096

typedef struct _Callable Callable;
struct _Callable
{
  const char *name;
  guint       min_args;
  guint       max_args;
  const char *keywords;   /* in the order of the arguments */
  gboolean  (*read) (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given);
  gint        kind;       /* TlExprKind for operators by name */
  gboolean    drops_type; /* takes "dtype=" as intrinsics do, without effect */
};

/* Arguments. */

const TlAst *
tl_call_argument (const TlAst *call, guint index, const char *name)
{
  guint position = 0;

  for (guint i = 0; i < call->n_items; i++)
    {
      const TlAst *item = call->items[i];

      if (item->kind == TL_AST_KEYWORD)
        {
          if (name != NULL && g_strcmp0 (item->name, name) == 0)
            return item->value;
        }
      else if (position++ == index)
        return item;
    }
  return NULL;
}

static gboolean
has_word (const char *words, const char *word)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);

  return g_strv_contains ((const char *const *) list, word);
}

static const char *
callee_name (TlReader *reader, const TlAst *call)
{
  const char *name = tl_ast_dotted_name (reader->arena, call->kind == TL_AST_CALL || call->kind == TL_AST_SUBSCRIPT ? call->value : call);

  return name != NULL ? name : "this";
}

gboolean
tl_call_check (TlReader *reader, const TlAst *call, guint min, guint max, const char *names)
{
  guint n_positional = 0;

  for (guint i = 0; i < call->n_items; i++)
    {
      const TlAst *item = call->items[i];

      if (item->kind == TL_AST_STARRED)
        return tl_reader_fail (reader, item, "starred arguments are not part of TVMScript");
      if (item->kind == TL_AST_KEYWORD && item->name == NULL)
        return tl_reader_fail (reader, item, "\"**\" arguments are not part of TVMScript");
      n_positional += item->kind != TL_AST_KEYWORD;
      if (item->kind == TL_AST_KEYWORD && !has_word (names, item->name))
        return tl_reader_fail (reader, item, "%s has no argument \"%s\"%s%s", callee_name (reader, call), item->name,
                               names[0] != '\0' ? "; it has: " : "", names);
      for (guint j = 0; item->kind == TL_AST_KEYWORD && j < i; j++)
        if (call->items[j]->kind == TL_AST_KEYWORD && strcmp (call->items[j]->name, item->name) == 0)
          return tl_reader_fail (reader, item, "argument \"%s\" is given twice", item->name);
    }
  if (n_positional > max)
    return tl_reader_fail (reader, call, "%s takes at most %u argument%s, %u are given", callee_name (reader, call), max,
                           max == 1 ? "" : "s", n_positional);
  if (call->n_items < min)
    return tl_reader_fail (reader, call, "%s takes %s%u argument%s, %u are given", callee_name (reader, call),
                           min < max ? "at least " : "", min, min == 1 ? "" : "s", call->n_items);
  return TRUE;
}

static const TlAst *
nth_argument (const TlAst *call, const Callable *callable, guint index)
{
  g_auto (GStrv) names = g_strsplit (callable->keywords, " ", -1);

  return tl_call_argument (call, index, index < g_strv_length (names) ? names[index] : NULL);
}

/* The argument that must be there. */
static const TlAst *
required (TlReader *reader, const TlAst *call, const Callable *callable, guint index)
{
  const TlAst *found = nth_argument (call, callable, index);

  if (found == NULL)
    tl_reader_fail (reader, call, "%s: argument %u is missing", callee_name (reader, call), index + 1);
  return found;
}

static gboolean
give (TlParsedValue *given, const TlExpr *expr)
{
  *given = tl_given_expr (expr);
  return expr != NULL;
}

/* Names. */

const char *
tl_reader_builtin (TlReader *reader, const TlAst *ast)
{
  static const char *const prefixes[] = { "T.", "tir.", "tirx.", "tvm.tir.", "tvm.tirx." };
  const char *dotted = tl_ast_dotted_name (reader->arena, ast);

  for (guint i = 0; dotted != NULL && i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (dotted, prefixes[i]))
      return dotted + strlen (prefixes[i]);
  return NULL;
}

/* Readers of the table. */

static gboolean
read_operator_call (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  TlParsedValue a, b;
  const TlAst  *first = required (reader, call, callable, 0), *second = required (reader, call, callable, 1);

  if (first == NULL || second == NULL || !tl_read_given (reader, first, &a) || !tl_read_given (reader, second, &b))
    return FALSE;
  return tl_read_binary (reader, call, callable->kind, &a, &b, given);
}

/* T.Add (a, b) and its kin: exactly that node, nothing folded. */
static gboolean
read_exact_call (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  TlParsedValue a, b;
  const TlExpr *x, *y;
  gboolean      is_logic = callable->kind == TL_EXPR_AND || callable->kind == TL_EXPR_OR;
  const TlAst  *first = required (reader, call, callable, 0), *second = required (reader, call, callable, 1);

  if (first == NULL || second == NULL || !tl_read_given (reader, first, &a) || !tl_read_given (reader, second, &b)
      || !tl_reader_match (reader, call, callee_name (reader, call), &a, &b, &x, &y))
    return FALSE;
  if (is_logic && x->dtype.code != TL_TYPE_BOOL)
    return tl_reader_fail (reader, call, "%s does not apply to values of type %s", callee_name (reader, call), tl_dtype_name (x->dtype));
  if (x->dtype.code == TL_TYPE_HANDLE || x->dtype.code == TL_TYPE_VOID)
    return tl_reader_fail (reader, call, "%s does not apply to values of type %s", callee_name (reader, call), tl_dtype_name (x->dtype));
  return give (given, tl_expr_binary (reader->arena, callable->kind, x, y));
}

static gboolean
read_not (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlExpr *value = tl_read_cond (reader, call->items[0]);

  return value != NULL && give (given, tl_expr_not (reader->arena, value));
}

/* T.all (a, b, …), T.any (…) */
static gboolean
read_conditions (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlExpr *result = tl_expr_bool (reader->arena, callable->kind == TL_EXPR_AND);

  for (guint i = 0; i < call->n_items; i++)
    {
      const TlExpr *cond = tl_read_cond (reader, call->items[i]);

      if (cond == NULL)
        return FALSE;
      if (cond->dtype.lanes != 1)
        return tl_reader_fail (reader, call->items[i], "%s needs single conditions", callee_name (reader, call));
      result = tl_binary (reader->arena, callable->kind, result, cond);
    }
  return give (given, result);
}

static gboolean
read_truncated (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  if (!read_operator_call (reader, call, callable, given))
    return FALSE;
  if (!tl_dtype_is_integer (given->expr->dtype))
    return tl_reader_fail (reader, call, "%s needs integers", callee_name (reader, call));
  return TRUE;
}

static gboolean
read_ceildiv (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  TlParsedValue a, b;
  const TlExpr *x, *y, *sum;
  const TlAst  *first = required (reader, call, callable, 0), *second = required (reader, call, callable, 1);

  if (first == NULL || second == NULL || !tl_read_given (reader, first, &a) || !tl_read_given (reader, second, &b)
      || !tl_reader_match (reader, call, "T.ceildiv", &a, &b, &x, &y))
    return FALSE;
  if (!tl_dtype_is_integer (x->dtype))
    return tl_reader_fail (reader, call, "T.ceildiv needs integers");
  sum = tl_sub (reader->arena, tl_add (reader->arena, x, y), tl_expr_int (reader->arena, tl_dtype_with_lanes (x->dtype, 1), 1));
  return give (given, tl_floordiv (reader->arena, sum, y));
}

/* T.Select (c, a, b), T.if_then_else (c, a, b) */
static gboolean
read_choice (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlAst  *asts[3];
  const TlExpr *args[3];
  TlParsedValue a, b;

  for (guint i = 0; i < 3; i++)
    if ((asts[i] = required (reader, call, callable, i)) == NULL)
      return FALSE;
  if ((args[0] = tl_read_cond (reader, asts[0])) == NULL || !tl_read_given (reader, asts[1], &a) || !tl_read_given (reader, asts[2], &b)
      || !tl_reader_match (reader, call, callee_name (reader, call), &a, &b, &args[1], &args[2]))
    return FALSE;
  if (callable->kind != TL_EXPR_SELECT && args[0]->kind == TL_EXPR_INT)
    return give (given, args[args[0]->int_value != 0 ? 1 : 2]);
  if (callable->kind == TL_EXPR_SELECT)
    return give (given, tl_expr_select (reader->arena, args[0], args[1], args[2]));
  return give (given, tl_expr_call (reader->arena, args[1]->dtype, tl_intrinsic_find ("if_then_else"), args, 3));
}

static gboolean
can_cast (TlDType dtype)
{
  return dtype.code != TL_TYPE_HANDLE && dtype.code != TL_TYPE_VOID;
}

static const TlExpr *
cast_to (TlReader *reader, const TlAst *at, TlDType dtype, const TlParsedValue *given, gboolean is_exact)
{
  const TlExpr *expr;

  if (!is_exact && tl_given_is_number (given) && can_cast (dtype) && !(given->kind == TL_GIVEN_FLOAT && !tl_dtype_is_float (dtype)))
    {
      if (dtype.code == TL_TYPE_BOOL)
        return tl_cast (reader->arena, dtype, tl_expr_bool (reader->arena, given->integer != 0));
      return tl_cast (reader->arena, dtype, tl_given_to_expr_as (reader, at, given, tl_dtype_with_lanes (dtype, 1)));
    }
  if ((expr = tl_given_to_expr (reader, at, given)) == NULL || tl_dtype_equal (dtype, expr->dtype))
    return expr != NULL && is_exact && can_cast (dtype) ? tl_expr_cast (reader->arena, dtype, expr) : expr;
  if (!can_cast (dtype) || !can_cast (expr->dtype) || (expr->dtype.lanes != dtype.lanes && (is_exact || expr->dtype.lanes != 1)))
    return tl_reader_fail_null (reader, at, "a value of type %s cannot be cast to %s", tl_dtype_name (expr->dtype), tl_dtype_name (dtype));
  return is_exact ? tl_expr_cast (reader->arena, dtype, expr) : tl_cast (reader->arena, dtype, expr);
}

/* T.Cast ("float16", x): that very node, also where it changes nothing. */
static gboolean
read_exact_cast (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlAst  *type = required (reader, call, callable, 0), *value = required (reader, call, callable, 1);
  TlParsedValue operand;
  TlDType       dtype;

  return type != NULL && value != NULL && tl_read_dtype (reader, type, &dtype) && tl_read_given (reader, value, &operand)
         && give (given, cast_to (reader, call, dtype, &operand, TRUE));
}

/* T.cast (x, "float16") */
static gboolean
read_cast (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlAst  *value = required (reader, call, callable, 0), *type = required (reader, call, callable, 1);
  TlParsedValue operand;
  TlDType       dtype;

  return type != NULL && value != NULL && tl_read_dtype (reader, type, &dtype) && tl_read_given (reader, value, &operand)
         && give (given, cast_to (reader, call, dtype, &operand, FALSE));
}

static gboolean
read_lanes (TlReader *reader, const TlAst *ast, guint *lanes)
{
  gint64 value;

  if (ast == NULL || !tl_read_constant (reader, ast, &value))
    return FALSE;
  if (value < 2 || value > MAX_LANES)
    return tl_reader_fail (reader, ast, "a vector has between 2 and %d lanes", MAX_LANES);
  *lanes = (guint) value;
  return TRUE;
}

static gboolean
read_ramp (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  TlParsedValue a, b;
  const TlExpr *base, *stride;
  const TlAst  *first = required (reader, call, callable, 0), *second = required (reader, call, callable, 1);
  guint         lanes = 0;

  if (first == NULL || second == NULL || !tl_read_given (reader, first, &a) || !tl_read_given (reader, second, &b)
      || !tl_reader_match (reader, call, "T.Ramp", &a, &b, &base, &stride)
      || !read_lanes (reader, required (reader, call, callable, 2), &lanes))
    return FALSE;
  if (!tl_dtype_is_integer (base->dtype) || base->dtype.lanes != 1)
    return tl_reader_fail (reader, call, "T.Ramp needs single integers");
  return give (given, tl_expr_ramp (reader->arena, base, stride, lanes));
}

static gboolean
read_broadcast (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlAst  *value = required (reader, call, callable, 0);
  const TlExpr *expr;
  guint         lanes = 0;

  if (value == NULL || (expr = tl_read_expr (reader, value)) == NULL || !read_lanes (reader, required (reader, call, callable, 1), &lanes))
    return FALSE;
  if (expr->dtype.lanes != 1 || !can_cast (expr->dtype))
    return tl_reader_fail (reader, call, "T.Broadcast needs a single value");
  return give (given, tl_expr_broadcast (reader->arena, expr, lanes));
}

/* T.Let (body, where={x: value}): x is known in the body only. */
static gboolean
read_let (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlAst  *body = required (reader, call, callable, 0), *where = required (reader, call, callable, 1);
  const TlExpr *value, *result;
  const TlVar  *var;
  const char   *name;
  guint         mark;

  if (body == NULL || where == NULL)
    return FALSE;
  if (where->kind != TL_AST_DICT || where->n_items != 2 || (where->items[0]->kind != TL_AST_NAME && where->items[0]->kind != TL_AST_CALL))
    return tl_reader_fail (reader, where, "expected where={name: value}");
  name = where->items[0]->kind == TL_AST_NAME ? where->items[0]->name : "v";
  if ((value = tl_read_expr (reader, where->items[1])) == NULL)
    return FALSE;
  var = tl_expr_var (reader->arena, name, value->dtype);
  mark = tl_reader_open_scope (reader);
  tl_reader_bind (reader, var->name, tl_given_expr (var));
  result = tl_read_expr (reader, body);
  tl_reader_close_scope (reader, mark);
  return result != NULL && give (given, tl_expr_let (reader->arena, var, value, result));
}

/* x = T.bind (e): the assignment around it makes the variable. */
static gboolean
read_bound (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlAst *value = required (reader, call, callable, 0);

  return value != NULL && give (given, tl_read_expr (reader, value));
}

/* x = T.meta_var (e): Python's own variable, no program's. */
static gboolean
read_meta (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlAst *value = required (reader, call, callable, 0);

  return value != NULL && tl_read_given (reader, value, given);
}

/* T.min_value ("int32"), T.max_value (…), T.infinity (…) */
static gboolean
read_limit (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlAst *type = required (reader, call, callable, 0);
  gboolean     is_min = strcmp (callable->name, "min_value") == 0;
  TlDType      dtype;

  if (type == NULL || !tl_read_dtype (reader, type, &dtype))
    return FALSE;
  if (dtype.lanes != 1 || !can_cast (dtype))
    return tl_reader_fail (reader, type, "%s has no such value", tl_dtype_name (dtype));
  if (strcmp (callable->name, "infinity") == 0)
    return tl_dtype_is_float (dtype) ? give (given, tl_expr_float (reader->arena, dtype, INFINITY))
                                     : tl_reader_fail (reader, type, "%s has no infinity", tl_dtype_name (dtype));
  if (tl_dtype_is_float (dtype))
    return give (given, tl_expr_float (reader->arena, dtype, is_min ? tl_dtype_min_float (dtype) : tl_dtype_max_float (dtype)));
  if (!is_min && dtype.code == TL_TYPE_UINT && dtype.bits == 64)
    return give (given, tl_expr_int (reader->arena, dtype, -1));
  return give (given, tl_expr_int (reader->arena, dtype, is_min ? tl_dtype_min_int (dtype) : tl_dtype_max_int (dtype)));
}

/* T.var ("int32"), T.handle (): a variable that the assignment around it names. */
static gboolean
read_var (TlReader *reader, const TlAst *call, const Callable *callable, TlParsedValue *given)
{
  const TlAst *type = nth_argument (call, callable, 0);
  TlDType      dtype = TL_INT32;

  if (type != NULL && !tl_read_dtype (reader, type, &dtype))
    return FALSE;
  return give (given, tl_expr_var (reader->arena, "", dtype));
}

#define BINARY(name_, kind_) { name_, 2, 2, "a b", read_operator_call, kind_ }
#define EXACT(name_, kind_)  { name_, 2, 2, "a b", read_exact_call, kind_ }

static const Callable callables[] = {
  BINARY ("min", TL_EXPR_MIN),
  BINARY ("max", TL_EXPR_MAX),
  { "floordiv", 2, 2, "a b", read_operator_call, TL_EXPR_FLOORDIV, TRUE },
  { "floormod", 2, 2, "a b", read_operator_call, TL_EXPR_FLOORMOD, TRUE },
  BINARY ("indexdiv", TL_EXPR_FLOORDIV),
  BINARY ("indexmod", TL_EXPR_FLOORMOD),
  { "truncdiv", 2, 2, "a b", read_truncated, TL_EXPR_DIV, TRUE },
  { "truncmod", 2, 2, "a b", read_truncated, TL_EXPR_MOD, TRUE },
  { "ceildiv", 2, 2, "lhs rhs", read_ceildiv, 0, TRUE },
  EXACT ("Add", TL_EXPR_ADD),
  EXACT ("Sub", TL_EXPR_SUB),
  EXACT ("Mul", TL_EXPR_MUL),
  EXACT ("Div", TL_EXPR_DIV),
  EXACT ("Mod", TL_EXPR_MOD),
  EXACT ("FloorDiv", TL_EXPR_FLOORDIV),
  EXACT ("FloorMod", TL_EXPR_FLOORMOD),
  EXACT ("Min", TL_EXPR_MIN),
  EXACT ("Max", TL_EXPR_MAX),
  EXACT ("EQ", TL_EXPR_EQ),
  EXACT ("NE", TL_EXPR_NE),
  EXACT ("LT", TL_EXPR_LT),
  EXACT ("LE", TL_EXPR_LE),
  EXACT ("GT", TL_EXPR_GT),
  EXACT ("GE", TL_EXPR_GE),
  EXACT ("And", TL_EXPR_AND),
  EXACT ("Or", TL_EXPR_OR),
  { "Not", 1, 1, "", read_not, 0 },
  { "all", 1, 64, "", read_conditions, TL_EXPR_AND },
  { "any", 1, 64, "", read_conditions, TL_EXPR_OR },
  { "Select", 3, 3, "condition true_value false_value", read_choice, TL_EXPR_SELECT },
  { "if_then_else", 3, 3, "cond t f", read_choice, TL_EXPR_CALL, TRUE },
  { "Cast", 2, 2, "dtype value", read_exact_cast, 0 },
  { "cast", 2, 2, "value dtype", read_cast, 0 },
  { "Ramp", 3, 3, "base stride lanes", read_ramp, 0 },
  { "ramp", 3, 3, "base stride lanes", read_ramp, 0 },
  { "Broadcast", 2, 2, "value lanes", read_broadcast, 0 },
  { "broadcast", 2, 2, "value lanes", read_broadcast, 0 },
  { "Let", 2, 2, "expr where", read_let, 0 },
  { "bind", 1, 1, "value", read_bound, 0 },
  { "Bind", 1, 1, "value", read_bound, 0 },
  { "meta_var", 1, 1, "value", read_meta, 0 },
  { "min_value", 1, 1, "dtype", read_limit, 0 },
  { "max_value", 1, 1, "dtype", read_limit, 0 },
  { "infinity", 1, 1, "dtype", read_limit, 0 },
  { "var", 0, 1, "dtype", read_var, 0 },
};

/* An unsigned number beyond what the reader otherwise holds. */
static gboolean
is_largest_word (const TlAst *value, TlDType dtype)
{
  return value->kind == TL_AST_WORD && dtype.code == TL_TYPE_UINT && dtype.bits == 64 && dtype.lanes == 1;
}

/* T.float32 (…): a constant of that type, a conversion, or without arguments a new variable. */
static gboolean
read_constructor (TlReader *reader, const TlAst *call, TlDType dtype, TlParsedValue *given)
{
  gboolean      is_handle = dtype.code == TL_TYPE_HANDLE;
  const TlAst  *value = tl_call_argument (call, 0, "value");
  TlParsedValue operand;
  const char   *text;
  TlVarType     pointer;

  if (!tl_call_check (reader, call, 0, is_handle ? 2 : 1, is_handle ? "dtype storage_scope" : "value expr"))
    return FALSE;
  if (value == NULL)
    value = tl_call_argument (call, 0, "expr");
  if (is_handle && !tl_read_pointer_type (reader, call, &pointer))
    return FALSE;
  if (is_handle && pointer.scope != NULL)
    return give (given, tl_expr_pointer_var (reader->arena, "", pointer.pointee, pointer.scope));
  if (value == NULL || is_handle || dtype.code == TL_TYPE_VOID)
    return give (given, tl_expr_var (reader->arena, "", dtype));
  if (is_largest_word (value, dtype))
    return give (given, tl_expr_int (reader->arena, dtype, value->integer));
  if (value->kind != TL_AST_STRING)
    return tl_read_given (reader, value, &operand) && tl_check_fits (reader, value, &operand, dtype)
           && give (given, cast_to (reader, call, dtype, &operand, FALSE));
  text = value->name;
  if (!tl_dtype_is_float (dtype) || dtype.lanes != 1)
    return tl_reader_fail (reader, value, "a value of type %s cannot be written as a string", tl_dtype_name (dtype));
  if (strcmp (text, "inf") != 0 && strcmp (text, "-inf") != 0 && strcmp (text, "nan") != 0)
    return tl_reader_fail (reader, value, "expected \"inf\", \"-inf\" or \"nan\"");
  return give (given, tl_expr_float (reader->arena, dtype, text[0] == 'n' ? (double) NAN : text[0] == '-' ? -INFINITY : INFINITY));
}

/* A.vload ([i, j], "float32x4") */
static gboolean
read_vload (TlReader *reader, const TlAst *call, const TlBuffer *buffer, TlParsedValue *given)
{
  const TlAst   *begin = tl_call_argument (call, 0, "begin"), *type = tl_call_argument (call, 1, "dtype");
  const TlExpr **indices;
  TlDType        dtype = buffer->dtype;
  guint          n;

  if (!tl_call_check (reader, call, 1, 2, "begin dtype") || begin == NULL)
    return tl_reader_fail (reader, call, "expected A.vload ([i], \"float32x4\"); a load under a mask is T.masked_load (…)");
  if (type != NULL && !tl_read_dtype (reader, type, &dtype))
    return FALSE;
  if (dtype.code != buffer->dtype.code || dtype.bits != buffer->dtype.bits || dtype.lanes % buffer->dtype.lanes != 0)
    return tl_reader_fail (reader, type, "buffer %s holds %s, not %s", buffer->name, tl_dtype_name (buffer->dtype), tl_dtype_name (dtype));
  return tl_read_vector_indices (reader, begin, buffer, dtype.lanes / buffer->dtype.lanes, &indices, &n)
         && give (given, tl_expr_load (reader->arena, buffer, indices, n));
}

/* Module.f (…): a call of another function of the module. */
static gboolean
read_function_call (TlReader *reader, const TlAst *call, TlParsedValue *given)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();

  if (!tl_call_check (reader, call, 0, 256, ""))
    return FALSE;
  g_ptr_array_add (args, (gpointer) tl_expr_string (reader->arena, call->value->name));
  for (guint i = 0; i < call->n_items; i++)
    {
      const TlExpr *arg = tl_read_expr (reader, call->items[i]);

      if (arg == NULL)
        return FALSE;
      g_ptr_array_add (args, (gpointer) arg);
    }
  return give (given, tl_expr_call (reader->arena, TL_INT32, tl_intrinsic_find ("call_function"),
                                    (const TlExpr *const *) args->pdata, args->len));
}

static gboolean
is_own_module (TlReader *reader, const TlAst *ast)
{
  return ast->kind == TL_AST_NAME && reader->module_name != NULL && strcmp (ast->name, reader->module_name) == 0
         && tl_reader_lookup (reader, ast->name) == NULL;
}

static gboolean
read_method (TlReader *reader, const TlAst *call, TlParsedValue *given)
{
  const TlAst  *method = call->value;
  TlParsedValue self;
  TlDType       dtype;

  if (is_own_module (reader, method->value))
    return read_function_call (reader, call, given);
  if (!tl_read_given (reader, method->value, &self))
    return FALSE;
  if (self.kind == TL_GIVEN_BUFFER && self.storage == NULL && strcmp (method->name, "vload") == 0)
    return read_vload (reader, call, self.buffer, given);
  if (self.kind == TL_GIVEN_BUFFER && strcmp (method->name, "access_ptr") == 0)
    return tl_read_access_ptr (reader, call, self.buffer, given);
  if (strcmp (method->name, "astype") == 0)
    return tl_call_check (reader, call, 1, 1, "dtype") && tl_read_dtype (reader, tl_call_argument (call, 0, "dtype"), &dtype)
           && give (given, cast_to (reader, call, dtype, &self, FALSE));
  return tl_reader_fail (reader, method, "\"%s\" is not known here", method->name);
}

/* The known name that is closest to @name, if it is close. */
static const char *
similar_name (const char *name)
{
  static const char *const statements[] = {
    "grid",  "serial", "parallel", "vectorized", "unroll",    "thread_binding", "block",        "sblock",   "reads",
    "writes", "where", "init",     "block_attr", "func_attr", "alloc_buffer",   "match_buffer", "evaluate",
  };

  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    if (g_ascii_strcasecmp (statements[i], name) == 0 || g_str_has_prefix (statements[i], name) || g_str_has_prefix (name, statements[i]))
      return statements[i];
  for (guint i = 0; i < G_N_ELEMENTS (callables); i++)
    if (g_ascii_strcasecmp (callables[i].name, name) == 0)
      return callables[i].name;
  for (guint i = 0; tl_intrinsic_nth (i) != NULL; i++)
    if (g_ascii_strcasecmp (tl_intrinsic_nth (i)->name, name) == 0)
      return tl_intrinsic_nth (i)->name;
  return NULL;
}

/* @call without its "dtype=": TVM's calls take one, and follow their arguments. */
static const TlAst *
drop_type (TlReader *reader, const TlAst *call)
{
  const TlAst **items;
  TlAst        *shorter;
  guint         n = 0;

  if (tl_call_argument (call, G_MAXUINT, "dtype") == NULL)
    return call;
  items = tl_arena_new_array (reader->arena, const TlAst *, call->n_items);
  for (guint i = 0; i < call->n_items; i++)
    if (call->items[i]->kind != TL_AST_KEYWORD || g_strcmp0 (call->items[i]->name, "dtype") != 0)
      items[n++] = call->items[i];
  shorter = tl_arena_new0 (reader->arena, TlAst);
  *shorter = *call;
  shorter->items = items;
  shorter->n_items = n;
  return shorter;
}

static gboolean
read_builtin (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlIntrinsic *intrinsic;
  const char        *similar;
  gboolean           done;
  TlDType            dtype;

  for (guint i = 0; i < G_N_ELEMENTS (callables); i++)
    if (strcmp (callables[i].name, name) == 0)
      {
        if (callables[i].drops_type)
          call = drop_type (reader, call);
        return tl_call_check (reader, call, callables[i].min_args, callables[i].max_args, callables[i].keywords)
               && callables[i].read (reader, call, &callables[i], given);
      }
  if (tl_dtype_parse (strcmp (name, "boolean") == 0 ? "bool" : name, &dtype))
    return read_constructor (reader, call, dtype, given);
  if (!tl_call_keeps_type (name))
    call = drop_type (reader, call);
  if (!tl_read_own_form (reader, call, name, given, &done) || done)
    return done && reader->error == NULL;
  if ((intrinsic = tl_intrinsic_find (name)) != NULL)
    return tl_read_intrinsic (reader, call, intrinsic, given);
  similar = similar_name (name);
  if (similar != NULL && strcmp (similar, name) == 0)
    return tl_reader_fail (reader, call->value, "T.%s cannot be used in an expression", name);
  return tl_reader_fail (reader, call->value, "T.%s is not known here%s%s%s", name, similar != NULL ? "; is T." : "",
                         similar != NULL ? similar : "", similar != NULL ? " meant?" : "");
}

gboolean
tl_script_has_function (const char *name)
{
  TlDType dtype;

  for (guint i = 0; i < G_N_ELEMENTS (callables); i++)
    if (strcmp (callables[i].name, name) == 0)
      return TRUE;
  return strcmp (name, "boolean") == 0 || tl_dtype_parse (name, &dtype) || tl_has_own_form (name) || tl_intrinsic_find (name) != NULL;
}

gboolean
tl_read_call (TlReader *reader, const TlAst *call, TlParsedValue *given)
{
  static const char *const python_names[] = { "min", "max", "abs", "all", "any" };
  const char *builtin = tl_reader_builtin (reader, call->value);

  if (builtin != NULL)
    return read_builtin (reader, call, builtin, given);
  if (call->value->kind == TL_AST_NAME)
    {
      for (guint i = 0; i < G_N_ELEMENTS (python_names); i++)
        if (strcmp (call->value->name, python_names[i]) == 0)
          return read_builtin (reader, call, python_names[i], given);
      return tl_reader_fail (reader, call->value, "the function %s is not known here", call->value->name);
    }
  if (call->value->kind == TL_AST_ATTRIBUTE)
    return read_method (reader, call, given);
  return tl_reader_fail (reader, call, "this cannot be called");
}
