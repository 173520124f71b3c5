/* SPDX-License-Identifier: Apache-2.0 */
/*
 * join-rows: two loops right inside each other that a split made of one along a row are one again, where nothing needs them apart.
 * The row is longer for vectors, and it has no end inside: of 96 columns by 5, 95 are one loop and not 19 of 5.
 *
 *   for j_0 in 19: for j_1 in 5: C[i * 96 + j_0 * 5 + j_1] = …   →   for j in 95: C[i * 96 + j] = …
 *
 * Every index moves as many elements with the outer variable as with a whole run of the inner one, nothing else uses the two, and stores
 * go on element by element. Serial and unrolled loops are joined, and vectorized ones inside that are narrower than a register, or as wide
 * around a loop, so that registers side by side share what it loads. Unrolled loops stay so where both are. Under a pragma that counts
 * the steps of loops they stay as they are.
 *
 * The two may also stand the other way round, with other loops between, if no iteration touches what another one stores. And a condition
 * in them that all stores are under may end the row, also that of a reduction:
 *
 *   for j_1 in 5: for j_0 in 20: if j_0 * 5 + j_1 < 96: C[j_0 * 5 + j_1] = …   →   for j in 96: C[j] = …
 */
#include "core/arith/stride.h"
#include "core/lower/lower-private.h"

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlTarget *target;
  TlRemarks      *remarks;
  const TlLoop   *around;   /* whose body the current loop is; nullable */
} JoinPass;

typedef struct
{
  JoinPass    *pass;
  const TlVar *outer, *inner;
  gint64       n_outer, n_inner;   /* their extents */
  gboolean     is_across;  /* the inner loop goes on by whole runs of the outer one */
  GHashTable  *own;        /* buffers allocated inside */
  guint        n_stores, bits;
  guint        n_sums;     /* stores that do not move with the row */
  gint64       end;        /* of the row, by a condition; 0: there is none */
  guint        n_ends;     /* such conditions around the current place */
  gboolean     has_strides, is_open, failed;   /* is_open: a store under no such condition */
  gboolean     adds_up;    /* all stores, in each iteration of the loop around and of none inside */
} RowCheck;

static TlWalk check_expr (const TlExpr *expr, gpointer user_data);

/* How far an expression moves with the row; FALSE: not with the row alone. */
static gboolean
row_stride (const RowCheck *check, const TlExpr *expr, gint64 *stride)
{
  gint64 outer, inner, run;
  if (!tl_expr_stride (check->pass->analyzer, expr, check->outer, &outer)
      || !tl_expr_stride (check->pass->analyzer, expr, check->inner, &inner))
    return FALSE;
  *stride = check->is_across ? outer : inner;
  if (check->is_across)
    return !__builtin_mul_overflow (outer, check->n_outer, &run) && inner == run;
  return !__builtin_mul_overflow (inner, check->n_inner, &run) && outer == run;
}

/* How far the index moves with the row. */
static gint64
check_index (RowCheck *check, const TlExpr *index)
{
  gint64 stride = 0;
  if (!tl_expr_uses_var (index, check->outer) && !tl_expr_uses_var (index, check->inner))
    {
      tl_expr_walk (index, check_expr, check);
      return 0;
    }
  check->failed |= index->dtype.lanes > 1 || tl_expr_reads_memory (index) || !row_stride (check, index, &stride);
  check->has_strides |= stride < 0 || stride > 1;
  return stride;
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

/* Where a condition on the row ends it, so that it holds for the iterations before; 0: it is another condition. */
static gint64
find_end (const RowCheck *check, const TlExpr *less)
{
  TlArena *arena = check->pass->arena;
  gint64   stride, limit, first, range;
  if (less->kind != TL_EXPR_LT || !tl_expr_get_int (less->b, &limit) || tl_expr_reads_memory (less->a)
      || !row_stride (check, less->a, &stride) || stride < 1)
    return 0;
  const TlExpr *start = tl_expr_substitute_var (arena, less->a, check->outer, tl_expr_int (arena, check->outer->dtype, 0));
  start = tl_expr_substitute_var (arena, start, check->inner, tl_expr_int (arena, check->inner->dtype, 0));
  if (!tl_expr_get_int (tl_analyzer_simplify (check->pass->analyzer, start), &first) || __builtin_sub_overflow (limit, first, &range))
    return 0;
  return range > 0 ? (range - 1) / stride + 1 : 0;
}

/* A condition's parts but for that which ends the row, of which *@end is set; NULL: that was all. */
static const TlExpr *
without_end (const RowCheck *check, const TlExpr *cond, gint64 *end)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  const TlExpr *rest = NULL;
  *end = 0;
  tl_split_conjuncts (cond, parts);
  for (guint i = 0; i < parts->len; i++)
    {
      gint64 here = *end == 0 ? find_end (check, parts->pdata[i]) : 0;
      *end = MAX (*end, here);
      if (here == 0)
        rest = rest == NULL ? parts->pdata[i] : tl_expr_binary (check->pass->arena, TL_EXPR_AND, rest, parts->pdata[i]);
    }
  return rest;
}

/* A condition that stays: comparisons may go along with the row. */
static void
check_cond (RowCheck *check, const TlExpr *cond)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  tl_split_conjuncts (cond, parts);
  for (guint i = 0; i < parts->len; i++)
    {
      const TlExpr *part = parts->pdata[i];
      if (part->kind == TL_EXPR_EQ || part->kind == TL_EXPR_LT || part->kind == TL_EXPR_LE)
        {
          check_index (check, part->a);
          check_index (check, part->b);
        }
      else
        tl_expr_walk (part, check_expr, check);
    }
}

static TlWalk
check_stmt (const TlStmt *stmt, gpointer user_data)
{
  RowCheck *check = user_data;
  gint64    end = 0;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      {
        gint64 stride = stmt->n_indices == 1 ? check_index (check, stmt->indices[0]) : 0;
        gboolean is_own = g_hash_table_contains (check->own, stmt->buffer);
        check->failed |= stride != 1 && stride != 0 && !is_own;
        check->n_stores += stride == 1;
        check->n_sums += stride == 0 && !is_own;
        check->is_open |= check->n_ends == 0;
        check->adds_up = check->adds_up && tl_expr_loads (stmt->value, stmt->buffer) && stmt->n_indices == 1
                         && !tl_expr_uses_var (stmt->indices[0], check->pass->around->var);
        check->bits = MAX (check->bits, stmt->buffer->dtype.bits);
        tl_expr_walk (stmt->value, check_expr, check);
        return check->failed ? TL_WALK_STOP : TL_WALK_OVER;
      }
    case TL_STMT_FOR:
      check->failed |= stmt->loop.kind != TL_LOOP_SERIAL && stmt->loop.kind != TL_LOOP_UNROLLED;
      check->adds_up = FALSE;
      break;
    case TL_STMT_ALLOC:
      g_hash_table_add (check->own, (gpointer) stmt->buffer);
      break;
    case TL_STMT_SEQ:
      break;
    case TL_STMT_IF:
      {
        const TlExpr *rest = stmt->else_body == NULL ? without_end (check, stmt->cond, &end) : stmt->cond;
        if (rest != NULL)
          check_cond (check, rest);
        check->failed |= end > 0 && check->end > 0 && end != check->end;
        check->end = MAX (check->end, end);
        check->n_ends += end > 0;
        tl_stmt_walk (stmt->then_body, check_stmt, check_expr, check);
        check->n_ends -= end > 0;
        if (stmt->else_body != NULL)
          tl_stmt_walk (stmt->else_body, check_stmt, check_expr, check);
        return check->failed ? TL_WALK_STOP : TL_WALK_OVER;
      }
    default:
      check->failed = TRUE;
    }
  return check->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static const TlStmt *
drop_end (TlRewriter *rewriter, const TlStmt *stmt)
{
  gint64 end;
  if (stmt->kind != TL_STMT_IF || stmt->else_body != NULL)
    return NULL;
  const TlExpr *rest = without_end (rewriter->user_data, stmt->cond, &end);
  if (end == 0)
    return NULL;
  const TlStmt *body = tl_rewrite_stmt (rewriter, stmt->then_body);
  return rest != NULL ? tl_stmt_if (rewriter->arena, rest, body, NULL) : body;
}

static gboolean
is_plain (const TlLoop *loop, gint64 *extent)
{
  return tl_expr_is_int (loop->min, 0) && tl_expr_get_int (loop->extent, extent) && *extent > 1 && loop->annotations.n == 0;
}

/* @stmt, a loop that has nothing but the loop @inner in it, perhaps in others, with @body in place of @inner. */
static const TlStmt *
replace_inner (TlArena *arena, const TlStmt *stmt, const TlStmt *inner, const TlStmt *body)
{
  return stmt == inner ? body : tl_loop_with_body (arena, stmt, replace_inner (arena, stmt->loop.body, inner, body));
}

/* The row that two loops are, of which the inner one is all that is in the outer one, perhaps in others; NULL: they are none. */
static const TlStmt *
join_loops (JoinPass *pass, const TlLoop *outer, const TlStmt *inner_stmt, gint64 n_outer, gint64 n_inner, gboolean is_across)
{
  const TlLoop *inner = &inner_stmt->loop;
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  RowCheck check = { .pass = pass, .outer = outer->var, .inner = inner->var, .n_outer = n_outer, .n_inner = n_inner,
                     .is_across = is_across, .own = own, .adds_up = pass->around != NULL };
  tl_stmt_walk (inner->body, check_stmt, check_expr, &check);
  gboolean is_narrow = n_inner * check.bits < pass->target->vector_bits, is_next = inner_stmt == outer->body, is_ended = check.end > 0;
  gboolean is_vector = inner->kind == TL_LOOP_VECTORIZED;
  gint64 end = is_ended ? MIN (check.end, n_outer * n_inner) : n_outer * n_inner;
  if (check.failed || check.n_stores + check.n_sums == 0 || end < 2 || (is_ended && check.is_open))
    return NULL;
  if (check.n_sums > 0 && (is_across || !is_next || !is_ended || is_vector))
    return NULL;   /* iterations of a reduction keep their order, and an even split does not cost anything */
  if (!is_across && !is_next && !is_narrow)
    return NULL;   /* a tile's row, whose loops stand around others for a reason */
  gboolean is_register = !is_across && is_vector && !is_ended && n_inner * check.bits == pass->target->vector_bits
                         && tl_stmt_count_written_out (inner->body, TRUE) > tl_stmt_count_steps (inner->body);
  gboolean is_long_sum = check.adds_up && !check.has_strides && end * check.bits > tl_target_sum_bits (pass->target);
  if (!is_across && is_vector && !is_narrow && !is_register && !is_ended && !is_long_sum)
    return NULL;
  TlRewriter rewriter = { .arena = pass->arena, .stmt = drop_end, .user_data = &check };
  const TlStmt *body = is_ended ? tl_rewrite_stmt (&rewriter, inner->body) : inner->body;
  TlLoop row = *inner;
  const TlVar *gone = is_across ? inner->var : outer->var;
  row.var = is_across ? outer->var : inner->var;
  row.extent = tl_expr_int (pass->arena, inner->extent->dtype, end);
  body = tl_stmt_substitute_var (pass->arena, body, gone, tl_expr_int (pass->arena, gone->dtype, 0));
  row.body = replace_inner (pass->arena, outer->body, inner_stmt, body);
  row.kind = TL_LOOP_UNROLLED;
  const TlStmt *result = tl_stmt_loop (pass->arena, &row);
  gboolean needs_proof = is_across || !is_next || (is_vector && check.has_strides) || is_register;
  if (needs_proof && tl_loop_row_lanes (pass->arena, pass->analyzer, result, pass->around, NULL, pass->target) == 0)
    return NULL;
  row.kind = is_register ? TL_LOOP_SERIAL : inner->kind;
  if (inner->kind == TL_LOOP_UNROLLED && outer->kind == TL_LOOP_SERIAL)
    row.kind = TL_LOOP_SERIAL;
  tl_remark_loop (pass->remarks, outer, "one row of %" G_GINT64_FORMAT " elements together with loop %s inside", end, inner->var->name);
  return tl_stmt_loop (pass->arena, &row);
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
  const TlLoop *around = pass->around;
  pass->around = stmt->loop.body->kind == TL_STMT_FOR ? &stmt->loop : NULL;
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt), *row = NULL;
  pass->around = around;
  const TlLoop *outer = &result->loop;
  gint64 n_inner = 0, n_outer = 0;
  if (!is_plain (outer, &n_outer) || (outer->kind != TL_LOOP_SERIAL && outer->kind != TL_LOOP_UNROLLED))
    return result;
  for (const TlStmt *inner = outer->body; inner->kind == TL_STMT_FOR && row == NULL; inner = inner->loop.body)
    {
      if (!is_plain (&inner->loop, &n_inner) || inner->loop.kind == TL_LOOP_PARALLEL || n_outer > G_MAXINT32 / n_inner)
        break;
      row = join_loops (pass, outer, inner, n_outer, n_inner, FALSE);
      if (row == NULL)
        row = join_loops (pass, outer, inner, n_outer, n_inner, TRUE);
    }
  return row != NULL ? row : result;
}

const TlPrimFunc *
tl_lower_join_rows (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  JoinPass pass = { builder->arena, analyzer, target, remarks, NULL };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = join_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
