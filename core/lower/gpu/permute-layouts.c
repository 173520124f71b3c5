/* SPDX-License-Identifier: Apache-2.0 */
/*
 * permute-layouts: shared buffers that a block asks it for (the annotation permuted_layout) are in the layout of core/ir/permuted-layout.h,
 * and all accesses to them:
 *
 *   S[tx * 4:tx * 4 + 4] = …   →   S[tx // 8 * 32 + (tx % 8 * 4 ^ tx // 8 % 8 * 4):…] = …      rows of 32 elements of 4 bytes
 *
 * Runs behind barriers, which are proved by positions in order: which elements meet is the same. A buffer with an access that takes more
 * than a piece at once, or that leaves positions to an instruction that knows only lines, keeps its rows in order.
 */
#include "core/arith/permuted-position.h"
#include "core/ir/async-copy.h"
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  GHashTable *reasons;     /* TlBuffer to be permuted → why it is not, "" while it is */
} Permuter;

/* --- which buffers can be --- */

static gboolean
is_asked_for (const Permuter *p, const TlBuffer *buffer)
{
  return buffer != NULL && g_hash_table_contains (p->reasons, buffer);
}

static gboolean
is_permuted (const Permuter *p, const TlBuffer *buffer)
{
  const char *reason = g_hash_table_lookup (p->reasons, buffer);

  return reason != NULL && *reason == '\0';
}

static void
keep (Permuter *p, const TlBuffer *buffer, const char *reason)
{
  if (is_permuted (p, buffer))
    g_hash_table_insert (p->reasons, (gpointer) buffer, (gpointer) reason);
}

static gboolean
is_multiple (Permuter *p, const TlExpr *position, gint64 n)
{
  gint64 coefficient, base;

  tl_analyzer_modular (p->analyzer, position, &coefficient, &base);
  return coefficient % n == 0 && base % n == 0;
}

static void
check_index (Permuter *p, const TlBuffer *buffer, const TlExpr *index)
{
  gint64 lanes = index->dtype.lanes;

  if (!is_asked_for (p, buffer) || lanes == 1 || index->kind == TL_EXPR_BROADCAST)
    return;
  if (index->kind != TL_EXPR_RAMP || !tl_expr_is_int (index->stride, 1))
    keep (p, buffer, "elements of a vector do not lie side by side");
  else if (lanes > tl_permuted_piece (buffer->dtype) || (lanes & (lanes - 1)) != 0 || !is_multiple (p, index->base, lanes))
    keep (p, buffer, "a vector does not lie in 16 bytes");
}

static TlWalk check_expr (const TlExpr *expr, gpointer user_data);

static TlWalk
check_matrix_call (Permuter *p, const TlMatrixCall *call)
{
  gint64 piece = call->memory != NULL ? tl_permuted_piece (call->memory->dtype) : 1;

  if (!is_asked_for (p, call->memory))
    return TL_WALK_OVER;
  if (!tl_scope_is_mma (call->fragments[0].buffer->scope) && !tl_scope_is_wgmma (call->fragments[0].buffer->scope))
    keep (p, call->memory, "wmma instructions access whole lines");
  else if (tl_scope_is_accumulator (call->fragments[0].buffer->scope))
    keep (p, call->memory, "sums of matrices are moved by lines");
  else if (!is_multiple (p, call->offset, piece) || !is_multiple (p, call->stride, piece))
    keep (p, call->memory, "lines of a matrix do not begin at multiples of 16 bytes");
  return TL_WALK_OVER;
}

static TlWalk
check_expr (const TlExpr *expr, gpointer user_data)
{
  Permuter *p = user_data;
  TlMatrixCall matrix;
  TlAsyncCopy  copy;

  if (tl_matrix_call_read (expr, &matrix))
    return check_matrix_call (p, &matrix);
  if (tl_async_copy_read (expr, &copy))
    {
      if (!is_multiple (p, copy.to_offset, tl_async_copy_elements (&copy)))
        keep (p, copy.to, "an asynchronous copy does not lie in 16 bytes");
      return TL_WALK_OVER;
    }
  if (expr->kind == TL_EXPR_LOAD)
    check_index (p, expr->buffer, expr->indices[0]);
  if (expr->kind == TL_EXPR_CALL && expr->n_args > 0 && expr->args[0]->kind == TL_EXPR_LOAD
      && (g_str_has_prefix (expr->callee->name, "buffer_") || g_str_equal (expr->callee->name, "address_of")))
    keep (p, expr->args[0]->buffer, "an instruction takes its address");
  return TL_WALK_INTO;
}

static TlWalk
check_stmt (const TlStmt *stmt, gpointer user_data)
{
  Permuter *p = user_data;

  if (stmt->kind == TL_STMT_FOR)
    return tl_walk_loop_bound (p->analyzer, stmt, check_stmt, check_expr, p);
  if (stmt->kind == TL_STMT_STORE)
    check_index (p, stmt->buffer, stmt->indices[0]);
  return TL_WALK_INTO;
}

static TlWalk
find_asked_for (const TlStmt *stmt, gpointer user_data)
{
  Permuter *p = user_data;

  if (stmt->kind != TL_STMT_ALLOC || stmt->buffer->permuted_row == 0 || !tl_scope_is_shared (stmt->buffer->scope))
    return TL_WALK_INTO;
  g_hash_table_insert (p->reasons, (gpointer) stmt->buffer, (gpointer) "");
  if (!tl_row_can_be_permuted (stmt->buffer->permuted_row, stmt->buffer->dtype))
    keep (p, stmt->buffer, "its rows are no multiples of 64 bytes");
  return TL_WALK_INTO;
}

/* --- the rewrite --- */

static const TlExpr *
place_of (Permuter *p, const TlBuffer *buffer, const TlExpr *position)
{
  return tl_permuted_position (p->analyzer, position, buffer->permuted_row, buffer->dtype);
}

static const TlExpr *
permute_index (Permuter *p, const TlBuffer *buffer, const TlExpr *index)
{
  if (index->dtype.lanes == 1)
    return place_of (p, buffer, index);
  if (index->kind == TL_EXPR_BROADCAST)
    return tl_expr_broadcast (p->arena, place_of (p, buffer, index->base), index->dtype.lanes);
  return tl_expr_ramp (p->arena, place_of (p, buffer, index->base), index->stride, index->dtype.lanes);
}

/* The layout of a matrix in memory, its last argument, says which rows are permuted. */
static const TlExpr *
permute_matrix (Permuter *p, const TlExpr *expr, const TlBuffer *memory)
{
  const TlExpr **args = tl_arena_dup_array (p->arena, const TlExpr *, expr->args, expr->n_args);
  g_autofree char *layout = g_strdup_printf ("%s" TL_MATRIX_PERMUTED "%" G_GINT64_FORMAT, args[expr->n_args - 1]->text,
                                             memory->permuted_row);

  args[expr->n_args - 1] = tl_expr_string (p->arena, layout);
  return tl_expr_call (p->arena, expr->dtype, expr->callee, args, expr->n_args);
}

static const TlExpr *
permute_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Permuter *p = rewriter->user_data;
  TlMatrixCall matrix;

  if (tl_matrix_call_read (expr, &matrix))
    return matrix.memory != NULL && is_permuted (p, matrix.memory) ? permute_matrix (p, expr, matrix.memory) : expr;
  if (expr->kind != TL_EXPR_LOAD || !is_permuted (p, expr->buffer))
    return NULL;
  const TlExpr *index = permute_index (p, expr->buffer, tl_rewrite_expr (rewriter, expr->indices[0]));
  return tl_expr_load (p->arena, expr->buffer, &index, 1);
}

static const TlStmt *
permute_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Permuter *p = rewriter->user_data;
  TlAsyncCopy copy;

  if (stmt->kind == TL_STMT_FOR)
    return tl_rewrite_loop_bound (rewriter, p->analyzer, stmt);
  if (stmt->kind == TL_STMT_EVALUATE && tl_async_copy_read (stmt->expr, &copy))
    {
      if (!is_permuted (p, copy.to))
        return stmt;
      copy.to_offset = place_of (p, copy.to, copy.to_offset);
      return tl_stmt_with_origin (p->arena, tl_async_copy_stmt (p->arena, &copy), stmt->origin);
    }
  if (stmt->kind != TL_STMT_STORE || !is_permuted (p, stmt->buffer))
    return NULL;
  const TlExpr *index = permute_index (p, stmt->buffer, tl_rewrite_expr (rewriter, stmt->indices[0]));
  return tl_stmt_with_origin (p->arena, tl_stmt_store (p->arena, stmt->buffer, &index, 1, tl_rewrite_expr (rewriter, stmt->value)),
                              stmt->origin);
}

static void
remark (const Permuter *p, TlRemarks *remarks)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, p->reasons);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const TlBuffer *buffer = key;

      if (*(const char *) value == '\0')
        tl_remark_buffer (remarks, buffer, "has its rows of %" G_GINT64_FORMAT " elements permuted by 16 bytes", buffer->permuted_row);
      else
        tl_remark_buffer (remarks, buffer, "keeps its rows in order: %s", (const char *) value);
    }
}

const TlPrimFunc *
tl_lower_permute_layouts (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  g_autoptr (GHashTable) reasons = g_hash_table_new (NULL, NULL);
  Permuter p = { .arena = builder->arena, .analyzer = analyzer, .reasons = reasons };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = permute_stmt, .expr = permute_expr, .user_data = &p };

  tl_stmt_walk (func->body, find_asked_for, NULL, &p);
  if (g_hash_table_size (reasons) == 0)
    return func;
  tl_stmt_walk (func->body, check_stmt, check_expr, &p);
  remark (&p, remarks);
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
