/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies that schedules make with cache_read and cache_write.
 *
 * skip-copies: a buffer that holds a part of another one, element beside element as there, is that part; copying it would cost time and
 * gain nothing.
 *
 *   for j in 64: L[j] = A[i * 64 + j];  for j in 64: B[j] += L[j]     →   for j in 64: B[j] += A[i * 64 + j]
 *   for j in 64: L[j] = A[j] + 1;  for j in 64: B[i * 64 + j] = L[j]  →   for j in 64: B[i * 64 + j] = A[j] + 1
 *
 * The copy may also stand in loops in which the buffer is allocated around, as each lane of a vectorized loop has its elements:
 *
 *   for j in vectorized(16): { L[j] = A[j];  for k in 64: B[k * 16 + j] += L[j] }
 *
 * Copies of more than an iteration has stored do not matter, as long as all that it stores is among them (of a strided tile, a copy takes
 * what lies between, too):
 *
 *   for i in 8: { for j in 2: L[64 * j + i] = A[64 * j + i];  for j in 65: B[i + j] = L[i + j] }
 *     →  for i in 8: for j in 2: B[64 * j + i] = A[64 * j + i]
 *
 * hoist-copies: what each iteration of a loop fills a buffer with alike is filled in once, ahead of the loop; any statements, not copies
 * alone.
 *
 *   for i in 8: { for j in 64: L[j] = A[j * 128];  for j in 64: B[i * 64 + j] = L[j] }
 *     →  for j in 64: L[j] = A[j * 128];  for i in 8: for j in 64: B[i * 64 + j] = L[j]
 */
#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/lower/effects.h"
#include "core/lower/lower-private.h"

#define MAX_COPY_LOOPS 8
#define MAX_SUMS       64
#define MAX_TILE_BYTES 2048   /* that fit into registers */

typedef struct
{
  TlArena   *arena;
  TlRemarks *remarks;
  guint      n_parallel;   /* loops around */
} CopyPass;

/* --- what a copy is --- */

/* Loops that copy @from to @to, element by element. */
typedef struct
{
  const TlBuffer *to, *from;
  const TlExpr   *to_position, *from_position;
  const TlExpr   *cond;         /* nullable */
  const TlExpr   *place;        /* nullable: the position, in the buffer to skip, of which elements the condition is about */
  const TlVar    *vars[MAX_COPY_LOOPS];
  gint64          extents[MAX_COPY_LOOPS];
  guint           n_vars;
} BufferCopy;

/* Where one may stand: the innermost statements inside of an allocation that hold all uses of its buffer. */
typedef struct
{
  const TlStmt *seq;
  BufferCopy    loops;       /* around @seq, in the allocation */
  GPtrArray    *vectorized;  /* const TlVar *, of these loops */
} CopyPlace;

static gboolean
read_copy_loop (BufferCopy *copy, const TlLoop *loop)
{
  gint64 extent;
  if (copy->n_vars == MAX_COPY_LOOPS || loop->annotations.n > 0 || loop->kind == TL_LOOP_THREAD_BINDING || !tl_expr_is_int (loop->min, 0)
      || !tl_expr_get_int (loop->extent, &extent))
    return FALSE;
  copy->vars[copy->n_vars] = loop->var;
  copy->extents[copy->n_vars++] = extent;
  return TRUE;
}

/* @copy has the loops around. */
static gboolean
read_copy (const TlStmt *stmt, BufferCopy *copy)
{
  for (; stmt->kind == TL_STMT_FOR; stmt = stmt->loop.body)
    if (!read_copy_loop (copy, &stmt->loop))
      return FALSE;
  if (stmt->kind == TL_STMT_IF && stmt->else_body == NULL)
    {
      copy->cond = stmt->cond;
      stmt = stmt->then_body;
    }
  if (stmt->kind != TL_STMT_STORE || stmt->n_indices != 1 || stmt->indices[0]->dtype.lanes > 1 || stmt->value->kind != TL_EXPR_LOAD
      || stmt->value->n_indices != 1 || stmt->value->buffer == stmt->buffer
      || !tl_dtype_equal (stmt->buffer->dtype, stmt->value->buffer->dtype))
    return FALSE;
  copy->to = stmt->buffer;
  copy->to_position = stmt->indices[0];
  copy->from = stmt->value->buffer;
  copy->from_position = stmt->value->indices[0];
  return TRUE;
}

/*
 * The loops that @position moves along, as if they were digits: TRUE if it takes each of the values below *@n once, and all of them again
 * in each iteration of other loops if @may_repeat.
 */
static gboolean
counts_up (TlArena *arena, TlAnalyzer *analyzer, const BufferCopy *copy, const TlExpr *position, gboolean may_repeat, gint64 *n)
{
  gint64 strides[MAX_COPY_LOOPS];
  guint  n_digits = copy->n_vars;
  const TlExpr *first = position;
  for (guint i = 0; i < copy->n_vars; i++)
    {
      if (!tl_expr_stride (analyzer, position, copy->vars[i], &strides[i]))
        return FALSE;
      n_digits -= may_repeat && strides[i] == 0 && copy->extents[i] > 0;
      first = tl_expr_substitute_var (arena, first, copy->vars[i], tl_expr_int (arena, copy->vars[i]->dtype, 0));
    }
  if (!tl_expr_is_int (tl_analyzer_simplify (analyzer, first), 0))
    return FALSE;
  *n = 1;
  for (guint found = 0; found < n_digits; found++)
    {
      guint i = 0;
      while (i < copy->n_vars && (strides[i] != *n || copy->extents[i] < 1))
        i++;
      if (i == copy->n_vars)
        return FALSE;
      if (__builtin_mul_overflow (*n, copy->extents[i], n))
        return FALSE;
      strides[i] = 0;
    }
  return TRUE;
}

static gboolean
uses_any (const BufferCopy *copy, const TlExpr *expr)
{
  for (guint i = 0; i < copy->n_vars; i++)
    if (tl_expr_uses_var (expr, copy->vars[i]))
      return TRUE;
  return FALSE;
}

/*
 * Takes the condition of a copy of @n elements for one of three: it ends the copy where the buffer ends, as an imperfect split needs it,
 * and is done with (then NULL); it is about loops around; or about elements. FALSE: it is none of them.
 */
static gboolean
limit_copy (TlArena *arena, TlAnalyzer *analyzer, BufferCopy *copy, const TlExpr *here, gint64 n, gint64 size)
{
  const TlExpr *cond = copy->cond;
  gint64 rest;
  if (tl_expr_reads_memory (cond))
    return FALSE;
  if (!uses_any (copy, cond))
    return n == size;
  if (cond->kind != TL_EXPR_LT)
    return FALSE;
  const TlExpr *start = tl_analyzer_simplify (analyzer, tl_sub (arena, cond->a, here));
  if (tl_expr_difference (analyzer, start, cond->b, &rest) && rest == -size)
    {
      copy->cond = NULL;
      return TRUE;
    }
  copy->place = here;
  return n == size && !uses_any (copy, start) && !uses_any (copy, cond->b);
}

/*
 * The distance from a position in @local, one of both buffers, to that in the other one, if it is the same for all elements and the copy
 * is of all that its condition allows; NULL otherwise.
 */
static const TlExpr *
distance_to_other (TlArena *arena, BufferCopy *copy, const TlBuffer *local)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlExpr *here = local == copy->to ? copy->to_position : copy->from_position,
               *there = local == copy->to ? copy->from_position : copy->to_position;
  gint64 size, n;
  if (local->n_dims != 1 || !tl_expr_get_int (local->shape[0], &size) || !counts_up (arena, analyzer, copy, here, local == copy->to, &n)
      || n < size || (n > size && copy->cond == NULL))
    return NULL;
  if (copy->cond != NULL && !limit_copy (arena, analyzer, copy, here, n, size))
    return NULL;
  const TlExpr *distance = tl_analyzer_simplify (analyzer, tl_sub (arena, there, tl_cast (arena, there->dtype, here)));
  return uses_any (copy, distance) || tl_expr_reads_memory (distance) ? NULL : distance;
}

/* --- skip-copies --- */

/* The only one of @seq's statements that uses @buffer, or NULL. */
static const TlStmt *
find_only_user (const TlStmt *seq, const TlBuffer *buffer)
{
  const TlStmt *user = NULL;
  for (guint i = 0; i < seq->n_stmts; i++)
    if (tl_stmt_uses_buffer (seq->stmts[i], buffer))
      {
        if (user != NULL)
          return NULL;
        user = seq->stmts[i];
      }
  return user;
}

static gboolean
find_place (const TlStmt *alloc, CopyPlace *place)
{
  const TlStmt *stmt = alloc->alloc_body, *user;
  while (TRUE)
    if (stmt->kind == TL_STMT_FOR && stmt->loop.kind != TL_LOOP_PARALLEL && read_copy_loop (&place->loops, &stmt->loop))
      {
        if (stmt->loop.kind == TL_LOOP_VECTORIZED)
          g_ptr_array_add (place->vectorized, (gpointer) stmt->loop.var);
        stmt = stmt->loop.body;
      }
    else if (stmt->kind == TL_STMT_ALLOC)
      stmt = stmt->alloc_body;
    else if (stmt->kind == TL_STMT_SEQ && (user = find_only_user (stmt, alloc->buffer)) != NULL)
      stmt = user;
    else
      break;
  place->seq = stmt;
  return stmt->kind == TL_STMT_SEQ;
}

/* How statements access a buffer. */
typedef struct
{
  const TlBuffer *buffer;
  const BufferCopy *copy;
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  GPtrArray      *vectorized;   /* const TlVar *, of loops around the current place */
  GPtrArray      *conds;        /* const TlExpr *, around it */
  gboolean        stores, loads, has_other_form;
  gboolean        goes_beyond;  /* also where the condition of the copy does not hold */
  gboolean        goes_elsewhere;   /* than what the copy copies, an element */
} Accesses;

/* Vectors with a stride: columns of a tile that is written by rows are cheap as long as it stays in registers. */
static gboolean
is_column (const Accesses *accesses, const TlExpr *position)
{
  gint64 stride, n = tl_buffer_n_elements (accesses->buffer), max = MAX_TILE_BYTES / tl_max (tl_dtype_bytes (accesses->buffer->dtype), 1);
  for (guint i = 0; i < accesses->vectorized->len && n >= 0 && n <= max; i++)
    if (!tl_expr_stride (accesses->analyzer, position, accesses->vectorized->pdata[i], &stride) || stride < 0 || stride > 1)
      return TRUE;
  return FALSE;
}

/* Whether the condition of the copy holds wherever @position is accessed. */
static gboolean
is_copied (const Accesses *accesses, const TlExpr *position)
{
  const BufferCopy *copy = accesses->copy;
  gint64 distance;
  if (copy->cond == NULL)
    return TRUE;
  for (guint i = 0; i < accesses->conds->len; i++)
    {
      const TlExpr *cond = accesses->conds->pdata[i];
      if (copy->place == NULL ? tl_expr_equal (cond, copy->cond)
          : cond->kind == TL_EXPR_LT && tl_expr_equal (cond->b, copy->cond->b)
            && tl_expr_difference (accesses->analyzer, tl_sub (accesses->arena, cond->a, position),
                                   tl_sub (accesses->arena, copy->cond->a, copy->place), &distance) && distance == 0)
        return TRUE;
    }
  return FALSE;
}

static void
note_access (Accesses *accesses, const TlExpr *position, gboolean is_plain)
{
  gint64 distance;
  accesses->has_other_form |= !is_plain || is_column (accesses, position);
  accesses->goes_beyond |= is_plain && !is_copied (accesses, position);
  accesses->goes_elsewhere |= !tl_expr_difference (accesses->analyzer, position, accesses->copy->from_position, &distance) || distance != 0;
}

static TlWalk
note_load (const TlExpr *expr, gpointer user_data)
{
  Accesses *accesses = user_data;
  if (expr->kind == TL_EXPR_LOAD && expr->buffer == accesses->buffer)
    {
      accesses->loads = TRUE;
      note_access (accesses, expr->indices[0], expr->n_indices == 1 && expr->dtype.lanes == expr->buffer->dtype.lanes);
    }
  accesses->has_other_form |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  return TL_WALK_INTO;
}

static TlWalk
note_store (const TlStmt *stmt, gpointer user_data)
{
  Accesses *accesses = user_data;
  if (stmt->kind == TL_STMT_IF && stmt->else_body == NULL)
    {
      tl_expr_walk (stmt->cond, note_load, accesses);
      g_ptr_array_add (accesses->conds, (gpointer) stmt->cond);
      tl_stmt_walk (stmt->then_body, note_store, note_load, accesses);
      g_ptr_array_set_size (accesses->conds, (gint) accesses->conds->len - 1);
      return TL_WALK_OVER;
    }
  if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_VECTORIZED)
    {
      g_ptr_array_add (accesses->vectorized, (gpointer) stmt->loop.var);
      tl_stmt_walk (stmt->loop.body, note_store, note_load, accesses);
      g_ptr_array_set_size (accesses->vectorized, (gint) accesses->vectorized->len - 1);
      return TL_WALK_OVER;
    }
  if (stmt->kind == TL_STMT_STORE && stmt->buffer == accesses->buffer)
    {
      accesses->stores = TRUE;
      note_access (accesses, stmt->indices[0], stmt->n_indices == 1 && stmt->indices[0]->dtype.lanes == 1);
    }
  return TL_WALK_INTO;
}

static Accesses
accesses_of (TlArena *arena, const CopyPlace *place, guint first, guint end, const TlBuffer *buffer, const BufferCopy *copy)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GPtrArray) vectorized = g_ptr_array_copy (place->vectorized, NULL, NULL), conds = g_ptr_array_new ();
  Accesses accesses = { .buffer = buffer, .copy = copy, .arena = arena, .analyzer = analyzer, .vectorized = vectorized, .conds = conds };
  for (guint i = first; i < end; i++)
    tl_stmt_walk (place->seq->stmts[i], note_store, note_load, &accesses);
  accesses.analyzer = NULL;
  accesses.vectorized = accesses.conds = NULL;
  return accesses;
}

typedef struct
{
  const TlBuffer *buffer, *other;
  const TlExpr   *distance;
  const TlStmt   *seq;      /* whose statement @nth is the copy */
  guint           nth;
} Renaming;

static const TlExpr *
other_position (TlRewriter *rewriter, const TlExpr *position)
{
  const Renaming *renaming = rewriter->user_data;
  position = tl_rewrite_expr (rewriter, position);
  return tl_add (rewriter->arena, tl_cast (rewriter->arena, renaming->distance->dtype, position), renaming->distance);
}

static const TlExpr *
rename_load (TlRewriter *rewriter, const TlExpr *expr)
{
  const Renaming *renaming = rewriter->user_data;
  if (expr->kind != TL_EXPR_LOAD || expr->buffer != renaming->buffer)
    return NULL;
  const TlExpr *position = other_position (rewriter, expr->indices[0]);
  return tl_expr_load (rewriter->arena, renaming->other, &position, 1);
}

static const TlStmt *
without_copy (TlRewriter *rewriter, const TlStmt *seq, guint nth)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();
  for (guint i = 0; i < seq->n_stmts; i++)
    if (i != nth)
      g_ptr_array_add (stmts, (gpointer) tl_rewrite_stmt (rewriter, seq->stmts[i]));
  return tl_stmt_seq (rewriter->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

/* Without the copy, and with accesses to the other buffer in place of the local one. */
static const TlStmt *
rename_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  const Renaming *renaming = rewriter->user_data;
  if (stmt == renaming->seq)
    return without_copy (rewriter, stmt, renaming->nth);
  if (stmt->kind != TL_STMT_STORE || stmt->buffer != renaming->buffer)
    return NULL;
  const TlExpr *position = other_position (rewriter, stmt->indices[0]);
  return tl_stmt_store (rewriter->arena, renaming->other, &position, 1, tl_rewrite_expr (rewriter, stmt->value));
}

/* Whether anything in @alloc may change what @other holds. */
static gboolean
is_stored_in (const TlStmt *alloc, const TlBuffer *other)
{
  Effects effects;
  effects_init (&effects, alloc->alloc_body);
  gboolean result = effects.has_effects || g_hash_table_contains (effects.stored, other);
  effects_clear (&effects);
  return result;
}

typedef struct
{
  const TlBuffer *buffer;
  guint           n;
} UseCount;

static TlWalk
count_load (const TlExpr *expr, gpointer user_data)
{
  UseCount *count = user_data;
  count->n += expr->kind == TL_EXPR_LOAD && expr->buffer == count->buffer;
  return TL_WALK_INTO;
}

static TlWalk
count_store (const TlStmt *stmt, gpointer user_data)
{
  UseCount *count = user_data;
  count->n += stmt->kind == TL_STMT_STORE && stmt->buffer == count->buffer;
  return TL_WALK_INTO;
}

static guint
count_uses (const TlStmt *stmt, const TlBuffer *buffer)
{
  UseCount count = { buffer, 0 };
  tl_stmt_walk (stmt, count_store, count_load, &count);
  return count.n;
}

/* Statement @nth fills @local, which is read thereafter; what it is filled with stays. */
static gboolean
is_read_only_copy (const CopyPass *pass, const TlStmt *alloc, const CopyPlace *place, guint nth, const BufferCopy *copy)
{
  const TlBuffer *local = copy->to;
  guint n = place->seq->n_stmts;
  Accesses before = accesses_of (pass->arena, place, 0, nth, local, copy);
  Accesses after = accesses_of (pass->arena, place, nth + 1, n, local, copy);
  if (before.stores || before.loads || after.stores || after.has_other_form || after.goes_beyond)
    return FALSE;
  if (place->loops.n_vars > 0)   /* that come back to statements before */
    return !is_stored_in (alloc, copy->from);
  return !accesses_of (pass->arena, place, nth + 1, n, copy->from, copy).stores;
}

/*
 * Statement @nth copies @local, which is not used thereafter, to where nothing else was. Iterations of a parallel loop that compute the
 * same elements may store them, but not sum them up, in one place. A few sums are registers as they are. In loops, the copy is of the
 * element that their iteration has of its own.
 */
static gboolean
is_last_copy (const CopyPass *pass, const TlStmt *alloc, const CopyPlace *place, guint nth, const BufferCopy *copy)
{
  const TlBuffer *local = copy->from;
  Accesses after = accesses_of (pass->arena, place, nth + 1, place->seq->n_stmts, local, copy);
  Accesses before = accesses_of (pass->arena, place, 0, nth, local, copy);
  Accesses there = accesses_of (pass->arena, place, 0, nth, copy->to, copy);
  if (place->loops.n_vars > 0 && (copy->n_vars > place->loops.n_vars || before.goes_elsewhere || count_uses (alloc, copy->to) > 1))
    return FALSE;
  return before.stores && !before.goes_beyond && !after.stores && !after.loads && !before.has_other_form
         && !after.has_other_form && !there.stores && !there.loads
         && (!before.loads || (pass->n_parallel == 0 && tl_buffer_n_elements (local) > MAX_SUMS));
}

/* --- copies of all that is stored --- */

/* Positions of a copy: from the first one on, @n steps of @stride. */
typedef struct
{
  gint64 stride, n;
} CopiedRun;

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  const TlBuffer *buffer;
  const TlExpr   *first;
  CopiedRun   runs[MAX_COPY_LOOPS];   /* the largest stride first; each run fits into a step of the one before */
  guint       n_runs;
  GPtrArray  *loops;      /* const TlLoop *, around the current place */
  gboolean    stores, failed;
} Covered;

/* A limit on a position that some of the loops run along. */
static gboolean
limit_run (Covered *covered, const BufferCopy *copy, guint n_around, const gint64 *strides)
{
  const TlExpr *cond = copy->cond, *start;
  gint64 limit, first, step, unit = 0;
  if (cond->kind != TL_EXPR_LT || !tl_expr_get_int (cond->b, &limit))
    return FALSE;
  start = cond->a;
  for (guint i = n_around; i < copy->n_vars; i++)
    {
      if (!tl_expr_stride (covered->analyzer, cond->a, copy->vars[i], &step) || (step != 0 && strides[i] % step != 0)
          || (step != 0 && unit != 0 && strides[i] / step != unit))
        return FALSE;
      unit = step != 0 ? strides[i] / step : unit;
      start = tl_expr_substitute_var (covered->arena, start, copy->vars[i], tl_expr_int (covered->arena, copy->vars[i]->dtype, 0));
    }
  if (!tl_expr_get_int (tl_analyzer_simplify (covered->analyzer, start), &first) || first != 0)
    return FALSE;
  for (guint i = 0; i < covered->n_runs; i++)
    if (covered->runs[i].stride == unit)
      {
        covered->runs[i].n = MIN (covered->runs[i].n, limit);
        return limit > 0;
      }
  return FALSE;
}

static gint
compare_runs (gconstpointer a, gconstpointer b)
{
  const CopiedRun *x = a, *y = b;
  return (x->stride < y->stride) - (x->stride > y->stride);
}

/* The runs that a copy's loops inside of the first @n_around make. */
static gboolean
find_runs (Covered *covered, const BufferCopy *copy, guint n_around)
{
  gint64 strides[MAX_COPY_LOOPS], span;
  covered->first = copy->from_position;
  for (guint i = n_around; i < copy->n_vars; i++)
    {
      if (!tl_expr_stride (covered->analyzer, copy->from_position, copy->vars[i], &strides[i]) || strides[i] < 1 || copy->extents[i] < 1)
        return FALSE;
      covered->runs[covered->n_runs++] = (CopiedRun) { strides[i], copy->extents[i] };
      covered->first = tl_expr_substitute_var (covered->arena, covered->first, copy->vars[i],
                                               tl_expr_int (covered->arena, copy->vars[i]->dtype, 0));
    }
  qsort (covered->runs, covered->n_runs, sizeof (CopiedRun), compare_runs);
  for (guint i = covered->n_runs; i-- > 1;)
    {
      CopiedRun *outer = &covered->runs[i - 1], *inner = &covered->runs[i];
      if (__builtin_mul_overflow (inner->stride, inner->n, &span) || span > outer->stride)
        return FALSE;
      if (span == outer->stride && !__builtin_mul_overflow (inner->n, outer->n, &inner->n))
        {
          outer->stride = inner->stride;
          outer->n = inner->n;
          memmove (inner, inner + 1, (covered->n_runs - i - 1) * sizeof *inner);
          covered->n_runs--;
        }
    }
  return copy->cond == NULL || limit_run (covered, copy, n_around, strides);
}

/* Whether the runs reach all positions of a store: the first one, and how far the loops around it go on from there. */
static gboolean
is_covered (const Covered *covered, const TlExpr *position)
{
  gint64 steps[MAX_COPY_LOOPS], extents[MAX_COPY_LOOPS], rest, used, more;
  const TlExpr *start = tl_sub (covered->arena, position, covered->first);
  if (covered->loops->len > MAX_COPY_LOOPS)
    return FALSE;
  for (guint i = 0; i < covered->loops->len; i++)
    {
      const TlLoop *loop = covered->loops->pdata[i];
      if (!tl_expr_stride (covered->analyzer, position, loop->var, &steps[i]) || steps[i] < 0 || !tl_expr_is_int (loop->min, 0)
          || !tl_expr_get_int (loop->extent, &extents[i]))
        return FALSE;
      start = tl_expr_substitute_var (covered->arena, start, loop->var, tl_expr_int (covered->arena, loop->var->dtype, 0));
    }
  if (!tl_expr_get_int (tl_analyzer_simplify (covered->analyzer, start), &rest) || rest < 0)
    return FALSE;
  for (guint k = 0; k < covered->n_runs; k++)
    {
      const CopiedRun *run = &covered->runs[k];
      used = rest / run->stride;
      rest %= run->stride;
      for (guint i = 0; i < covered->loops->len; i++)
        if (steps[i] > 0 && steps[i] % run->stride == 0)
          {
            if (__builtin_mul_overflow (steps[i] / run->stride, extents[i] - 1, &more) || __builtin_add_overflow (used, more, &used))
              return FALSE;
            steps[i] = 0;
          }
      if (used >= run->n)
        return FALSE;
    }
  for (guint i = 0; i < covered->loops->len; i++)
    if (steps[i] != 0)
      return FALSE;
  return rest == 0;
}

/* Elements that are read need a place, too. */
static TlWalk
check_covered_load (const TlExpr *expr, gpointer user_data)
{
  Covered *covered = user_data;
  if (expr->kind == TL_EXPR_LOAD && expr->buffer == covered->buffer)
    covered->failed |= expr->n_indices != 1 || expr->indices[0]->dtype.lanes > 1 || !is_covered (covered, expr->indices[0]);
  return covered->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
check_covered (const TlStmt *stmt, gpointer user_data)
{
  Covered *covered = user_data;
  if (stmt->kind == TL_STMT_FOR)
    {
      g_ptr_array_add (covered->loops, (gpointer) &stmt->loop);
      tl_stmt_walk (stmt->loop.body, check_covered, check_covered_load, covered);
      g_ptr_array_set_size (covered->loops, (gint) covered->loops->len - 1);
      return TL_WALK_OVER;
    }
  if (stmt->kind == TL_STMT_STORE && stmt->buffer == covered->buffer)
    {
      covered->stores = TRUE;
      covered->failed |= stmt->n_indices != 1 || stmt->indices[0]->dtype.lanes > 1 || !is_covered (covered, stmt->indices[0]);
    }
  return covered->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

/*
 * The distance from @copy's source, allocated around, to where nothing else is, if each iteration copies all that it has stored before
 * statement @nth, the copy; NULL otherwise.
 */
static const TlExpr *
distance_of_all (const CopyPass *pass, const TlStmt *alloc, const CopyPlace *place, guint nth, const BufferCopy *copy)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (pass->arena);
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  Covered covered = { .arena = pass->arena, .analyzer = analyzer, .buffer = copy->from, .loops = loops };
  const TlExpr *to = copy->to_position, *distance = tl_analyzer_simplify (analyzer, tl_sub (pass->arena, to, copy->from_position));
  if (copy->from->n_dims != 1 || uses_any (copy, distance) || tl_expr_reads_memory (distance) || count_uses (alloc, copy->to) > 1
      || !find_runs (&covered, copy, place->loops.n_vars))
    return NULL;
  for (guint i = 0; i < nth; i++)
    tl_stmt_walk (place->seq->stmts[i], check_covered, check_covered_load, &covered);
  Accesses before = accesses_of (pass->arena, place, 0, nth, copy->from, copy);
  Accesses after = accesses_of (pass->arena, place, nth + 1, place->seq->n_stmts, copy->from, copy);
  if (covered.failed || !covered.stores || before.has_other_form || after.has_other_form || after.stores || after.loads
      || (before.loads && (pass->n_parallel > 0 || tl_buffer_n_elements (copy->from) <= MAX_SUMS)))
    return NULL;
  return distance;
}

/* The allocation of a copy without it, or NULL. */
static const TlStmt *
skip_copies_of (CopyPass *pass, const TlStmt *alloc)
{
  g_autoptr (GPtrArray) vectorized = g_ptr_array_new ();
  CopyPlace place = { .vectorized = vectorized };
  const TlBuffer *local = alloc->buffer;
  if (alloc->alloc_annotations.n > 0 || !find_place (alloc, &place))
    return NULL;
  for (guint i = 0; i < place.seq->n_stmts; i++)
    {
      BufferCopy copy = place.loops;
      if (!read_copy (place.seq->stmts[i], &copy) || (copy.to != local && copy.from != local))
        continue;
      gboolean is_filled = copy.to == local;
      const TlBuffer *other = is_filled ? copy.from : copy.to;
      BufferCopy whole = copy;
      const TlExpr *distance = distance_to_other (pass->arena, &whole, local);
      gboolean may_skip = distance != NULL && (is_filled ? is_read_only_copy (pass, alloc, &place, i, &whole)
                                                         : is_last_copy (pass, alloc, &place, i, &whole));
      if (!may_skip)
        distance = NULL;
      if (distance == NULL && !is_filled)
        distance = distance_of_all (pass, alloc, &place, i, &copy);
      if (distance == NULL)
        continue;
      tl_remark_buffer (pass->remarks, local, "is not copied %s %s, whose elements lie side by side as well", is_filled ? "from" : "to",
                        other->name);
      Renaming renaming = { local, other, distance, place.seq, i };
      TlRewriter rewriter = { .arena = pass->arena, .expr = rename_load, .stmt = rename_stmt, .user_data = &renaming };
      return tl_rewrite_stmt (&rewriter, alloc->alloc_body);
    }
  return NULL;
}

static const TlStmt *
skip_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  CopyPass *pass = rewriter->user_data;
  if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_PARALLEL)
    {
      pass->n_parallel++;
      const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt);
      pass->n_parallel--;
      return result;
    }
  const TlStmt *skipped = stmt->kind == TL_STMT_ALLOC ? skip_copies_of (pass, stmt) : NULL;
  return skipped != NULL ? tl_rewrite_stmt (rewriter, skipped) : NULL;
}

const TlPrimFunc *
tl_lower_skip_copies (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  CopyPass pass = { builder->arena, remarks, 0 };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = skip_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}

/* --- hoist-copies --- */

/* Whether @first, which fills @buffer, does the same in each iteration of @loop, and @rest leaves it at that. */
static gboolean
fills_alike (const TlLoop *loop, const TlBuffer *buffer, const TlStmt *first, const TlStmt *rest)
{
  Effects fill, others = { 0 };
  if (tl_stmt_uses_var (first, loop->var))
    return FALSE;
  effects_init (&fill, first);
  gboolean result = !fill.has_effects && g_hash_table_size (fill.stored) == 1 && g_hash_table_contains (fill.stored, buffer)
                    && !g_hash_table_contains (fill.loaded, buffer);
  if (result)
    {
      effects_init (&others, rest);
      result = !others.has_effects && !effects_share_any (fill.stored, others.stored) && !effects_share_any (fill.loaded, others.stored);
      effects_clear (&others);
    }
  effects_clear (&fill);
  return result;
}

/* The allocation around @loop in place of in it, or NULL. */
static const TlStmt *
hoist_copy (CopyPass *pass, const TlStmt *loop)
{
  const TlStmt *alloc = loop->loop.body;
  gint64 extent;
  if (alloc->kind != TL_STMT_ALLOC || alloc->alloc_annotations.n > 0 || alloc->alloc_body->kind != TL_STMT_SEQ
      || alloc->alloc_body->n_stmts < 2 || !tl_expr_get_int (loop->loop.extent, &extent) || extent < 2
      || (loop->loop.kind != TL_LOOP_SERIAL && loop->loop.kind != TL_LOOP_UNROLLED))
    return NULL;
  const TlStmt *first = alloc->alloc_body->stmts[0], *body = alloc->alloc_body;
  const TlStmt *rest = tl_stmt_seq (pass->arena, body->stmts + 1, body->n_stmts - 1);
  if (first->kind != TL_STMT_FOR || !fills_alike (&loop->loop, alloc->buffer, first, rest))
    return NULL;
  tl_remark_buffer (pass->remarks, alloc->buffer, "is filled once, ahead of loop %s, as each iteration fills it alike",
                    loop->loop.var->name);
  const TlStmt *stmts[2] = { first, tl_loop_with_body (pass->arena, loop, rest) };
  return tl_stmt_alloc (pass->arena, alloc->buffer, tl_stmt_seq (pass->arena, stmts, 2));
}

static const TlStmt *
hoist_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt), *hoisted = hoist_copy (rewriter->user_data, result);
  return hoisted != NULL ? hoisted : result;
}

const TlPrimFunc *
tl_lower_hoist_copies (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  CopyPass pass = { builder->arena, remarks, 0 };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = hoist_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
