/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether values flow through a buffer from one iteration of a loop to the next: not, if every element that an iteration reads was written
 * before in the same iteration. That is shown, not assumed: reads are compared with the boxes that earlier statements surely write.
 *
 * The box of a store grows with the loops around it that have ended: its spreads. A guard on a sum of them, as a copy by all threads has
 * it, is the end of a single spread, and indices that divide such a sum take it apart again:
 *
 *   for a, b in grid (3, 128): if a * 128 + b < 340: T[(a * 128 + b) // 34, (a * 128 + b) % 34]   →   for c, d in grid (10, 34): T[c, d]
 */
#include "core/ir/matrix-call.h"
#include "core/lower/lower-private.h"

/* Of the stores that an element may come from so many are looked at, the last ones first. */
#define MAX_WRITERS 64u

/* A loop that encloses a store but not yet the reads it is compared with. */
typedef struct
{
  const TlVar  *var;
  const TlExpr *min;
  gint64        extent;
} LoopSpread;

/* A buffer that may move into the loop. */
typedef struct _Written Written;
typedef struct
{
  const TlBuffer *buffer;
  Written        *newest;         /* nullable */
  gboolean        is_lost;        /* something flows from one iteration to another, or may */
} StoreCandidate;

/* One store that surely happens, for all iterations of the loops in @spreads for which @guards hold. */
struct _Written
{
  StoreCandidate       *of;
  Written              *earlier;   /* of the same buffer; nullable */
  const TlExpr *const  *indices;
  GArray               *spreads;   /* Spread */
  GPtrArray            *guards;    /* const TlExpr *, without loads */
};

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  TlAnalyzer     *ranges;         /* of loops alone: what holds whether conditions do or not */
  GHashTable     *candidates;     /* TlBuffer → Candidate */
  guint           n_left;         /* candidates that are not lost */
  GPtrArray      *written;        /* Written, in order */
  GPtrArray      *guards;         /* conditions around the current statement, conjunct by conjunct */
  GPtrArray      *digits;         /* variables of spreads that both analyzers know */
} Flow;

static void
written_free (gpointer data)
{
  Written *written = data;
  g_array_unref (written->spreads);
  g_ptr_array_unref (written->guards);
  g_free (written);
}

/* --- boxes --- */

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
      const LoopSpread *spread = &g_array_index (written->spreads, LoopSpread, i);
      slopes[i] = 0;
      if (!tl_expr_uses_var (written->indices[dim], spread->var))
        continue;
      if (used[i] || !tl_expr_stride (f->analyzer, written->indices[dim], spread->var, &slopes[i]))
        return FALSE;
      used[i] = TRUE;
      gint64 at = slopes[i] < 0 ? spread->extent - 1 : 0;
      *min = tl_expr_substitute_var (f->arena, *min, spread->var,
                                     tl_add (f->arena, spread->min, tl_expr_int (f->arena, spread->var->dtype, at)));
    }
  for (guint done = 0; done < n; done++)
    {
      guint best = n;
      for (guint i = 0; i < n; i++)
        if (slopes[i] != 0 && (best == n || ABS (slopes[i]) < ABS (slopes[best])))
          best = i;
      if (best == n)
        break;
      gint64 count = g_array_index (written->spreads, LoopSpread, best).extent;
      if (count > 1 && ABS (slopes[best]) > *extent)
        return FALSE;
      *extent += ABS (slopes[best]) * (count - 1);
      slopes[best] = 0;
    }
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

/* Indices stay simple where the spread's range is known. */
static void
bind_spread (Flow *f, const LoopSpread *spread)
{
  const TlExpr *extent = tl_expr_int (f->arena, spread->var->dtype, spread->extent);
  tl_analyzer_bind (f->analyzer, spread->var, spread->min, extent);
  tl_analyzer_bind (f->ranges, spread->var, spread->min, extent);
  g_ptr_array_add (f->digits, (gpointer) spread->var);
}

/* A variable from 0 on that stands for part of a spread, or for several. */
static LoopSpread
new_digit (Flow *f, const TlVar *like, gint64 extent)
{
  LoopSpread digit = { .var = tl_var_copy (f->arena, like), .min = tl_expr_int (f->arena, like->dtype, 0), .extent = extent };
  bind_spread (f, &digit);
  return digit;
}

/* Simplified by ranges alone: conditions around the next read need not hold at the one after it. */
static void
substitute_written (Flow *f, Written *written, GHashTable *values)
{
  guint n_dims = written->of->buffer->n_dims;
  const TlExpr **indices = tl_arena_new_array (f->arena, const TlExpr *, MAX (n_dims, 1));
  for (guint d = 0; d < n_dims; d++)
    indices[d] = tl_analyzer_simplify (f->ranges, tl_expr_substitute (f->arena, written->indices[d], values));
  for (guint i = 0; i < written->guards->len; i++)
    written->guards->pdata[i] = (gpointer) tl_analyzer_simplify (f->ranges,
                                                                 tl_expr_substitute (f->arena, written->guards->pdata[i], values));
  written->indices = indices;
}

/*
 * Adds the loop to the spreads. One of which the indices use quotient and remainder, as they do after a layout was changed, is two loops
 * to them: v = high * c + low.
 */
static void
spread_over (Flow *f, Written *written, LoopSpread spread)
{
  DigitSearch search = { .var = spread.var, .extent = spread.extent };
  for (guint d = 0; tl_expr_is_int (spread.min, 0) && d < written->of->buffer->n_dims; d++)
    tl_expr_walk (written->indices[d], find_digit, &search);
  if (search.divisor == 0)
    {
      g_array_append_val (written->spreads, spread);
      return;
    }
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  LoopSpread high = new_digit (f, spread.var, spread.extent / search.divisor), low = new_digit (f, spread.var, search.divisor);
  const TlExpr *divisor = tl_expr_int (f->arena, spread.var->dtype, search.divisor);
  g_hash_table_insert (values, (gpointer) spread.var, (gpointer) tl_add (f->arena, tl_mul (f->arena, high.var, divisor), low.var));
  substitute_written (f, written, values);
  spread_over (f, written, high);
  spread_over (f, written, low);
}

/* Spreads that are digits of a sum: from the one with the smallest step on each takes up where the one before ends. */
typedef struct
{
  guint  at[32];
  gint64 steps[32];
  guint  n;
  gint64 offset, total;    /* the sum goes from @offset on in @total steps of steps[0] */
} Digits;

static gboolean
read_digits (Flow *f, const Written *written, const TlExpr *sum, Digits *digits)
{
  *digits = (Digits) { .total = 1 };
  for (guint i = 0; i < written->spreads->len; i++)
    {
      const LoopSpread *spread = &g_array_index (written->spreads, LoopSpread, i);
      gint64 step;
      guint k = digits->n;
      if (!tl_expr_uses_var (sum, spread->var))
        continue;
      if (k == G_N_ELEMENTS (digits->at) || !tl_expr_is_int (spread->min, 0)
          || !tl_expr_stride (f->ranges, sum, spread->var, &step) || step < 1)
        return FALSE;
      for (; k > 0 && digits->steps[k - 1] > step; k--)
        {
          digits->steps[k] = digits->steps[k - 1];
          digits->at[k] = digits->at[k - 1];
        }
      digits->steps[k] = step;
      digits->at[k] = i;
      digits->n++;
    }
  for (guint k = 0; k < digits->n; k++)
    {
      const LoopSpread *spread = &g_array_index (written->spreads, LoopSpread, digits->at[k]);
      gint64 expected;
      sum = tl_expr_substitute_var (f->arena, sum, spread->var, spread->min);
      if (__builtin_mul_overflow (digits->steps[0], digits->total, &expected) || digits->steps[k] != expected
          || __builtin_mul_overflow (digits->total, spread->extent, &digits->total) || digits->total > G_MAXINT32)
        return FALSE;
    }
  return digits->n > 0 && tl_expr_get_int (tl_analyzer_simplify (f->ranges, sum), &digits->offset) && ABS (digits->offset) <= G_MAXINT32;
}

/* Spreads that @sum is made of become one, up to where the sum reaches @limit: a * 128 + b < 130 is a loop of 130. */
static gboolean
fuse_spreads (Flow *f, Written *written, const TlExpr *sum, gint64 limit)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  Digits digits;
  gint64 n = limit, step = 1;
  if (!read_digits (f, written, sum, &digits))
    return FALSE;
  n = limit > G_MAXINT32 ? digits.total : MIN (digits.total, (limit - digits.offset + digits.steps[0] - 1) / digits.steps[0]);
  if (limit <= digits.offset || n < 1)
    return FALSE;
  LoopSpread fused = new_digit (f, g_array_index (written->spreads, LoopSpread, digits.at[0]).var, n);
  for (guint k = 0; k < digits.n; k++)
    {
      const LoopSpread *spread = &g_array_index (written->spreads, LoopSpread, digits.at[k]);
      const TlExpr *value = tl_floordiv (f->arena, fused.var, tl_expr_int (f->arena, fused.var->dtype, step));
      if (k + 1 < digits.n)
        value = tl_floormod (f->arena, value, tl_expr_int (f->arena, fused.var->dtype, spread->extent));
      g_hash_table_insert (values, (gpointer) spread->var, (gpointer) tl_cast (f->arena, spread->var->dtype, value));
      step *= spread->extent;
    }
  substitute_written (f, written, values);
  for (guint i = written->spreads->len; i-- > 0;)
    if (g_hash_table_contains (values, g_array_index (written->spreads, LoopSpread, i).var))
      g_array_remove_index (written->spreads, i);
  spread_over (f, written, fused);
  return TRUE;
}

static guint
count_spreads (const Written *written, const TlExpr *expr)
{
  guint n = 0;
  for (guint i = 0; i < written->spreads->len; i++)
    n += tl_expr_uses_var (expr, g_array_index (written->spreads, LoopSpread, i).var);
  return n;
}

typedef struct
{
  const Written *written;
  const TlExpr  *sum;       /* NULL: none found */
} SumSearch;

static TlWalk
find_divided_sum (const TlExpr *expr, gpointer user_data)
{
  SumSearch *search = user_data;
  if ((expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD) && count_spreads (search->written, expr->a) > 1)
    search->sum = expr->a;
  return search->sum != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Guards "sum of spreads < number", and indices that divide such a sum, become one loop of fewer iterations; other guards stay. */
static void
make_plain (Flow *f, Written *written)
{
  for (guint i = written->guards->len; i-- > 0;)
    {
      const TlExpr *guard = written->guards->pdata[i];
      gint64 limit;
      if (guard->kind == TL_EXPR_LT && tl_expr_get_int (guard->b, &limit) && fuse_spreads (f, written, guard->a, limit))
        g_ptr_array_remove_index (written->guards, i);
    }
  for (guint round = 0; round < written->of->buffer->n_dims; round++)
    {
      SumSearch search = { .written = written };
      for (guint d = 0; d < written->of->buffer->n_dims && search.sum == NULL; d++)
        tl_expr_walk (written->indices[d], find_divided_sum, &search);
      if (search.sum == NULL || !fuse_spreads (f, written, search.sum, G_MAXINT64))
        break;
    }
}

/* A guard that keeps some of the iterations away, or that does not hold here. */
static gboolean
guards_hold (Flow *f, const Written *written)
{
  for (guint i = 0; i < written->guards->len; i++)
    if (count_spreads (written, written->guards->pdata[i]) > 0 || !tl_analyzer_can_prove (f->analyzer, written->guards->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Is @indices, with all variables around bound, inside what @written fills? */
static gboolean
covers (Flow *f, const Written *written, const TlExpr *const *indices)
{
  const TlBuffer *buffer = written->of->buffer;
  g_autofree gboolean *used = g_new0 (gboolean, written->spreads->len + 1);
  if (!guards_hold (f, written))
    return FALSE;
  for (guint d = 0; d < buffer->n_dims; d++)
    {
      const TlExpr *min;
      gint64 extent;
      if (!filled_interval (f, written, d, used, &min, &extent))
        return FALSE;
      const TlExpr *offset = tl_analyzer_simplify (f->analyzer, tl_sub (f->arena, indices[d], min));
      gint64 low, high;
      tl_analyzer_const_bounds (f->analyzer, offset, &low, &high);
      gint64 whole;
      gboolean is_whole = tl_expr_is_int (min, 0) && tl_buffer_get_extent (buffer, d, &whole) && extent >= whole;
      if (!is_whole && (low < 0 || high >= extent))
        return FALSE;
    }
  return TRUE;
}

/* --- flow through one iteration --- */

static void
lose (Flow *f, StoreCandidate *candidate)
{
  f->n_left -= !candidate->is_lost;
  candidate->is_lost = TRUE;
}

static void
lose_all (Flow *f)
{
  GHashTableIter iter;
  gpointer candidate;
  g_hash_table_iter_init (&iter, f->candidates);
  while (g_hash_table_iter_next (&iter, NULL, &candidate))
    lose (f, candidate);
}

/* Of @candidate, nullable. */
static void
check_element (Flow *f, StoreCandidate *candidate, const TlExpr *const *indices)
{
  if (candidate == NULL || candidate->is_lost)
    return;
  Written *written = candidate->newest;
  guint n = 0;
  while (written != NULL && n++ < MAX_WRITERS && !covers (f, written, indices))
    written = written->earlier;
  if (written == NULL || n > MAX_WRITERS)
    lose (f, candidate);
}

static TlWalk
check_load (const TlExpr *expr, gpointer user_data)
{
  Flow *f = user_data;
  if (tl_call_may_touch_buffers (expr))
    lose_all (f);
  if (expr->kind == TL_EXPR_LOAD)
    check_element (f, g_hash_table_lookup (f->candidates, expr->buffer), expr->indices);
  return f->n_left > 0 ? TL_WALK_INTO : TL_WALK_STOP;
}

static void
check_reads (Flow *f, const TlExpr *expr)
{
  tl_expr_walk (expr, check_load, f);
}

/*
 * A guard "a < n" that follows from one of the store's indices being inside of the buffer keeps only elements away that do not exist;
 * nobody can read them. It does if the index is at least c * a, and the dimension no longer than c * n: with a loop of 256 rows split by 8,
 * "i_0 < 32" for index i_0 * 8 + i_1. That must not follow from the guard: under "w < 1" w is index 0 of a dimension of one.
 */
static gboolean
is_bounds_guard (Flow *f, const TlExpr *guard, const TlStmt *store)
{
  for (guint d = 0; d < store->buffer->n_dims; d++)
    {
      gint64 extent, limit, low, high;
      if (guard->kind == TL_EXPR_LT && tl_buffer_get_extent (store->buffer, d, &extent) && tl_expr_get_int (guard->b, &limit) && limit > 0)
        {
          const TlExpr *index = store->indices[d], *factor = tl_expr_int (f->arena, index->dtype, (extent - 1) / limit + 1);
          const TlExpr *multiple = tl_mul (f->arena, tl_cast (f->arena, index->dtype, guard->a), factor);
          const TlExpr *rest = tl_analyzer_simplify (f->ranges, tl_sub (f->arena, index, multiple));
          tl_analyzer_const_bounds (f->ranges, rest, &low, &high);
          if (extent > 0 && low >= 0)
            return TRUE;
        }
      if (guard->kind == TL_EXPR_GE && tl_expr_is_int (guard->b, 0) && tl_analyzer_can_prove_equal (f->ranges, guard->a, store->indices[d]))
        return TRUE;
    }
  return FALSE;
}

static void flow_stmt (Flow *f, const TlStmt *stmt);

static Written *
add_written (Flow *f, StoreCandidate *candidate, const TlExpr *const *indices, GPtrArray *guards)
{
  Written *made = g_new (Written, 1);
  *made = (Written) { .of = candidate, .earlier = candidate->newest, .indices = indices, .guards = guards,
                      .spreads = g_array_new (FALSE, FALSE, sizeof (LoopSpread)) };
  candidate->newest = made;
  g_ptr_array_add (f->written, made);
  return made;
}

static void
flow_store (Flow *f, const TlStmt *stmt)
{
  StoreCandidate *candidate = g_hash_table_lookup (f->candidates, stmt->buffer);
  check_reads (f, stmt->value);
  for (guint i = 0; i < stmt->n_indices; i++)
    check_reads (f, stmt->indices[i]);
  if (candidate == NULL || candidate->is_lost)
    return;
  g_autoptr (GPtrArray) guards = g_ptr_array_new ();
  for (guint i = 0; i < f->guards->len; i++)
    if (tl_expr_reads_memory (f->guards->pdata[i]))
      return;
    else if (!is_bounds_guard (f, f->guards->pdata[i], stmt))
      g_ptr_array_add (guards, f->guards->pdata[i]);
  add_written (f, candidate, stmt->indices, g_steal_pointer (&guards));
}

/* --- matrix instructions --- */

/*
 * A read or a write of the whole view that @offset begins at. Its extents are loops that stand in no statement, on which each index depends
 * alone.
 */
static void
flow_view (Flow *f, const TlBuffer *buffer, const TlExpr *offset, gboolean is_write)
{
  StoreCandidate *candidate = g_hash_table_lookup (f->candidates, buffer);
  const TlExpr *view = tl_view_offset_find (offset, buffer);
  if (candidate == NULL || candidate->is_lost)
    return;
  if (view == NULL)
    {
      lose (f, candidate);
      return;
    }
  g_autoptr (GArray) spreads = g_array_new (FALSE, FALSE, sizeof (LoopSpread));
  const TlExpr **indices = tl_arena_new_array (f->arena, const TlExpr *, MAX (buffer->n_dims, 1));
  for (guint d = 0; d < buffer->n_dims; d++)
    {
      const TlExpr *first = view->args[0]->indices[d];
      gint64 length;
      indices[d] = first;
      if (!tl_expr_difference (f->analyzer, view->args[1]->indices[d], first, &length))
        {
          lose (f, candidate);
          return;
        }
      if (length == 0)
        continue;
      LoopSpread digit = new_digit (f, tl_expr_var (f->arena, "e", first->dtype), length + 1);
      indices[d] = tl_add (f->arena, first, digit.var);
      g_array_append_val (spreads, digit);
    }
  if (!is_write)
    {
      check_element (f, candidate, indices);
      return;
    }
  g_autoptr (GPtrArray) guards = g_ptr_array_copy (f->guards, NULL, NULL);
  for (guint i = 0; i < guards->len; i++)
    if (tl_expr_reads_memory (guards->pdata[i]))
      return;
  Written *made = add_written (f, candidate, indices, g_steal_pointer (&guards));
  for (guint i = 0; i < spreads->len; i++)
    spread_over (f, made, g_array_index (spreads, LoopSpread, i));
  make_plain (f, made);
}

static void
flow_matrix_call (Flow *f, const TlMatrixCall *call)
{
  if (call->value != NULL)
    check_reads (f, call->value);
  for (guint is_write = 0; is_write < 2; is_write++)
    {
      for (guint i = 0; i < call->n_fragments; i++)
        if (call->fragments[i].is_written == (gboolean) is_write)
          flow_view (f, call->fragments[i].buffer, call->fragments[i].index, is_write);
      if (call->memory != NULL && (call->kind == TL_MATRIX_STORE) == (gboolean) is_write)
        flow_view (f, call->memory, call->offset, is_write);
    }
}

/* Forgets what was written after the first @n_written. */
static void
forget_written (Flow *f, guint n_written)
{
  for (guint i = f->written->len; i-- > n_written;)
    {
      Written *written = f->written->pdata[i];
      written->of->newest = written->earlier;
    }
  g_ptr_array_set_size (f->written, (gint) n_written);
}

/* Regions that the body writes are written for all iterations afterwards; inside, an iteration relies on its own writes alone. */
static void
flow_loop (Flow *f, const TlStmt *stmt)
{
  const TlLoop *loop = &stmt->loop;
  guint n_written = f->written->len;
  LoopSpread spread = { .var = loop->var, .min = loop->min };
  check_reads (f, loop->min);
  check_reads (f, loop->extent);
  tl_analyzer_bind (f->analyzer, loop->var, loop->min, loop->extent);
  tl_analyzer_bind (f->ranges, loop->var, loop->min, loop->extent);
  flow_stmt (f, loop->body);
  tl_analyzer_unbind (f->ranges, loop->var);
  tl_analyzer_unbind (f->analyzer, loop->var);
  if (!tl_expr_get_int (loop->extent, &spread.extent) || spread.extent < 1)
    forget_written (f, n_written);
  else
    bind_spread (f, &spread);
  for (guint i = n_written; i < f->written->len; i++)
    {
      spread_over (f, f->written->pdata[i], spread);
      make_plain (f, f->written->pdata[i]);
    }
}

/* A branch cannot rely on the writes of the other one. */
static void
flow_if (Flow *f, const TlStmt *stmt)
{
  guint n_guards = f->guards->len, n_written;
  gboolean is_fact = !tl_expr_reads_memory (stmt->cond);
  check_reads (f, stmt->cond);
  if (stmt->else_body != NULL)
    {
      n_written = f->written->len;
      flow_stmt (f, stmt->else_body);
      forget_written (f, n_written);
    }
  tl_split_conjuncts (stmt->cond, f->guards);
  if (is_fact)
    tl_analyzer_push (f->analyzer, stmt->cond);
  flow_stmt (f, stmt->then_body);
  if (is_fact)
    tl_analyzer_pop (f->analyzer);
  g_ptr_array_set_size (f->guards, (gint) n_guards);
}

static TlWalk
lose_loaded (const TlExpr *expr, gpointer user_data)
{
  Flow *f = user_data;
  StoreCandidate *candidate = expr->kind == TL_EXPR_LOAD ? g_hash_table_lookup (f->candidates, expr->buffer) : NULL;
  if (candidate != NULL)
    lose (f, candidate);
  if (tl_call_may_touch_buffers (expr))
    lose_all (f);
  return TL_WALK_INTO;
}

static TlWalk
lose_stored (const TlStmt *stmt, gpointer user_data)
{
  Flow *f = user_data;
  StoreCandidate *candidate = stmt->kind == TL_STMT_STORE ? g_hash_table_lookup (f->candidates, stmt->buffer) : NULL;
  if (candidate != NULL)
    lose (f, candidate);
  return TL_WALK_INTO;
}

/* Candidates of which something is read that this iteration may not have written are lost. Notes what @stmt surely writes. */
static void
flow_stmt (Flow *f, const TlStmt *stmt)
{
  TlMatrixCall call;
  if (f->n_left == 0)
    return;
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      flow_loop (f, stmt);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        flow_stmt (f, stmt->stmts[i]);
      break;
    case TL_STMT_STORE:
      flow_store (f, stmt);
      break;
    case TL_STMT_IF:
      flow_if (f, stmt);
      break;
    case TL_STMT_LET:
      check_reads (f, stmt->let_value);
      flow_stmt (f, stmt->let_body);
      break;
    case TL_STMT_ATTR:
      check_reads (f, stmt->attr_node);
      check_reads (f, stmt->attr_value);
      flow_stmt (f, stmt->attr_body);
      break;
    case TL_STMT_ALLOC:
      flow_stmt (f, stmt->alloc_body);
      break;
    case TL_STMT_EVALUATE:
      if (tl_matrix_call_read (stmt->expr, &call))
        flow_matrix_call (f, &call);
      else
        check_reads (f, stmt->expr);
      break;
    default:
      tl_stmt_walk (stmt, lose_stored, lose_loaded, f);
    }
}

void
tl_find_carried_buffers (TlArena *arena, TlAnalyzer *analyzer, TlAnalyzer *ranges, const TlStmt *body, const TlBuffer *const *buffers,
                         guint n_buffers,
                         gboolean *is_carried)
{
  g_autoptr (GHashTable) candidates = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GPtrArray) guards = g_ptr_array_new (), written = g_ptr_array_new_with_free_func (written_free), digits = g_ptr_array_new ();
  Flow flow = { .arena = arena, .analyzer = analyzer, .ranges = ranges, .candidates = candidates, .written = written, .guards = guards,
                .digits = digits };
  for (guint i = 0; i < n_buffers; i++)
    {
      StoreCandidate *candidate = g_new0 (StoreCandidate, 1);
      candidate->buffer = buffers[i];
      g_hash_table_insert (candidates, (gpointer) buffers[i], candidate);
    }
  flow.n_left = g_hash_table_size (candidates);
  flow_stmt (&flow, body);
  for (guint i = 0; i < digits->len; i++)
    {
      tl_analyzer_unbind (analyzer, digits->pdata[i]);
      tl_analyzer_unbind (ranges, digits->pdata[i]);
    }
  for (guint i = 0; i < n_buffers; i++)
    is_carried[i] = ((const StoreCandidate *) g_hash_table_lookup (candidates, buffers[i]))->is_lost;
}
