/* SPDX-License-Identifier: Apache-2.0 */
/* Values of one lane. float16 and bfloat16 are the language's own types, computed in their own precision, as the interpreter rounds. */
#include <string.h>

#include "core/codegen/source/gpu-source-private.h"

const char *
gs_paren (Gs *gs, GsText text, GsPrecedence at_least)
{
  return text.precedence >= at_least ? text.text : gs_text (gs, "(%s)", text.text);
}

const char *
gs_operand (Gs *gs, const TlExpr *expr, GsPrecedence at_least)
{
  return gs_paren (gs, gs_expr (gs, expr), at_least);
}

static GsText
primary (const char *text)
{
  return (GsText) { text, GS_PRIMARY };
}

/* --- memory --- */

typedef struct
{
  TlArena    *arena;
  GHashTable *values;   /* TlVar → itself as int64 */
} WideVars;

static TlWalk
widen_var (const TlExpr *expr, gpointer user_data)
{
  WideVars *wide = user_data;
  if (expr->kind == TL_EXPR_VAR && expr->dtype.code == TL_TYPE_INT && expr->dtype.bits == 32)
    g_hash_table_insert (wide->values, (gpointer) expr, (gpointer) tl_expr_cast (wide->arena, TL_INT64, expr));
  return expr->kind == TL_EXPR_LOAD ? TL_WALK_OVER : TL_WALK_INTO;
}

/* Positions in a buffer of more elements than int counts are computed in 64 bits. */
static const TlExpr *
widen (Gs *gs, const TlBuffer *buffer, const TlExpr *position)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  WideVars wide = { gs->arena, values };
  if (tl_buffer_n_elements (buffer) * buffer->dtype.lanes <= G_MAXINT32)
    return position;
  tl_expr_walk (position, widen_var, &wide);
  return tl_expr_substitute (gs->arena, position, values);
}

const TlExpr *
gs_scalar_position (Gs *gs, const TlBuffer *buffer, const TlExpr *index)
{
  const TlExpr *first = widen (gs, buffer, index->kind == TL_EXPR_RAMP ? index->base : index);
  return buffer->dtype.lanes > 1 ? tl_mul (gs->arena, first, tl_expr_int (gs->arena, first->dtype, buffer->dtype.lanes)) : first;
}

const char *
gs_element (Gs *gs, const TlBuffer *buffer, const TlExpr *position)
{
  return gs_text (gs, "%s[%s]", gs_name (gs, buffer, buffer->name), gs_expr (gs, position).text);
}

static GsText
load (Gs *gs, const TlExpr *expr)
{
  const TlBuffer *buffer = expr->buffer;
  if (expr->n_indices != 1)
    {
      gs_fail (gs, "Buffer %s is not flat", buffer->name);
      return primary ("0");
    }
  const char *element = gs_element (gs, buffer, gs_scalar_position (gs, buffer, expr->indices[0]));
  return buffer->dtype.code == TL_TYPE_BOOL && gs->id == TL_GPU_OPENCL ? (GsText) { gs_text (gs, "%s != 0", element), GS_EQUAL }
                                                                       : primary (element);
}

/* --- operators --- */

static GsText
infix (Gs *gs, const char *a, const char *sign, const char *b, GsPrecedence precedence)
{
  return (GsText) { gs_text (gs, "%s %s %s", a, sign, b), precedence };
}

GsText
gs_cast (Gs *gs, GsText value, TlDType from, TlDType to)
{
  if (from.code == to.code && from.bits == to.bits)
    return value;
  if (to.code == TL_TYPE_BOOL)
    return tl_dtype_is_float (from) && from.bits == 16
           ? infix (gs, gs_paren (gs, gs_cast (gs, value, from, TL_FLOAT32), GS_RELATIONAL), "!=", "0.0f", GS_EQUAL)
           : infix (gs, gs_paren (gs, value, GS_RELATIONAL), "!=", "0", GS_EQUAL);
  /* These two know each other by way of float only. */
  if (from.bits == 16 && to.bits == 16 && tl_dtype_is_float (from) && tl_dtype_is_float (to))
    value = gs_cast (gs, value, from, TL_FLOAT32);
  return (GsText) { gs_text (gs, "(%s)%s", gs_type (gs, to), gs_paren (gs, value, GS_UNARY)), GS_UNARY };
}

/* Integers of fewer bits than int are computed as int, and fall back to their own width. */
static GsText
narrowed (Gs *gs, TlDType dtype, GsText text)
{
  if (!tl_dtype_is_integer (dtype) || dtype.bits >= 32)
    return text;
  return (GsText) { gs_text (gs, "(%s)(%s)", gs_type (gs, dtype), text.text), GS_UNARY };
}

static gboolean
is_non_negative (Gs *gs, const TlExpr *expr)
{
  gint64 min, max;
  if (expr->dtype.code == TL_TYPE_UINT)
    return TRUE;
  tl_analyzer_const_bounds (gs->analyzer, expr, &min, &max);
  return min >= 0;
}

static gboolean
is_positive (Gs *gs, const TlExpr *expr)
{
  gint64 min, max;
  tl_analyzer_const_bounds (gs->analyzer, expr, &min, &max);
  return min > 0;
}

static GsText
floor_division (Gs *gs, const TlExpr *expr)
{
  gboolean is_mod = expr->kind == TL_EXPR_FLOORMOD;
  const char *type = gs_type (gs, expr->dtype), *name = gs_text (gs, "%s_%s", is_mod ? "floormod" : "floordiv", type);
  gint64 divisor = 0;
  if (is_non_negative (gs, expr->a) && is_positive (gs, expr->b))
    return narrowed (gs, expr->dtype, infix (gs, gs_operand (gs, expr->a, GS_MULTIPLY), is_mod ? "%" : "/",
                                             gs_operand (gs, expr->b, GS_UNARY), GS_MULTIPLY));
  if (tl_expr_get_int (expr->b, &divisor) && divisor > 0 && (divisor & (divisor - 1)) == 0)
    {
      const char *a = gs_operand (gs, expr->a, GS_UNARY);
      return is_mod ? infix (gs, a, "&", gs_text (gs, "%" G_GINT64_FORMAT, divisor - 1), GS_BIT_AND)
                    : infix (gs, a, ">>", gs_text (gs, "%d", g_bit_nth_lsf ((gulong) divisor, -1)), GS_SHIFT);
    }
  name = g_intern_string (g_strdelimit ((char *) gs_text (gs, "%s", name), " ", '_'));
  gs_helper (gs, name, type, gs_text (gs, "%s a, %s b", type, type),
             is_mod ? "  const int is_off = a % b != 0 && (a < 0) != (b < 0);\n  return is_off ? a % b + b : a % b;\n"
                    : "  const int is_off = a % b != 0 && (a < 0) != (b < 0);\n  return a / b - is_off;\n");
  return primary (gs_text (gs, "%s(%s, %s)", name, gs_expr (gs, expr->a).text, gs_expr (gs, expr->b).text));
}

static GsText
extremum (Gs *gs, const TlExpr *expr)
{
  gboolean is_min = expr->kind == TL_EXPR_MIN;
  const char *name = is_min ? "min" : "max", *a = gs_expr (gs, expr->a).text, *b = gs_expr (gs, expr->b).text;
  if (tl_dtype_is_float (expr->dtype) && expr->dtype.bits == 16)
    name = gs->id == TL_GPU_CUDA ? (is_min ? "__hmin" : "__hmax") : gs_math_name (gs, name, FALSE);
  else if (tl_dtype_is_float (expr->dtype))
    name = gs_math_name (gs, name, expr->dtype.bits == 64);
  else if (expr->dtype.code == TL_TYPE_BOOL)
    return is_min ? infix (gs, gs_operand (gs, expr->a, GS_EQUAL), "&&", gs_operand (gs, expr->b, GS_EQUAL), GS_LOGICAL_AND)
                  : infix (gs, gs_operand (gs, expr->a, GS_EQUAL), "||", gs_operand (gs, expr->b, GS_EQUAL), GS_LOGICAL_OR);
  GsText text = primary (gs_text (gs, "%s(%s, %s)", name, a, b));
  return gs->id == TL_GPU_CUDA ? narrowed (gs, expr->dtype, text) : text;
}

/* Of arithmetic, whose result is narrowed. */
static const char *
arithmetic_operand (Gs *gs, const TlExpr *expr, GsPrecedence at_least)
{
  gint64 value;
  if (tl_dtype_is_integer (expr->dtype) && expr->dtype.bits < 32 && tl_expr_get_int (expr, &value))
    return gs_paren (gs, gs_int (gs, TL_INT32, value), at_least);
  return gs_operand (gs, expr, at_least);
}

static GsText
arithmetic (Gs *gs, const TlExpr *expr)
{
  gboolean is_sum = expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB;
  GsPrecedence own = is_sum ? GS_ADD : GS_MULTIPLY;
  const char *sign = expr->kind == TL_EXPR_MOD ? "%" : tl_expr_kind_spelling (expr->kind);
  gint64 value;
  if (expr->kind == TL_EXPR_ADD && expr->dtype.bits >= 32 && tl_expr_get_int (expr->b, &value) && value < 0 && value > -G_MAXINT32)
    return infix (gs, gs_operand (gs, expr->a, own), "-", gs_int (gs, expr->dtype, -value).text, own);
  if (expr->kind == TL_EXPR_MOD && tl_dtype_is_float (expr->dtype))
    gs_fail (gs, "T.truncmod has no meaning on %s", tl_dtype_name (expr->dtype));
  /* In floats a + (b + c) is another sum than a + b + c. */
  gboolean keeps_order = tl_dtype_is_float (expr->dtype) || expr->kind != TL_EXPR_ADD;
  const char *a = arithmetic_operand (gs, expr->a, own), *b = arithmetic_operand (gs, expr->b, keeps_order ? own + 1 : own);
  return narrowed (gs, expr->dtype, infix (gs, a, sign, b, own));
}

static GsText
comparison (Gs *gs, const TlExpr *expr)
{
  GsPrecedence own = expr->kind == TL_EXPR_EQ || expr->kind == TL_EXPR_NE ? GS_EQUAL : GS_RELATIONAL;
  return infix (gs, gs_operand (gs, expr->a, GS_SHIFT), tl_expr_kind_spelling (expr->kind), gs_operand (gs, expr->b, GS_SHIFT), own);
}

static GsText
binary (Gs *gs, const TlExpr *expr)
{
  if (tl_expr_kind_is_compare (expr->kind))
    return comparison (gs, expr);
  switch (expr->kind)
    {
    case TL_EXPR_AND:
      return infix (gs, gs_operand (gs, expr->a, GS_LOGICAL_AND), "&&", gs_operand (gs, expr->b, GS_LOGICAL_AND), GS_LOGICAL_AND);
    case TL_EXPR_OR:
      return infix (gs, gs_operand (gs, expr->a, GS_BIT_OR), "||", gs_operand (gs, expr->b, GS_BIT_OR), GS_LOGICAL_OR);
    case TL_EXPR_MIN:
    case TL_EXPR_MAX:
      return extremum (gs, expr);
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
      return floor_division (gs, expr);
    default:
      return arithmetic (gs, expr);
    }
}

static GsText
choice (Gs *gs, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false)
{
  return (GsText) { gs_text (gs, "%s ? %s : %s", gs_operand (gs, cond, GS_LOGICAL_OR), gs_operand (gs, if_true, GS_LOGICAL_OR),
                             gs_operand (gs, if_false, GS_CONDITIONAL)), GS_CONDITIONAL };
}

static GsText
variable (Gs *gs, const TlExpr *var)
{
  if (g_hash_table_lookup (gs->names, var) == NULL)
    gs_fail (gs, "Variable %s has no value in the kernel", var->name);
  return primary (gs_name (gs, var, var->name));
}

GsText
gs_expr (Gs *gs, const TlExpr *expr)
{
  if (gs->error != NULL)
    return primary ("0");
  if (tl_expr_kind_is_binary (expr->kind))
    return binary (gs, expr);
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      return gs_int (gs, expr->dtype, expr->int_value);
    case TL_EXPR_FLOAT:
      return gs_float (gs, expr->dtype, expr->float_value);
    case TL_EXPR_VAR:
      return variable (gs, expr);
    case TL_EXPR_CAST:
      return gs_cast (gs, gs_expr (gs, expr->a), expr->a->dtype, expr->dtype);
    case TL_EXPR_NOT:
      return (GsText) { gs_text (gs, "!%s", gs_operand (gs, expr->a, GS_UNARY)), GS_UNARY };
    case TL_EXPR_SELECT:
      return choice (gs, expr->cond, expr->if_true, expr->if_false);
    case TL_EXPR_LOAD:
      return load (gs, expr);
    case TL_EXPR_CALL:
      if (g_str_equal (expr->callee->name, "if_then_else"))
        return choice (gs, expr->args[0], expr->args[1], expr->args[2]);
      return gs_call (gs, expr);
    case TL_EXPR_LET:
      return gs_expr (gs, tl_expr_substitute_var (gs->arena, expr->let_body, expr->let_var, expr->let_value));
    default:
      gs_fail (gs, "A value of several lanes, or a string, stands where one value is expected");
      return primary ("0");
    }
}
