/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/matrix-call.h"

#include <string.h>

#include "core/ir/permuted-layout.h"
#include "core/ir/walk.h"

/* The buffer whose address @expr is; NULL. */
static const TlBuffer *
pointed_buffer (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, "buffer_data") == 0 && expr->args[0]->kind == TL_EXPR_LOAD
         ? expr->args[0]->buffer : NULL;
}

static gboolean
add_fragment (TlMatrixCall *call, const TlExpr *data, const TlExpr *index, gboolean is_written)
{
  const TlBuffer *buffer = pointed_buffer (data);

  if (buffer == NULL || !tl_scope_is_of_warp (buffer->scope))
    return FALSE;
  call->fragments[call->n_fragments++] = (TlFragment) { buffer, index, is_written };
  return TRUE;
}

/* f.data, m, n, k, index */
static gboolean
read_head (TlMatrixCall *call, const TlExpr *const *args, gboolean is_written)
{
  gint64 n_rows, n_columns;

  return add_fragment (call, args[0], args[4], is_written) && tl_expr_get_int (args[1], &call->m) && tl_expr_get_int (args[2], &call->n)
         && tl_expr_get_int (args[3], &call->k) && call->m > 0 && call->n > 0 && call->k > 0
         && tl_fragment_extents (call->fragments[0].buffer->scope, call->m, call->n, call->k, &n_rows, &n_columns);
}

/* "row_major", "col_major_permuted_64" */
static gboolean
read_layout (TlMatrixCall *call, const char *layout)
{
  const char *permuted = strstr (layout, TL_MATRIX_PERMUTED);
  gsize       length = permuted != NULL ? (gsize) (permuted - layout) : strlen (layout);

  call->is_column_major = length == strlen ("col_major") && strncmp (layout, "col_major", length) == 0;
  if (!call->is_column_major && (length != strlen ("row_major") || strncmp (layout, "row_major", length) != 0))
    return FALSE;
  if (permuted != NULL)
    call->permuted_row = g_ascii_strtoll (permuted + strlen (TL_MATRIX_PERMUTED), NULL, 10);
  return permuted == NULL || tl_row_can_be_permuted (call->permuted_row, call->memory->dtype);
}

/* T.tvm_access_ptr (type, data, offset, extent, mask), stride, layout */
static gboolean
read_memory (TlMatrixCall *call, const TlExpr *const *args)
{
  const TlExpr *pointer = args[0];

  if (pointer->kind != TL_EXPR_CALL || strcmp (pointer->callee->name, "tvm_access_ptr") != 0 || pointer->n_args != 5
      || args[2]->kind != TL_EXPR_STRING)
    return FALSE;
  call->memory = pointed_buffer (pointer->args[1]);
  call->offset = pointer->args[2];
  call->stride = args[1];
  return call->memory != NULL && read_layout (call, args[2]->text);
}

const TlExpr *
tl_matrix_call_position (TlArena *arena, const TlMatrixCall *call, const TlExpr *line, const TlExpr *column)
{
  const TlExpr *in_line = tl_add (arena, tl_mul (arena, line, tl_cast (arena, line->dtype, call->stride)), column);

  return tl_add (arena, call->offset, tl_cast (arena, call->offset->dtype, in_line));
}

static gboolean
read_multiply (TlMatrixCall *call, const TlExpr *const *args)
{
  for (guint i = 0; i < 4; i++)
    if (!add_fragment (call, args[2 * i], args[2 * i + 1], i == 0))
      return FALSE;
  return TRUE;
}

/* The sums are added to: they are d and c. */
static gboolean
read_wgmma (TlMatrixCall *call, const TlExpr *const *args)
{
  for (guint i = 0; i < 4; i++)
    if (!add_fragment (call, args[2 * i % 6], args[2 * i % 6 + 1], i == 0))
      return FALSE;
  return tl_expr_get_int (args[6], &call->n) && call->n > 0 && call->n % 16 == 0
         && tl_scope_is_accumulator (call->fragments[0].buffer->scope)
         && tl_scope_is_wgmma (call->fragments[1].buffer->scope) && tl_scope_is_wgmma (call->fragments[2].buffer->scope);
}

gboolean
tl_matrix_call_read (const TlExpr *expr, TlMatrixCall *call)
{
  static const struct { const char *name; guint n_args; TlMatrixCallKind kind; } rows[] = {
    { "tvm_fill_fragment", 6, TL_MATRIX_FILL }, { "tvm_load_matrix_sync", 8, TL_MATRIX_LOAD },
    { "tvm_store_matrix_sync", 8, TL_MATRIX_STORE }, { "tvm_mma_sync", 8, TL_MATRIX_MULTIPLY }, { "wgmma_sync", 7, TL_MATRIX_MULTIPLY },
  };
  guint row = 0;

  if (expr->kind != TL_EXPR_CALL)
    return FALSE;
  while (row < G_N_ELEMENTS (rows) && strcmp (rows[row].name, expr->callee->name) != 0)
    row++;
  if (row == G_N_ELEMENTS (rows) || expr->n_args != rows[row].n_args)
    return FALSE;
  *call = (TlMatrixCall) { .kind = rows[row].kind };
  switch (call->kind)
    {
    case TL_MATRIX_FILL:
      call->value = expr->args[5];
      return read_head (call, expr->args, TRUE);
    case TL_MATRIX_LOAD:
    case TL_MATRIX_STORE:
      return read_head (call, expr->args, call->kind == TL_MATRIX_LOAD) && read_memory (call, expr->args + 5);
    default:
      return expr->n_args == 8 ? read_multiply (call, expr->args) : read_wgmma (call, expr->args);
    }
}

typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *found;
} OffsetSearch;

static TlWalk
find_view_offset (const TlExpr *expr, gpointer user_data)
{
  OffsetSearch *search = user_data;

  if (expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, "view_offset") == 0 && expr->args[0]->buffer == search->buffer)
    search->found = expr;
  return search->found != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

const TlExpr *
tl_view_offset_find (const TlExpr *expr, const TlBuffer *buffer)
{
  OffsetSearch search = { buffer, NULL };

  tl_expr_walk (expr, find_view_offset, &search);
  return search.found;
}

gboolean
tl_scope_is_of_warp (const char *scope)
{
  return g_str_has_prefix (scope, "wmma.") || tl_scope_is_mma (scope) || tl_scope_is_wgmma (scope);
}

gboolean
tl_scope_is_wgmma (const char *scope)
{
  return g_str_has_prefix (scope, "wgmma.");
}

static TlWalk
find_wgmma (const TlExpr *expr, gpointer user_data)
{
  return expr->kind == TL_EXPR_CALL && strcmp (expr->callee->name, "wgmma_sync") == 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
tl_stmt_uses_wgmma (const TlStmt *stmt)
{
  return !tl_stmt_walk (stmt, NULL, find_wgmma, NULL);
}

gboolean
tl_scope_is_mma (const char *scope)
{
  return g_str_has_prefix (scope, "mma.");
}

gboolean
tl_scope_is_accumulator (const char *scope)
{
  return tl_scope_is_of_warp (scope) && g_str_has_suffix (scope, ".accumulator");
}

gint64
tl_mma_k (TlDType dtype)
{
  gboolean is_known = dtype.code == TL_TYPE_FLOAT ? dtype.bits == 16 || dtype.bits == 32
                      : dtype.code == TL_TYPE_BFLOAT || (tl_dtype_is_integer (dtype) && dtype.bits == 8);

  return is_known ? 32 / tl_dtype_bytes (tl_dtype_with_lanes (dtype, 1)) : 0;
}

gboolean
tl_fragment_extents (const char *scope, gint64 m, gint64 n, gint64 k, gint64 *n_rows, gint64 *n_columns)
{
  gboolean is_of_warp = tl_scope_is_of_warp (scope), is_a = is_of_warp && g_str_has_suffix (scope, ".matrix_a");
  gboolean is_b = is_of_warp && g_str_has_suffix (scope, ".matrix_b");

  *n_rows = is_b ? k : m;
  *n_columns = is_a ? k : n;
  return is_a || is_b || tl_scope_is_accumulator (scope);
}

void
tl_matrix_call_lines (const TlMatrixCall *call, gint64 *n_lines, gint64 *length)
{
  gint64   n_rows = 0, n_columns = 0;
  gboolean is_known = tl_fragment_extents (call->fragments[0].buffer->scope, call->m, call->n, call->k, &n_rows, &n_columns);

  g_assert (is_known);
  *n_lines = call->is_column_major ? n_columns : n_rows;
  *length = call->is_column_major ? n_rows : n_columns;
}
