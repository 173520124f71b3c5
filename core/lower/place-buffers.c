/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place-buffers: an intermediate buffer is allocated just around its uses, inside as many loops as possible: there it is small
 * (compact-buffers), close to the core, and each thread of a parallel loop has its own.
 *
 * An allocation may move into a loop if nothing flows through the buffer from one iteration to the next: every element that an iteration
 * reads was written before in the same iteration. That is shown, not assumed: reads are compared with the boxes that earlier statements
 * surely write. Where it cannot be shown the buffer stays outside, which is always right.
 */
#include "core/lower/lower-private.h"

/* A loop that encloses a store but not yet the reads it is compared with. */
typedef struct
{
  const TlVar  *var;
  const TlExpr *min;
  gint64        extent;
} Spread;

/* One store that surely happens, for all iterations of the loops in @spreads. */
typedef struct
{
  const TlExpr *const *indices;
  GArray              *spreads;   /* Spread */
} Written;

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  TlAnalyzer     *ranges;         /* of loops alone: what holds whether conditions do or not */
  const TlBuffer *buffer;
  GPtrArray      *guards;         /* conditions around the current statement, conjunct by conjunct */
} Flow;

static void
written_free (gpointer data)
{
  Written *written = data;
  g_array_unref (written->spreads);
  g_free (written);
}

static GPtrArray *
written_list_new (const GPtrArray *from)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (written_free);
  for (guint i = 0; from != NULL && i < from->len; i++)
    {
      const Written *old = from->pdata[i];
      Written *copy = g_new (Written, 1);
      copy->indices = old->indices;
      copy->spreads = g_array_copy (old->spreads);
      g_ptr_array_add (list, copy);
    }
  return list;
}

/* --- boxes -------------------------------------------------------------------------------------------------------------------------------- */

static gboolean
constant_slope (Flow *f, const TlExpr *expr, const TlVar *var, gint64 *slope)
{
  const TlExpr *next = tl_expr_substitute_var (f->arena, expr, var, tl_add (f->arena, var, tl_expr_int (f->arena, var->dtype, 1)));
  return tl_expr_get_int (tl_analyzer_simplify (f->analyzer, tl_sub (f->arena, next, expr)), slope);
}

/*
 * The interval that index @dim fills while the spreads run, exactly: spreads are taken from the smallest step to the largest, and each
 * step must not be larger than what is filled so far, or there are holes. A spread may move one dimension only (@used marks those
 * taken), or the set is no box.
 */
static gboolean
filled_interval (Flow *f, const Written *written, guint dim, gboolean *used, const TlExpr **min, gint64 *extent)
{
  gint64 slopes[32];
  guint n = written->spreads->len;
  if (n > G_N_ELEMENTS (slopes))
    return FALSE;
  *min = written->indices[dim];
  *extent = 1;
  for (guint i = 0; i < n; i++)
    {
      const Spread *spread = &g_array_index (written->spreads, Spread, i);
      slopes[i] = 0;
      if (!tl_expr_uses_var (written->indices[dim], spread->var))
        continue;
      if (used[i] || !constant_slope (f, written->indices[dim], spread->var, &slopes[i]))
        return FALSE;
      used[i] = TRUE;
      gint64 at = slopes[i] < 0 ? spread->extent - 1 : 0;
      *min = tl_expr_substitute_var (f->arena, *min, spread->var, tl_add (f->arena, spread->min, tl_expr_int (f->arena, spread->var->dtype, at)));
    }
  for (guint done = 0; done < n; done++)
    {
      guint best = n;
      for (guint i = 0; i < n; i++)
        if (slopes[i] != 0 && (best == n || ABS (slopes[i]) < ABS (slopes[best])))
          best = i;
      if (best == n)
        break;
      gint64 count = g_array_index (written->spreads, Spread, best).extent;
      if (count > 1 && ABS (slopes[best]) > *extent)
        return FALSE;
      *extent += ABS (slopes[best]) * (count - 1);
      slopes[best] = 0;
    }
  return TRUE;
}

/* Is @indices, with all variables around bound, inside what @written fills? */
static gboolean
covers (Flow *f, const Written *written, const TlExpr *const *indices)
{
  g_autofree gboolean *used = g_new0 (gboolean, written->spreads->len + 1);
  for (guint d = 0; d < f->buffer->n_dims; d++)
    {
      const TlExpr *min;
      gint64 extent;
      if (!filled_interval (f, written, d, used, &min, &extent))
        return FALSE;
      const TlExpr *offset = tl_analyzer_simplify (f->analyzer, tl_sub (f->arena, indices[d], min));
      gint64 low, high;
      tl_analyzer_const_bounds (f->analyzer, offset, &low, &high);
      gint64 whole;
      gboolean is_whole = tl_expr_is_int (min, 0) && tl_buffer_get_extent (f->buffer, d, &whole) && extent >= whole;
      if (!is_whole && (low < 0 || high >= extent))
        return FALSE;
    }
  return TRUE;
}

/* --- flow through one iteration ------------------------------------------------------------------------------------------------------------ */

typedef struct
{
  Flow            *flow;
  const GPtrArray *written;
  gboolean         ok;
} ReadCheck;

static TlWalk
check_load (const TlExpr *expr, gpointer user_data)
{
  ReadCheck *check = user_data;
  if (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure)
    check->ok = FALSE;
  if (expr->kind == TL_EXPR_LOAD && expr->buffer == check->flow->buffer)
    {
      gboolean found = FALSE;
      for (guint i = 0; !found && i < check->written->len; i++)
        found = covers (check->flow, check->written->pdata[i], expr->indices);
      check->ok &= found;
    }
  return check->ok ? TL_WALK_INTO : TL_WALK_STOP;
}

static gboolean
reads_covered (Flow *f, const TlExpr *expr, const GPtrArray *written)
{
  ReadCheck check = { .flow = f, .written = written, .ok = TRUE };
  tl_expr_walk (expr, check_load, &check);
  return check.ok;
}

/*
 * A guard "index < n" on an index of the store itself, with n no smaller than the buffer, keeps only elements away that do not exist; nobody
 * can read them either. That the two are equal must not follow from the guard: under "w < 1" w is index 0 of a dimension of one.
 */
static gboolean
is_bounds_guard (Flow *f, const TlExpr *guard, const TlExpr *const *indices)
{
  for (guint d = 0; d < f->buffer->n_dims; d++)
    {
      gint64 extent, limit;
      if (guard->kind == TL_EXPR_LT && tl_buffer_get_extent (f->buffer, d, &extent) && tl_expr_get_int (guard->b, &limit) && limit >= extent
          && tl_analyzer_can_prove_equal (f->ranges, guard->a, indices[d]))
        return TRUE;
      if (guard->kind == TL_EXPR_GE && tl_expr_is_int (guard->b, 0) && tl_analyzer_can_prove_equal (f->ranges, guard->a, indices[d]))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_certain (Flow *f, const TlStmt *store)
{
  for (guint i = 0; i < f->guards->len; i++)
    if (!is_bounds_guard (f, f->guards->pdata[i], store->indices))
      return FALSE;
  return TRUE;
}

static gboolean flow_stmt (Flow *f, const TlStmt *stmt, GPtrArray *written);

static gboolean
flow_store (Flow *f, const TlStmt *stmt, GPtrArray *written)
{
  if (!reads_covered (f, stmt->value, written))
    return FALSE;
  for (guint i = 0; i < stmt->n_indices; i++)
    if (!reads_covered (f, stmt->indices[i], written))
      return FALSE;
  if (stmt->buffer != f->buffer || !is_certain (f, stmt))
    return TRUE;
  Written *made = g_new (Written, 1);
  made->indices = stmt->indices;
  made->spreads = g_array_new (FALSE, FALSE, sizeof (Spread));
  g_ptr_array_add (written, made);
  return TRUE;
}

typedef struct
{
  const TlVar *var;
  gint64       extent;
  gint64       divisor;   /* 0: none found */
} DigitSearch;

/* var // c or var % c, where c divides the extent. */
static TlWalk
find_digit (const TlExpr *expr, gpointer user_data)
{
  DigitSearch *search = user_data;
  gint64 divisor;
  if ((expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD) && expr->a == search->var && tl_expr_get_int (expr->b, &divisor)
      && divisor > 1 && divisor < search->extent && search->extent % divisor == 0)
    search->divisor = divisor;
  return search->divisor != 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

/*
 * Adds the loop to the spreads. One of which the indices use quotient and remainder, as they do after a layout was changed, is two loops
 * to them: v = high * c + low.
 */
static void
spread_over (Flow *f, Written *written, Spread spread)
{
  DigitSearch search = { .var = spread.var, .extent = spread.extent };
  for (guint d = 0; tl_expr_is_int (spread.min, 0) && d < f->buffer->n_dims; d++)
    tl_expr_walk (written->indices[d], find_digit, &search);
  if (search.divisor == 0)
    {
      g_array_append_val (written->spreads, spread);
      return;
    }
  Spread high = { .var = tl_var_copy (f->arena, spread.var), .min = spread.min, .extent = spread.extent / search.divisor };
  Spread low = { .var = tl_var_copy (f->arena, spread.var), .min = spread.min, .extent = search.divisor };
  const TlExpr *divisor = tl_expr_int (f->arena, spread.var->dtype, search.divisor);
  const TlExpr *value = tl_add (f->arena, tl_mul (f->arena, high.var, divisor), low.var);
  const TlExpr **indices = tl_arena_new_array (f->arena, const TlExpr *, f->buffer->n_dims);
  tl_analyzer_bind (f->analyzer, high.var, high.min, tl_expr_int (f->arena, spread.var->dtype, high.extent));
  tl_analyzer_bind (f->analyzer, low.var, low.min, divisor);
  for (guint d = 0; d < f->buffer->n_dims; d++)
    indices[d] = tl_analyzer_simplify (f->analyzer, tl_expr_substitute_var (f->arena, written->indices[d], spread.var, value));
  written->indices = indices;
  spread_over (f, written, high);
  spread_over (f, written, low);
}

/* What the body writes is written for all iterations afterwards; inside, an iteration relies on its own writes alone. */
static gboolean
flow_loop (Flow *f, const TlStmt *stmt, GPtrArray *written)
{
  const TlLoop *loop = &stmt->loop;
  gint64 extent = 0;
  if (!reads_covered (f, loop->min, written) || !reads_covered (f, loop->extent, written))
    return FALSE;
  tl_analyzer_bind (f->analyzer, loop->var, loop->min, loop->extent);
  tl_analyzer_bind (f->ranges, loop->var, loop->min, loop->extent);
  g_autoptr (GPtrArray) inside = written_list_new (written);
  gboolean is_covered = flow_stmt (f, loop->body, inside);
  tl_analyzer_unbind (f->ranges, loop->var);
  tl_analyzer_unbind (f->analyzer, loop->var);
  if (!is_covered)
    return FALSE;
  if (!tl_expr_get_int (loop->extent, &extent) || extent < 1)
    return TRUE;
  Spread spread = { .var = loop->var, .min = loop->min, .extent = extent };
  for (guint i = written->len; i < inside->len; i++)
    {
      spread_over (f, inside->pdata[i], spread);
    }
  while (inside->len > written->len)
    {
      guint at = written->len;
      g_ptr_array_add (written, g_ptr_array_steal_index (inside, at));
    }
  return TRUE;
}

static gboolean
flow_if (Flow *f, const TlStmt *stmt, GPtrArray *written)
{
  if (!reads_covered (f, stmt->cond, written))
    return FALSE;
  guint n_guards = f->guards->len;
  tl_split_conjuncts (stmt->cond, f->guards);
  gboolean is_fact = !tl_expr_reads_memory (stmt->cond);
  if (is_fact)
    tl_analyzer_push (f->analyzer, stmt->cond);
  gboolean ok = flow_stmt (f, stmt->then_body, written);
  if (is_fact)
    tl_analyzer_pop (f->analyzer);
  g_ptr_array_set_size (f->guards, (gint) n_guards);
  if (!ok || stmt->else_body == NULL)
    return ok;
  g_autoptr (GPtrArray) only_else = written_list_new (written);
  return flow_stmt (f, stmt->else_body, only_else);
}

/* FALSE if something is read that this iteration may not have written. Appends what @stmt surely writes to @written. */
static gboolean
flow_stmt (Flow *f, const TlStmt *stmt, GPtrArray *written)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return flow_loop (f, stmt, written);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (!flow_stmt (f, stmt->stmts[i], written))
          return FALSE;
      return TRUE;
    case TL_STMT_STORE:
      return flow_store (f, stmt, written);
    case TL_STMT_IF:
      return flow_if (f, stmt, written);
    case TL_STMT_LET:
      return reads_covered (f, stmt->let_value, written) && flow_stmt (f, stmt->let_body, written);
    case TL_STMT_ATTR:
      return flow_stmt (f, stmt->attr_body, written);
    case TL_STMT_ALLOC:
      return flow_stmt (f, stmt->alloc_body, written);
    case TL_STMT_EVALUATE:
      return reads_covered (f, stmt->expr, written);
    default:
      return !tl_stmt_uses_buffer (stmt, f->buffer);
    }
}

/* --- moving -------------------------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  TlAnalyzer *ranges;      /* as in Flow */
} Placer;

static gboolean
iterations_are_independent (Placer *p, const TlStmt *loop, const TlBuffer *buffer)
{
  g_autoptr (GPtrArray) guards = g_ptr_array_new ();
  g_autoptr (GPtrArray) written = written_list_new (NULL);
  Flow flow = { .arena = p->arena, .analyzer = p->analyzer, .ranges = p->ranges, .buffer = buffer, .guards = guards };
  return flow_stmt (&flow, loop->loop.body, written);
}

static gboolean
expr_uses_buffer (const TlExpr *expr, const TlBuffer *buffer)
{
  const TlStmt probe = { .kind = TL_STMT_EVALUATE, .expr = expr };
  return tl_stmt_uses_buffer (&probe, buffer);
}

static const TlStmt *sink (Placer *p, const TlBuffer *buffer, const TlStmt *stmt);

static const TlStmt *
sink_into_loop (Placer *p, const TlBuffer *buffer, const TlStmt *stmt)
{
  tl_analyzer_bind (p->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  tl_analyzer_bind (p->ranges, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  if (expr_uses_buffer (stmt->loop.min, buffer) || expr_uses_buffer (stmt->loop.extent, buffer) || stmt->loop.kind == TL_LOOP_VECTORIZED
      || !iterations_are_independent (p, stmt, buffer))
    {
      tl_analyzer_unbind (p->ranges, stmt->loop.var);
      tl_analyzer_unbind (p->analyzer, stmt->loop.var);
      return tl_stmt_alloc (p->arena, buffer, stmt);
    }
  const TlStmt *body = sink (p, buffer, stmt->loop.body);
  tl_analyzer_unbind (p->ranges, stmt->loop.var);
  tl_analyzer_unbind (p->analyzer, stmt->loop.var);
  return tl_loop_with_body (p->arena, stmt, body);
}

/* Around the first to the last statement that uses the buffer, or into the only one. */
static const TlStmt *
sink_into_seq (Placer *p, const TlBuffer *buffer, const TlStmt *stmt)
{
  guint first = stmt->n_stmts, last = 0;
  for (guint i = 0; i < stmt->n_stmts; i++)
    if (tl_stmt_uses_buffer (stmt->stmts[i], buffer))
      {
        first = MIN (first, i);
        last = i;
      }
  if (first == stmt->n_stmts)
    return stmt;
  const TlStmt **stmts = tl_arena_new_array (p->arena, const TlStmt *, stmt->n_stmts);
  guint n = 0;
  for (guint i = 0; i < first; i++)
    stmts[n++] = stmt->stmts[i];
  if (first == last)
    stmts[n++] = sink (p, buffer, stmt->stmts[first]);
  else
    stmts[n++] = tl_stmt_alloc (p->arena, buffer, tl_stmt_seq (p->arena, stmt->stmts + first, last - first + 1));
  for (guint i = last + 1; i < stmt->n_stmts; i++)
    stmts[n++] = stmt->stmts[i];
  return tl_stmt_seq (p->arena, stmts, n);
}

/* @stmt with an allocation of @buffer at the innermost place that encloses all uses and lets nothing be lost. */
static const TlStmt *
sink (Placer *p, const TlBuffer *buffer, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return sink_into_loop (p, buffer, stmt);
    case TL_STMT_SEQ:
      return sink_into_seq (p, buffer, stmt);
    case TL_STMT_ALLOC:
      return tl_stmt_alloc (p->arena, stmt->buffer, sink (p, buffer, stmt->alloc_body));
    case TL_STMT_ATTR:
      return tl_stmt_attr (p->arena, stmt->attr_key, stmt->attr_node, stmt->attr_value, sink (p, buffer, stmt->attr_body));
    case TL_STMT_IF:
      if (!expr_uses_buffer (stmt->cond, buffer) && stmt->else_body == NULL)
        return tl_stmt_if (p->arena, stmt->cond, sink (p, buffer, stmt->then_body), NULL);
      return tl_stmt_alloc (p->arena, buffer, stmt);
    default:
      return tl_stmt_alloc (p->arena, buffer, stmt);
    }
}

static const TlStmt *
place_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  Placer *p = rewriter->user_data;
  if (stmt->kind == TL_STMT_FOR)
    return tl_rewrite_loop_bound (rewriter, p->analyzer, stmt);
  if (stmt->kind != TL_STMT_ALLOC)
    return NULL;
  const TlStmt *body = tl_rewrite_stmt (rewriter, stmt->alloc_body);
  return tl_stmt_uses_buffer (body, stmt->buffer) ? sink (p, stmt->buffer, body) : body;
}

const TlPrimFunc *
tl_lower_place_buffers (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena), ranges = tl_analyzer_new (builder->arena);
  Placer p = { .arena = builder->arena, .analyzer = analyzer, .ranges = ranges };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = place_hook, .user_data = &p };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
