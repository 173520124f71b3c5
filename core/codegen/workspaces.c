/* SPDX-License-Identifier: Apache-2.0 */
/*
 *   for i in parallel (50): with alloc (B, n): S (i, B)
 *   →  for t in parallel (4): for i in [50 * t // 4, 50 * (t + 1) // 4): S (i, W + t * n)
 *
 * Outside of parallel loops the buffer itself becomes the parameter.
 */
#include "core/codegen/workspaces.h"

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/codegen/export.h"
#include "core/ir/walk.h"

#define ALIGNMENT_BYTES 64

typedef struct
{
  const TlTarget *target;
  GPtrArray      *params;       /* TlBuffer: the new ones */
  GHashTable     *large;        /* TlBuffer: those that leave the stack */
  GHashTable     *parts;        /* TlBuffer → WorkspacePart, of those in the parallel loop around */
  const TlVar    *thread;       /* number of the part; NULL: no parallel loop around */
  gboolean        is_parallel;
  gsize           stack_bytes;
  GError         *error;
} Workspaces;

/* The parameter that stands for a buffer of each thread. */
typedef struct
{
  const TlBuffer *all;
  gint64          n_elements;   /* of one part */
} WorkspacePart;

/* --- which buffers --- */

static TlWalk
find_large (const TlStmt *stmt, gpointer user_data)
{
  Workspaces     *w = user_data;
  const TlBuffer *buffer = stmt->kind == TL_STMT_ALLOC ? stmt->buffer : NULL;
  gint64          n = buffer != NULL ? tl_buffer_n_elements (buffer) : 0;
  gsize           n_bytes = (gsize) tl_max (n, 0) * tl_max (buffer != NULL ? tl_dtype_bytes (buffer->dtype) : 1, 1u);

  if (buffer == NULL)
    return TL_WALK_INTO;
  if (n < 0)
    {
      g_set_error (&w->error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED,
                   "the size of buffer %s is no number: it cannot be memory that the caller brings", buffer->name);
      return TL_WALK_STOP;
    }
  if (n_bytes > TL_STACK_BUFFER_BYTES || w->stack_bytes + n_bytes > TL_STACK_TOTAL_BYTES)
    g_hash_table_add (w->large, (gpointer) buffer);
  else
    w->stack_bytes += n_bytes;
  return TL_WALK_INTO;
}

static TlWalk
find_large_inside (const TlStmt *stmt, gpointer user_data)
{
  Workspaces *w = user_data;

  if (stmt->kind == TL_STMT_ALLOC && g_hash_table_contains (w->large, stmt->buffer))
    g_hash_table_insert (w->parts, (gpointer) stmt->buffer, NULL);
  return TL_WALK_INTO;
}

static void
add_param (Workspaces *w, const TlBuffer *buffer)
{
  if (!g_ptr_array_find (w->params, buffer, NULL))
    g_ptr_array_add (w->params, (gpointer) buffer);
}

/* One part for each thread, each on cache lines of its own. */
static void
make_parts (Workspaces *w, TlArena *arena, gint64 n_threads)
{
  GHashTableIter iter;
  gpointer       buffer;

  g_hash_table_iter_init (&iter, w->parts);
  while (g_hash_table_iter_next (&iter, &buffer, NULL))
    {
      const TlBuffer *own = buffer;
      WorkspacePart  *part = tl_arena_new0 (arena, WorkspacePart);
      gint64          per_line = tl_max (ALIGNMENT_BYTES / (gint64) tl_max (tl_dtype_bytes (own->dtype), 1u), 1);
      gint64          n_all;

      part->n_elements = (tl_buffer_n_elements (own) + per_line - 1) / per_line * per_line;
      n_all = part->n_elements * n_threads;
      part->all = tl_buffer_new_const (arena, own->name, own->dtype, &n_all, 1, own->scope);
      g_hash_table_iter_replace (&iter, part);
      add_param (w, part->all);
    }
}

/* --- the rewrite --- */

static const WorkspacePart *
find_part (const Workspaces *w, const TlBuffer *buffer)
{
  return w->thread != NULL ? g_hash_table_lookup (w->parts, buffer) : NULL;
}

static const TlExpr *
position_in_part (TlArena *arena, const Workspaces *w, const WorkspacePart *part, const TlExpr *position)
{
  const TlExpr *offset = tl_mul (arena, tl_cast (arena, tl_dtype_with_lanes (position->dtype, 1), w->thread),
                                 tl_expr_int (arena, tl_dtype_with_lanes (position->dtype, 1), part->n_elements));

  if (position->kind == TL_EXPR_RAMP)
    return tl_expr_ramp (arena, tl_add (arena, position->base, offset), position->stride, position->dtype.lanes);
  return tl_add (arena, position, position->dtype.lanes > 1 ? tl_expr_broadcast (arena, offset, position->dtype.lanes) : offset);
}

static const TlExpr *
move_load (TlRewriter *rewriter, const TlExpr *expr)
{
  const Workspaces    *w = rewriter->user_data;
  const WorkspacePart *part = expr->kind == TL_EXPR_LOAD ? find_part (w, expr->buffer) : NULL;
  const TlExpr        *position;

  if (part == NULL)
    return NULL;
  position = position_in_part (rewriter->arena, w, part, tl_rewrite_expr (rewriter, expr->indices[0]));
  return tl_expr_load (rewriter->arena, part->all, &position, 1);
}

/* From a loop to one over threads with the iterations of each inside. */
static const TlStmt *
share_out (TlRewriter *rewriter, const TlStmt *stmt)
{
  Workspaces   *w = rewriter->user_data;
  TlArena      *arena = rewriter->arena;
  TlDType       dtype = stmt->loop.var->dtype;
  gint64        n_threads = w->target->num_cores, extent;
  TlLoop        inner = stmt->loop, outer = { .kind = TL_LOOP_PARALLEL, .id = stmt->loop.id };
  const TlExpr *share, *threads, *first, *end;

  if (tl_expr_get_int (stmt->loop.extent, &extent))
    n_threads = tl_clamp (extent, 1, n_threads);
  make_parts (w, arena, n_threads);
  threads = tl_expr_int (arena, dtype, n_threads);
  w->thread = outer.var = tl_expr_var (arena, "thread", dtype);
  first = tl_floordiv (arena, tl_mul (arena, stmt->loop.extent, w->thread), threads);
  share = tl_add (arena, w->thread, tl_expr_int (arena, dtype, 1));
  end = tl_floordiv (arena, tl_mul (arena, stmt->loop.extent, share), threads);
  inner.kind = TL_LOOP_SERIAL;
  inner.min = tl_add (arena, stmt->loop.min, first);
  inner.extent = tl_sub (arena, end, first);
  inner.body = tl_rewrite_stmt (rewriter, stmt->loop.body);
  outer.min = tl_expr_int (arena, dtype, 0);
  outer.extent = threads;
  outer.body = tl_stmt_with_origin (arena, tl_stmt_loop (arena, &inner), stmt->origin);
  w->thread = NULL;
  return tl_stmt_with_origin (arena, tl_stmt_loop (arena, &outer), stmt->origin);
}

static const TlStmt *
parallel_loop (TlRewriter *rewriter, const TlStmt *stmt)
{
  Workspaces   *w = rewriter->user_data;
  const TlStmt *result;

  g_hash_table_remove_all (w->parts);
  tl_stmt_walk (stmt->loop.body, find_large_inside, NULL, w);
  w->is_parallel = TRUE;
  result = g_hash_table_size (w->parts) > 0 ? share_out (rewriter, stmt) : tl_rewrite_stmt_children (rewriter, stmt);
  w->is_parallel = FALSE;
  return result;
}

static const TlStmt *
move_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Workspaces          *w = rewriter->user_data;
  const WorkspacePart *part = stmt->kind == TL_STMT_STORE ? find_part (w, stmt->buffer) : NULL;
  const TlExpr        *position;

  if (stmt->kind == TL_STMT_ALLOC && g_hash_table_contains (w->large, stmt->buffer))
    {
      if (!w->is_parallel)
        add_param (w, stmt->buffer);
      return tl_rewrite_stmt (rewriter, stmt->alloc_body);
    }
  if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_PARALLEL && w->target->num_cores > 1 && !w->is_parallel)
    return parallel_loop (rewriter, stmt);
  if (part == NULL)
    return NULL;
  position = position_in_part (rewriter->arena, w, part, tl_rewrite_expr (rewriter, stmt->indices[0]));
  return tl_stmt_with_origin (rewriter->arena,
                              tl_stmt_store (rewriter->arena, part->all, &position, 1, tl_rewrite_expr (rewriter, stmt->value)),
                              stmt->origin);
}

/* --- the function --- */

static const TlPrimFunc *
with_params (TlArena *arena, const TlPrimFunc *func, const GPtrArray *buffers, const TlStmt *body)
{
  TlPrimFunc *result = tl_arena_new0 (arena, TlPrimFunc);
  TlParam    *params = tl_arena_new_array (arena, TlParam, func->n_params + buffers->len);

  *result = *func;
  for (guint i = 0; i < func->n_params; i++)
    params[i] = func->params[i];
  for (guint i = 0; i < buffers->len; i++)
    params[func->n_params + i] = (TlParam) { .name = ((const TlBuffer *) buffers->pdata[i])->name, .buffer = buffers->pdata[i] };
  result->params = params;
  result->n_params = func->n_params + buffers->len;
  result->body = body;
  return result;
}

TlModule *
tl_workspaces_to_params (const TlModule *lowered, const TlTarget *target, GError **error)
{
  g_autoptr (TlArena)    arena = tl_arena_new (lowered->arena);
  g_autoptr (GPtrArray)  params = g_ptr_array_new ();
  g_autoptr (GHashTable) large = g_hash_table_new (NULL, NULL), parts = g_hash_table_new (NULL, NULL);
  Workspaces             w = { .target = target, .params = params, .large = large, .parts = parts };
  TlRewriter             rewriter = { .arena = arena, .stmt = move_stmt, .expr = move_load, .user_data = &w };
  const TlPrimFunc      *func = lowered->prims[0];
  const TlStmt          *body;

  tl_stmt_walk (func->body, find_large, NULL, &w);
  if (w.error != NULL)
    {
      g_propagate_error (error, w.error);
      return NULL;
    }
  if (g_hash_table_size (large) == 0)
    return tl_module_ref (lowered);
  body = tl_rewrite_stmt (&rewriter, func->body);
  func = with_params (arena, func, params, body);
  return tl_module_new_prims (arena, lowered->name, &func, 1, lowered->next_id);
}
