/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-threads: the outermost loop that is bound to blockIdx or threadIdx, with all that is in it, becomes a kernel (core/ir/kernel.h):
 *
 *   for bx: { for tx: A;  for k: for tx': B }   →   launch bx, tx: { A;  for k: B (tx' = tx) }
 *
 * All loops of a kernel that are bound to one axis are that axis, so their extents have to agree. A statement that is not in a loop of
 * every axis runs once, by the first thread (or block) of those axes: stores to memory that others see go under that condition. Memory of
 * one thread is written by all of them, each its own.
 *
 * Buffers of blocks and threads that are allocated around the kernel move into it. Loops of virtual threads stay.
 */
#include <string.h>

#include "core/ir/kernel.h"
#include "core/lower/lower-private.h"

typedef struct
{
  const TlVar  *var;
  const TlExpr *extent;   /* NULL: no loop has been met */
  const TlLoop *first;    /* the loop that gave it */
  guint         n_open;   /* loops of the axis around the current statement */
} LaunchAxis;

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  LaunchAxis  axes[TL_N_LAUNCH_AXES];
  GHashTable *values;      /* TlVar of a bound loop → TlExpr of the launch's variables */
  GHashTable *inside;      /* TlVar: defined in the kernel */
  GPtrArray  *open;        /* const TlLoop *: bound loops around the current statement */
  GPtrArray  *around;      /* const TlLoop *: host loops around the current statement */
  GPtrArray  *pending;     /* const TlBuffer *: of blocks and threads, allocated on the host so far */
  GHashTable *placed;      /* TlBuffer of @pending that a kernel has */
  GHashTable *n_around;    /* TlBuffer from the host → number of loops around it */
  gboolean    in_kernel;
  GError    **error;
  gboolean    failed;
} Launcher;

static const TlStmt *
fail (Launcher *l, const TlStmt *stmt, const char *format, ...)
{
  if (!l->failed)
    {
      va_list arguments;

      va_start (arguments, format);
      g_autofree char *message = g_strdup_vprintf (format, arguments);
      va_end (arguments);
      tl_lower_set_unsupported (l->error, "%s", message);
    }
  l->failed = TRUE;
  return stmt;
}

static TlLaunchAxis
axis_of (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING ? tl_launch_axis_find (stmt->loop.thread)
                                                                                 : TL_N_LAUNCH_AXES;
}

/* --- the axes of a kernel --- */

static TlWalk
note_axis (const TlStmt *stmt, gpointer user_data)
{
  Launcher *l = user_data;
  TlLaunchAxis number = axis_of (stmt);

  if (stmt->kind == TL_STMT_LET)
    g_hash_table_add (l->inside, (gpointer) stmt->var);
  if (stmt->kind == TL_STMT_FOR && number == TL_N_LAUNCH_AXES)
    g_hash_table_add (l->inside, (gpointer) stmt->loop.var);
  if (number == TL_N_LAUNCH_AXES)
    return TL_WALK_INTO;

  const TlLoop *loop = &stmt->loop;
  LaunchAxis *axis = &l->axes[number];
  const TlExpr *extent = tl_analyzer_simplify (l->analyzer, loop->extent);

  g_hash_table_add (l->inside, (gpointer) loop->var);
  if (tl_expr_uses_any (extent, l->inside))
    fail (l, stmt, "Loop %s is bound to %s, but its extent differs from one iteration of the loops around it to the next", loop->var->name,
          loop->thread);
  else if (axis->extent == NULL)
    *axis = (LaunchAxis) { tl_expr_var_like (l->arena, loop->var), extent, loop, 0 };
  else if (!tl_analyzer_can_prove_equal (l->analyzer, axis->extent, extent))
    fail (l, stmt, "All loops that are bound to %s should have the same extent, but those of %s and %s differ", loop->thread,
          axis->first->var->name, loop->var->name);
  return l->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static const TlStmt *
add_launches (Launcher *l, const TlStmt *body)
{
  for (guint i = TL_N_LAUNCH_AXES; i-- > 0;)
    {
      const LaunchAxis *axis = &l->axes[i];

      if (axis->extent == NULL)
        continue;
      TlLoop loop = {
        .id = axis->first->id, .var = axis->var, .min = tl_expr_int (l->arena, axis->var->dtype, 0),
        .extent = tl_cast (l->arena, axis->var->dtype, axis->extent), .kind = TL_LOOP_THREAD_BINDING,
        .thread = tl_launch_axis_name (i), .is_launch = TRUE, .body = body,
      };
      body = tl_stmt_loop (l->arena, &loop);
    }
  return body;
}

/* It would have been allocated inside of the loop if each iteration had elements of its own. */
static const TlStmt *
fail_carried (Launcher *l, const TlStmt *body, const TlBuffer *buffer)
{
  const TlLoop *loop = l->around->pdata[GPOINTER_TO_UINT (g_hash_table_lookup (l->n_around, buffer))];

  return fail (l, body, "Buffer %s of scope \"%s\" keeps elements from one iteration of loop %s to the next, which is another kernel. Bind "
               "the loops around it to blockIdx, move them out of loop %s, or give it the scope \"global\"", buffer->name, buffer->scope,
               loop->var->name, loop->var->name);
}

/* Those of the buffers from the host that the kernel uses. */
static const TlStmt *
allocate_pending (Launcher *l, const TlStmt *body)
{
  for (guint i = 0; i < l->pending->len; i++)
    {
      const TlBuffer *buffer = l->pending->pdata[i];

      if (!tl_stmt_uses_buffer (body, buffer))
        continue;
      if (!g_hash_table_add (l->placed, (gpointer) buffer))
        return fail (l, body, "Buffer %s of scope \"%s\" is used in two kernels, and lives in one only: give it the scope \"global\"",
                     buffer->name, buffer->scope);
      if (GPOINTER_TO_UINT (g_hash_table_lookup (l->n_around, buffer)) < l->around->len)
        return fail_carried (l, body, buffer);
      body = tl_stmt_alloc (l->arena, buffer, body);
    }
  return body;
}

static const TlStmt *
make_kernel (Launcher *l, TlRewriter *rewriter, const TlStmt *stmt)
{
  memset (l->axes, 0, sizeof l->axes);
  g_hash_table_remove_all (l->inside);
  tl_stmt_walk (stmt, note_axis, NULL, l);
  if (l->failed)
    return stmt;
  l->in_kernel = TRUE;
  const TlStmt *body = tl_rewrite_stmt (rewriter, stmt);
  l->in_kernel = FALSE;
  return l->failed ? stmt : add_launches (l, allocate_pending (l, body));
}

/* --- statements of a kernel --- */

static TlWalk
stop_at_var (const TlExpr *expr, gpointer var)
{
  return expr == var ? TL_WALK_STOP : TL_WALK_INTO;
}

/*
 * A loop inside of another one of its axis runs in step with that: each iteration of the outer one has a part of the inner ones, which is
 * as good as all if they do the same in each.
 */
static gboolean
check_inner (Launcher *l, const TlStmt *stmt)
{
  for (guint i = 0; i < l->open->len; i++)
    {
      const TlLoop *outer = l->open->pdata[i];

      if (!g_str_equal (outer->thread, stmt->loop.thread) || tl_expr_is_int (outer->extent, 1)
          || tl_stmt_walk (stmt, NULL, stop_at_var, (gpointer) outer->var))
        continue;
      fail (l, stmt, "Loops %s and %s are both bound to %s, one inside of the other, and what is in them depends on both. Bind one of them "
            "to another axis, or move it out of the other", outer->var->name, stmt->loop.var->name, outer->thread);
      return FALSE;
    }
  return TRUE;
}

static const TlStmt *
drop_loop (Launcher *l, TlRewriter *rewriter, const TlStmt *stmt, LaunchAxis *axis)
{
  const TlLoop *loop = &stmt->loop;
  const TlExpr *value = tl_add (l->arena, tl_cast (l->arena, loop->var->dtype, axis->var), tl_rewrite_expr (rewriter, loop->min));

  if (!check_inner (l, stmt))
    return stmt;
  g_hash_table_insert (l->values, (gpointer) loop->var, (gpointer) value);
  axis->n_open++;
  g_ptr_array_add (l->open, (gpointer) loop);
  const TlStmt *body = tl_rewrite_stmt (rewriter, loop->body);
  g_ptr_array_set_size (l->open, (gint) l->open->len - 1);
  axis->n_open--;
  return body;
}

static gboolean
is_of_device (const TlBuffer *buffer)
{
  return g_str_has_prefix (buffer->scope, "global");
}

/* "ty == 0" for each axis whose loop is not around; NULL: all are. Blocks each have shared memory of their own. */
static const TlExpr *
first_place (const Launcher *l, const TlBuffer *buffer)
{
  const TlExpr *cond = NULL;

  for (guint i = 0; i < TL_N_LAUNCH_AXES; i++)
    {
      const LaunchAxis *axis = &l->axes[i];

      if (axis->extent == NULL || axis->n_open > 0 || tl_expr_is_int (axis->extent, 1)
          || (tl_scope_is_shared (buffer->scope) && !tl_launch_axis_is_thread (i)))
        continue;
      const TlExpr *is_first = tl_expr_binary (l->arena, TL_EXPR_EQ, axis->var, tl_expr_int (l->arena, axis->var->dtype, 0));
      cond = cond == NULL ? is_first : tl_and (l->arena, cond, is_first);
    }
  return cond;
}

static const TlStmt *
launch_store (Launcher *l, TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlStmt *store = tl_rewrite_stmt_children (rewriter, stmt);
  const TlExpr *cond = is_of_device (stmt->buffer) || tl_scope_is_shared (stmt->buffer->scope) ? first_place (l, stmt->buffer) : NULL;

  return cond == NULL ? store : tl_stmt_with_origin (l->arena, tl_stmt_if (l->arena, cond, store, NULL), stmt->origin);
}

/* --- statements of the host --- */

static const TlStmt *
fail_unbound (Launcher *l, const TlStmt *stmt)
{
  g_autoptr (GString) loops = g_string_new (NULL);

  for (guint i = 0; i < l->around->len; i++)
    g_string_append_printf (loops, "%s%s", i > 0 ? ", " : "", ((const TlLoop *) l->around->pdata[i])->var->name);
  if (loops->len == 0)
    return fail (l, stmt, "The statement that stores to %s stands in no loop that is bound to a thread. Did you forget to bind? Put a loop "
                 "around it and bind that to \"threadIdx.x\"", stmt->buffer->name);
  return fail (l, stmt, "None of the loops around the statement that stores to %s (%s) is bound to a thread. Did you forget to bind? Bind "
               "one of them to \"blockIdx.x\" or \"threadIdx.x\"", stmt->buffer->name, loops->str);
}

static const TlStmt *
launch_host_stmt (Launcher *l, TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlStmt *result;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      if (axis_of (stmt) < TL_N_LAUNCH_AXES)
        return make_kernel (l, rewriter, stmt);
      g_ptr_array_add (l->around, (gpointer) &stmt->loop);
      tl_analyzer_bind (l->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
      result = tl_rewrite_stmt_children (rewriter, stmt);
      tl_analyzer_unbind (l->analyzer, stmt->loop.var);
      g_ptr_array_set_size (l->around, (gint) l->around->len - 1);
      return result;
    case TL_STMT_ALLOC:
      if (is_of_device (stmt->buffer))
        return NULL;
      g_ptr_array_add (l->pending, (gpointer) stmt->buffer);
      g_hash_table_insert (l->n_around, (gpointer) stmt->buffer, GUINT_TO_POINTER (l->around->len));
      result = tl_rewrite_stmt (rewriter, stmt->alloc_body);
      g_ptr_array_set_size (l->pending, (gint) l->pending->len - 1);
      return result;
    case TL_STMT_STORE:
      return fail_unbound (l, stmt);
    default:
      return NULL;
    }
}

static const TlStmt *
launch_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Launcher *l = rewriter->user_data;
  TlLaunchAxis axis = axis_of (stmt);

  if (l->failed)
    return stmt;
  if (!l->in_kernel)
    return launch_host_stmt (l, rewriter, stmt);
  if (axis < TL_N_LAUNCH_AXES)
    return drop_loop (l, rewriter, stmt, &l->axes[axis]);
  return stmt->kind == TL_STMT_STORE ? launch_store (l, rewriter, stmt) : NULL;
}

static const TlExpr *
launch_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Launcher *l = rewriter->user_data;

  return expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (l->values, expr) : NULL;
}

const TlPrimFunc *
tl_lower_launch_threads (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL), inside = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) placed = g_hash_table_new (NULL, NULL), n_around = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) around = g_ptr_array_new (), pending = g_ptr_array_new (), open = g_ptr_array_new ();
  Launcher l = {
    .arena = builder->arena, .analyzer = analyzer, .values = values, .inside = inside, .open = open, .around = around,
    .pending = pending, .placed = placed, .n_around = n_around, .error = error,
  };
  TlRewriter rewriter = {
    .arena = builder->arena, .stmt = launch_stmt, .expr = launch_expr, .user_data = &l, .rewrites_shapes = TRUE,
  };
  const TlStmt *body = tl_rewrite_stmt (&rewriter, func->body);

  return l.failed ? NULL : tl_prim_func_with_body (builder->arena, func, body);
}
