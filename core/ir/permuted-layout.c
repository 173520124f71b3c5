/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/permuted-layout.h"

#include "core/base/extremum.h"

#define PIECE_BYTES 16
#define N_ROWS      8   /* after which the orders are the same again */

gint64
tl_permuted_piece (TlDType dtype)
{
  return tl_max (PIECE_BYTES / tl_dtype_bytes (dtype), 1);
}

/* Pieces that change places among each other: 8, 4; 0: none do. */
static gint64
n_pieces (gint64 row, TlDType dtype)
{
  gint64 n = 0, piece = tl_permuted_piece (dtype);

  if (row <= 0 || PIECE_BYTES % tl_dtype_bytes (dtype) != 0 || row % piece != 0)
    return 0;
  n = row / piece;
  return n % 8 == 0 ? 8 : n % 4 == 0 ? 4 : 0;
}

gboolean
tl_row_can_be_permuted (gint64 row, TlDType dtype)
{
  return n_pieces (row, dtype) > 0;
}

gint64
tl_permuted_block (gint64 row, TlDType dtype)
{
  return tl_max (n_pieces (row, dtype), 1) * tl_permuted_piece (dtype);
}

gint64
tl_permuted_place (gint64 position, gint64 row, TlDType dtype)
{
  gint64 rows_alike = N_ROWS / tl_max (n_pieces (row, dtype), 1);

  return position < 0 ? position : position ^ (position / row % N_ROWS / rows_alike * tl_permuted_piece (dtype));
}

const TlExpr *
tl_permuted_mask (TlArena *arena, const TlExpr *row_number, gint64 row, TlDType dtype)
{
  gint64        rows_alike = N_ROWS / tl_max (n_pieces (row, dtype), 1);
  const TlExpr *number = tl_floormod (arena, row_number, tl_expr_int (arena, row_number->dtype, N_ROWS));

  if (rows_alike > 1)
    number = tl_floordiv (arena, number, tl_expr_int (arena, number->dtype, rows_alike));
  return tl_mul (arena, number, tl_expr_int (arena, number->dtype, tl_permuted_piece (dtype)));
}
