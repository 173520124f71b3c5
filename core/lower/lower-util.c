/* SPDX-License-Identifier: Apache-2.0 */
/* Small rewrites that several passes need. */
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"

void
tl_lower_set_unsupported (GError **error, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  GError *made = g_error_new_valist (TL_LOWER_ERROR, TL_LOWER_ERROR_UNSUPPORTED, format, arguments);
  va_end (arguments);
  g_propagate_error (error, made);
}

TlWalk
tl_walk_loop_bound (TlAnalyzer *analyzer, const TlStmt *loop, TlStmtVisit visit_stmt, TlExprVisit visit_expr, gpointer user_data)
{
  gboolean goes_on;

  if (visit_expr != NULL
      && (!tl_expr_walk (loop->loop.min, visit_expr, user_data) || !tl_expr_walk (loop->loop.extent, visit_expr, user_data)))
    return TL_WALK_STOP;
  tl_analyzer_bind (analyzer, loop->loop.var, loop->loop.min, loop->loop.extent);
  goes_on = tl_stmt_walk (loop->loop.body, visit_stmt, visit_expr, user_data);
  tl_analyzer_unbind (analyzer, loop->loop.var);
  return goes_on ? TL_WALK_OVER : TL_WALK_STOP;
}

const TlStmt *
tl_rewrite_loop_bound (TlRewriter *rewriter, TlAnalyzer *analyzer, const TlStmt *loop)
{
  const TlStmt *result;

  tl_analyzer_bind (analyzer, loop->loop.var, loop->loop.min, loop->loop.extent);
  result = tl_rewrite_stmt_children (rewriter, loop);
  tl_analyzer_unbind (analyzer, loop->loop.var);
  return result;
}

const TlStmt *
tl_loop_with_body (TlArena *arena, const TlStmt *loop, const TlStmt *body)
{
  if (loop->loop.body == body)
    return loop;
  TlLoop copy = loop->loop;
  copy.body = body;
  return tl_stmt_with_origin (arena, tl_stmt_loop (arena, &copy), loop->origin);
}

/* One copy of a body: the variable is @value there. */
typedef struct
{
  const TlVar  *var;
  const TlExpr *value;
  guint         index, n;
} UnrolledCopy;

static const TlExpr *
copy_var (TlRewriter *rewriter, const TlExpr *expr)
{
  const UnrolledCopy *copy = rewriter->user_data;

  return expr == copy->var ? copy->value : NULL;
}

static const TlStmt *
copy_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  const UnrolledCopy *copy = rewriter->user_data;
  const TlStmt       *result = tl_rewrite_stmt_children (rewriter, stmt);

  return stmt->origin.id == 0 ? result : tl_stmt_with_origin (rewriter->arena, result, tl_origin_copy (stmt->origin, copy->index, copy->n));
}

const TlStmt *
tl_stmt_unrolled_copy (TlArena *arena, const TlStmt *body, const TlVar *var, const TlExpr *value, guint index, guint n)
{
  UnrolledCopy copy = { var, value, index, n };
  TlRewriter   rewriter = { .arena = arena, .expr = copy_var, .stmt = copy_stmt, .user_data = &copy, .rewrites_shapes = TRUE };

  return tl_rewrite_stmt (&rewriter, body);
}

const TlVar *
tl_var_copy (TlArena *arena, const TlVar *var)
{
  return tl_expr_var (arena, var->name, var->dtype);
}

static const TlBuffer *
swap_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const TlBuffer *const *pair = rewriter->user_data;
  return buffer == pair[0] ? pair[1] : buffer;
}

const TlStmt *
tl_stmt_replace_buffer (TlArena *arena, const TlStmt *stmt, const TlBuffer *from, const TlBuffer *to)
{
  const TlBuffer *pair[2] = { from, to };
  TlRewriter rewriter = { .arena = arena, .buffer = swap_buffer, .user_data = pair };
  return tl_rewrite_stmt (&rewriter, stmt);
}

void
tl_split_conjuncts (const TlExpr *cond, GPtrArray *out)
{
  if (tl_expr_is_true (cond))
    return;
  if (cond->kind == TL_EXPR_AND)
    {
      tl_split_conjuncts (cond->a, out);
      tl_split_conjuncts (cond->b, out);
    }
  else if (cond->kind == TL_EXPR_CALL && g_str_equal (cond->callee->name, "likely"))
    tl_split_conjuncts (cond->args[0], out);
  else
    g_ptr_array_add (out, (gpointer) cond);
}

static TlWalk
find_var (const TlExpr *expr, gpointer user_data)
{
  return expr == user_data ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
tl_stmt_uses_var (const TlStmt *stmt, const TlVar *var)
{
  return !tl_stmt_walk (stmt, NULL, find_var, (gpointer) var);
}

gboolean
tl_stmt_is_nop (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_EVALUATE && (stmt->expr->kind == TL_EXPR_INT || stmt->expr->kind == TL_EXPR_FLOAT);
}

static TlWalk
find_memory (const TlExpr *expr, gpointer user_data)
{
  gboolean *found = user_data;
  if (expr->kind == TL_EXPR_LOAD || (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure))
    *found = TRUE;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
tl_expr_reads_memory (const TlExpr *expr)
{
  gboolean found = FALSE;
  tl_expr_walk (expr, find_memory, &found);
  return found;
}

gboolean
tl_expr_may_divide_by_zero (const TlExpr *expr)
{
  gint64 divisor = 0;
  TlExprKind kind = expr->kind;
  gboolean divides = kind == TL_EXPR_DIV || kind == TL_EXPR_MOD || kind == TL_EXPR_FLOORDIV || kind == TL_EXPR_FLOORMOD;
  const TlExpr *by = divides && expr->b->kind == TL_EXPR_BROADCAST ? expr->b->base : divides ? expr->b : NULL;
  return divides && !tl_dtype_is_float (expr->dtype) && !(tl_expr_get_int (by, &divisor) && divisor != 0);
}

static gboolean
stays_inside (TlAnalyzer *analyzer, const TlExpr *load)
{
  gint64 low, high, extent;
  for (guint d = 0; d < load->n_indices; d++)
    {
      if (load->indices[d]->dtype.lanes > 1 || !tl_buffer_get_extent (load->buffer, d, &extent))
        return FALSE;
      tl_analyzer_const_bounds (analyzer, load->indices[d], &low, &high);
      if (low < 0 || high >= extent)
        return FALSE;
    }
  return TRUE;
}

static TlWalk
find_fault (const TlExpr *expr, gpointer user_data)
{
  TlAnalyzer *analyzer = user_data;
  if (expr->kind == TL_EXPR_LOAD && (analyzer == NULL || !stays_inside (analyzer, expr)))
    return TL_WALK_STOP;
  return tl_expr_may_divide_by_zero (expr) || (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure) ? TL_WALK_STOP : TL_WALK_INTO;
}

gboolean
tl_expr_may_fault (TlAnalyzer *analyzer, const TlExpr *expr)
{
  return !tl_expr_walk (expr, find_fault, analyzer);
}

/* The sum so far of what tl_split_index takes apart. */
typedef struct
{
  TlArena      *arena;
  TlAnalyzer   *analyzer;
  GHashTable   *inner_vars;
  const TlExpr *fixed;
  const TlExpr *moving;
} SplitSum;

static gboolean
split_terms (SplitSum *s, const TlExpr *expr, gboolean negated)
{
  gint64 min, max;
  if (expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB)
    return split_terms (s, expr->a, negated) && split_terms (s, expr->b, negated != (expr->kind == TL_EXPR_SUB));
  if (tl_expr_reads_memory (expr))
    return FALSE;
  const TlExpr **part = tl_expr_uses_any (expr, s->inner_vars) ? &s->moving : &s->fixed;
  if (part == &s->moving)
    {
      tl_analyzer_const_bounds (s->analyzer, expr, &min, &max);
      if (min < -(gint64) G_MAXINT32 || max > G_MAXINT32)
        return FALSE;
    }
  *part = negated ? tl_sub (s->arena, *part, expr) : tl_add (s->arena, *part, expr);
  return TRUE;
}

gboolean
tl_split_index (TlArena *arena, TlAnalyzer *analyzer, GHashTable *inner_vars, const TlExpr *expr, const TlExpr **fixed, gint64 *low,
                gint64 *high)
{
  const TlExpr *zero = tl_expr_int (arena, expr->dtype, 0);
  SplitSum sum = { .arena = arena, .analyzer = analyzer, .inner_vars = inner_vars, .fixed = zero, .moving = zero };
  if (expr->dtype.lanes > 1 || !split_terms (&sum, tl_analyzer_simplify (analyzer, expr), FALSE))
    return FALSE;
  *fixed = tl_analyzer_simplify (analyzer, sum.fixed);
  tl_analyzer_const_bounds (analyzer, sum.moving, low, high);
  return TRUE;
}

gboolean
tl_expr_is_strided_load (const TlExpr *expr)
{
  if (expr->kind != TL_EXPR_LOAD || expr->dtype.lanes == 1 || expr->indices[0]->dtype.lanes == 1)
    return FALSE;
  const TlExpr *position = expr->indices[0];
  return position->kind != TL_EXPR_BROADCAST && !(position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1));
}

#define MAX_WRITTEN_OUT (1 << 20)

gint64
tl_stmt_count_written_out (const TlStmt *stmt, gboolean all)
{
  gint64 extent, n = 0;
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      n = tl_stmt_count_written_out (stmt->loop.body, all);
      if ((all || stmt->loop.kind == TL_LOOP_UNROLLED) && tl_expr_get_int (stmt->loop.extent, &extent))
        n = tl_min (n * tl_min (extent, MAX_WRITTEN_OUT), MAX_WRITTEN_OUT);
      return n;
    case TL_STMT_ALLOC:
      return tl_stmt_count_written_out (stmt->alloc_body, all);
    case TL_STMT_LET:
      return tl_stmt_count_written_out (stmt->let_body, all);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        n += tl_stmt_count_written_out (stmt->stmts[i], all);
      return n;
    default:
      return 1;
    }
}

gboolean
tl_call_may_touch_buffers (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_CALL && !expr->callee->is_pure && !g_str_has_prefix (expr->callee->name, "tvm_warp_");
}

/* b <= a is a >= b, and so on. */
static TlExprKind
turn_comparison (TlExprKind kind)
{
  switch (kind)
    {
    case TL_EXPR_LT:
      return TL_EXPR_GT;
    case TL_EXPR_LE:
      return TL_EXPR_GE;
    case TL_EXPR_GT:
      return TL_EXPR_LT;
    default:
      return TL_EXPR_LE;
    }
}

/* r + s * lane >= b, or < b, is r >= b, or r < b, where r - b is a multiple of m and s * lane in [0, m). */
const TlExpr *
tl_uniform_comparison (TlArena *arena, TlAnalyzer *analyzer, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  gint64 stride, multiple, rest, length;

  if (kind != TL_EXPR_LT && kind != TL_EXPR_LE && kind != TL_EXPR_GT && kind != TL_EXPR_GE)
    return NULL;
  if (b->kind == TL_EXPR_RAMP && a->dtype.lanes == 1)
    return tl_uniform_comparison (arena, analyzer, turn_comparison (kind), b, a);
  if (a->kind != TL_EXPR_RAMP || b->dtype.lanes != 1 || b->dtype.code != TL_TYPE_INT || (kind != TL_EXPR_LT && kind != TL_EXPR_GE)
      || !tl_expr_get_int (a->stride, &stride) || stride < 1 || __builtin_mul_overflow (stride, (gint64) a->dtype.lanes - 1, &length))
    return NULL;
  tl_analyzer_modular (analyzer, tl_analyzer_simplify (analyzer, tl_sub (arena, a->base, b)), &multiple, &rest);
  return (multiple == 0 || multiple > length) && rest == 0 ? tl_binary (arena, kind, a->base, b) : NULL;
}
