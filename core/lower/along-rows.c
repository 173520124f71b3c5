/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops that the vectorize pass makes vectors of unasked: all stores inside go on element by element, or are sums with a stride that many
 * iterations add to; all loads move by a fixed distance, and no two iterations meet. Serial loops around others, as LLVM vectorizes none
 * around a reduction, and short ones, whose vectors may stay in registers throughout loops around them. Long innermost ones are left to
 * LLVM unless they load with a stride: it leaves scalars there, while passes to come load rows, or load ahead of a loop; copies with a
 * stride are best as scalars. Unrolled loops also as the innermost ones: scalar statements of a row would take LLVM long, and are vectors
 * in the end.
 *
 *   for j in 128: for k in 32: C[j] += A[k] * B[k * 128 + j]   →   for j in vectorized (128): …
 */
#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"

#define MIN_EXTENT   8
#define MIN_UNROLLED 4
#define MAX_INNERMOST 64   /* elements of a serial loop without others inside */
#define MAX_ACCESSES 24
#define MAX_OWN      16   /* elements of a buffer of each iteration: a vector has one for each lane */
#define MAX_VECTORS  4    /* of a chunk, for each store */
#define MAX_STRIDE   4    /* of loads that are whole vectors, of which a few lanes are picked */

/* Lines this many bytes apart are in one set of the nearest cache, as its sets are found with the bits that addresses have in a page. */
#define CACHE_PERIOD   4096
#define CACHE_LINE     64
#define LINES_OF_A_SET 4   /* half of the fewest ways that caches have: the rest is for what else is accessed */

typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *position;
  gboolean        is_store;
} RowAccess;

typedef struct
{
  TlAnalyzer   *analyzer;
  const TlLoop *loop, *around, *columns;   /* around: whose body it is; columns: that will run side by side; both nullable */
  GArray       *accesses;      /* RowAccess */
  GHashTable   *own;           /* buffers allocated inside */
  GHashTable   *inner_vars;
  guint         n_loops, n_stores, bytes;
  gint64        n_copies;      /* that unrolled loops inside make */
  gboolean      has_strides;   /* of loads that take more than a few whole vectors */
  gboolean      has_copies;    /* such loads with nothing to make up for them: as scalars they need not be put together */
  GPtrArray    *inner_loops;   /* const TlLoop *, around the current place */
  gboolean      adds_up;
  gboolean      has_strided_stores, has_far_stores, has_long_sums;
  gboolean      failed;
} Rows;

/*
 * A sum that at least a vector's worth of iterations add to, of a loop inside or of the one right around: it is loaded and stored once for
 * all of them.
 */
static gboolean
is_long_sum (const Rows *rows, const TlStmt *store)
{
  const TlLoop *loop = rows->inner_loops->len > 0 ? rows->inner_loops->pdata[rows->inner_loops->len - 1] : rows->around;
  gint64 extent;
  return loop != NULL && tl_expr_loads (store->value, store->buffer) && !tl_expr_uses_var (store->indices[0], loop->var)
         && tl_expr_get_int (loop->extent, &extent) && extent >= MIN_EXTENT;
}

static void
check_store (Rows *rows, const TlStmt *stmt)
{
  RowAccess access = { stmt->buffer, stmt->indices[0], TRUE };
  gint64 stride;
  if (stmt->n_indices != 1 || stmt->indices[0]->dtype.lanes > 1
      || !tl_expr_stride (rows->analyzer, stmt->indices[0], rows->loop->var, &stride) || stride < 1)
    {
      rows->failed = TRUE;
      return;
    }
  gboolean is_long = is_long_sum (rows, stmt);
  rows->has_long_sums |= is_long;
  rows->has_strided_stores |= stride > 1;
  rows->has_far_stores |= stride > MAX_STRIDE;
  rows->failed |= stride > 1 && !is_long && rows->inner_loops->len > 0;
  g_array_append_val (rows->accesses, access);
}

/* Neighbouring iterations of @loop, nullable, load neighbours, or the same. */
static gboolean
goes_along (const Rows *rows, const TlLoop *loop, const TlExpr *position)
{
  gint64 stride;
  return loop != NULL && tl_expr_stride (rows->analyzer, position, loop->var, &stride) && stride >= 0 && stride <= 1;
}

static TlWalk
check_load (const TlExpr *expr, gpointer user_data)
{
  Rows  *rows = user_data;
  gint64 stride;
  rows->failed |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  if (expr->kind == TL_EXPR_LOAD && !g_hash_table_contains (rows->own, expr->buffer))
    {
      RowAccess access = { expr->buffer, expr->indices[0], FALSE };
      rows->failed |= expr->dtype.lanes > 1 || expr->n_indices != 1
                      || !tl_expr_stride (rows->analyzer, expr->indices[0], rows->loop->var, &stride) || stride < 0;
      if (!rows->failed && stride > MAX_STRIDE)
        {
          rows->has_strides = TRUE;
          rows->has_copies |= !goes_along (rows, rows->around, expr->indices[0]) && !goes_along (rows, rows->columns, expr->indices[0]);
        }
      g_array_append_val (rows->accesses, access);
    }
  return rows->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
check_stmt (const TlStmt *stmt, gpointer user_data)
{
  Rows  *rows = user_data;
  gint64 extent;
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      rows->n_loops++;
      rows->failed |= (stmt->loop.kind != TL_LOOP_SERIAL && stmt->loop.kind != TL_LOOP_UNROLLED)
                      || !tl_expr_get_int (stmt->loop.extent, &extent) || tl_expr_uses_var (stmt->loop.min, rows->loop->var);
      if (!rows->failed && stmt->loop.kind == TL_LOOP_UNROLLED)
        rows->n_copies *= CLAMP (extent, 1, G_MAXINT16);
      g_hash_table_add (rows->inner_vars, (gpointer) stmt->loop.var);
      if (rows->failed)
        break;
      g_ptr_array_add (rows->inner_loops, (gpointer) &stmt->loop);
      tl_stmt_walk (stmt->loop.body, check_stmt, check_load, rows);
      g_ptr_array_set_size (rows->inner_loops, (gint) rows->inner_loops->len - 1);
      return rows->failed ? TL_WALK_STOP : TL_WALK_OVER;
    case TL_STMT_STORE:
      if (!g_hash_table_contains (rows->own, stmt->buffer))
        check_store (rows, stmt);
      rows->n_stores++;
      rows->adds_up |= tl_expr_loads (stmt->value, stmt->buffer);
      rows->bytes = tl_max (rows->bytes, tl_dtype_bytes (stmt->buffer->dtype));
      break;
    case TL_STMT_ALLOC:
      rows->failed |= stmt->buffer->n_dims != 1 || !tl_expr_get_int (stmt->buffer->shape[0], &extent) || extent > MAX_OWN;
      g_hash_table_add (rows->own, (gpointer) stmt->buffer);
      break;
    case TL_STMT_SEQ:
      break;
    default:
      rows->failed = TRUE;
    }
  return rows->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Whether iterations that differ by less than @extent touch different elements, whichever iterations of inner loops they are in. */
static gboolean
never_meet (Rows *rows, TlArena *arena, const RowAccess *a, const RowAccess *b, gint64 extent)
{
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer       var;
  gint64         coefficient, base;
  g_hash_table_iter_init (&iter, rows->inner_vars);
  while (g_hash_table_iter_next (&iter, &var, NULL))
    g_hash_table_insert (others, var, (gpointer) tl_expr_var (arena, "other", ((const TlExpr *) var)->dtype));
  const TlExpr *distance = tl_analyzer_simplify (rows->analyzer,
                                                 tl_sub (arena, a->position, tl_expr_substitute (arena, b->position, others)));
  if (tl_expr_get_int (distance, &base))
    return base == 0 || ABS (base) >= extent;
  tl_analyzer_modular (rows->analyzer, distance, &coefficient, &base);
  return base == 0 && coefficient >= extent;
}

static gboolean
iterations_apart (Rows *rows, TlArena *arena, gint64 extent)
{
  for (guint i = 0; i < rows->accesses->len; i++)
    for (guint k = 0; k < rows->accesses->len; k++)
      {
        const RowAccess *a = &g_array_index (rows->accesses, RowAccess, i), *b = &g_array_index (rows->accesses, RowAccess, k);
        if (a->is_store && a->buffer == b->buffer && !never_meet (rows, arena, a, b, extent))
          return FALSE;
      }
  return TRUE;
}

typedef struct
{
  TlAnalyzer  *analyzer;
  const TlVar *var;
  gint64       most;
} LanesInCache;

static TlWalk
count_lines (const TlExpr *expr, gpointer user_data)
{
  LanesInCache *lanes = user_data;
  gint64        stride;
  if (expr->kind == TL_EXPR_LOAD && expr->n_indices == 1 && tl_expr_stride (lanes->analyzer, expr->indices[0], lanes->var, &stride)
      && ABS (stride) > MAX_STRIDE && ABS (stride) < G_MAXINT32)
    {
      gint64 n_sets = CACHE_PERIOD / CACHE_LINE, distance = ABS (stride) * (gint64) tl_dtype_bytes (expr->dtype);
      while (n_sets > 1 && distance % (2 * CACHE_LINE) == 0)
        {
          n_sets /= 2;
          distance /= 2;
        }
      lanes->most = MIN (lanes->most, n_sets * LINES_OF_A_SET);
    }
  return TL_WALK_INTO;
}

guint
tl_lanes_in_cache (TlAnalyzer *analyzer, const TlStmt *body, const TlVar *var)
{
  LanesInCache lanes = { analyzer, var, G_MAXINT32 };
  tl_stmt_walk (body, NULL, count_lines, &lanes);
  return (guint) lanes.most;
}

guint
tl_loop_row_lanes (TlArena *arena, TlAnalyzer *analyzer, const TlStmt *stmt, const TlLoop *around, const TlLoop *columns,
                   const TlTarget *target)
{
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (RowAccess));
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) inner_vars = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) inner_loops = g_ptr_array_new ();
  Rows rows = { .analyzer = analyzer, .loop = &stmt->loop, .around = around, .columns = columns, .accesses = accesses, .own = own,
                .inner_vars = inner_vars, .inner_loops = inner_loops, .n_copies = 1 };
  gint64 extent;
  gboolean is_unrolled = stmt->loop.kind == TL_LOOP_UNROLLED;
  if ((stmt->loop.kind != TL_LOOP_SERIAL && !is_unrolled) || !tl_expr_get_int (stmt->loop.extent, &extent)
      || extent < (is_unrolled ? MIN_UNROLLED : MIN_EXTENT))
    return 0;
  tl_stmt_walk (stmt->loop.body, check_stmt, check_load, &rows);
  gint64 n_sums = rows.bytes > 0 ? tl_target_sum_bits (target) / 8 / rows.bytes : 0;
  gint64 max_innermost = rows.adds_up && around != NULL ? tl_max (MAX_INNERMOST, n_sums) : MAX_INNERMOST;
  gboolean is_for_llvm = !is_unrolled && !rows.has_strides && extent > max_innermost;
  if (rows.failed || (rows.n_loops == 0 && (is_for_llvm || (rows.has_copies && !rows.adds_up))) || rows.n_stores == 0 || rows.bytes == 0
      || accesses->len > MAX_ACCESSES || (rows.has_strided_stores && !rows.has_long_sums)
      || (rows.has_far_stores && rows.has_strides)
      || !iterations_apart (&rows, arena, extent))
    return 0;
  guint n_vectors = MAX_VECTORS;
  while (n_vectors > 1 && n_vectors * rows.n_stores * rows.n_copies > tl_target_vector_registers (target) / 2)
    n_vectors /= 2;
  guint lanes = target->vector_bits / 8 / rows.bytes;
  guint most = tl_lanes_in_cache (analyzer, stmt->loop.body, stmt->loop.var);
  /* vectorize takes the half where there is a rest */
  return MIN (lanes * n_vectors, MAX (lanes, extent % most == 0 ? most : 2 * most));
}
