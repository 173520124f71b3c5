/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/gpu/lane-values.h"

#include <string.h>

/* A kernel has few variables: they are searched from the latest on. */
typedef struct
{
  const TlVar *var;
  TlLaneValue  value;
} VarValue;

struct _TlLaneValues
{
  GArray *vars;   /* VarValue */
};

TlLaneValues *
tl_lane_values_new (void)
{
  TlLaneValues *values = g_new0 (TlLaneValues, 1);

  values->vars = g_array_new (FALSE, FALSE, sizeof (VarValue));
  return values;
}

void
tl_lane_values_free (TlLaneValues *values)
{
  g_array_unref (values->vars);
  g_free (values);
}

static VarValue *
find_var (const TlLaneValues *values, const TlVar *var)
{
  for (guint i = values->vars->len; i > 0; i--)
    if (g_array_index (values->vars, VarValue, i - 1).var == var)
      return &g_array_index (values->vars, VarValue, i - 1);
  return NULL;
}

static TlLaneValue *
place_of (TlLaneValues *values, const TlVar *var)
{
  VarValue *found = find_var (values, var);

  if (found == NULL)
    {
      g_array_set_size (values->vars, values->vars->len + 1);
      found = &g_array_index (values->vars, VarValue, values->vars->len - 1);
      found->var = var;
    }
  return &found->value;
}

void
tl_lane_values_set (TlLaneValues *values, const TlVar *var, const TlLaneValue *value)
{
  *place_of (values, var) = *value;
}

void
tl_lane_values_set_int (TlLaneValues *values, const TlVar *var, gint64 value)
{
  TlLaneValue *place = place_of (values, var);

  place->is_uniform = TRUE;
  place->lanes[0] = value;
}

void
tl_lane_values_unset (TlLaneValues *values, const TlVar *var)
{
  VarValue *found = find_var (values, var);

  if (found != NULL)
    g_array_remove_index (values->vars, (guint) (found - &g_array_index (values->vars, VarValue, 0)));
}

/* --- expressions --- */

static gint64
combine (TlExprKind kind, gint64 a, gint64 b)
{
  gint64 value;

  switch (kind)
    {
    case TL_EXPR_ADD:
      return a + b;
    case TL_EXPR_SUB:
      return a - b;
    case TL_EXPR_MUL:
      return a * b;
    case TL_EXPR_EQ:
      return a == b;
    case TL_EXPR_NE:
      return a != b;
    case TL_EXPR_LT:
      return a < b;
    case TL_EXPR_LE:
      return a <= b;
    case TL_EXPR_GT:
      return a > b;
    case TL_EXPR_GE:
      return a >= b;
    case TL_EXPR_AND:
      return a != 0 && b != 0;
    case TL_EXPR_OR:
      return a != 0 || b != 0;
    default:
      return tl_int_combine (kind, a, b, &value) ? value : 0;
    }
}

static gboolean
get_binary (const TlLaneValues *values, const TlExpr *expr, TlLaneValue *value)
{
  TlLaneValue b;

  if (!tl_lane_values_get (values, expr->a, value) || !tl_lane_values_get (values, expr->b, &b))
    return FALSE;
  if (value->is_uniform && b.is_uniform)
    value->lanes[0] = combine (expr->kind, value->lanes[0], b.lanes[0]);
  else
    for (guint lane = TL_WARP_LANES; lane-- > 0;)
      value->lanes[lane] = combine (expr->kind, tl_lane_value_at (value, lane), tl_lane_value_at (&b, lane));
  value->is_uniform = value->is_uniform && b.is_uniform;
  return TRUE;
}

static gboolean
choose (const TlLaneValues *values, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false, TlLaneValue *value)
{
  TlLaneValue is_true, other;

  if (!tl_lane_values_get (values, cond, &is_true))
    return FALSE;
  if (is_true.is_uniform)
    return tl_lane_values_get (values, is_true.lanes[0] != 0 ? if_true : if_false, value);
  if (!tl_lane_values_get (values, if_true, value) || !tl_lane_values_get (values, if_false, &other))
    return FALSE;
  for (guint lane = TL_WARP_LANES; lane-- > 0;)
    value->lanes[lane] = is_true.lanes[lane] != 0 ? tl_lane_value_at (value, lane) : tl_lane_value_at (&other, lane);
  value->is_uniform = FALSE;
  return TRUE;
}

static gboolean
get_call (const TlLaneValues *values, const TlExpr *call, TlLaneValue *value)
{
  static const struct { const char *name; int is_left; } shifts[] = { { "shift_left", 1 }, { "shift_right", 0 } };
  TlLaneValue by;

  if (g_str_equal (call->callee->name, "if_then_else"))
    return choose (values, call->args[0], call->args[1], call->args[2], value);
  if (g_str_equal (call->callee->name, "likely"))
    return tl_lane_values_get (values, call->args[0], value);
  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    if (g_str_equal (call->callee->name, shifts[i].name))
      {
        if (!tl_lane_values_get (values, call->args[0], value) || !tl_lane_values_get (values, call->args[1], &by) || !by.is_uniform
            || by.lanes[0] < 0 || by.lanes[0] > 62)
          return FALSE;
        for (guint lane = 0; lane < (value->is_uniform ? 1 : TL_WARP_LANES); lane++)
          value->lanes[lane] = shifts[i].is_left ? (gint64) ((guint64) value->lanes[lane] << by.lanes[0])
                                                 : value->lanes[lane] >> by.lanes[0];
        return TRUE;
      }
  if (!g_str_equal (call->callee->name, "bitwise_xor") && !g_str_equal (call->callee->name, "bitwise_and"))
    return FALSE;
  if (!tl_lane_values_get (values, call->args[0], value) || !tl_lane_values_get (values, call->args[1], &by))
    return FALSE;
  for (guint lane = TL_WARP_LANES; lane-- > 0;)
    {
      gint64 a = tl_lane_value_at (value, lane), b = tl_lane_value_at (&by, lane);

      value->lanes[lane] = g_str_equal (call->callee->name, "bitwise_xor") ? a ^ b : a & b;
    }
  value->is_uniform = value->is_uniform && by.is_uniform;
  return TRUE;
}

gboolean
tl_lane_values_get (const TlLaneValues *values, const TlExpr *expr, TlLaneValue *value)
{
  const VarValue *found;

  switch (expr->kind)
    {
    case TL_EXPR_INT:
      value->is_uniform = TRUE;
      value->lanes[0] = expr->int_value;
      return TRUE;
    case TL_EXPR_VAR:
      found = find_var (values, expr);
      if (found == NULL)
        return FALSE;
      value->is_uniform = found->value.is_uniform;
      memcpy (value->lanes, found->value.lanes, sizeof (gint64) * (value->is_uniform ? 1 : TL_WARP_LANES));
      return TRUE;
    case TL_EXPR_CAST:
      return !tl_dtype_is_float (expr->dtype) && !tl_dtype_is_float (expr->a->dtype) && tl_lane_values_get (values, expr->a, value);
    case TL_EXPR_NOT:
      if (!tl_lane_values_get (values, expr->a, value))
        return FALSE;
      for (guint lane = 0; lane < (value->is_uniform ? 1 : TL_WARP_LANES); lane++)
        value->lanes[lane] = value->lanes[lane] == 0;
      return TRUE;
    case TL_EXPR_SELECT:
      return choose (values, expr->cond, expr->if_true, expr->if_false, value);
    case TL_EXPR_CALL:
      return get_call (values, expr, value);
    default:
      return tl_expr_kind_is_binary (expr->kind) && !tl_dtype_is_float (expr->a->dtype) && get_binary (values, expr, value);
    }
}
