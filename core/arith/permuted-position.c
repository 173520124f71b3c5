/* SPDX-License-Identifier: Apache-2.0 */
#include "core/arith/permuted-position.h"

const TlExpr *
tl_permuted_position (TlAnalyzer *analyzer, const TlExpr *position, gint64 row, TlDType dtype)
{
  TlArena      *arena = tl_analyzer_arena (analyzer);
  const TlExpr *row_number = tl_floordiv (arena, position, tl_expr_int (arena, position->dtype, row));
  const TlExpr *block = tl_expr_int (arena, position->dtype, tl_permuted_block (row, dtype));
  const TlExpr *parts[2] = {
    tl_analyzer_simplify (analyzer, tl_floormod (arena, position, block)),
    tl_analyzer_simplify (analyzer, tl_permuted_mask (arena, row_number, row, dtype)),
  };

  if (tl_expr_is_int (parts[1], 0))
    return position;
  const TlExpr *rest = tl_analyzer_simplify (analyzer, tl_sub (arena, position, parts[0]));
  if (tl_expr_is_int (parts[0], 0))
    return tl_add (arena, rest, parts[1]);
  return tl_add (arena, rest, tl_expr_call (arena, position->dtype, tl_intrinsic_find ("bitwise_xor"), parts, 2));
}
