/* SPDX-License-Identifier: Apache-2.0 */
/*
 * partition-loops: a loop whose body asks about its variable is cut where the answer changes, so that each part knows it.
 *
 *   for io in 13: for ii in 8: if io * 8 + ii < 100: S   →   for io in 12: for ii in 8: S;   for ii in 4: S [io = 12]
 *
 * Conditions count where they are affine in the variable with a constant factor and the rest is bounded by the loops inside; a cut lies
 * where the condition becomes always true or never true whatever the inner loops do. Parts that stay mixed are cut again by inner loops.
 * A parallel loop stays one, with a branch for each part.
 */
#include "core/lower/lower-private.h"

#define MAX_CUTS 4              /* per loop: 5 parts */
#define MAX_TOTAL_STEPS 2048    /* code grows to at most this many statements by cutting */

typedef struct
{
  TlArena     *arena;
  TlAnalyzer  *analyzer;
  TlRemarks   *remarks;
  const TlVar *var;             /* of the loop looked at */
  GArray      *cuts;            /* gint64, inside (begin, end) */
  gint64       begin, end;
  gint64       steps_left;
} Partitioner;

static const TlStmt *partition_stmt (Partitioner *p, const TlStmt *stmt);

static void
add_cut (Partitioner *p, gint64 at)
{
  if (at <= p->begin || at >= p->end)
    return;
  for (guint i = 0; i < p->cuts->len; i++)
    if (g_array_index (p->cuts, gint64, i) == at)
      return;
  g_array_append_val (p->cuts, at);
}

/* difference = slope * var + rest with rest in [low, high]; FALSE if it has another form or no bounds. */
static gboolean
affine_form (Partitioner *p, const TlExpr *difference, gint64 *slope, gint64 *low, gint64 *high)
{
  const TlExpr *zero = tl_expr_int (p->arena, p->var->dtype, 0);
  if (!tl_expr_stride (p->analyzer, difference, p->var, slope) || *slope == 0)
    return FALSE;
  const TlExpr *rest = tl_analyzer_simplify (p->analyzer, tl_expr_substitute_var (p->arena, difference, p->var, zero));
  tl_analyzer_const_bounds (p->analyzer, rest, low, high);
  const gint64 limit = G_MAXINT64 / 4;
  return *low > -limit && *high < limit && ABS (*slope) < G_MAXINT32;
}

/* slope * x + rest < 0: cuts where it holds for all rests from, and for none from. */
static void
cut_less (Partitioner *p, gint64 slope, gint64 low, gint64 high)
{
  if (slope > 0)
    {
      add_cut (p, tl_floordiv_int64 (-high - 1, slope) + 1);
      add_cut (p, tl_floordiv_int64 (-low + slope - 1, slope));
    }
  else
    {
      add_cut (p, tl_floordiv_int64 (high, -slope) + 1);
      add_cut (p, tl_floordiv_int64 (low, -slope) + 1);
    }
}

static void
cut_compare (Partitioner *p, const TlExpr *cond)
{
  gboolean is_order = cond->kind == TL_EXPR_LT || cond->kind == TL_EXPR_LE || cond->kind == TL_EXPR_GT || cond->kind == TL_EXPR_GE;
  if (!(is_order || cond->kind == TL_EXPR_EQ || cond->kind == TL_EXPR_NE) || cond->a->dtype.code != TL_TYPE_INT || cond->a->dtype.lanes > 1
      || !tl_expr_uses_var (cond, p->var) || tl_expr_reads_memory (cond))
    return;
  gint64 slope, low, high;
  if (!affine_form (p, tl_sub (p->arena, cond->a, cond->b), &slope, &low, &high))
    return;
  switch (cond->kind)
    {
    case TL_EXPR_LT:
      cut_less (p, slope, low, high);
      break;
    case TL_EXPR_LE:
      cut_less (p, slope, low - 1, high - 1);
      break;
    case TL_EXPR_GT:   /* not (a - b <= 0) changes where a - b - 1 < 0 does */
      cut_less (p, slope, low - 1, high - 1);
      break;
    case TL_EXPR_GE:
      cut_less (p, slope, low, high);
      break;
    default:
      if (low == high && low % slope == 0)
        {
          add_cut (p, -low / slope);
          add_cut (p, -low / slope + 1);
        }
    }
}

static void
cut_condition (Partitioner *p, const TlExpr *cond)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  tl_split_conjuncts (cond, parts);
  for (guint i = 0; i < parts->len; i++)
    {
      const TlExpr *part = parts->pdata[i];
      if (part->kind == TL_EXPR_OR)
        {
          cut_condition (p, part->a);
          cut_condition (p, part->b);
        }
      else if (part->kind == TL_EXPR_NOT)
        cut_condition (p, part->a);
      else
        cut_compare (p, part);
    }
}

static TlWalk
visit_expr (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_CALL && expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else"))
    cut_condition (user_data, expr->args[0]);
  return TL_WALK_INTO;
}

/* Conditions inside of a condition are evaluated only where that holds: the last tile's loops do not reach beyond it. */
static TlWalk
visit_stmt (const TlStmt *stmt, gpointer user_data)
{
  Partitioner *p = user_data;
  if (stmt->kind == TL_STMT_FOR)
    return tl_walk_loop_bound (p->analyzer, stmt, visit_stmt, visit_expr, p);
  if (stmt->kind != TL_STMT_IF || tl_expr_reads_memory (stmt->cond))
    return TL_WALK_INTO;
  cut_condition (p, stmt->cond);
  tl_expr_walk (stmt->cond, visit_expr, p);
  tl_analyzer_push (p->analyzer, stmt->cond);
  tl_stmt_walk (stmt->then_body, visit_stmt, visit_expr, p);
  tl_analyzer_pop (p->analyzer);
  if (stmt->else_body != NULL)
    tl_stmt_walk (stmt->else_body, visit_stmt, visit_expr, p);
  return TL_WALK_OVER;
}

static gint
compare_cuts (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;
  return x < y ? -1 : x > y;
}

/*
 * The parts [begin, cut), [cut, cut) … [cut, end), one after the other, each simplified with what holds in it and partitioned further
 * inside.
 */
static const TlStmt *
cut_loop (Partitioner *p, const TlStmt *stmt, gint64 begin, gint64 end, GArray *cuts)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  for (guint i = 0; i <= cuts->len; i++)
    {
      gint64 from = i == 0 ? begin : g_array_index (cuts, gint64, i - 1), to = i == cuts->len ? end : g_array_index (cuts, gint64, i);
      TlLoop part = stmt->loop;
      part.min = tl_expr_int (p->arena, part.var->dtype, from);
      part.extent = tl_expr_int (p->arena, part.var->dtype, to - from);
      const TlStmt *settled = tl_stmt_simplify_with (p->arena, p->analyzer, tl_stmt_loop (p->arena, &part));
      if (!tl_stmt_is_nop (settled))
        g_ptr_array_add (parts, (gpointer) partition_stmt (p, settled));
    }
  return tl_stmt_seq (p->arena, (const TlStmt *const *) parts->pdata, parts->len);
}

/* As cut_loop, in one loop: parts one after the other would wait for each other, and a short last part would have one core. */
static const TlStmt *
branch_loop (Partitioner *p, const TlStmt *stmt, gint64 begin, gint64 end, GArray *cuts)
{
  const TlVar  *var = stmt->loop.var;
  const TlStmt *branches = NULL;
  for (guint i = cuts->len + 1; i-- > 0;)
    {
      gint64 from = i == 0 ? begin : g_array_index (cuts, gint64, i - 1), to = i == cuts->len ? end : g_array_index (cuts, gint64, i);
      const TlExpr *limit = tl_expr_int (p->arena, var->dtype, to);
      tl_analyzer_bind (p->analyzer, var, tl_expr_int (p->arena, var->dtype, from), tl_expr_int (p->arena, var->dtype, to - from));
      const TlStmt *part = partition_stmt (p, tl_stmt_simplify_with (p->arena, p->analyzer, stmt->loop.body));
      tl_analyzer_unbind (p->analyzer, var);
      branches = branches == NULL ? part
                                  : tl_stmt_if (p->arena, tl_binary (p->arena, TL_EXPR_LT, var, limit), part, branches);
    }
  return tl_loop_with_body (p->arena, stmt, branches);
}

static void
remark_cuts (Partitioner *p, const TlLoop *loop, const GArray *cuts, gboolean is_cut)
{
  g_autoptr (GString) places = p->remarks != NULL ? g_string_new (NULL) : NULL;
  if (places == NULL || cuts->len == 0)
    return;
  for (guint i = 0; i < cuts->len; i++)
    g_string_append_printf (places, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", g_array_index (cuts, gint64, i));
  if (!is_cut && cuts->len > MAX_CUTS)
    tl_remark_loop (p->remarks, loop, "not cut: conditions inside change at %u places, more than %d", cuts->len, MAX_CUTS);
  else if (!is_cut)
    tl_remark_loop (p->remarks, loop, "not cut at %s, where conditions inside change: there would be too many statements", places->str);
  else
    tl_remark_loop (p->remarks, loop, "%s at %s, where conditions inside change",
                    loop->kind == TL_LOOP_PARALLEL ? "has branches" : "cut", places->str);
}

static const TlStmt *
partition_loop (Partitioner *p, const TlStmt *stmt)
{
  g_autoptr (GArray) cuts = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 begin, extent;
  tl_analyzer_bind (p->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  if (tl_expr_get_int (stmt->loop.min, &begin) && tl_expr_get_int (stmt->loop.extent, &extent) && extent > 1
      && !__builtin_add_overflow (begin, extent, &p->end))
    {
      p->var = stmt->loop.var;
      p->cuts = cuts;
      p->begin = begin;
      tl_stmt_walk (stmt->loop.body, visit_stmt, visit_expr, p);
      gint64 cost = (gint64) cuts->len * tl_stmt_count_steps (stmt->loop.body);
      gboolean is_cut = cuts->len > 0 && cuts->len <= MAX_CUTS && cost <= p->steps_left;
      g_array_sort (cuts, compare_cuts);
      remark_cuts (p, &stmt->loop, cuts, is_cut);
      if (is_cut)
        {
          p->steps_left -= cost;
          return (stmt->loop.kind == TL_LOOP_PARALLEL ? branch_loop : cut_loop) (p, stmt, begin, begin + extent, cuts);
        }
    }
  const TlStmt *body = partition_stmt (p, stmt->loop.body);
  tl_analyzer_unbind (p->analyzer, stmt->loop.var);
  return tl_loop_with_body (p->arena, stmt, body);
}

static const TlStmt *
partition_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR ? partition_loop (rewriter->user_data, stmt) : NULL;
}

static const TlStmt *
partition_stmt (Partitioner *p, const TlStmt *stmt)
{
  TlRewriter rewriter = { .arena = p->arena, .stmt = partition_hook, .user_data = p };
  return tl_rewrite_stmt (&rewriter, stmt);
}

const TlPrimFunc *
tl_lower_partition_loops (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  Partitioner p = { .arena = builder->arena, .analyzer = analyzer, .remarks = remarks, .steps_left = MAX_TOTAL_STEPS };
  return tl_prim_func_with_body (builder->arena, func, partition_stmt (&p, func->body));
}
