/* SPDX-License-Identifier: Apache-2.0 */
/*
 * join-rows: two loops right inside each other that a split made of one along a row are one again, where nothing needs them apart.
 * The row is longer for vectors, and it has no end inside: of 96 columns by 5, 95 are one loop and not 19 of 5.
 *
 *   for j_0 in 19: for j_1 in 5: C[i * 96 + j_0 * 5 + j_1] = …   →   for j in 95: C[i * 96 + j] = …
 *
 * Every index moves as many elements with the outer variable as with a whole run of the inner one, nothing else uses the two, and stores
 * go on element by element. Serial and unrolled loops are joined, and vectorized ones inside that are narrower than a register if they load
 * whole vectors. Unrolled loops stay so where both are. Under a pragma that counts the steps of loops they stay as they are.
 */
#include "core/arith/stride.h"
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlTarget *target;
  TlRemarks      *remarks;
} JoinPass;

typedef struct
{
  JoinPass    *pass;
  const TlVar *outer, *inner;
  gint64       extent;     /* of the inner loop */
  GHashTable  *own;        /* buffers allocated inside */
  guint        n_stores, bits;
  gboolean     has_strides, failed;
} RowCheck;

static TlWalk check_expr (const TlExpr *expr, gpointer user_data);

/* How far the index moves with the inner variable. */
static gint64
check_index (RowCheck *check, const TlExpr *index)
{
  gint64 outer = 0, inner = 0;
  if (!tl_expr_uses_var (index, check->outer) && !tl_expr_uses_var (index, check->inner))
    {
      tl_expr_walk (index, check_expr, check);
      return 0;
    }
  check->failed |= index->dtype.lanes > 1 || tl_expr_reads_memory (index)
                   || !tl_expr_stride (check->pass->analyzer, index, check->outer, &outer)
                   || !tl_expr_stride (check->pass->analyzer, index, check->inner, &inner) || outer != inner * check->extent;
  check->has_strides |= inner < 0 || inner > 1;
  return inner;
}

static TlWalk
check_expr (const TlExpr *expr, gpointer user_data)
{
  RowCheck *check = user_data;
  check->failed |= expr == check->outer || expr == check->inner || (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure);
  if (expr->kind != TL_EXPR_LOAD)
    return check->failed ? TL_WALK_STOP : TL_WALK_INTO;
  for (guint i = 0; i < expr->n_indices; i++)
    check_index (check, expr->indices[i]);
  return check->failed ? TL_WALK_STOP : TL_WALK_OVER;
}

static TlWalk
check_stmt (const TlStmt *stmt, gpointer user_data)
{
  RowCheck *check = user_data;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      {
        gint64 stride = stmt->n_indices == 1 ? check_index (check, stmt->indices[0]) : 0;
        check->failed |= stride != 1 && !g_hash_table_contains (check->own, stmt->buffer);
        check->n_stores += stride == 1;
        check->bits = MAX (check->bits, stmt->buffer->dtype.bits);
        tl_expr_walk (stmt->value, check_expr, check);
        return check->failed ? TL_WALK_STOP : TL_WALK_OVER;
      }
    case TL_STMT_FOR:
      check->failed |= stmt->loop.kind != TL_LOOP_SERIAL && stmt->loop.kind != TL_LOOP_UNROLLED;
      break;
    case TL_STMT_ALLOC:
      g_hash_table_add (check->own, (gpointer) stmt->buffer);
      break;
    case TL_STMT_SEQ:
      break;
    default:
      check->failed = TRUE;
    }
  return check->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
is_plain (const TlLoop *loop, gint64 *extent)
{
  return tl_expr_is_int (loop->min, 0) && tl_expr_get_int (loop->extent, extent) && *extent > 1 && loop->annotations.n == 0;
}

/* Whether the loop and the one that is its whole body are a row. */
static gboolean
is_row (JoinPass *pass, const TlLoop *outer, gint64 extent)
{
  const TlLoop *inner = &outer->body->loop;
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  RowCheck check = { .pass = pass, .outer = outer->var, .inner = inner->var, .extent = extent, .own = own };
  tl_stmt_walk (inner->body, check_stmt, check_expr, &check);
  return !check.failed && check.n_stores > 0
         && (inner->kind != TL_LOOP_VECTORIZED || (!check.has_strides && extent * check.bits < pass->target->vector_bits));
}

static const TlStmt *
join_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  JoinPass *pass = rewriter->user_data;
  if (stmt->kind == TL_STMT_ATTR && g_str_equal (stmt->attr_key, "pragma_auto_unroll_max_step"))
    return stmt;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  if (tl_attrs_find (&stmt->loop.annotations, "pragma_auto_unroll_max_step") != NULL)
    return stmt;
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt);
  const TlLoop *outer = &result->loop, *inner = &outer->body->loop;
  gint64 extent = 0, n = 0;
  if (outer->body->kind != TL_STMT_FOR || !is_plain (outer, &n) || !is_plain (inner, &extent) || inner->kind == TL_LOOP_PARALLEL
      || (outer->kind != TL_LOOP_SERIAL && outer->kind != TL_LOOP_UNROLLED))
    return result;
  if (n > G_MAXINT32 / extent || !is_row (pass, outer, extent))
    return result;
  tl_remark_loop (pass->remarks, outer, "one row of %" G_GINT64_FORMAT " elements together with loop %s inside", n * extent,
                  inner->var->name);
  TlLoop row = *inner;
  row.extent = tl_expr_int (pass->arena, inner->extent->dtype, n * extent);
  row.body = tl_stmt_substitute_var (pass->arena, inner->body, outer->var, tl_expr_int (pass->arena, outer->var->dtype, 0));
  if (inner->kind == TL_LOOP_UNROLLED && outer->kind == TL_LOOP_SERIAL)
    row.kind = TL_LOOP_SERIAL;
  return tl_stmt_loop (pass->arena, &row);
}

const TlPrimFunc *
tl_lower_join_rows (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  JoinPass pass = { builder->arena, analyzer, target, remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = join_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
