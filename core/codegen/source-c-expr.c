/* SPDX-License-Identifier: Apache-2.0 */
/* Values, positions, loads and stores: what emit-expr.c and emit-memory.c say to LLVM, said in C. */
#include <math.h>

#include "core/codegen/source-c-private.h"

/* --- immediates --- */

static const char *
index_literal (SourceC *sc, gint64 value)
{
  if (value == G_MININT64)
    return "(-INT64_C(9223372036854775807) - 1)";
  if (value > G_MAXINT32 || value < -G_MAXINT32)
    return sc_text (sc, "INT64_C(%" G_GINT64_FORMAT ")", value);
  return sc_text (sc, "%" G_GINT64_FORMAT, value);
}

static const char *
int_literal (SourceC *sc, TlDType dtype, gint64 value)
{
  if (dtype.code == TL_TYPE_BOOL)
    return value != 0 ? "true" : "false";
  if (dtype.code == TL_TYPE_UINT && dtype.bits == 64)
    return sc_text (sc, "UINT64_C(%" G_GUINT64_FORMAT ")", (guint64) value);
  if (dtype.code == TL_TYPE_INT && dtype.bits == 64)
    return sc_text (sc, "(int64_t) %s", index_literal (sc, value));
  if (dtype.code == TL_TYPE_INT && dtype.bits == 32 && value != G_MININT32)
    return sc_text (sc, "%" G_GINT64_FORMAT, value);
  return sc_text (sc, "(%s) %s", sc_type (sc, dtype), index_literal (sc, value));
}

static const char *
float_literal (SourceC *sc, TlDType dtype, double value)
{
  gboolean is_double = dtype.bits == 64;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (isnan (value))
    return "NAN";
  value = is_double ? value : (double) (float) value;
  if (isinf (value))
    return value > 0 ? "INFINITY" : "-INFINITY";
  g_ascii_formatd (digits, sizeof digits, is_double ? "%.17g" : "%.9g", value);
  return sc_text (sc, "%s%s%s", digits, strpbrk (digits, ".e") != NULL ? "" : ".0", is_double ? "" : "f");
}

/* --- positions --- */

static const char *
var_name (SourceC *sc, const TlExpr *var)
{
  if (g_hash_table_lookup (sc->names, var) == NULL)
    sc_fail (sc, "Variable %s has no value here", var->name);
  return sc_name (sc, var, var->name);
}

static gboolean
is_sum (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB;
}

static const char *
pure_sum (SourceC *sc, const TlExpr *expr, const char *a, const char *b)
{
  gint64 value;
  gboolean subtracts = expr->kind == TL_EXPR_SUB;
  if (expr->kind == TL_EXPR_ADD && tl_expr_get_int (expr->b, &value) && value < 0 && value > -G_MAXINT32)
    return sc_text (sc, "%s - %" G_GINT64_FORMAT, a, -value);
  return sc_text (sc, "%s %s %s", a, subtracts ? "-" : "+", is_sum (expr->b) && subtracts ? sc_paren (sc, b) : b);
}

static const char *
pure_division (SourceC *sc, const TlExpr *expr, const char *a, const char *b)
{
  gboolean want_remainder = expr->kind == TL_EXPR_FLOORMOD;
  gint64 min, max, divisor = 0;
  tl_analyzer_const_bounds (sc->analyzer, expr->a, &min, &max);
  if (min >= 0 && tl_expr_get_int (expr->b, &divisor) && divisor > 0)
    return sc_text (sc, "%s %s %s", sc_paren (sc, a), want_remainder ? "%" : "/", sc_paren (sc, b));
  return sc_divide (sc, want_remainder, a, b, TL_INT64);
}

static const char *
pure_index (SourceC *sc, const TlExpr *expr)
{
  if (expr->kind == TL_EXPR_INT)
    return index_literal (sc, expr->int_value);
  if (expr->kind == TL_EXPR_VAR)
    return var_name (sc, expr);
  if (expr->kind == TL_EXPR_CAST)
    return pure_index (sc, expr->a);
  const char *a = pure_index (sc, expr->a), *b = pure_index (sc, expr->b);
  switch (expr->kind)
    {
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
      return pure_sum (sc, expr, a, b);
    case TL_EXPR_MUL:
      return sc_text (sc, "%s * %s", sc_paren (sc, a), sc_paren (sc, b));
    case TL_EXPR_MIN:
    case TL_EXPR_MAX:
      return sc_extremum (sc, expr->kind == TL_EXPR_MIN, a, b, TL_INT64);
    default:
      return pure_division (sc, expr, a, b);
    }
}

const char *
sc_index (SourceC *sc, const TlExpr *expr)
{
  return tl_expr_is_index_arithmetic (expr) ? pure_index (sc, expr) : sc_text (sc, "(int64_t) %s", sc_paren (sc, sc_expr (sc, expr)));
}

/* --- conversions --- */

/* A function from a float type (float or double) to an integer: what core/base/dtype.h says, which C leaves open. */
static const char *
float_to_int_helper (SourceC *sc, TlDType from, TlDType to)
{
  from.lanes = to.lanes = 1;
  gboolean by_int64 = to.bits == 64 || (to.bits == 32 && to.code == TL_TYPE_UINT);
  TlDType middle = by_int64 ? TL_INT64 : TL_INT32;
  const char *from_type = sc_type (sc, from), *power = by_int64 ? "0x1p63" : "0x1p31", *f = from.bits == 32 ? "f" : "";
  const char *signed_name = sc_text (sc, "to_%s_%s", sc_suffix (sc, middle), sc_suffix (sc, from));
  const char *params = sc_text (sc, "%s x", from_type);
  const char *fits = sc_text (sc, "x > -%s%s && x < %s%s", power, f, power, f);
  sc_helper (sc, signed_name, sc_type (sc, middle), params,
             sc_text (sc, "  return %s ? (%s) x : %s;\n", fits, sc_type (sc, middle), by_int64 ? "INT64_MIN" : "INT32_MIN"));
  if (tl_dtype_equal (to, middle))
    return signed_name;
  const char *name = sc_text (sc, "to_%s_%s", sc_suffix (sc, to), sc_suffix (sc, from)), *type = sc_type (sc, to);
  sc_helper (sc, name, type, params,
             to.bits == 64 ? sc_text (sc, "  return x >= %s%s && x < 0x1p64%s ? (%s) x : (%s) %s (x);\n", power, f, f, type, type,
                                      signed_name)
                           : sc_text (sc, "  return (%s) %s (x);\n", type, signed_name));
  return name;
}

static const char *
convert_lanes (SourceC *sc, const char *value, TlDType from, TlDType to)
{
  TlDType work = sc_work_dtype (from), wanted = sc_work_dtype (to);
  const char *type = sc_type (sc, wanted);
  if (to.code == TL_TYPE_BOOL)
    {
      const char *differs = sc_text (sc, "%s != (%s) { 0 }", sc_paren (sc, value), sc_type (sc, work));
      return work.bits == 32 ? sc_text (sc, "(%s) (%s)", type, differs) : sc_text (sc, "__builtin_convertvector(%s, %s)", differs, type);
    }
  if (from.code == TL_TYPE_BOOL)
    value = sc_text (sc, "%s & 1", sc_paren (sc, value));
  if (work.code == wanted.code && work.bits == wanted.bits)
    return sc_round (sc, value, to);
  if (tl_dtype_is_float (work) && !tl_dtype_is_float (wanted))
    {
      const char *name = sc_text (sc, "lanes_to_%s_%s", sc_suffix (sc, wanted), sc_suffix (sc, work));
      return sc_text (sc, "%s(%s)",
                      sc_lanes (sc, name, sc_text (sc, "%s (a[i])", float_to_int_helper (sc, work, wanted)), wanted, &work, 1), value);
    }
  return sc_round (sc, sc_text (sc, "__builtin_convertvector(%s, %s)", value, type), to);
}

const char *
sc_convert (SourceC *sc, const char *value, TlDType from, TlDType to)
{
  if (from.code == to.code && from.bits == to.bits)
    return value;
  if (to.lanes > 1)
    return convert_lanes (sc, value, from, to);
  if (to.code == TL_TYPE_BOOL)
    return sc_text (sc, "%s != 0", sc_paren (sc, value));
  TlDType work = sc_work_dtype (to);
  if (tl_dtype_is_float (from) && !tl_dtype_is_float (to))
    return sc_text (sc, "%s(%s)", float_to_int_helper (sc, sc_work_dtype (from), to), value);
  if (work.code != from.code || work.bits != from.bits)
    value = sc_text (sc, "(%s) %s", sc_type (sc, to), sc_paren (sc, value));
  return sc_round (sc, value, to);
}

/* --- memory --- */

static const char *
buffer_name (SourceC *sc, const TlBuffer *buffer)
{
  if (g_hash_table_lookup (sc->names, buffer) == NULL)
    sc_fail (sc, "Buffer %s is not declared here", buffer->name);
  return sc_name (sc, buffer, buffer->name);
}

static const TlExpr *
first_of (const TlExpr *position)
{
  return position->dtype.lanes > 1 && (position->kind == TL_EXPR_RAMP || position->kind == TL_EXPR_BROADCAST) ? position->base : position;
}

/* Of a buffer that became variables: the one at a constant position. */
static const char *
register_name (SourceC *sc, const TlBuffer *buffer, const TlExpr *position)
{
  guint lanes = GPOINTER_TO_UINT (g_hash_table_lookup (sc->registers, buffer));
  gint64 at = 0;
  if (lanes == 0)
    return NULL;
  tl_expr_get_int (first_of (position), &at);
  return sc_text (sc, "%s_%" G_GINT64_FORMAT, buffer_name (sc, buffer), at / lanes);
}

const char *
sc_element (SourceC *sc, const TlBuffer *buffer, const TlExpr *position)
{
  const char *index = sc_index (sc, first_of (position));
  if (buffer->dtype.lanes > 1)
    index = sc_text (sc, "%s * %u", sc_paren (sc, index), buffer->dtype.lanes);
  return sc_text (sc, "%s[%s]", buffer_name (sc, buffer), index);
}

const char *
sc_address (SourceC *sc, const TlBuffer *buffer, const TlExpr *position)
{
  return sc_text (sc, "&%s", sc_element (sc, buffer, position));
}

static gboolean
is_contiguous (const TlBuffer *buffer, const TlExpr *position)
{
  return buffer->dtype.lanes > 1 || (position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1));
}

/* The element at p[at] as the lane of a value, and a value's lane as an element. */
static const char *
lane_from_memory (SourceC *sc, TlDType dtype, const char *place)
{
  if (sc_is_small_float (dtype))
    return sc_text (sc, "%s (%s)", sc_small_float_helper (sc, "from", dtype), place);
  return dtype.code == TL_TYPE_BOOL ? sc_text (sc, "-(%s != 0)", place) : place;
}

static const char *
lane_to_memory (SourceC *sc, TlDType dtype)
{
  if (sc_is_small_float (dtype))
    return sc_text (sc, "%s (v[i])", sc_small_float_helper (sc, "to", dtype));
  return dtype.code == TL_TYPE_BOOL ? "v[i] != 0" : "v[i]";
}

/*
 * How lanes lie in memory that do not simply follow each other, or are not all touched: a helper's name, parameters and the lane's place.
 */
typedef struct
{
  const char *name;
  const char *params;
  const char *place;    /* "p[at[i]]" */
  const char *guard;    /* "if (m[i]) " */
  const char *args;     /* what to call it with, up to the mask */
} SpreadLanes;

static SpreadLanes
spread_of (SourceC *sc, const char *what, const TlBuffer *buffer, const TlExpr *position, TlDType dtype)
{
  gboolean is_ramp = position->kind == TL_EXPR_RAMP;
  const char *element = tl_export_c_type (tl_dtype_with_lanes (dtype, 1)), *masked = sc->mask != NULL ? "_masked" : "";
  const char *mask = sc->mask != NULL ? sc_text (sc, ", %s m", sc_type (sc, tl_dtype_with_lanes (TL_INT32, dtype.lanes))) : "";
  const char *mask_arg = sc->mask != NULL ? sc_text (sc, ", %s", sc->mask) : "";
  SpreadLanes spread = { .guard = sc->mask != NULL ? "if (m[i])\n      " : "", .place = is_ramp ? "p[i * stride]" : "p[at[i]]" };
  if (is_ramp)
    {
      spread.name = sc_text (sc, "%s_ramp_%s%s", what, sc_suffix (sc, dtype), masked);
      spread.params = sc_text (sc, "%s *p, int64_t stride%s", element, mask);
      spread.args = sc_text (sc, "%s, %s%s", sc_address (sc, buffer, position), sc_index (sc, position->stride), mask_arg);
      return spread;
    }
  spread.name = sc_text (sc, "%s_at_%s_%s%s", what, sc_suffix (sc, dtype), sc_suffix (sc, tl_dtype_with_lanes (position->dtype, 1)),
                         masked);
  spread.params = sc_text (sc, "%s *p, %s at%s", element, sc_type (sc, position->dtype), mask);
  spread.args = sc_text (sc, "%s, %s%s", buffer_name (sc, buffer), sc_expr (sc, position), mask_arg);
  return spread;
}

/* @dtype: of the value, with its lanes. */
static const char *
load_spread (SourceC *sc, const TlBuffer *buffer, const TlExpr *position, TlDType dtype)
{
  SpreadLanes spread = spread_of (sc, "load", buffer, position, dtype);
  const char *type = sc_type (sc, dtype), *lane = lane_from_memory (sc, dtype, spread.place);
  sc_helper (sc, spread.name, type, sc_text (sc, "const %s", spread.params),
             sc_text (sc, "  %s v = { 0 };\n  for (int i = 0; i < %u; i++)\n    %sv[i] = %s;\n  return v;\n", type, dtype.lanes,
                      spread.guard, lane));
  return sc_text (sc, "%s(%s)", spread.name, spread.args);
}

static const char *
store_spread (SourceC *sc, const TlBuffer *buffer, const TlExpr *position, TlDType dtype, const char *value)
{
  SpreadLanes spread = spread_of (sc, "store", buffer, position, dtype);
  const char *lane = lane_to_memory (sc, dtype);
  sc_helper (sc, spread.name, "void", sc_text (sc, "%s, %s v", spread.params, sc_type (sc, dtype)),
             sc_text (sc, "  for (int i = 0; i < %u; i++)\n    %s%s = %s;\n", dtype.lanes, spread.guard, spread.place, lane));
  return sc_text (sc, "%s(%s, %s)", spread.name, spread.args, value);
}

/* Whole vectors one element after the other. */
static gboolean
is_plain (SourceC *sc, const TlBuffer *buffer, const TlExpr *position)
{
  return sc->mask == NULL && is_contiguous (buffer, position);
}

static const char *
load (SourceC *sc, const TlExpr *expr)
{
  const TlBuffer *buffer = expr->buffer;
  const TlExpr *position = expr->indices[0];
  if (expr->n_indices != 1 || (buffer->dtype.lanes > 1 && position->dtype.lanes > 1))
    {
      sc_fail (sc, "Buffer %s is not flat", buffer->name);
      return "0";
    }
  const char *variable = register_name (sc, buffer, position);
  if (variable != NULL)
    return variable;
  if (position->kind == TL_EXPR_BROADCAST)
    return sc_splat (sc, load (sc, tl_expr_load (sc->arena, buffer, &position->base, 1)), expr->dtype);
  if (expr->dtype.lanes > 1)
    return is_plain (sc, buffer, position) ? sc_load (sc, expr->dtype, sc_address (sc, buffer, position))
                                           : load_spread (sc, buffer, position, expr->dtype);
  const char *element = sc_element (sc, buffer, position);
  if (sc->mask_may_be_empty)
    element = sc_text (sc, "(%s ? %s : 0)", sc_any (sc, sc->mask, sc->mask_lanes), element);
  if (sc_is_small_float (expr->dtype))
    return sc_text (sc, "%s(%s)", sc_small_float_helper (sc, "from", expr->dtype), element);
  return expr->dtype.code == TL_TYPE_BOOL ? sc_text (sc, "(%s != 0)", element) : element;
}

const char *
sc_store_text (SourceC *sc, const TlBuffer *buffer, const TlExpr *position, const TlExpr *value)
{
  guint lanes = MAX (position->dtype.lanes, buffer->dtype.lanes);
  TlDType dtype = tl_dtype_with_lanes (buffer->dtype, lanes);
  const char *variable = register_name (sc, buffer, position);
  const char *text = sc_expr (sc, value);
  if (lanes > 1 && value->dtype.lanes == 1)
    text = sc_splat (sc, text, dtype);
  if (variable != NULL && sc->mask != NULL && lanes > 1)
    return sc_text (sc, "%s = %s", variable, sc_select (sc, sc->mask, text, variable, dtype));
  if (variable != NULL)
    return sc_text (sc, "%s = %s", variable, text);
  if (position->kind == TL_EXPR_BROADCAST)
    {
      /* The highest lane's value stays. */
      const char *last = value->dtype.lanes > 1 ? sc_text (sc, "%s[%u]", sc_paren (sc, text), lanes - 1) : sc_expr (sc, value);
      dtype.lanes = 1;
      lanes = 1;
      text = last;
    }
  if (lanes > 1)
    return is_plain (sc, buffer, position) ? sc_store (sc, dtype, sc_address (sc, buffer, position), text)
                                           : store_spread (sc, buffer, position, dtype, text);
  if (sc_is_small_float (dtype))
    text = sc_text (sc, "%s(%s)", sc_small_float_helper (sc, "to", dtype), text);
  return sc_text (sc, "%s = %s", sc_element (sc, buffer, position), text);
}

/* --- operators --- */

static const char *
compare (SourceC *sc, const TlExpr *expr)
{
  TlDType type = expr->a->dtype;
  const char *sign = tl_expr_kind_spelling (expr->kind);
  if (type.lanes == 1 && type.code == TL_TYPE_INT)
    return sc_text (sc, "%s %s %s", sc_paren (sc, sc_index (sc, expr->a)), sign, sc_paren (sc, sc_index (sc, expr->b)));
  const char *text = sc_text (sc, "%s %s %s", sc_paren (sc, sc_expr (sc, expr->a)), sign, sc_paren (sc, sc_expr (sc, expr->b)));
  if (type.lanes == 1)
    return text;
  const char *masks = sc_type (sc, tl_dtype_with_lanes (TL_INT32, type.lanes));
  return sc_work_dtype (type).bits == 32 ? sc_text (sc, "(%s) (%s)", masks, text)
                                         : sc_text (sc, "__builtin_convertvector(%s, %s)", text, masks);
}

/* Integers wrap: in C that is said in unsigned arithmetic. */
static const char *
wrapped (SourceC *sc, const TlExpr *expr, const char *a, const char *b)
{
  TlDType dtype = expr->dtype;
  TlDType work = { .code = TL_TYPE_UINT, .bits = dtype.lanes > 1 ? dtype.bits : MAX (dtype.bits, 32), .lanes = dtype.lanes };
  const char *unsigned_type = sc_type (sc, work), *sign = expr->kind == TL_EXPR_ADD ? "+" : expr->kind == TL_EXPR_SUB ? "-" : "*";
  if (dtype.code == TL_TYPE_UINT && work.bits == dtype.bits)
    return sc_text (sc, "%s %s %s", sc_paren (sc, a), sign, sc_paren (sc, b));
  return sc_text (sc, "(%s) ((%s) %s %s (%s) %s)", sc_type (sc, dtype), unsigned_type, sc_paren (sc, a), sign, unsigned_type,
                  sc_paren (sc, b));
}

static const char *
truncated (SourceC *sc, const TlExpr *expr, const char *a, const char *b)
{
  const char *sign = expr->kind == TL_EXPR_DIV ? "/" : "%", *base = expr->kind == TL_EXPR_DIV ? "div" : "mod";
  TlDType scalar = tl_dtype_with_lanes (expr->dtype, 1);
  const char *type = sc_type (sc, scalar), *name = sc_text (sc, "trunc%s_%s", base, sc_suffix (sc, scalar));
  gint64 divisor = 0;
  if (expr->dtype.lanes == 1 && (expr->dtype.code == TL_TYPE_UINT || (tl_expr_get_int (expr->b, &divisor) && divisor > 0)))
    return sc_text (sc, "%s %s %s", sc_paren (sc, a), sign, sc_paren (sc, b));
  /* The least value by -1 traps on x86 and has no meaning in C. */
  sc_helper (sc, name, type, sc_text (sc, "%s a, %s b", type, type),
             expr->dtype.code == TL_TYPE_UINT ? sc_text (sc, "  return a %s b;\n", sign)
             : expr->kind == TL_EXPR_DIV      ? sc_text (sc, "  return b == -1 ? (%s) (0 - (u%s) a) : a / b;\n", type, type)
                                              : "  return b == -1 ? 0 : a % b;\n");
  if (expr->dtype.lanes > 1)
    {
      TlDType args[2] = { expr->dtype, expr->dtype };
      name = sc_lanes (sc, sc_text (sc, "lanes_%s_%s", base, sc_suffix (sc, expr->dtype)), sc_text (sc, "%s (a[i], b[i])", name),
                       expr->dtype, args, 2);
    }
  return sc_text (sc, "%s(%s, %s)", name, a, b);
}

static const char *
int_arithmetic (SourceC *sc, const TlExpr *expr, const char *a, const char *b)
{
  switch (expr->kind)
    {
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
    case TL_EXPR_MUL:
      return wrapped (sc, expr, a, b);
    case TL_EXPR_MIN:
    case TL_EXPR_MAX:
      return sc_extremum (sc, expr->kind == TL_EXPR_MIN, a, b, expr->dtype);
    case TL_EXPR_DIV:
    case TL_EXPR_MOD:
      return truncated (sc, expr, a, b);
    default:
      return sc_divide (sc, expr->kind == TL_EXPR_FLOORMOD, a, b, expr->dtype);
    }
}

static const char *
float_arithmetic (SourceC *sc, const TlExpr *expr, const char *a, const char *b)
{
  switch (expr->kind)
    {
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
    case TL_EXPR_MUL:
    case TL_EXPR_DIV:
      return sc_round (sc, sc_text (sc, "%s %s %s", sc_paren (sc, a), tl_expr_kind_spelling (expr->kind), sc_paren (sc, b)), expr->dtype);
    case TL_EXPR_MIN:
    case TL_EXPR_MAX:
      return sc_extremum (sc, expr->kind == TL_EXPR_MIN, a, b, expr->dtype);
    default:
      sc_fail (sc, "\"%s\" has no meaning on %s", tl_expr_kind_spelling (expr->kind), tl_dtype_name (expr->dtype));
      return a;
    }
}

static const char *
binary (SourceC *sc, const TlExpr *expr)
{
  gboolean is_vector = expr->dtype.lanes > 1;
  if (tl_expr_kind_is_compare (expr->kind))
    return compare (sc, expr);
  const char *a = sc_expr (sc, expr->a), *b = sc_expr (sc, expr->b);
  if (expr->kind == TL_EXPR_AND)
    return sc_text (sc, "%s %s %s", sc_paren (sc, a), is_vector ? "&" : "&&", sc_paren (sc, b));
  if (expr->kind == TL_EXPR_OR)
    return sc_text (sc, "%s %s %s", sc_paren (sc, a), is_vector ? "|" : "||", sc_paren (sc, b));
  return tl_dtype_is_float (expr->dtype) ? float_arithmetic (sc, expr, a, b) : int_arithmetic (sc, expr, a, b);
}

static const char *
ramp (SourceC *sc, const TlExpr *expr)
{
  TlDType scalar = tl_dtype_with_lanes (expr->dtype, 1);
  const char *type = sc_type (sc, expr->dtype), *name = sc_text (sc, "ramp_%s", sc_suffix (sc, expr->dtype));
  sc_helper (sc, name, type, sc_text (sc, "%s base, %s stride", sc_type (sc, scalar), sc_type (sc, scalar)),
             sc_text (sc, "  %s v = { 0 };\n  for (int i = 0; i < %u; i++)\n    v[i] = (%s) (base + i * stride);\n  return v;\n", type,
                      expr->dtype.lanes, sc_type (sc, scalar)));
  return sc_text (sc, "%s(%s, %s)", name, sc_expr (sc, expr->base), sc_expr (sc, expr->stride));
}

static const char *
let (SourceC *sc, const TlExpr *expr)
{
  gboolean is_index = tl_dtype_is_integer (expr->let_var->dtype) && expr->let_var->dtype.lanes == 1;
  const char *value = sc_expr (sc, expr->let_value), *name = sc_name (sc, expr->let_var, expr->let_var->name);
  return sc_text (sc, "({ %s %s = %s; %s; })", is_index ? "int64_t" : sc_type (sc, expr->let_var->dtype), name, value,
                  sc_expr (sc, expr->let_body));
}

static const char *
choice (SourceC *sc, const TlExpr *expr)
{
  const char *cond = sc_expr (sc, expr->cond), *if_true = sc_expr (sc, expr->if_true), *if_false = sc_expr (sc, expr->if_false);
  if (expr->cond->dtype.lanes > 1)
    return sc_select (sc, cond, if_true, if_false, expr->dtype);
  return sc_text (sc, "%s ? %s : %s", sc_paren (sc, cond), sc_paren (sc, if_true), sc_paren (sc, if_false));
}

static const char *
variable (SourceC *sc, const TlExpr *var)
{
  const char *name = var_name (sc, var);
  gboolean is_wide = tl_dtype_is_integer (var->dtype) && var->dtype.lanes == 1
                     && (var->dtype.bits != 64 || var->dtype.code == TL_TYPE_UINT);
  return is_wide ? sc_text (sc, "(%s) %s", sc_type (sc, var->dtype), name) : name;
}

const char *
sc_expr (SourceC *sc, const TlExpr *expr)
{
  if (sc->error != NULL)
    return "0";
  if (tl_expr_kind_is_binary (expr->kind))
    return binary (sc, expr);
  switch (expr->kind)
    {
    case TL_EXPR_INT:
      return sc_splat (sc, int_literal (sc, tl_dtype_with_lanes (expr->dtype, 1), expr->int_value), expr->dtype);
    case TL_EXPR_FLOAT:
      return sc_splat (sc, sc_round (sc, float_literal (sc, expr->dtype, expr->float_value), tl_dtype_with_lanes (expr->dtype, 1)),
                       expr->dtype);
    case TL_EXPR_VAR:
      return variable (sc, expr);
    case TL_EXPR_CAST:
      return sc_convert (sc, sc_expr (sc, expr->a), expr->a->dtype, expr->dtype);
    case TL_EXPR_NOT:
      return sc_text (sc, "%s%s", expr->dtype.lanes > 1 ? "~" : "!", sc_paren (sc, sc_expr (sc, expr->a)));
    case TL_EXPR_SELECT:
      return choice (sc, expr);
    case TL_EXPR_LOAD:
      return load (sc, expr);
    case TL_EXPR_CALL:
      return sc_call (sc, expr);
    case TL_EXPR_RAMP:
      return ramp (sc, expr);
    case TL_EXPR_BROADCAST:
      return sc_splat (sc, sc_expr (sc, expr->base), expr->dtype);
    case TL_EXPR_LET:
      return let (sc, expr);
    default:
      sc_fail (sc, "A string cannot be used as a value");
      return "0";
    }
}
