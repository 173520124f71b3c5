/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fragments of matrices (core/ir/matrix-call.h) as CUDA's nvcuda::wmma has them. Their shapes and layouts are part of their types there;
 * the calls that fill and load them know these.
 */
#include <string.h>

#include "core/codegen/source/gpu-source-private.h"
#include "core/ir/matrix-call.h"

typedef struct
{
  const TlBuffer *buffer;
  gint64          m, n, k;        /* 0: no call has said it */
  gboolean        is_loaded, is_column_major, differs;
} ListedFragment;

static TlWalk
note_call (const TlExpr *expr, gpointer user_data)
{
  ListedFragment *use = user_data;
  TlMatrixCall call;
  if (!tl_matrix_call_read (expr, &call) || call.kind == TL_MATRIX_MULTIPLY || call.fragments[0].buffer != use->buffer)
    return TL_WALK_INTO;
  use->differs |= use->m != 0 && (use->m != call.m || use->n != call.n || use->k != call.k);
  use->differs |= call.kind == TL_MATRIX_LOAD && use->is_loaded && use->is_column_major != call.is_column_major;
  use->m = call.m;
  use->n = call.n;
  use->k = call.k;
  if (call.kind == TL_MATRIX_LOAD)
    use->is_column_major = call.is_column_major;
  use->is_loaded |= call.kind == TL_MATRIX_LOAD;
  return TL_WALK_OVER;
}

/* The first architecture with products of the type. */
static guint
first_sm (TlDType dtype)
{
  return dtype.code == TL_TYPE_BFLOAT ? 80 : dtype.bits == 8 ? 72 : 70;
}

static gboolean
check_fragment (Gs *gs, const ListedFragment *use, gint64 n_rows, gint64 n_columns)
{
  const TlBuffer *buffer = use->buffer;
  gint64 n = tl_buffer_n_elements (buffer);
  if (gs->id != TL_GPU_CUDA)
    gs_fail (gs, "%s has no fragments of matrices: buffer %s of scope \"%s\"", gs->language->title, buffer->name, buffer->scope);
  else if (tl_target_sm (gs->target) < first_sm (buffer->dtype))
    gs_fail (gs, "Fragments of %s need a GPU of sm_%u or later; the target is %s", tl_dtype_name (buffer->dtype), first_sm (buffer->dtype),
             gs->target->arch);
  else if (use->m == 0 || n_rows * n_columns == 0)
    gs_fail (gs, "Fragments of buffer %s are neither filled nor loaded", buffer->name);
  else if (use->differs)
    gs_fail (gs, "Fragments of buffer %s have several shapes or layouts", buffer->name);
  else if (n < 0 || n % (n_rows * n_columns) != 0)
    gs_fail (gs, "Buffer %s is no array of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT " fragments", buffer->name, n_rows, n_columns);
  return gs->error == NULL;
}

void
gs_fragment_alloc (Gs *gs, const TlStmt *stmt)
{
  const TlBuffer *buffer = stmt->buffer;
  ListedFragment use = { .buffer = buffer };
  if (tl_scope_is_wgmma (buffer->scope))
    {
      gs_wgmma_alloc (gs, stmt);
      return;
    }
  if (tl_scope_is_mma (buffer->scope))
    {
      gs_mma_alloc (gs, stmt);
      return;
    }
  gint64 n_rows = 0, n_columns = 0;
  tl_stmt_walk (stmt->alloc_body, NULL, note_call, &use);
  gboolean is_sum = g_str_equal (buffer->scope, "wmma.accumulator");
  tl_fragment_extents (buffer->scope, use.m, use.n, use.k, &n_rows, &n_columns);
  if (!check_fragment (gs, &use, n_rows, n_columns))
    return;
  const char *layout = is_sum ? "" : use.is_column_major ? ", nvcuda::wmma::col_major" : ", nvcuda::wmma::row_major";
  gs_need_header (gs, "#include <mma.h>");
  const char *what = strchr (buffer->scope, '.') + 1;   /* "matrix_a", as there */
  gs_line (gs, "nvcuda::wmma::fragment<nvcuda::wmma::%s, %d, %d, %d, %s%s> %s[%d];", what, (int) use.m, (int) use.n, (int) use.k,
           gs_type (gs, buffer->dtype), layout, gs_name (gs, buffer, buffer->name),
           (int) (tl_buffer_n_elements (buffer) / (n_rows * n_columns)));
}

static const char *
fragment_text (Gs *gs, const TlFragment *fragment)
{
  return gs_text (gs, "%s[%s]", gs_name (gs, fragment->buffer, fragment->buffer->name), gs_expr (gs, fragment->index).text);
}

static const char *
memory_text (Gs *gs, const TlMatrixCall *call)
{
  const char *name = gs_name (gs, call->memory, call->memory->name);
  return tl_expr_is_int (call->offset, 0) ? name : gs_text (gs, "%s + %s", name, gs_operand (gs, call->offset, GS_ADD));
}

gboolean
gs_fragment_line (Gs *gs, const TlExpr *expr)
{
  TlMatrixCall call;
  if (!tl_matrix_call_read (expr, &call))
    return gs_wgmma_line (gs, expr);
  if (call.kind == TL_MATRIX_MULTIPLY && call.n > 0)
    {
      gs_wgmma_multiply (gs, &call);
      return TRUE;
    }
  if (tl_scope_is_wgmma (call.fragments[0].buffer->scope))
    {
      gs_wgmma_load (gs, &call);
      return TRUE;
    }
  if (tl_scope_is_mma (call.fragments[0].buffer->scope))
    {
      gs_mma_line (gs, &call);
      return TRUE;
    }
  const char *first = fragment_text (gs, &call.fragments[0]);
  gboolean is_sum = g_str_equal (call.fragments[0].buffer->scope, "wmma.accumulator");
  const char *layout = call.is_column_major ? ", nvcuda::wmma::mem_col_major" : ", nvcuda::wmma::mem_row_major";
  switch (call.kind)
    {
    case TL_MATRIX_FILL:
      gs_line (gs, "nvcuda::wmma::fill_fragment(%s, %s);", first,
               gs_cast (gs, gs_expr (gs, call.value), call.value->dtype, call.fragments[0].buffer->dtype).text);
      break;
    case TL_MATRIX_LOAD:
      gs_line (gs, "nvcuda::wmma::load_matrix_sync(%s, %s, %s%s);", first, memory_text (gs, &call), gs_expr (gs, call.stride).text,
               is_sum ? layout : "");
      break;
    case TL_MATRIX_STORE:
      gs_line (gs, "nvcuda::wmma::store_matrix_sync(%s, %s, %s%s);", memory_text (gs, &call), first, gs_expr (gs, call.stride).text,
               layout);
      break;
    default:
      gs_line (gs, "nvcuda::wmma::mma_sync(%s, %s, %s, %s);", first, fragment_text (gs, &call.fragments[1]),
               fragment_text (gs, &call.fragments[2]), fragment_text (gs, &call.fragments[3]));
      break;
    }
  return TRUE;
}
