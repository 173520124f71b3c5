/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators: on Python's own numbers as Python computes, on expressions with TVM's rules for types and folding.
 */
#include "core/text/reader-private.h"

#include <math.h>
#include <string.h>

static const struct
{
  const char *spelling;
  TlExprKind  kind;
} operators[] = {
  { "+", TL_EXPR_ADD }, { "-", TL_EXPR_SUB }, { "*", TL_EXPR_MUL }, { "/", TL_EXPR_DIV },  { "//", TL_EXPR_FLOORDIV }, { "%",
                                                                                                                         TL_EXPR_FLOORMOD },
  { "==", TL_EXPR_EQ }, { "!=", TL_EXPR_NE }, { "<", TL_EXPR_LT },  { "<=", TL_EXPR_LE },  { ">", TL_EXPR_GT },        { ">=", TL_EXPR_GE },
  { "and", TL_EXPR_AND }, { "or", TL_EXPR_OR },
};

/* Operators that are calls in the representation. */
static const struct
{
  const char *spelling;
  const char *callee;
} call_operators[] = {
  { "<<", "shift_left" }, { ">>", "shift_right" }, { "&", "bitwise_and" }, { "|", "bitwise_or" }, { "^", "bitwise_xor" },
};

static gboolean
int_power (gint64 base, gint64 exponent, gint64 *result)
{
  *result = 1;
  if (exponent < 0 || exponent > 64)
    return FALSE;
  while (exponent-- > 0)
    if (__builtin_mul_overflow (*result, base, result))
      return FALSE;
  return TRUE;
}

/* As Python computes on its integers; FALSE where the result leaves 64 bits or does not exist. */
static gboolean
compute_ints (const char *name, gint64 a, gint64 b, gint64 *result)
{
  gboolean divides = strcmp (name, "//") == 0 || strcmp (name, "%") == 0;

  if (divides && (b == 0 || (a == G_MININT64 && b == -1)))
    return FALSE;
  switch (name[0])
    {
    case '+': return !__builtin_add_overflow (a, b, result);
    case '-': return !__builtin_sub_overflow (a, b, result);
    case '*': return name[1] == '*' ? int_power (a, b, result) : !__builtin_mul_overflow (a, b, result);
    case '/': *result = tl_floordiv_int64 (a, b); return TRUE;
    case '%': *result = tl_floormod_int64 (a, b); return TRUE;
    case '&': *result = a & b; return TRUE;
    case '|': *result = a | b; return TRUE;
    case '^': *result = a ^ b; return TRUE;
    case '<':
      *result = b >= 0 && b < 63 ? (gint64) ((guint64) a << b) : 0;
      return b >= 0 && b < 63 && *result >> b == a;
    case '>':
      *result = b >= 0 ? a >> MIN (b, 63) : 0;
      return b >= 0;
    default:
      return FALSE;
    }
}

static double
as_double (const TlParsedValue *given)
{
  return given->kind == TL_GIVEN_FLOAT ? given->number : (double) given->integer;
}

static gboolean
compute_floats (const char *name, double a, double b, double *result)
{
  if (strcmp (name, "+") == 0)
    *result = a + b;
  else if (strcmp (name, "-") == 0)
    *result = a - b;
  else if (strcmp (name, "*") == 0)
    *result = a * b;
  else if (strcmp (name, "/") == 0 && b != 0)
    *result = a / b;
  else if (strcmp (name, "//") == 0 && b != 0)
    *result = floor (a / b);
  else if (strcmp (name, "**") == 0)
    *result = pow (a, b);
  else
    return FALSE;
  return TRUE;
}

static gboolean
compute_compare (const char *name, const TlParsedValue *a, const TlParsedValue *b, gboolean *result)
{
  double x = as_double (a), y = as_double (b);
  gint   order = x < y ? -1 : x > y;

  if (a->kind != TL_GIVEN_FLOAT && b->kind != TL_GIVEN_FLOAT)
    order = a->integer < b->integer ? -1 : a->integer > b->integer;
  if (strcmp (name, "==") == 0)
    *result = order == 0;
  else if (strcmp (name, "!=") == 0)
    *result = order != 0;
  else if (strcmp (name, "<") == 0)
    *result = order < 0;
  else if (strcmp (name, "<=") == 0)
    *result = order <= 0;
  else if (strcmp (name, ">") == 0)
    *result = order > 0;
  else if (strcmp (name, ">=") == 0)
    *result = order >= 0;
  else
    return FALSE;
  return TRUE;
}

/* Two Python numbers. */
static gboolean
compute (TlReader *reader, const TlAst *ast, const TlParsedValue *a, const TlParsedValue *b, TlParsedValue *given)
{
  gboolean truth;

  if (compute_compare (ast->name, a, b, &truth))
    {
      *given = (TlParsedValue) { .kind = TL_GIVEN_BOOL, .integer = truth };
      return TRUE;
    }
  *given = (TlParsedValue) { .kind = TL_GIVEN_INT };
  if (a->kind != TL_GIVEN_FLOAT && b->kind != TL_GIVEN_FLOAT && strcmp (ast->name, "/") != 0
      && compute_ints (ast->name, a->integer, b->integer, &given->integer))
    return TRUE;
  given->kind = TL_GIVEN_FLOAT;
  if ((a->kind == TL_GIVEN_FLOAT || b->kind == TL_GIVEN_FLOAT || strcmp (ast->name, "/") == 0)
      && compute_floats (ast->name, as_double (a), as_double (b), &given->number))
    return TRUE;
  return tl_reader_fail (reader, ast, "these numbers cannot be combined by \"%s\"", ast->name);
}

static TlDType
type_of_given (const TlParsedValue *given)
{
  if (given->kind == TL_GIVEN_EXPR)
    return given->expr->dtype;
  if (given->kind == TL_GIVEN_FLOAT)
    return TL_FLOAT32;
  if (given->kind == TL_GIVEN_INT)
    return given->integer >= G_MININT32 && given->integer <= G_MAXINT32 ? TL_INT32 : TL_INT64;
  return given->kind == TL_GIVEN_BOOL ? TL_BOOL : TL_HANDLE;
}

static gboolean
is_arithmetic (TlDType dtype)
{
  return tl_dtype_is_integer (dtype) || tl_dtype_is_float (dtype) || dtype.code == TL_TYPE_BOOL;
}

/* The type two operands meet in, as in TVM: a float over an integer, more bits over fewer, unsigned over signed of as many. */
static gboolean
common_type (TlDType a, TlDType b, TlDType *common)
{
  guint    lanes = MAX (a.lanes, b.lanes);
  gboolean prefer_b;

  if (!is_arithmetic (a) || !is_arithmetic (b) || (a.lanes != lanes && a.lanes != 1) || (b.lanes != lanes && b.lanes != 1))
    return FALSE;
  if (tl_dtype_is_float (a) != tl_dtype_is_float (b))
    prefer_b = tl_dtype_is_float (b);
  else if (a.code == TL_TYPE_BOOL || b.code == TL_TYPE_BOOL)
    prefer_b = a.code == TL_TYPE_BOOL;
  else if (a.bits != b.bits)
    prefer_b = b.bits > a.bits;
  else
    prefer_b = b.code == TL_TYPE_UINT || b.code == TL_TYPE_FLOAT;
  *common = tl_dtype_with_lanes (prefer_b ? b : a, lanes);
  return TRUE;
}

/* One operand in @dtype; a Python number does not lose digits on the way. */
static const TlExpr *
operand_as (TlReader *reader, const TlAst *at, const TlParsedValue *given, TlDType dtype)
{
  const TlExpr *expr = tl_given_is_number (given) ? tl_given_number_as (reader, given, dtype) : NULL;

  if (expr == NULL)
    expr = tl_given_to_expr (reader, at, given);
  return expr != NULL ? tl_cast (reader->arena, dtype, expr) : NULL;
}

/* Both operands as expressions of one type. */
gboolean
tl_reader_match (TlReader *reader, const TlAst *at, const char *what, const TlParsedValue *a, const TlParsedValue *b, const TlExpr **x,
                 const TlExpr **y)
{
  TlDType common;
  TlParsedValue values[2] = { *a, *b };

  for (guint i = 0; i < 2; i++)
    if (values[i].kind != TL_GIVEN_EXPR && !tl_given_is_number (&values[i]))
      {
        const TlExpr *expr = tl_given_to_expr (reader, at, &values[i]);

        if (expr == NULL)
          return FALSE;
        values[i] = tl_given_expr (expr);
      }
  common = type_of_given (&values[0]);
  if (!tl_dtype_equal (common, type_of_given (&values[1])) && !common_type (common, type_of_given (&values[1]), &common))
    return tl_reader_fail (reader, at, "%s: the operands have types %s and %s", what, tl_dtype_name (type_of_given (&values[0])),
                           tl_dtype_name (type_of_given (&values[1])));
  *x = operand_as (reader, at, &values[0], common);
  *y = operand_as (reader, at, &values[1], common);
  if ((*x)->kind == TL_EXPR_STRING || (*y)->kind == TL_EXPR_STRING)
    return tl_reader_fail (reader, at, "%s does not apply to strings", what);
  return TRUE;
}

gboolean
tl_read_binary (TlReader *reader, const TlAst *at, TlExprKind kind, const TlParsedValue *a, const TlParsedValue *b, TlParsedValue *result)
{
  gboolean      is_logic = kind == TL_EXPR_AND || kind == TL_EXPR_OR, is_exact;
  const TlExpr *x, *y;
  g_autofree char *what = g_strdup_printf ("\"%s\"", tl_expr_kind_spelling (kind));

  if (is_logic)
    {
      if ((x = tl_given_to_cond (reader, at, a)) == NULL || (y = tl_given_to_cond (reader, at, b)) == NULL)
        return FALSE;
      if (x->dtype.lanes != y->dtype.lanes)
        return tl_reader_fail (reader, at, "%s: conditions of %u and %u lanes", what, x->dtype.lanes, y->dtype.lanes);
    }
  else if (!tl_reader_match (reader, at, what, a, b, &x, &y))
    return FALSE;
  if (x->dtype.code == TL_TYPE_HANDLE || x->dtype.code == TL_TYPE_VOID)
    return tl_reader_fail (reader, at, "%s does not apply to values of type %s", what, tl_dtype_name (x->dtype));
  /* TVM's script computes no "and", "or", "==" and "!=", also not of constants. */
  is_exact = is_logic || kind == TL_EXPR_EQ || kind == TL_EXPR_NE;
  *result = tl_given_expr (is_exact ? tl_expr_binary (reader->arena, kind, x, y) : tl_binary (reader->arena, kind, x, y));
  return TRUE;
}

static const char *
spelling_of (const char *callee)
{
  for (guint i = 0; i < G_N_ELEMENTS (call_operators); i++)
    if (strcmp (callee, call_operators[i].callee) == 0)
      return call_operators[i].spelling;
  g_return_val_if_reached ("");
}

/* Operations that TVM's operators fold: on numbers, and shifts by 0. */
static const TlExpr *
fold_bits (TlReader *reader, const char *spelling, const TlExpr *a, const TlExpr *b)
{
  gint64 result;

  if (a->kind == TL_EXPR_INT && b->kind == TL_EXPR_INT && compute_ints (spelling, a->int_value, b->int_value, &result))
    return tl_expr_int (reader->arena, a->dtype, result);
  return spelling[1] != '\0' && tl_expr_is_int (b, 0) ? a : NULL;
}

gboolean
tl_read_bit_operation (TlReader *reader, const TlAst *at, const char *callee, const TlParsedValue *a, const TlParsedValue *b,
                       TlParsedValue *given)
{
  TlParsedValue values[2] = { *a, *b };
  const char   *spelling = spelling_of (callee);
  const TlExpr *args[2], *folded;

  /* Bits stay as many as they are: here a number takes the type of the other side. */
  for (guint i = 0; i < 2; i++)
    if (values[i].kind == TL_GIVEN_INT && values[1 - i].kind == TL_GIVEN_EXPR && tl_dtype_is_integer (values[1 - i].expr->dtype))
      values[i] = tl_given_expr (tl_given_number_as (reader, &values[i], values[1 - i].expr->dtype));
  if (!tl_reader_match (reader, at, spelling, &values[0], &values[1], &args[0], &args[1]))
    return FALSE;
  if (!tl_dtype_is_integer (args[0]->dtype) && args[0]->dtype.code != TL_TYPE_BOOL)
    return tl_reader_fail (reader, at, "\"%s\" needs integers, found a value of type %s", spelling, tl_dtype_name (args[0]->dtype));
  folded = fold_bits (reader, spelling, args[0], args[1]);
  *given = tl_given_expr (folded != NULL ? folded : tl_expr_call (reader->arena, args[0]->dtype, tl_intrinsic_find (callee), args, 2));
  return TRUE;
}

static gboolean
apply_operator (TlReader *reader, const TlAst *ast, const TlParsedValue *a, const TlParsedValue *b, TlParsedValue *given)
{
  if (tl_given_is_number (a) && tl_given_is_number (b) && strcmp (ast->name, "and") != 0 && strcmp (ast->name, "or") != 0)
    return compute (reader, ast, a, b, given);
  for (guint i = 0; i < G_N_ELEMENTS (call_operators); i++)
    if (strcmp (ast->name, call_operators[i].spelling) == 0)
      return tl_read_bit_operation (reader, ast, call_operators[i].callee, a, b, given);
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (strcmp (ast->name, operators[i].spelling) == 0)
      {
        if (!tl_read_binary (reader, ast, operators[i].kind, a, b, given))
          return FALSE;
        if (operators[i].kind == TL_EXPR_DIV && given->expr->kind == TL_EXPR_DIV && tl_dtype_is_integer (given->expr->dtype))
          return tl_reader_fail (reader, ast, "\"/\" between integers is ambiguous: write // or T.truncdiv (…)");
        return TRUE;
      }
  return tl_reader_fail (reader, ast, "the operator \"%s\" is not part of TVMScript", ast->name);
}

gboolean
tl_read_operator (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  TlParsedValue a, b;

  return tl_read_given (reader, ast->value, &a) && tl_read_given (reader, ast->other, &b) && apply_operator (reader, ast, &a, &b, given);
}

static gboolean
negate (TlReader *reader, const TlAst *ast, const TlParsedValue *value, TlParsedValue *given)
{
  TlParsedValue minus_one = { .kind = TL_GIVEN_INT, .integer = -1 };

  if (value->kind == TL_GIVEN_EXPR && (tl_dtype_is_integer (value->expr->dtype) || tl_dtype_is_float (value->expr->dtype)))
    minus_one = tl_given_expr (tl_given_number_as (reader, &minus_one, value->expr->dtype));
  *given = *value;
  if (value->kind == TL_GIVEN_FLOAT)
    given->number = -value->number;
  else if (value->kind == TL_GIVEN_INT || value->kind == TL_GIVEN_BOOL)
    {
      given->kind = TL_GIVEN_INT;
      if (value->integer == G_MININT64)
        return tl_reader_fail (reader, ast, "this integer does not fit in 64 bits");
      given->integer = -value->integer;
    }
  else
    return tl_read_binary (reader, ast, TL_EXPR_MUL, value, &minus_one, given);
  return TRUE;
}

gboolean
tl_read_unary (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  TlParsedValue value;
  const TlExpr *expr;

  if (!tl_read_given (reader, ast->value, &value))
    return FALSE;
  if (ast->name[0] == '-')
    return negate (reader, ast, &value, given);
  if (ast->name[0] == '+')
    {
      *given = value;
      return TRUE;
    }
  if (ast->name[0] == '~' && value.kind == TL_GIVEN_INT)
    {
      *given = (TlParsedValue) { .kind = TL_GIVEN_INT, .integer = ~value.integer };
      return TRUE;
    }
  if (ast->name[0] == '~')
    {
      if ((expr = tl_given_to_expr (reader, ast, &value)) == NULL)
        return FALSE;
      if (!tl_dtype_is_integer (expr->dtype) && expr->dtype.code != TL_TYPE_BOOL)
        return tl_reader_fail (reader, ast, "\"~\" needs an integer, found a value of type %s", tl_dtype_name (expr->dtype));
      *given = tl_given_expr (tl_expr_call (reader->arena, expr->dtype, tl_intrinsic_find ("bitwise_not"), &expr, 1));
      return TRUE;
    }
  if ((expr = tl_given_to_cond (reader, ast, &value)) == NULL)
    return FALSE;
  *given = tl_given_expr (tl_expr_not (reader->arena, expr));
  return TRUE;
}

/* "a if c else b" on what Python knows; inside programs it is T.if_then_else that is meant. */
gboolean
tl_read_conditional (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  const TlExpr *args[3];
  TlParsedValue a, b;

  if ((args[0] = tl_read_cond (reader, ast->items[1])) == NULL)
    return FALSE;
  if (args[0]->kind == TL_EXPR_INT)
    return tl_read_given (reader, args[0]->int_value ? ast->items[0] : ast->items[2], given);
  if (!tl_read_given (reader, ast->items[0], &a) || !tl_read_given (reader, ast->items[2], &b)
      || !tl_reader_match (reader, ast, "if … else", &a, &b, &args[1], &args[2]))
    return FALSE;
  *given = tl_given_expr (tl_expr_call (reader->arena, args[1]->dtype, tl_intrinsic_find ("if_then_else"), args, 3));
  return TRUE;
}
