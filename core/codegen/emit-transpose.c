/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers that are done as vector loads and shuffles.
 *
 * Rows whose elements alternate in a vector, as in packing for dot products, are loaded each as a vector and interleaved.
 *
 * Columns of a tile that was written by rows. Element by element that is a gather; but the rows of a tile on the stack are registers once
 * LLVM has taken it apart, and so its columns come out of log2 n rounds of shuffles of two registers each:
 *
 *   round b exchanges bit b of the row's number with bit b of the lane's:
 *                 (row r, lane l) → (row r with bit b of l, lane l with bit b of r)
 *
 * Each column is written as the tree of the shuffles that it needs. Trees of neighbouring columns share all but their last rounds; once
 * equal shuffles are one, n columns take n log2 n. Where rows are no power of two, those up to the next one have any value.
 */
#include "core/arith/lane-index.h"
#include "core/codegen/codegen-private.h"

#define MAX_BYTES 64u   /* of a row: a register's */

typedef struct
{
  Codegen        *cg;
  const TlBuffer *buffer;
  gint64          first;    /* element of the tile: row 0, lane 0 */
  gint64          stride;   /* from one row to the next */
  guint           n;        /* rows and lanes of each, as a power of two */
  guint           n_rows;   /* that there are */
} Tile;

static LLVMValueRef
load_row (const Tile *tile, guint row)
{
  Codegen       *cg = tile->cg;
  LLVMTypeRef    type = LLVMVectorType (cg_memory_type (cg, tile->buffer->dtype), tile->n);
  const TlExpr  *position = tl_int (cg->arena, tile->first + row * tile->stride);
  LLVMValueRef   value;

  if (row >= tile->n_rows)
    return LLVMGetPoison (type);
  value = LLVMBuildLoad2 (cg->builder, type, cg_address (cg, tile->buffer, position), "");
  LLVMSetAlignment (value, tl_dtype_bytes (tl_dtype_with_lanes (tile->buffer->dtype, 1)));
  return value;
}

/* The lanes of @high after those of @low, which are no fewer. */
static LLVMValueRef
append_row (Codegen *cg, LLVMValueRef low, LLVMValueRef high)
{
  guint n_low = cg_lanes (low), n_high = cg_lanes (high);
  g_autofree LLVMValueRef *lanes = g_new (LLVMValueRef, n_low + n_high);

  if (n_high < n_low)
    {
      for (guint i = 0; i < n_low; i++)
        lanes[i] = i < n_high ? LLVMConstInt (cg->i32, i, FALSE) : LLVMGetPoison (cg->i32);
      high = LLVMBuildShuffleVector (cg->builder, high, LLVMGetPoison (LLVMTypeOf (high)), LLVMConstVector (lanes, n_low), "");
    }
  for (guint i = 0; i < n_low + n_high; i++)
    lanes[i] = LLVMConstInt (cg->i32, i, FALSE);
  return LLVMBuildShuffleVector (cg->builder, low, high, LLVMConstVector (lanes, n_low + n_high), "");
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

/* The first lanes. */
static LLVMValueRef
shorten (Codegen *cg, LLVMValueRef value, guint n)
{
  LLVMValueRef lanes[MAX_BYTES];

  for (guint i = 0; i < n; i++)
    lanes[i] = LLVMConstInt (cg->i32, i, FALSE);
  return LLVMBuildShuffleVector (cg->builder, value, LLVMGetPoison (LLVMTypeOf (value)), LLVMConstVector (lanes, n), "");
}

/* --- more rows than a row has lanes --- */

/* Rows @row, @row + n, @row + 2 n …, as many as a register holds, one behind the other. */
static LLVMValueRef
load_every_nth_row (const Tile *tile, guint first, guint n_lanes)
{
  LLVMValueRef result = load_row (tile, first);

  for (guint lanes = tile->n; lanes < n_lanes; lanes += tile->n)
    result = append_row (tile->cg, result, load_row (tile, first + lanes));
  return result;
}

/*
 * Register @at after @n_rounds rounds, each of which interleaves registers a and a + n / 2, in every block of n lanes by itself. At first
 * block b of register r is row n * b + r; at last, lanes n * b … of column r.
 */
static LLVMValueRef
interleave (const Tile *tile, guint n_rounds, guint at, guint first, guint n_lanes)
{
  LLVMValueRef lanes[MAX_BYTES], low, high;

  if (n_rounds == 0)
    return load_every_nth_row (tile, first + at, n_lanes);
  low = interleave (tile, n_rounds - 1, at / 2, first, n_lanes);
  high = interleave (tile, n_rounds - 1, at / 2 + tile->n / 2, first, n_lanes);
  for (guint lane = 0; lane < n_lanes; lane++)
    {
      guint within = lane % tile->n, from = lane - within + within / 2 + at % 2 * (tile->n / 2);

      lanes[lane] = LLVMConstInt (tile->cg->i32, from + within % 2 * n_lanes, FALSE);
    }
  return LLVMBuildShuffleVector (tile->cg->builder, low, high, LLVMConstVector (lanes, n_lanes), "");
}

/* Column @at: a register's lanes, then those of the next rows. Behind the last row are lanes of any value, which go in the end. */
static LLVMValueRef
load_tall_column (const Tile *tile, guint at)
{
  guint        bytes = tl_dtype_bytes (tl_dtype_with_lanes (tile->buffer->dtype, 1));
  guint        n_lanes = MAX (tile->cg->target->vector_bits / 8 / bytes, tile->n), n_column = 0;
  LLVMValueRef column = NULL;

  while (n_lanes / 2 >= MAX (tile->n_rows, tile->n))
    n_lanes /= 2;
  for (; n_column < tile->n_rows; n_column += n_lanes)
    {
      LLVMValueRef part = interleave (tile, (guint) g_bit_storage (tile->n - 1), at, n_column, n_lanes);

      column = column == NULL ? part : append_row (tile->cg, column, part);
    }
  return n_column == tile->n_rows ? column : shorten (tile->cg, column, tile->n_rows);
}

LLVMValueRef
cg_load_column (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  LLVMValueRef place = g_hash_table_lookup (cg->buffers, buffer), column;
  guint  n_rows = position->dtype.lanes, n_rounds = (guint) g_bit_storage (n_rows - 1), n = 1u << n_rounds;
  gint64 base, stride;

  if (place == NULL || LLVMIsAAllocaInst (place) == NULL || position->kind != TL_EXPR_RAMP || !tl_expr_get_int (position->base, &base)
      || !tl_expr_get_int (position->stride, &stride))
    return NULL;
  Tile tile = { cg, buffer, base - base % n, stride, n, n_rows };
  if (base >= 0 && base < stride && stride < n && (stride & (stride - 1)) == 0 && n_rows * stride <= tl_buffer_n_elements (buffer))
    {
      tile = (Tile) { cg, buffer, 0, stride, (guint) stride, n_rows };
      return load_tall_column (&tile, (guint) base);
    }
  if (base < 0 || tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, n)) > MAX_BYTES || stride < n || stride % n != 0
      || tile.first + (n_rows - 1) * stride + n > tl_buffer_n_elements (buffer))
    return NULL;
  column = exchange (&tile, n_rounds, (guint) (base % n));
  return n_rows == n ? column : shorten (cg, column, n_rows);
}

/* --- rows whose elements alternate --- */

#define MAX_ROWS      8u
#define MIN_ROW_BYTES 8u

/*
 * Lane l reads row l % n at l / n: B[k + l % 4, n + l / 4] has 4 rows. 0 if it is not so, or rows are too short to be worth loads of their
 * own.
 */
static guint
count_turns (const TlLaneIndex *index, guint element_bytes)
{
  for (guint n = 2; n <= MAX_ROWS && index->lanes % n == 0 && index->lanes / n * element_bytes >= MIN_ROW_BYTES; n *= 2)
    {
      gboolean fits = TRUE;

      for (guint l = n; fits && l < index->lanes; l++)
        fits = index->offsets[l] == index->offsets[l - n] + 1;
      if (fits)
        return n;
    }
  return 0;
}

static LLVMValueRef
join (Codegen *cg, LLVMValueRef low, LLVMValueRef high)
{
  guint n = 2 * cg_lanes (low);
  g_autofree LLVMValueRef *lanes = g_new (LLVMValueRef, n);

  for (guint l = 0; l < n; l++)
    lanes[l] = LLVMConstInt (cg->i32, l, FALSE);
  return LLVMBuildShuffleVector (cg->builder, low, high, LLVMConstVector (lanes, n), "");
}

LLVMValueRef
cg_load_turns (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  LLVMTypeRef  element = cg_memory_type (cg, buffer->dtype);
  guint        bytes = tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, 1)), n_rows, width;
  LLVMValueRef rows[MAX_ROWS];
  TlLaneIndex  index;

  if (position->dtype.lanes < 2 || !tl_lane_index_split (cg->arena, position, &index) || (n_rows = count_turns (&index, bytes)) == 0)
    return NULL;
  width = index.lanes / n_rows;
  for (guint r = 0; r < n_rows; r++)
    {
      const TlExpr *first = tl_add (cg->arena, index.base, tl_expr_int (cg->arena, index.base->dtype, index.offsets[r]));

      rows[r] = LLVMBuildLoad2 (cg->builder, LLVMVectorType (element, width), cg_address (cg, buffer, first), "");
      LLVMSetAlignment (rows[r], bytes);
    }
  for (guint n = n_rows; n > 1; n /= 2)
    for (guint r = 0; r < n / 2; r++)
      rows[r] = join (cg, rows[2 * r], rows[2 * r + 1]);

  g_autofree LLVMValueRef *lanes = g_new (LLVMValueRef, index.lanes);
  for (guint l = 0; l < index.lanes; l++)
    lanes[l] = LLVMConstInt (cg->i32, l % n_rows * width + l / n_rows, FALSE);
  return LLVMBuildShuffleVector (cg->builder, rows[0], LLVMGetPoison (LLVMTypeOf (rows[0])), LLVMConstVector (lanes, index.lanes), "");
}
