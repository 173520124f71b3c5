/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Matrix instructions of a warp, as tensor intrinsics call them:
 *
 *   T.tvm_fill_fragment (f.data, m, n, k, index, value)                        fragment index of f is filled
 *   T.tvm_load_matrix_sync (f.data, m, n, k, index, pointer, stride, layout)   … is loaded from rows that begin stride elements apart
 *   T.tvm_store_matrix_sync (f.data, m, n, k, index, pointer, stride, layout)
 *   T.tvm_mma_sync (d.data, index, a.data, index, b.data, index, c.data, index)   d = a · b + c
 *   T.wgmma_sync (d.data, index, a.data, index, b.data, index, n)              d = d + a · b, n columns
 *
 * A fragment is a matrix that the threads of a warp hold together: m × k of scope "wmma.matrix_a", k × n of "wmma.matrix_b", m × n of
 * "wmma.accumulator". Where an element lies in it is the machine's own. Layout "col_major" says that memory has the columns one after the
 * other; "_permuted_64" behind it, that the offset counts elements of rows of 64 in order, and memory has them permuted.
 *
 * Scopes "mma.matrix_a", "mma.matrix_b", "mma.accumulator" are the same for the instructions mma.sync and ldmatrix of sm_80 and later,
 * whose lanes hold known elements. m and n are 16, two products of 16 × 8 side by side; k is 32 bytes of elements: 16 of float16 and
 * bfloat16, 8 of float32, which is rounded to tf32 (10 bits of fraction) on the way, 32 of int8. Lane l, with g = l div 4 and
 * t = l mod 4, holds
 *
 *   of A   words (g, t) (g + 8, t) (g, t + 4) (g + 8, t + 4): a word is 4 bytes of elements along k
 *   of B   words (t, g) (t + 4, g) (t, g + 8) (t + 4, g + 8)
 *   of a sum, for columns 2 t and 2 t + 1, rows g and g + 8; then the same of columns 2 t + 8 and 2 t + 9
 *
 * Scopes "wgmma.matrix_a", "wgmma.matrix_b" are the factors of sm_90a's wgmma, which four warps in a row run together: they stay in shared
 * memory, in permuted rows of 128 bytes, and the instruction reads them there. The rows of a are 16 for each of the four warps, one behind
 * the other, b is the same of all. b may be several fragments of 64 columns side by side; the sums are those of mma.sync, n / 16 fragments
 * side by side. Products run by themselves from T.wgmma_fence () on until T.wgmma_wait ().
 */
#pragma once

#include "core/ir/stmt.h"

G_BEGIN_DECLS

typedef enum { TL_MATRIX_FILL, TL_MATRIX_LOAD, TL_MATRIX_STORE, TL_MATRIX_MULTIPLY } TlMatrixCallKind;

typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *index;
  gboolean        is_written;
} TlFragment;

typedef struct
{
  TlMatrixCallKind kind;
  TlFragment       fragments[4];       /* of TL_MATRIX_MULTIPLY: d, a, b, c */
  guint            n_fragments;
  gint64           m, n, k;            /* of TL_MATRIX_MULTIPLY the fragments know, but n of T.wgmma_sync; else 0 */
  const TlExpr    *value;              /* TL_MATRIX_FILL */
  /* TL_MATRIX_LOAD and TL_MATRIX_STORE */
  const TlBuffer  *memory;
  const TlExpr    *offset;             /* of the first element */
  const TlExpr    *stride;
  gboolean         is_column_major;
  gint64           permuted_row;       /* of core/ir/permuted-layout.h, in which the lines lie; 0: they lie in order */
} TlMatrixCall;

#define TL_WGMMA_WARPS 4   /* that run wgmma together, and read its b once */

/* Behind the layout, before the elements of a permuted row: "row_major_permuted_64". */
#define TL_MATRIX_PERMUTED "_permuted_"

/* Column @column of line @line in memory, before rows are permuted. */
const TlExpr *tl_matrix_call_position (TlArena *arena, const TlMatrixCall *call, const TlExpr *line, const TlExpr *column);

/* FALSE if @expr is no such call, or none of this form. */
gboolean tl_matrix_call_read (const TlExpr *expr, TlMatrixCall *call);

/* The view_offset of @buffer that @expr is computed from; NULL. */
const TlExpr *tl_view_offset_find (const TlExpr *expr, const TlBuffer *buffer);

/* "wmma.…", "mma.…", "wgmma.…": each warp has a buffer of its own. */
gboolean tl_scope_is_of_warp (const char *scope);
/* "mma.…" */
gboolean tl_scope_is_mma (const char *scope);
/* "wgmma.…" */
gboolean tl_scope_is_wgmma (const char *scope);
gboolean tl_scope_is_accumulator (const char *scope);
/* Of mma.sync, for operands of @dtype; 0: it has none. */
gint64   tl_mma_k (TlDType dtype);
/* Whether factors of a product in it are read by wgmma. */
gboolean tl_stmt_uses_wgmma (const TlStmt *stmt);
/* Extents of a fragment in a buffer of @scope; FALSE for other scopes. */
gboolean tl_fragment_extents (const char *scope, gint64 m, gint64 n, gint64 k, gint64 *n_rows, gint64 *n_columns);
/* Lines of elements that lie side by side in memory, and their length. */
void     tl_matrix_call_lines (const TlMatrixCall *call, gint64 *n_lines, gint64 *length);

G_END_DECLS
