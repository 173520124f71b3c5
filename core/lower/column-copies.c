/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops whose iterations copy columns to rows, which jam-loops runs side by side: neighbours load the same lines, and transpose-loads loads
 * them by rows. (A transposed copy of 256 x 384 in tiles of 64 columns: 49 us before, 17 since.)
 *
 *   for i in 384: { for j in 240: B[i * 256 + j] = A[j * 384 + i];  for j in 16: B[i * 256 + 240 + j] = A[(j + 240) * 384 + i] }
 *     →  for i in 96: { for j in 240: { B[i * 1024 + j] = A[j * 384 + i * 4]; B[i * 1024 + 256 + j] = A[j * 384 + i * 4 + 1]; … } … }
 */
#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"

#define MIN_ROW       8      /* elements */
#define MIN_PARALLEL  256    /* iterations: enough for the cores of most machines, also if there are fewer and longer ones */
#define MAX_STEPS     256    /* of all copies */
#define MAX_ACCESSES  32
#define MAX_OWN_BYTES 2048   /* of buffers that each iteration has of its own */
#define MAX_DISTANCE  ((gint64) 1 << 40)   /* of elements, so that sums of distances are numbers */

/* Elements of a buffer that is stored to, as @first + stride * iteration + [low, high] + a multiple of period. */
typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *first;
  gint64          stride, low, high, period;   /* period 0: no such multiple */
  gboolean        is_store;
} ColumnAccess;

typedef struct
{
  TlArena      *arena;
  TlAnalyzer   *analyzer;
  const TlLoop *loop;
  GHashTable   *own, *stored;   /* buffers: allocated inside; stored to, of the others */
  GHashTable   *names;          /* variables of lets inside */
  GPtrArray    *around;         /* const TlLoop *, in @loop around the current place */
  GArray       *accesses;       /* ColumnAccess */
  guint         n_loops;
  gint64        own_bytes;
  gboolean      has_columns, has_vectors;   /* loads of neighbours by neighbouring iterations; by vectors with a stride */
  gboolean      failed;
} Columns;

static const TlExpr *
first_position (const TlExpr *position)
{
  return position->kind == TL_EXPR_RAMP ? position->base : position;
}

/* --- what iterations do --- */

static TlWalk
check_stmt (const TlStmt *stmt, gpointer user_data)
{
  Columns *columns = user_data;
  gint64   n, stride;
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      columns->n_loops++;
      columns->failed |= (stmt->loop.kind != TL_LOOP_SERIAL && stmt->loop.kind != TL_LOOP_UNROLLED && stmt->loop.kind != TL_LOOP_VECTORIZED)
                         || stmt->loop.annotations.n > 0 || !tl_expr_get_int (stmt->loop.extent, &n)
                         || !tl_expr_get_int (stmt->loop.min, &n);
      break;
    case TL_STMT_ALLOC:
      n = tl_buffer_n_elements (stmt->buffer);
      columns->own_bytes += n < 0 || n > MAX_OWN_BYTES ? MAX_OWN_BYTES + 1 : n * tl_max (tl_dtype_bytes (stmt->buffer->dtype), 1);
      columns->failed |= columns->own_bytes > MAX_OWN_BYTES;
      g_hash_table_add (columns->own, (gpointer) stmt->buffer);
      break;
    case TL_STMT_STORE:
      columns->failed |= stmt->n_indices != 1 || tl_expr_loads (stmt->value, stmt->buffer);
      if (columns->failed || g_hash_table_contains (columns->own, stmt->buffer))
        break;
      columns->failed |= !tl_expr_stride (columns->analyzer, first_position (stmt->indices[0]), columns->loop->var, &stride)
                         || ABS (stride) < MIN_ROW;
      g_hash_table_add (columns->stored, (gpointer) stmt->buffer);
      break;
    case TL_STMT_LET:
      g_hash_table_add (columns->names, (gpointer) stmt->var);
      break;
    default:
      columns->failed |= stmt->kind != TL_STMT_SEQ;
    }
  return columns->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
check_load (const TlExpr *expr, gpointer user_data)
{
  Columns *columns = user_data;
  gint64   stride;
  columns->failed |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  if (expr->kind == TL_EXPR_LOAD && expr->n_indices == 1 && !g_hash_table_contains (columns->own, expr->buffer)
      && tl_expr_stride (columns->analyzer, first_position (expr->indices[0]), columns->loop->var, &stride) && stride == 1)
    {
      columns->has_columns = TRUE;
      columns->has_vectors |= tl_expr_is_strided_load (expr);
    }
  return columns->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

/* --- whether they touch different elements --- */

static void
note_access (Columns *columns, const TlBuffer *buffer, const TlExpr *position, gboolean is_store)
{
  ColumnAccess access = { .buffer = buffer, .first = first_position (position), .is_store = is_store, .high = position->dtype.lanes - 1 };
  if (!g_hash_table_contains (columns->stored, buffer))
    return;
  columns->failed |= columns->accesses->len == MAX_ACCESSES || tl_expr_reads_memory (position)
                     || tl_expr_uses_any (position, columns->names)
                     || (position->dtype.lanes > 1 && (position->kind != TL_EXPR_RAMP || !tl_expr_is_int (position->stride, 1)))
                     || !tl_expr_stride (columns->analyzer, access.first, columns->loop->var, &access.stride)
                     || ABS (access.stride) > MAX_DISTANCE;
  for (guint i = 0; i < columns->around->len && !columns->failed; i++)
    {
      const TlLoop *loop = columns->around->pdata[i];
      gint64 stride, extent, min, span;
      if (!tl_expr_stride (columns->analyzer, access.first, loop->var, &stride) || !tl_expr_get_int (loop->extent, &extent)
          || !tl_expr_get_int (loop->min, &min) || __builtin_mul_overflow (stride, extent - 1, &span) || ABS (span) > MAX_DISTANCE)
        {
          columns->failed = TRUE;
          break;
        }
      if (ABS (stride) > ABS (access.stride))
        access.period = tl_gcd_int64 (stride, access.period);
      access.low += ABS (stride) > ABS (access.stride) ? 0 : tl_min (span, 0);
      access.high += ABS (stride) > ABS (access.stride) ? 0 : tl_max (span, 0);
      access.first = tl_expr_substitute_var (columns->arena, access.first, loop->var, tl_expr_int (columns->arena, loop->var->dtype, min));
    }
  g_array_append_val (columns->accesses, access);
}

static TlWalk
note_load (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LOAD)
    note_access (user_data, expr->buffer, expr->indices[0], FALSE);
  return TL_WALK_INTO;
}

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  Columns *columns = user_data;
  if (stmt->kind == TL_STMT_STORE)
    note_access (columns, stmt->buffer, stmt->indices[0], TRUE);
  if (stmt->kind != TL_STMT_FOR)
    return columns->failed ? TL_WALK_STOP : TL_WALK_INTO;
  g_ptr_array_add (columns->around, (gpointer) &stmt->loop);
  tl_stmt_walk (stmt->loop.body, note_stmt, note_load, columns);
  g_ptr_array_set_size (columns->around, (gint) columns->around->len - 1);
  return columns->failed ? TL_WALK_STOP : TL_WALK_OVER;
}

/* Whether iterations less than TL_N_COLUMNS apart may access an element both. */
static gboolean
may_meet (Columns *columns, const ColumnAccess *a, const ColumnAccess *b)
{
  gint64 distance, period = tl_gcd_int64 (a->period, b->period);
  if (a->buffer != b->buffer || !(a->is_store || b->is_store))
    return FALSE;
  if (a->stride != b->stride || !tl_expr_difference (columns->analyzer, b->first, a->first, &distance) || ABS (distance) > MAX_DISTANCE)
    return TRUE;
  for (gint64 ahead = 1 - TL_N_COLUMNS; ahead < TL_N_COLUMNS; ahead++)
    {
      gint64 low = distance + ahead * a->stride + b->low - a->high, high = distance + ahead * a->stride + b->high - a->low;
      gboolean is_apart = low > 0 || high < 0;
      if (ahead != 0 && (!is_apart || (period > 0 && (low <= -period || high >= period))))
        return TRUE;
    }
  return FALSE;
}

gboolean
tl_loop_copies_columns (TlArena *arena, TlAnalyzer *analyzer, const TlLoop *loop, gboolean are_vectors)
{
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL), stored = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) around = g_ptr_array_new ();
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (ColumnAccess));
  Columns columns = { .arena = arena, .analyzer = analyzer, .loop = loop, .own = own, .stored = stored, .names = names,
                      .around = around, .accesses = accesses };
  gboolean is_parallel = loop->kind == TL_LOOP_PARALLEL;
  gint64 extent;
  if ((loop->kind != TL_LOOP_SERIAL && !is_parallel) || loop->annotations.n > 0 || !tl_expr_get_int (loop->extent, &extent)
      || extent % TL_N_COLUMNS != 0 || (is_parallel && extent < MIN_PARALLEL))
    return FALSE;
  tl_stmt_walk (loop->body, check_stmt, check_load, &columns);
  /* Of a serial loop without others inside transpose-loads does several iterations at once by itself. */
  if (columns.failed || (columns.n_loops == 0 && !is_parallel) || !columns.has_columns || (are_vectors && !columns.has_vectors)
      || TL_N_COLUMNS * tl_stmt_count_written_out (loop->body, FALSE) > MAX_STEPS)
    return FALSE;
  tl_stmt_walk (loop->body, note_stmt, note_load, &columns);
  for (guint i = 0; i < accesses->len && !columns.failed; i++)
    for (guint k = 0; k < accesses->len && !columns.failed; k++)
      columns.failed = may_meet (&columns, &g_array_index (accesses, ColumnAccess, i), &g_array_index (accesses, ColumnAccess, k));
  return !columns.failed;
}
