/* SPDX-License-Identifier: Apache-2.0 */
/* Constructors of expression nodes, exact and folding, and equality by identity of variables and buffers. */
#include "core/ir/expr.h"

#include <math.h>
#include <string.h>

#include "core/ir/buffer.h"

static const TlIntrinsic intrinsics[] = {
#define TL_INTRINSIC(name_, n_args_, is_pure_, is_float_math_, result_) { name_, n_args_, is_pure_, is_float_math_, TL_RESULT_##result_ },
#include "core/ir/intrinsics.def"
#undef TL_INTRINSIC
};

const TlIntrinsic *
tl_intrinsic_nth (guint index)
{
  return index < G_N_ELEMENTS (intrinsics) ? &intrinsics[index] : NULL;
}

const TlIntrinsic *
tl_intrinsic_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (intrinsics); i++)
    if (strcmp (intrinsics[i].name, name) == 0)
      return &intrinsics[i];
  return NULL;
}

static gboolean
kind_is_logic (TlExprKind kind)
{
  return kind == TL_EXPR_AND || kind == TL_EXPR_OR;
}

const char *
tl_expr_kind_spelling (TlExprKind kind)
{
  static const char *const spellings[] = {
#define X(kind_, spelling) spelling,
    TL_EXPR_KINDS (X)
#undef X
  };

  return spellings[kind];
}

static TlExpr *
new_expr (TlArena *arena, TlExprKind kind, TlDType dtype)
{
  TlExpr *expr = tl_arena_new0 (arena, TlExpr);

  expr->kind = kind;
  expr->dtype = dtype;
  return expr;
}

const TlVar *
tl_expr_var (TlArena *arena, const char *name, TlDType dtype)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_VAR, dtype);

  expr->name = tl_arena_strdup (arena, name);
  return expr;
}

const TlVar *
tl_expr_pointer_var (TlArena *arena, const char *name, TlDType pointee, const char *scope)
{
  TlExpr *expr = (TlExpr *) tl_expr_var (arena, name, TL_HANDLE);

  expr->pointee = pointee;
  expr->pointer_scope = tl_arena_strdup (arena, scope);
  return expr;
}

const TlVar *
tl_expr_var_like (TlArena *arena, const TlVar *var)
{
  return tl_arena_memdup (arena, var, sizeof *var);
}

/* Wraps @value to what an integer of @dtype holds, as the machine would. */
static gint64
wrap_int (TlDType dtype, gint64 value)
{
  guint64 mask;

  if (dtype.code == TL_TYPE_BOOL)
    return value != 0;
  if (dtype.bits >= 64)
    return value;
  mask = ((guint64) 1 << dtype.bits) - 1;
  if (dtype.code == TL_TYPE_INT && ((guint64) value >> (dtype.bits - 1) & 1))
    return (gint64) ((guint64) value | ~mask);
  return (gint64) ((guint64) value & mask);
}

/* Extents and factors are small numbers again and again: those of the index types stand here once, for all arenas. */
#define SMALL_1(bits, n)  { .kind = TL_EXPR_INT, .dtype = { TL_TYPE_INT, (bits), 1 }, .int_value = (n) }
#define SMALL_4(bits, n)  SMALL_1 (bits, n), SMALL_1 (bits, n + 1), SMALL_1 (bits, n + 2), SMALL_1 (bits, n + 3)
#define SMALL_16(bits, n) SMALL_4 (bits, n), SMALL_4 (bits, n + 4), SMALL_4 (bits, n + 8), SMALL_4 (bits, n + 12)
#define SMALL_64(bits, n) SMALL_16 (bits, n), SMALL_16 (bits, n + 16), SMALL_16 (bits, n + 32), SMALL_16 (bits, n + 48)

static const TlExpr small_int32[] = { SMALL_64 (32, 0), SMALL_64 (32, 64), SMALL_1 (32, 128) };
static const TlExpr small_int64[] = { SMALL_64 (64, 0), SMALL_64 (64, 64), SMALL_1 (64, 128) };

const TlExpr *
tl_expr_int (TlArena *arena, TlDType dtype, gint64 value)
{
  TlExpr *expr;

  g_assert (dtype.lanes == 1);
  if (value >= 0 && value < (gint64) G_N_ELEMENTS (small_int32) && dtype.code == TL_TYPE_INT && dtype.bits >= 32)
    {
      if (dtype.bits == 32)
        return &small_int32[value];
      if (dtype.bits == 64)
        return &small_int64[value];
    }
  expr = new_expr (arena, TL_EXPR_INT, dtype);
  expr->int_value = wrap_int (dtype, value);
  return expr;
}

const TlExpr *
tl_expr_float (TlArena *arena, TlDType dtype, double value)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_FLOAT, dtype);

  if (isnan (value))
    value = (double) NAN;   /* one NaN: sign and payload have no spelling in a script */
  expr->float_value = value;
  return expr;
}

const TlExpr *
tl_expr_bool (TlArena *arena, gboolean value)
{
  return tl_expr_int (arena, TL_BOOL, value != 0);
}

const TlExpr *
tl_expr_string (TlArena *arena, const char *text)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_STRING, TL_HANDLE);

  expr->text = tl_arena_strdup (arena, text);
  return expr;
}

const TlExpr *
tl_expr_binary (TlArena *arena, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  TlDType dtype = tl_expr_kind_is_compare (kind) || kind_is_logic (kind) ? tl_dtype_with_lanes (TL_BOOL, a->dtype.lanes) : a->dtype;
  TlExpr *expr = new_expr (arena, kind, dtype);

  g_assert (tl_expr_kind_is_binary (kind));
  expr->a = a;
  expr->b = b;
  return expr;
}

const TlExpr *
tl_expr_not (TlArena *arena, const TlExpr *a)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_NOT, a->dtype);

  expr->a = a;
  return expr;
}

const TlExpr *
tl_expr_cast (TlArena *arena, TlDType dtype, const TlExpr *a)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_CAST, dtype);

  expr->a = a;
  return expr;
}

const TlExpr *
tl_expr_select (TlArena *arena, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_SELECT, if_true->dtype);

  expr->cond = cond;
  expr->if_true = if_true;
  expr->if_false = if_false;
  return expr;
}

static guint
index_lanes (const TlExpr *const *indices, guint n_indices)
{
  guint lanes = 1;

  for (guint i = 0; i < n_indices; i++)
    lanes = MAX (lanes, indices[i]->dtype.lanes);
  return lanes;
}

const TlExpr *
tl_expr_load (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices)
{
  guint   lanes = buffer->dtype.lanes * index_lanes (indices, n_indices);
  TlExpr *expr = new_expr (arena, TL_EXPR_LOAD, tl_dtype_with_lanes (buffer->dtype, lanes));

  expr->buffer = buffer;
  expr->indices = tl_arena_dup_array (arena, const TlExpr *, indices, n_indices);
  expr->n_indices = n_indices;
  return expr;
}

const TlExpr *
tl_expr_call (TlArena *arena, TlDType dtype, const TlIntrinsic *callee, const TlExpr *const *args, guint n_args)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_CALL, dtype);

  g_assert (callee != NULL && (callee->n_args < 0 || (guint) callee->n_args == n_args));
  expr->callee = callee;
  expr->args = tl_arena_dup_array (arena, const TlExpr *, args, n_args);
  expr->n_args = n_args;
  return expr;
}

const TlExpr *
tl_expr_ramp (TlArena *arena, const TlExpr *base, const TlExpr *stride, guint lanes)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_RAMP, tl_dtype_with_lanes (base->dtype, lanes));

  expr->base = base;
  expr->stride = stride;
  return expr;
}

const TlExpr *
tl_expr_broadcast (TlArena *arena, const TlExpr *value, guint lanes)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_BROADCAST, tl_dtype_with_lanes (value->dtype, lanes));

  expr->base = value;
  return expr;
}

const TlExpr *
tl_expr_let (TlArena *arena, const TlVar *var, const TlExpr *value, const TlExpr *body)
{
  TlExpr *expr = new_expr (arena, TL_EXPR_LET, body->dtype);

  expr->let_var = var;
  expr->let_value = value;
  expr->let_body = body;
  return expr;
}

/* --- the folding operators --- */

gboolean
tl_int_combine (TlExprKind kind, gint64 a, gint64 b, gint64 *value)
{
  switch (kind)
    {
    case TL_EXPR_ADD:
      return !__builtin_add_overflow (a, b, value);
    case TL_EXPR_SUB:
      return !__builtin_sub_overflow (a, b, value);
    case TL_EXPR_MUL:
      return !__builtin_mul_overflow (a, b, value);
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
      if (b <= 0)
        return FALSE;
      *value = kind == TL_EXPR_FLOORDIV ? tl_floordiv_int64 (a, b) : tl_floormod_int64 (a, b);
      return TRUE;
    case TL_EXPR_MIN:
      *value = MIN (a, b);
      return TRUE;
    case TL_EXPR_MAX:
      *value = MAX (a, b);
      return TRUE;
    default:
      return FALSE;
    }
}

gint64
tl_floordiv_int64 (gint64 a, gint64 b)
{
  gint64 quotient;

  if (b == -1)
    return (gint64) (0 - (guint64) a);
  quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

gint64
tl_floormod_int64 (gint64 a, gint64 b)
{
  gint64 remainder;

  if (b == -1)
    return 0;
  remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

gboolean
tl_expr_is_true (const TlExpr *expr)
{
  return expr == NULL || (expr->kind == TL_EXPR_INT && expr->dtype.code == TL_TYPE_BOOL && expr->int_value != 0);
}

const TlExpr *
tl_int (TlArena *arena, gint64 value)
{
  gboolean fits = value >= G_MININT32 && value <= G_MAXINT32;

  return tl_expr_int (arena, fits ? TL_INT32 : TL_INT64, value);
}

static gboolean
is_immediate (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_INT || expr->kind == TL_EXPR_FLOAT;
}

const TlExpr *
tl_cast (TlArena *arena, TlDType dtype, const TlExpr *a)
{
  if (tl_dtype_equal (a->dtype, dtype))
    return a;
  if (a->dtype.lanes == 1 && dtype.lanes > 1)
    return tl_expr_broadcast (arena, tl_cast (arena, tl_dtype_with_lanes (dtype, 1), a), dtype.lanes);
  if (a->kind == TL_EXPR_INT && dtype.lanes == 1)
    {
      if (tl_dtype_is_integer (dtype) || dtype.code == TL_TYPE_BOOL)
        return tl_expr_int (arena, dtype, a->int_value);
      if (tl_dtype_is_float (dtype))
        return tl_expr_float (arena, dtype, (double) a->int_value);
    }
  if (a->kind == TL_EXPR_FLOAT && dtype.lanes == 1)
    {
      if (tl_dtype_is_float (dtype))
        return tl_expr_float (arena, dtype, a->float_value);
      if (tl_dtype_is_integer (dtype) && fabs (a->float_value) < 0x1p62)
        return tl_expr_int (arena, dtype, (gint64) a->float_value);
    }
  return tl_expr_cast (arena, dtype, a);
}

/* Higher wins where two non-immediates of different types meet. */
static guint
type_rank (TlDType dtype)
{
  switch (dtype.code)
    {
    case TL_TYPE_BOOL:   return 0;
    case TL_TYPE_UINT:   return 100u + dtype.bits * 2u;
    case TL_TYPE_INT:    return 100u + dtype.bits * 2u + 1u;
    case TL_TYPE_BFLOAT: return 1000u + dtype.bits;
    case TL_TYPE_FLOAT:  return 1000u + dtype.bits + 1u;
    default:             return 0;
    }
}

static gboolean
is_number (TlDType dtype)
{
  return tl_dtype_is_integer (dtype) || tl_dtype_is_float (dtype) || dtype.code == TL_TYPE_BOOL;
}

gboolean
tl_match_types (TlArena *arena, const TlExpr **a, const TlExpr **b)
{
  TlDType ta = (*a)->dtype, tb = (*b)->dtype;
  guint   lanes = MAX (ta.lanes, tb.lanes);
  TlDType common;

  if (tl_dtype_equal (ta, tb))
    return TRUE;
  if (!is_number (ta) || !is_number (tb) || (ta.lanes != lanes && ta.lanes != 1) || (tb.lanes != lanes && tb.lanes != 1))
    return FALSE;
  if (is_immediate (*a) && !is_immediate (*b) && !((*a)->kind == TL_EXPR_FLOAT && !tl_dtype_is_float (tb)))
    common = tb;
  else if (is_immediate (*b) && !is_immediate (*a) && !((*b)->kind == TL_EXPR_FLOAT && !tl_dtype_is_float (ta)))
    common = ta;
  else
    common = type_rank (ta) >= type_rank (tb) ? ta : tb;
  common = tl_dtype_with_lanes (common, lanes);
  *a = tl_cast (arena, common, *a);
  *b = tl_cast (arena, common, *b);
  return TRUE;
}

/* FALSE where the machine's answer is undefined (division by zero) or the operator does not apply. */
static gboolean
fold_ints (TlExprKind kind, gint64 a, gint64 b, gint64 *result)
{
  gboolean divides = kind == TL_EXPR_DIV || kind == TL_EXPR_MOD || kind == TL_EXPR_FLOORDIV || kind == TL_EXPR_FLOORMOD;

  if (divides && (b == 0 || (a == G_MININT64 && b == -1)))
    return FALSE;
  switch (kind)
    {
    case TL_EXPR_ADD:      *result = (gint64) ((guint64) a + (guint64) b); return TRUE;
    case TL_EXPR_SUB:      *result = (gint64) ((guint64) a - (guint64) b); return TRUE;
    case TL_EXPR_MUL:      *result = (gint64) ((guint64) a * (guint64) b); return TRUE;
    case TL_EXPR_DIV:      *result = a / b; return TRUE;
    case TL_EXPR_MOD:      *result = a % b; return TRUE;
    case TL_EXPR_FLOORDIV: *result = tl_floordiv_int64 (a, b); return TRUE;
    case TL_EXPR_FLOORMOD: *result = tl_floormod_int64 (a, b); return TRUE;
    case TL_EXPR_MIN:      *result = MIN (a, b); return TRUE;
    case TL_EXPR_MAX:      *result = MAX (a, b); return TRUE;
    case TL_EXPR_EQ:       *result = a == b; return TRUE;
    case TL_EXPR_NE:       *result = a != b; return TRUE;
    case TL_EXPR_LT:       *result = a < b; return TRUE;
    case TL_EXPR_LE:       *result = a <= b; return TRUE;
    case TL_EXPR_GT:       *result = a > b; return TRUE;
    case TL_EXPR_GE:       *result = a >= b; return TRUE;
    case TL_EXPR_AND:      *result = a && b; return TRUE;
    case TL_EXPR_OR:       *result = a || b; return TRUE;
    default:               return FALSE;
    }
}

/* An immediate keeps the digits it is written with; in arithmetic a float32 is one. */
static double
float_in (const TlExpr *expr)
{
  return expr->dtype.code == TL_TYPE_FLOAT && expr->dtype.bits == 32 ? (double) (float) expr->float_value : expr->float_value;
}

static const TlExpr *
rounded (TlArena *arena, TlDType dtype, double value)
{
  return tl_expr_float (arena, dtype, dtype.code == TL_TYPE_FLOAT && dtype.bits == 32 ? (double) (float) value : value);
}

static const TlExpr *
fold_immediates (TlArena *arena, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  gboolean to_bool = tl_expr_kind_is_compare (kind) || kind_is_logic (kind);
  gint64   result;

  if (a->kind == TL_EXPR_INT && b->kind == TL_EXPR_INT && fold_ints (kind, a->int_value, b->int_value, &result))
    return tl_expr_int (arena, to_bool ? TL_BOOL : a->dtype, result);
  if (a->kind == TL_EXPR_FLOAT && b->kind == TL_EXPR_FLOAT)
    switch (kind)
      {
      case TL_EXPR_MIN: return a->float_value <= b->float_value ? a : b;
      case TL_EXPR_MAX: return a->float_value >= b->float_value ? a : b;
      case TL_EXPR_EQ:  return tl_expr_bool (arena, a->float_value == b->float_value);
      case TL_EXPR_NE:  return tl_expr_bool (arena, a->float_value != b->float_value);
      case TL_EXPR_LT:  return tl_expr_bool (arena, a->float_value < b->float_value);
      case TL_EXPR_LE:  return tl_expr_bool (arena, a->float_value <= b->float_value);
      case TL_EXPR_GT:  return tl_expr_bool (arena, a->float_value > b->float_value);
      case TL_EXPR_GE:  return tl_expr_bool (arena, a->float_value >= b->float_value);
      case TL_EXPR_ADD: return rounded (arena, a->dtype, float_in (a) + float_in (b));
      case TL_EXPR_SUB: return rounded (arena, a->dtype, float_in (a) - float_in (b));
      case TL_EXPR_MUL: return rounded (arena, a->dtype, float_in (a) * float_in (b));
      case TL_EXPR_DIV: return b->float_value != 0 ? rounded (arena, a->dtype, float_in (a) / float_in (b)) : NULL;
      default:          return NULL;
      }
  return NULL;
}

/* An immediate, integer or float, of this value. */
static gboolean
is_number_of (const TlExpr *expr, gint64 value)
{
  return tl_expr_is_int (expr, value) || (expr->kind == TL_EXPR_FLOAT && expr->float_value == (double) value);
}

/* x + 0, x * 1 and their like, as TVM's operators compute them, on floats too. */
static const TlExpr *
fold_neutral (TlArena *arena, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  gboolean is_integer = tl_dtype_is_integer (a->dtype) && a->dtype.lanes == 1;
  gboolean is_single = is_integer || (tl_dtype_is_float (a->dtype) && a->dtype.lanes == 1);

  if (kind == TL_EXPR_AND)
    return tl_expr_is_true (a) ? b : tl_expr_is_true (b) ? a : tl_expr_is_int (a, 0) ? a : tl_expr_is_int (b, 0) ? b : NULL;
  if (kind == TL_EXPR_OR)
    return tl_expr_is_int (a, 0) ? b : tl_expr_is_int (b, 0) ? a : tl_expr_is_true (a) ? a : tl_expr_is_true (b) ? b : NULL;
  if (!is_single || (!is_integer && (kind == TL_EXPR_FLOORDIV || kind == TL_EXPR_FLOORMOD || kind == TL_EXPR_MOD)))
    return NULL;
  switch (kind)
    {
    case TL_EXPR_ADD:
      return is_number_of (b, 0) ? a : is_number_of (a, 0) ? b : NULL;
    case TL_EXPR_SUB:
      return is_number_of (b, 0) ? a : NULL;
    case TL_EXPR_MUL:
      if (is_number_of (a, 0) || is_number_of (b, 1))
        return a;
      return is_number_of (b, 0) || is_number_of (a, 1) ? b : NULL;
    case TL_EXPR_DIV:
      return is_number_of (b, 1) || (is_number_of (a, 0) && !is_number_of (b, 0)) ? a : NULL;
    case TL_EXPR_FLOORDIV:
      return tl_expr_is_int (b, 1) || (tl_expr_is_int (a, 0) && !tl_expr_is_int (b, 0)) ? a : NULL;
    case TL_EXPR_MOD:
    case TL_EXPR_FLOORMOD:
      if (tl_expr_is_int (b, 1) || (tl_expr_is_int (a, 0) && !tl_expr_is_int (b, 0)))
        return tl_expr_int (arena, a->dtype, 0);
      return NULL;
    case TL_EXPR_MIN:
    case TL_EXPR_MAX:
      return a == b ? a : NULL;
    default:
      return NULL;
    }
}

const TlExpr *
tl_binary (TlArena *arena, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  const TlExpr *folded;

  if (!tl_match_types (arena, &a, &b))
    g_error ("operands of \"%s\" have types %s and %s", tl_expr_kind_spelling (kind), tl_dtype_name (a->dtype), tl_dtype_name (b->dtype));
  folded = fold_immediates (arena, kind, a, b);
  if (folded == NULL)
    folded = fold_neutral (arena, kind, a, b);
  return folded != NULL ? folded : tl_expr_binary (arena, kind, a, b);
}

const TlExpr *
tl_add (TlArena *arena, const TlExpr *a, const TlExpr *b)
{
  return tl_binary (arena, TL_EXPR_ADD, a, b);
}

const TlExpr *
tl_sub (TlArena *arena, const TlExpr *a, const TlExpr *b)
{
  return tl_binary (arena, TL_EXPR_SUB, a, b);
}

const TlExpr *
tl_mul (TlArena *arena, const TlExpr *a, const TlExpr *b)
{
  return tl_binary (arena, TL_EXPR_MUL, a, b);
}

const TlExpr *
tl_floordiv (TlArena *arena, const TlExpr *a, const TlExpr *b)
{
  return tl_binary (arena, TL_EXPR_FLOORDIV, a, b);
}

const TlExpr *
tl_floormod (TlArena *arena, const TlExpr *a, const TlExpr *b)
{
  return tl_binary (arena, TL_EXPR_FLOORMOD, a, b);
}

const TlExpr *
tl_and (TlArena *arena, const TlExpr *a, const TlExpr *b)
{
  if (a == NULL || b == NULL)
    return a == NULL ? b : a;
  return tl_binary (arena, TL_EXPR_AND, a, b);
}

/* --- equality and hash by identity --- */

static gboolean
lists_equal (const TlExpr *const *a, guint n_a, const TlExpr *const *b, guint n_b)
{
  if (n_a != n_b)
    return FALSE;
  for (guint i = 0; i < n_a; i++)
    if (!tl_expr_equal (a[i], b[i]))
      return FALSE;
  return TRUE;
}

gboolean
tl_expr_equal (const TlExpr *a, const TlExpr *b)
{
  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || a->kind != b->kind || !tl_dtype_equal (a->dtype, b->dtype))
    return FALSE;
  if (tl_expr_kind_is_binary (a->kind))
    return tl_expr_equal (a->a, b->a) && tl_expr_equal (a->b, b->b);
  switch (a->kind)
    {
    case TL_EXPR_INT:
      return a->int_value == b->int_value;
    case TL_EXPR_FLOAT:
      return memcmp (&a->float_value, &b->float_value, sizeof a->float_value) == 0;
    case TL_EXPR_STRING:
      return strcmp (a->text, b->text) == 0;
    case TL_EXPR_CAST:
    case TL_EXPR_NOT:
      return tl_expr_equal (a->a, b->a);
    case TL_EXPR_SELECT:
      return tl_expr_equal (a->cond, b->cond) && tl_expr_equal (a->if_true, b->if_true) && tl_expr_equal (a->if_false, b->if_false);
    case TL_EXPR_LOAD:
      return a->buffer == b->buffer && lists_equal (a->indices, a->n_indices, b->indices, b->n_indices);
    case TL_EXPR_CALL:
      return a->callee == b->callee && lists_equal (a->args, a->n_args, b->args, b->n_args);
    case TL_EXPR_RAMP:
      return tl_expr_equal (a->base, b->base) && tl_expr_equal (a->stride, b->stride);
    case TL_EXPR_BROADCAST:
      return tl_expr_equal (a->base, b->base);
    case TL_EXPR_LET:
      return a->let_var == b->let_var && tl_expr_equal (a->let_value, b->let_value) && tl_expr_equal (a->let_body, b->let_body);
    default: /* VAR: the address decides, above */
      return FALSE;
    }
}

static guint
mix (guint hash, guint value)
{
  return (hash ^ value) * 0x9E3779B1u + (hash >> 15);
}

static guint
mix_list (guint hash, const TlExpr *const *items, guint n_items)
{
  for (guint i = 0; i < n_items; i++)
    hash = mix (hash, tl_expr_hash (items[i]));
  return hash;
}

guint
tl_expr_hash (const TlExpr *expr)
{
  guint hash = mix (mix (17, expr->kind), expr->dtype.code * 4096u + expr->dtype.bits * 16u + expr->dtype.lanes);

  if (tl_expr_kind_is_binary (expr->kind))
    return mix (mix (hash, tl_expr_hash (expr->a)), tl_expr_hash (expr->b));
  switch (expr->kind)
    {
    case TL_EXPR_INT:       return mix (hash, g_int64_hash (&expr->int_value));
    case TL_EXPR_FLOAT:     return mix (hash, g_double_hash (&expr->float_value));
    case TL_EXPR_STRING:    return mix (hash, g_str_hash (expr->text));
    case TL_EXPR_CAST:
    case TL_EXPR_NOT:       return mix (hash, tl_expr_hash (expr->a));
    case TL_EXPR_SELECT:    return mix (mix (mix (hash, tl_expr_hash (expr->cond)), tl_expr_hash (expr->if_true)),
                                        tl_expr_hash (expr->if_false));
    case TL_EXPR_LOAD:      return mix_list (mix (hash, g_direct_hash (expr->buffer)), expr->indices, expr->n_indices);
    case TL_EXPR_CALL:      return mix_list (mix (hash, g_direct_hash (expr->callee)), expr->args, expr->n_args);
    case TL_EXPR_RAMP:      return mix (mix (hash, tl_expr_hash (expr->base)), tl_expr_hash (expr->stride));
    case TL_EXPR_BROADCAST: return mix (hash, tl_expr_hash (expr->base));
    case TL_EXPR_LET:       return mix (mix (hash, tl_expr_hash (expr->let_value)), tl_expr_hash (expr->let_body));
    default:                return mix (hash, g_direct_hash (expr));
    }
}
