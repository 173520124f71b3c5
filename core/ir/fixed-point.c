/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/fixed-point.h"

#include <string.h>

#define HALF (G_GINT64_CONSTANT (1) << 30)   /* 0.5 with 31 digits behind the point */

static const TlExpr *
number (TlArena *arena, TlDType dtype, gint64 value)
{
  const TlExpr *scalar = tl_expr_int (arena, tl_dtype_with_lanes (dtype, 1), value);

  return dtype.lanes > 1 ? tl_expr_broadcast (arena, scalar, dtype.lanes) : scalar;
}

static const TlExpr *
shift (TlArena *arena, const char *name, const TlExpr *a, const TlExpr *b)
{
  const TlExpr *args[2] = { a, b };

  return tl_expr_call (arena, a->dtype, tl_intrinsic_find (name), args, 2);
}

static const TlExpr *
binary (TlArena *arena, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  return tl_expr_binary (arena, kind, a, b);
}

/* (value + 2^(n - 1)) >> n */
static const TlExpr *
rounded_shift (TlArena *arena, const TlExpr *value, const TlExpr *n)
{
  const TlExpr *one = number (arena, value->dtype, 1);
  const TlExpr *half = shift (arena, "shift_left", one, binary (arena, TL_EXPR_SUB, n, one));

  return shift (arena, "shift_right", binary (arena, TL_EXPR_ADD, value, half), n);
}

static const TlExpr *
wide (TlArena *arena, const TlExpr *value, guint lanes)
{
  if (lanes > 1 && value->dtype.lanes == 1)
    value = tl_expr_broadcast (arena, value, lanes);
  return tl_expr_cast (arena, tl_dtype_with_lanes (TL_INT64, lanes), value);
}

static gboolean
get_int (const TlExpr *expr, gint64 *value)
{
  return tl_expr_get_int (expr->kind == TL_EXPR_BROADCAST ? expr->base : expr, value);
}

/* By 0.5: a shift of the 32 bits, as TVM has it; its rounding wraps where the sum does. NULL for other factors. */
static const TlExpr *
multiply_by_half (TlArena *arena, const TlExpr *call)
{
  const TlExpr *x = call->args[0];
  gint64        factor, left;

  if (!get_int (call->args[1], &factor) || factor != HALF || !get_int (call->args[3], &left) || left == 1 || left > 32 || left < -30)
    return NULL;
  if (left > 1)
    return shift (arena, "shift_left", x, number (arena, x->dtype, left - 1));
  return rounded_shift (arena, x, number (arena, x->dtype, 1 - left));
}

static const TlExpr *
multiply_shift (TlArena *arena, const TlExpr *call)
{
  guint         lanes = call->dtype.lanes;
  const TlExpr *by_half = multiply_by_half (arena, call);
  const TlExpr *x = wide (arena, call->args[0], lanes), *y = wide (arena, call->args[1], lanes), *q = wide (arena, call->args[2], lanes);
  const TlExpr *s = wide (arena, call->args[3], lanes), *zero = number (arena, s->dtype, 0);
  const TlExpr *left = binary (arena, TL_EXPR_MAX, s, zero),
                *right = binary (arena, TL_EXPR_MAX, binary (arena, TL_EXPR_SUB, zero, s), zero);
  const TlExpr *product = binary (arena, TL_EXPR_MUL, shift (arena, "shift_left", x, left), y);

  return by_half != NULL ? by_half
                         : tl_expr_cast (arena, call->dtype, rounded_shift (arena, product, binary (arena, TL_EXPR_ADD, q, right)));
}

/* x, y, left, right, q and whether left and right are required. */
static const TlExpr *
multiply_shift_per_axis (TlArena *arena, const TlExpr *call)
{
  guint         lanes = call->dtype.lanes;
  const TlExpr *x = wide (arena, call->args[0], lanes), *y = wide (arena, call->args[1], lanes), *left = wide (arena, call->args[2], lanes);
  const TlExpr *right = wide (arena, call->args[3], lanes), *q = wide (arena, call->args[4], lanes), *zero = number (arena, x->dtype, 0);
  const TlExpr *shifts_left = call->args[5], *shifts_right = call->args[6];

  left = tl_expr_select (arena, shifts_left, left, zero);
  right = tl_expr_select (arena, shifts_right, right, zero);
  return tl_expr_cast (arena, call->dtype, rounded_shift (arena, binary (arena, TL_EXPR_MUL, shift (arena, "shift_left", x, left), y),
                                                          binary (arena, TL_EXPR_ADD, q, right)));
}

const TlExpr *
tl_fixed_point_meaning (TlArena *arena, const TlExpr *call)
{
  gboolean is_plain = strcmp (call->callee->name, "q_multiply_shift") == 0 && call->n_args == 4;
  gboolean is_per_axis = strcmp (call->callee->name, "q_multiply_shift_per_axis") == 0 && call->n_args == 7;
  guint    n_ints = is_plain ? 4 : 5;

  if (!is_plain && !is_per_axis)
    return NULL;
  for (guint i = 0; i < n_ints; i++)
    if (call->args[i]->dtype.code != TL_TYPE_INT || call->args[i]->dtype.bits != 32)
      return NULL;
  return is_plain ? multiply_shift (arena, call) : multiply_shift_per_axis (arena, call);
}
