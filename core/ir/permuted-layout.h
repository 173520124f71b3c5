/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared memory whose rows have their pieces of 16 bytes in another order each, so that pieces of a column lie in different banks: piece c
 * of row r is at c xor (r mod 8) where rows are multiples of 128 bytes, at c xor ((r mod 8) div 2) where they are multiples of 64. As rows
 * begin at multiples of 8 (or 4) pieces, the position of an element is xor'ed as well; elements of a piece stay side by side.
 */
#pragma once

#include "core/ir/expr.h"

G_BEGIN_DECLS

/* Bytes: places of pieces in eight lines of 128 bytes are known to instructions by the addresses. */
#define TL_PERMUTED_ALIGNMENT 1024

/* Whether there is an order for rows of @row elements. */
gboolean      tl_row_can_be_permuted (gint64 row, TlDType dtype);
/* Elements of a piece. */
gint64        tl_permuted_piece (TlDType dtype);
/* Where the element at @position of rows in order is. */
gint64        tl_permuted_place (gint64 position, gint64 row, TlDType dtype);
/* Elements that change places among each other, from multiples of their number on. */
gint64        tl_permuted_block (gint64 row, TlDType dtype);
/* By what positions in row @row_number are xor'ed. */
const TlExpr *tl_permuted_mask (TlArena *arena, const TlExpr *row_number, gint64 row, TlDType dtype);

G_END_DECLS
