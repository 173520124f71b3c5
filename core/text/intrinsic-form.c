/* SPDX-License-Identifier: Apache-2.0 */
#include "core/text/intrinsic-form-private.h"

#include <string.h>

gboolean
tl_intrinsic_result (const TlIntrinsic *intrinsic, const TlExpr *const *args, guint n_args, TlDType *dtype)
{
  guint lanes = n_args > 0 ? args[0]->dtype.lanes : 1;

  switch (intrinsic->result)
    {
    case TL_RESULT_SAME:
      if (n_args > 0)
        *dtype = args[strcmp (intrinsic->name, "if_then_else") == 0 ? 1 : 0]->dtype;
      return n_args > 0;
    case TL_RESULT_BOOL:
      *dtype = tl_dtype_with_lanes (TL_BOOL, lanes);
      return TRUE;
    case TL_RESULT_INT32:
      *dtype = tl_dtype_with_lanes (TL_INT32, strcmp (intrinsic->name, "dp4a") == 0 ? 1 : lanes);
      return TRUE;
    case TL_RESULT_HANDLE:
      *dtype = TL_HANDLE;
      return TRUE;
    case TL_RESULT_EFFECT:
      *dtype = TL_INT32;
      return TRUE;
    case TL_RESULT_SECOND:
      if (n_args > 1)
        *dtype = args[1]->dtype;
      return n_args > 1;
    case TL_RESULT_WRITTEN:
    case TL_RESULT_LAST:
      return FALSE;
    }
  g_return_val_if_reached (FALSE);
}

gboolean
tl_intrinsic_is_alike (const TlIntrinsic *intrinsic)
{
  return intrinsic->is_float_math || strcmp (intrinsic->name, "popcount") == 0;
}

static gboolean
is_any_of (const char *name, const char *const *names)
{
  return g_strv_contains (names, name);
}

/* In bits; a pointer has whichever it needs. */
static gboolean
have_same_size (TlDType a, TlDType b)
{
  return a.code == TL_TYPE_HANDLE || b.code == TL_TYPE_HANDLE || a.bits * a.lanes == b.bits * b.lanes;
}

gboolean
tl_intrinsic_folds (const TlExpr *call)
{
  static const char *const rounding[] = { "floor", "ceil", "round", "nearbyint", "trunc", "fabs", NULL };
  const char   *name = call->callee->name;
  const TlExpr *first = call->n_args > 0 ? call->args[0] : NULL;

  if (is_any_of (name, rounding))
    return first->kind == TL_EXPR_FLOAT || !tl_dtype_is_float (first->dtype);
  if (strcmp (name, "isnan") == 0)
    return first->kind == TL_EXPR_FLOAT || !tl_dtype_is_float (first->dtype);
  if (strcmp (name, "likely") == 0 || strcmp (name, "if_then_else") == 0)
    return first->kind == TL_EXPR_INT;
  if (strcmp (name, "reinterpret") == 0)
    return tl_dtype_equal (first->dtype, call->dtype) || !have_same_size (first->dtype, call->dtype);
  if (strcmp (name, "tvm_storage_sync") == 0)
    return call->n_args == 0 || (call->n_args == 3 && tl_expr_is_int (call->args[1], 0) && tl_expr_is_int (call->args[2], -1));
  if (strcmp (name, "address_of") == 0)
    return first->kind != TL_EXPR_LOAD;
  return g_str_has_prefix (name, "call_") && (first == NULL || first->kind != TL_EXPR_STRING || *first->text == '\0');
}
