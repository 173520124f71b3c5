/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether iterations of a loop meet: one stores an element that another one stores or loads, so that they cannot run as lanes of a vector.
 *
 *   for j: A[j + 1] = A[j]          iteration j loads what iteration j - 1 has stored
 *   for j: A[j] = x; B[j] = A[j + 1]    iteration j loads what iteration j + 1 is still to store
 *
 * Schedules vectorize only loops whose blocks are data-parallel; this is for programs that were written with such loops. Positions whose
 * distance is no constant are taken to be apart, as TVM takes all of them.
 */
#include "core/lower/lower-private.h"

typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *position;
} UpdateAccess;

typedef struct
{
  GArray     *stores, *loads;   /* UpdateAccess */
  GHashTable *own;              /* buffers of an iteration's own */
} UpdateAccesses;

static void
add_access (GArray *accesses, const TlBuffer *buffer, const TlExpr *position)
{
  UpdateAccess access = { buffer, position };

  g_array_append_val (accesses, access);
}

static TlWalk
collect_stmt (const TlStmt *stmt, gpointer user_data)
{
  UpdateAccesses *a = user_data;

  if (stmt->kind == TL_STMT_STORE)
    add_access (a->stores, stmt->buffer, stmt->indices[0]);
  else if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (a->own, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

static TlWalk
collect_expr (const TlExpr *expr, gpointer user_data)
{
  UpdateAccesses *a = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    add_access (a->loads, expr->buffer, expr->indices[0]);
  return TL_WALK_INTO;
}

/* The store of one iteration and the access of another one, less than @n_lanes away. */
static gboolean
meet (TlAnalyzer *analyzer, const TlLoop *loop, gint64 n_lanes, const UpdateAccess *store, const UpdateAccess *other)
{
  gint64 distance, stride;

  if (store->buffer != other->buffer || !tl_dtype_equal (store->position->dtype, other->position->dtype)
      || store->position->dtype.lanes != 1 || !tl_expr_difference (analyzer, other->position, store->position, &distance) || distance == 0
      || !tl_expr_stride (analyzer, store->position, loop->var, &stride) || stride == 0)
    return FALSE;
  return distance % stride == 0 && ABS (distance / stride) < n_lanes;
}

gboolean
tl_loop_iterations_meet (TlArena *arena, const TlLoop *loop, gint64 n_lanes)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  g_autoptr (GArray) stores = g_array_new (FALSE, FALSE, sizeof (UpdateAccess)), loads = g_array_new (FALSE, FALSE, sizeof (UpdateAccess));
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  UpdateAccesses accesses = { stores, loads, own };
  gboolean result = FALSE;

  tl_stmt_walk (loop->body, collect_stmt, collect_expr, &accesses);
  for (guint i = 0; i < stores->len && !result; i++)
    {
      const UpdateAccess *store = &g_array_index (stores, UpdateAccess, i);

      if (g_hash_table_contains (own, store->buffer))
        continue;
      for (guint k = 0; k < loads->len && !result; k++)
        result = meet (analyzer, loop, n_lanes, store, &g_array_index (loads, UpdateAccess, k));
      for (guint k = 0; k < stores->len && !result; k++)
        result = k != i && meet (analyzer, loop, n_lanes, store, &g_array_index (stores, UpdateAccess, k));
    }
  return result;
}
