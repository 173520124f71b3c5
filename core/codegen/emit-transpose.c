/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Columns of a tile that was written by rows. Element by element that is a gather; but the rows of a tile on the stack are registers once
 * LLVM has taken it apart, and so its columns come out of log2 n rounds of shuffles of two registers each:
 *
 *   round b exchanges bit b of the row's number with bit b of the lane's:   (row r, lane l) → (row r with bit b of l, lane l with bit b of r)
 *
 * Each column is written as the tree of the shuffles that it needs. Trees of neighbouring columns share all but their last rounds; once equal
 * shuffles are one, n columns take n log2 n.
 */
#include "core/codegen/codegen-private.h"

#define MAX_BYTES 64u   /* of a row: a register's */

typedef struct
{
  Codegen        *cg;
  const TlBuffer *buffer;
  gint64          first;    /* element of the tile: row 0, lane 0 */
  gint64          stride;   /* from one row to the next */
  guint           n;        /* rows, and lanes of each */
} Tile;

static LLVMValueRef
load_row (const Tile *tile, guint row)
{
  Codegen       *cg = tile->cg;
  LLVMTypeRef    type = LLVMVectorType (cg_memory_type (cg, tile->buffer->dtype), tile->n);
  const TlExpr  *position = tl_int (cg->arena, tile->first + row * tile->stride);
  LLVMValueRef   value = LLVMBuildLoad2 (cg->builder, type, cg_address (cg, tile->buffer, position), "");

  LLVMSetAlignment (value, tl_dtype_bytes (tl_dtype_with_lanes (tile->buffer->dtype, 1)));
  return value;
}

/* Register @row after the rounds for bits 0 … @n_rounds - 1. */
static LLVMValueRef
exchange (const Tile *tile, guint n_rounds, guint row)
{
  LLVMValueRef lanes[MAX_BYTES], low, high;
  guint        bit = 1u << n_rounds >> 1;

  if (n_rounds == 0)
    return load_row (tile, row);
  low = exchange (tile, n_rounds - 1, row & ~bit);
  high = exchange (tile, n_rounds - 1, row | bit);
  for (guint lane = 0; lane < tile->n; lane++)
    lanes[lane] = LLVMConstInt (tile->cg->i32, ((lane & ~bit) | (row & bit)) + (lane & bit ? tile->n : 0), FALSE);
  return LLVMBuildShuffleVector (tile->cg->builder, low, high, LLVMConstVector (lanes, tile->n), "");
}

LLVMValueRef
cg_load_column (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  LLVMValueRef place = g_hash_table_lookup (cg->buffers, buffer);
  guint  n = position->dtype.lanes, n_bytes = tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, n));
  gint64 base, stride;

  if (place == NULL || LLVMIsAAllocaInst (place) == NULL || position->kind != TL_EXPR_RAMP || !tl_expr_get_int (position->base, &base)
      || !tl_expr_get_int (position->stride, &stride))
    return NULL;
  Tile tile = { cg, buffer, base - base % n, stride, n };
  if (base < 0 || n < 2 || (n & (n - 1)) != 0 || n_bytes > MAX_BYTES || stride < n || stride % n != 0
      || tile.first + (n - 1) * stride + n > tl_buffer_n_elements (buffer))
    return NULL;
  return exchange (&tile, (guint) g_bit_storage (n) - 1, (guint) (base % n));
}
