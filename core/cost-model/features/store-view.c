/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A scheduled function as a list of stores under loops, as it will run: axes are replaced by their bindings, expressions are simplified
 * with the ranges of the loops around, plain loops of one iteration are gone.
 */
#include "core/arith/analyzer.h"
#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/ir/walk.h"
#include "core/cost-model/features/features-private.h"
#include "core/cost-model/features/store-view-private.h"

/* More conditions than these only make buffers seem larger than they are. */
#define MAX_GUARDS 16

typedef struct
{
  TlStoreView *view;
  TlAnalyzer    *analyzer;
  GHashTable    *values;             /* TlVar → const TlExpr *: axes, variables of unit loops */
  GHashTable    *matches;            /* view TlBuffer → const TlMatchBuffer with outer values; NULL: none so far */
  TlViewLoop    *loops[TL_MAX_LOOPS];
  guint          n_loops;
  TlViewGuard    guards[MAX_GUARDS];
  guint          n_guards;
  guint          reduce_depth;       /* of the outermost loop that feeds a reduction axis of the blocks around */
  GError       **error;
} Viewer;

static const TlExpr *view_expr (Viewer *v, const TlExpr *expr);

/* --- expressions --- */

static gboolean
is_index_like (const TlExpr *expr)
{
  return expr->dtype.lanes == 1 && (tl_dtype_is_integer (expr->dtype) || expr->dtype.code == TL_TYPE_BOOL);
}

static TlWalk
find_compound (const TlExpr *expr, gpointer user_data)
{
  gboolean *found = user_data;
  if (expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_CALL || expr->kind == TL_EXPR_SELECT || expr->kind == TL_EXPR_LET)
    *found = TRUE;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
is_choice (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_SELECT
         || (expr->kind == TL_EXPR_CALL && expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else"));
}

/* Each branch knows what was asked. */
static const TlExpr *
view_choice (Viewer *v, const TlExpr *expr)
{
  gboolean is_select = expr->kind == TL_EXPR_SELECT;
  const TlExpr *cond = view_expr (v, is_select ? expr->cond : expr->args[0]);
  const TlExpr *if_true = is_select ? expr->if_true : expr->args[1], *if_false = is_select ? expr->if_false : expr->args[2];
  gint64 truth;
  if (cond->dtype.lanes == 1 && tl_expr_get_int (cond, &truth))
    return view_expr (v, truth != 0 ? if_true : if_false);
  gboolean has_loads = FALSE;
  tl_expr_walk (cond, find_compound, &has_loads);
  gboolean is_fact = cond->dtype.lanes == 1 && !has_loads;
  if (is_fact)
    tl_analyzer_push (v->analyzer, cond);
  if_true = view_expr (v, if_true);
  if (is_fact)
    tl_analyzer_pop (v->analyzer);
  if_false = view_expr (v, if_false);
  if (is_select)
    return tl_expr_select (v->view->arena, cond, if_true, if_false);
  return tl_expr_call (v->view->arena, expr->dtype, expr->callee, (const TlExpr *[]) { cond, if_true, if_false }, 3);
}

static const TlExpr *
view_load (Viewer *v, const TlExpr *expr)
{
  const TlExpr **indices = tl_arena_new_array (v->view->arena, const TlExpr *, MAX (expr->n_indices, 1));
  for (guint i = 0; i < expr->n_indices; i++)
    indices[i] = view_expr (v, expr->indices[i]);
  const TlMatchBuffer *match = v->matches != NULL ? g_hash_table_lookup (v->matches, expr->buffer) : NULL;
  if (match == NULL)
    return tl_expr_load (v->view->arena, expr->buffer, indices, expr->n_indices);
  guint n_dims;
  const TlExpr *const *shifted = tl_store_view_match_indices (v->view->arena, v->analyzer, match, indices, expr->n_indices, &n_dims);
  return tl_expr_load (v->view->arena, match->source.buffer, shifted, n_dims);
}

static const TlExpr *
rewrite_hook (TlRewriter *rewriter, const TlExpr *expr)
{
  Viewer *v = rewriter->user_data;
  if (expr->kind == TL_EXPR_INT || expr->kind == TL_EXPR_FLOAT)
    return expr;
  if (expr->kind == TL_EXPR_VAR)
    {
      const TlExpr *value = g_hash_table_lookup (v->values, expr);
      return value != NULL ? value : expr;
    }
  if (expr->kind == TL_EXPR_LOAD)
    return view_load (v, expr);
  if (is_choice (expr))
    return view_choice (v, expr);
  if (!is_index_like (expr))
    return NULL;
  const TlExpr *inner = tl_rewrite_expr_children (rewriter, expr);
  return inner->kind == TL_EXPR_INT ? inner : tl_analyzer_simplify (v->analyzer, inner);
}

/* Only the whole of an index is simplified, not its parts one by one. */
static const TlExpr *
view_index_arithmetic (Viewer *v, const TlExpr *expr)
{
  return tl_analyzer_simplify (v->analyzer, tl_expr_substitute (v->view->arena, expr, v->values));
}

static const TlExpr *
view_expr (Viewer *v, const TlExpr *expr)
{
  gboolean is_compound = FALSE;
  if (expr->kind == TL_EXPR_INT || expr->kind == TL_EXPR_FLOAT)
    return expr;
  if (expr->kind != TL_EXPR_VAR && is_index_like (expr))
    {
      tl_expr_walk (expr, find_compound, &is_compound);
      if (!is_compound)
        return view_index_arithmetic (v, expr);
    }
  TlRewriter rewriter = { .arena = v->view->arena, .expr = rewrite_hook, .user_data = v };
  return tl_rewrite_expr (&rewriter, expr);
}

/* --- buffers --- */

static gboolean
add_buffer (Viewer *v, const TlBuffer *buffer, gboolean is_allocated)
{
  TlStoreView *view = v->view;
  TlViewBuffer *entry = tl_arena_new0 (view->arena, TlViewBuffer);
  entry->buffer = buffer;
  entry->is_allocated = is_allocated;
  entry->n_outer = v->n_loops;
  entry->shape = tl_arena_new_array (view->arena, gint64, MAX (buffer->n_dims, 1));
  for (guint i = 0; i < buffer->n_dims; i++)
    if (!tl_buffer_get_extent (buffer, i, &entry->shape[i]))
      return tl_fail (v->error, TL_FEATURE_ERROR, TL_FEATURE_ERROR_UNSUPPORTED,
                      "Features require constant extents: buffer %s has a symbolic extent in dimension %u; specialize the program first",
                      buffer->name, i);
  view->buffers = tl_arena_grow (view->arena, view->buffers, view->n_buffers, &view->buffers_capacity, sizeof *view->buffers);
  view->buffers[view->n_buffers++] = entry;
  return TRUE;
}

/* A buffer that nothing declares: strange programs only. It counts as a parameter. */
static TlViewBuffer *
get_buffer (Viewer *v, const TlBuffer *buffer)
{
  TlViewBuffer *entry = (TlViewBuffer *) tl_store_view_find_buffer (v->view, buffer);
  if (entry == NULL)
    {
      if (!add_buffer (v, buffer, FALSE))
        return NULL;
      entry = v->view->buffers[v->view->n_buffers - 1];
      entry->n_outer = 0;
    }
  return entry;
}

/* The accumulator of a reduction lives as long as the reduction's loops run. */
static const TlViewLoop *
place_of (const Viewer *v, gboolean is_write)
{
  guint n = is_write ? MIN (v->n_loops, v->reduce_depth) : v->n_loops;
  return n > 0 ? v->loops[n - 1] : NULL;
}

static gboolean
note_access (Viewer *v, const TlBuffer *buffer, gboolean is_write)
{
  TlViewBuffer *entry = get_buffer (v, buffer);
  if (entry == NULL)
    return FALSE;
  const TlViewLoop *here = place_of (v, is_write), *home = entry->is_accessed ? entry->home : here;
  while (home != here)
    if (home != NULL && (here == NULL || home->depth >= here->depth))
      home = home->outer;
    else
      here = here->outer;
  entry->home = home;
  entry->is_accessed = TRUE;
  return TRUE;
}

/* --- statements --- */

typedef struct
{
  Viewer     *viewer;
  TlAccess   *accesses;
  guint       n, capacity;
  gboolean    ok;
} AccessList;

static void
add_access (AccessList *list, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, gboolean is_write)
{
  Viewer *v = list->viewer;
  TlArena *arena = v->view->arena;
  list->ok = list->ok && note_access (v, buffer, is_write);
  list->accesses = tl_arena_grow (arena, list->accesses, list->n, &list->capacity, sizeof *list->accesses);
  TlIndexSum *sums = tl_arena_new_array (arena, TlIndexSum, MAX (n_indices, 1));
  for (guint i = 0; i < n_indices; i++)
    sums[i] = tl_index_sum (arena, indices[i], v->loops, v->n_loops);
  list->accesses[list->n++] = (TlAccess) { .buffer = buffer, .indices = sums, .is_write = is_write };
}

static TlWalk
collect_load (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LOAD)
    add_access (user_data, expr->buffer, expr->indices, expr->n_indices, FALSE);
  return TL_WALK_INTO;
}

static gboolean
view_store (Viewer *v, const TlStmt *stmt)
{
  TlStoreView *view = v->view;
  AccessList list = { .viewer = v, .ok = TRUE };
  const TlExpr *target = view_load (v, tl_expr_load (view->arena, stmt->buffer, stmt->indices, stmt->n_indices));
  TlViewStore *store = tl_arena_new0 (view->arena, TlViewStore);
  store->buffer = target->buffer;
  store->value = view_expr (v, stmt->value);
  store->is_constant = store->value->kind == TL_EXPR_INT || store->value->kind == TL_EXPR_FLOAT;
  add_access (&list, target->buffer, target->indices, target->n_indices, TRUE);
  tl_expr_walk (store->value, collect_load, &list);
  store->accesses = list.accesses;
  store->n_accesses = list.n;
  store->loops = tl_arena_dup_array (view->arena, TlViewLoop *, v->loops, MAX (v->n_loops, 1));
  store->n_loops = v->n_loops;
  store->guards = tl_arena_dup_array (view->arena, TlViewGuard, v->guards, MAX (v->n_guards, 1));
  store->n_guards = v->n_guards;
  store->iterations = 1;
  for (guint i = 0; i < v->n_loops; i++)
    store->iterations *= (double) v->loops[i]->extent;
  view->stores = tl_arena_grow (view->arena, view->stores, view->n_stores, &view->stores_capacity, sizeof *view->stores);
  view->stores[view->n_stores++] = store;
  return list.ok;
}

static gboolean view_stmt (Viewer *v, const TlStmt *stmt);

/* A loop around that is bound to the same thread: both are that thread. */
static const TlViewLoop *
same_thread (const Viewer *v, const TlLoop *loop)
{
  for (guint i = 0; i < v->n_loops && loop->kind == TL_LOOP_THREAD_BINDING; i++)
    if (v->loops[i]->loop->kind == TL_LOOP_THREAD_BINDING && g_str_equal (v->loops[i]->loop->thread, loop->thread))
      return v->loops[i];
  return NULL;
}

static gboolean
view_loop (Viewer *v, const TlStmt *stmt)
{
  const TlLoop *loop = &stmt->loop;
  gint64 min, extent;
  const TlExpr *from = view_expr (v, loop->min);
  if (!tl_expr_get_int (from, &min) || !tl_expr_get_int (view_expr (v, loop->extent), &extent))
    return tl_fail (v->error, TL_FEATURE_ERROR, TL_FEATURE_ERROR_UNSUPPORTED,
                    "Features require constant extents: the bounds of loop %s are symbolic; specialize the program, or split the loop",
                    loop->var->name);
  if (extent == 1)
    {
      g_hash_table_insert (v->values, (gpointer) loop->var, (gpointer) from);
      if (loop->kind == TL_LOOP_SERIAL && loop->annotations.n == 0)
        return view_stmt (v, loop->body);
    }
  if (v->n_loops == TL_MAX_LOOPS)
    return tl_fail (v->error, TL_FEATURE_ERROR, TL_FEATURE_ERROR_UNSUPPORTED, "Loop %s is nested in more than %u others", loop->var->name,
                    TL_MAX_LOOPS - 1);
  const TlViewLoop *same = same_thread (v, loop);
  if (same != NULL)
    {
      g_hash_table_insert (v->values, (gpointer) loop->var, (gpointer) tl_cast (v->view->arena, loop->var->dtype, same->loop->var));
      return view_stmt (v, loop->body);
    }
  TlViewLoop *level = tl_arena_new0 (v->view->arena, TlViewLoop);
  *level = (TlViewLoop) { .loop = loop, .outer = v->n_loops > 0 ? v->loops[v->n_loops - 1] : NULL, .depth = v->n_loops, .min = min,
                          .extent = extent };
  v->loops[v->n_loops++] = level;
  tl_analyzer_bind (v->analyzer, loop->var, from, tl_expr_int (v->view->arena, loop->var->dtype, extent));
  gboolean ok = view_stmt (v, loop->body);
  tl_analyzer_unbind (v->analyzer, loop->var);
  v->n_loops--;
  return ok;
}

static void
add_match (Viewer *v, const TlMatchBuffer *match)
{
  TlArena *arena = v->view->arena;
  guint n = match->source.buffer->n_dims, n_source;
  const TlExpr **mins = tl_arena_new_array (arena, const TlExpr *, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    mins[i] = view_expr (v, match->source.ranges[i].min);
  if (v->matches == NULL)
    v->matches = g_hash_table_new (NULL, NULL);
  const TlMatchBuffer *outer = g_hash_table_lookup (v->matches, match->source.buffer);
  TlMatchBuffer *resolved = tl_arena_new0 (arena, TlMatchBuffer);
  const TlExpr *const *through = mins;
  resolved->buffer = match->buffer;
  resolved->source.buffer = match->source.buffer;
  n_source = n;
  if (outer != NULL)
    {
      through = tl_store_view_match_indices (arena, v->analyzer, outer, mins, n, &n_source);
      resolved->source.buffer = outer->source.buffer;
    }
  TlRange *ranges = tl_arena_new_array (arena, TlRange, MAX (n_source, 1));
  for (guint i = 0; i < n_source; i++)
    ranges[i].min = through[i];
  resolved->source.ranges = ranges;
  g_hash_table_insert (v->matches, (gpointer) match->buffer, resolved);
}

static void
add_guards (Viewer *v, const TlExpr *cond)
{
  gint64 limit;
  if (cond->kind == TL_EXPR_AND)
    {
      add_guards (v, cond->a);
      add_guards (v, cond->b);
    }
  else if ((cond->kind == TL_EXPR_LT || cond->kind == TL_EXPR_LE) && tl_expr_get_int (cond->b, &limit) && v->n_guards < MAX_GUARDS)
    v->guards[v->n_guards++] = (TlViewGuard) { .sum = tl_index_sum (v->view->arena, cond->a, v->loops, v->n_loops),
                                               .most = cond->kind == TL_EXPR_LT ? limit - 1 : limit };
}

/* The statement where @cond (nullable) holds, as far as that can be known. */
static gboolean
view_guarded (Viewer *v, const TlExpr *cond, const TlStmt *stmt)
{
  gboolean has_loads = FALSE;
  if (cond != NULL)
    tl_expr_walk (cond, find_compound, &has_loads);
  gboolean is_fact = cond != NULL && !has_loads && cond->dtype.lanes == 1;
  guint n_guards = v->n_guards;
  if (is_fact)
    {
      tl_analyzer_push (v->analyzer, cond);
      add_guards (v, cond);
    }
  gboolean ok = view_stmt (v, stmt);
  if (is_fact)
    tl_analyzer_pop (v->analyzer);
  v->n_guards = n_guards;
  return ok;
}

static gboolean
view_block (Viewer *v, const TlBlock *block)
{
  for (guint i = 0; i < block->n_axes; i++)
    g_hash_table_insert (v->values, (gpointer) block->axes[i].var, (gpointer) view_expr (v, block->bindings[i]));
  for (guint i = 0; i < block->n_allocs; i++)
    if (!add_buffer (v, block->allocs[i], TRUE))
      return FALSE;
  for (guint i = 0; i < block->n_matches; i++)
    add_match (v, &block->matches[i]);
  const TlExpr *predicate = block->predicate != NULL ? view_expr (v, block->predicate) : NULL;
  guint reduce_depth = v->reduce_depth;
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind != TL_AXIS_SPATIAL)
      {
        guint64 loops = tl_store_view_expr_loops (g_hash_table_lookup (v->values, block->axes[i].var), v->loops, v->n_loops);
        if (loops != 0)
          v->reduce_depth = tl_min (v->reduce_depth, (guint) __builtin_ctzll (loops));
      }
  gboolean ok = (block->init == NULL || view_guarded (v, predicate, block->init)) && view_guarded (v, predicate, block->body);
  v->reduce_depth = reduce_depth;
  return ok;
}

/* Accesses of a statement that stores nothing. */
static gboolean
view_uses (Viewer *v, const TlExpr *expr)
{
  AccessList list = { .viewer = v, .ok = TRUE };
  tl_expr_walk (view_expr (v, expr), collect_load, &list);
  for (guint i = 0; i < list.n; i++)
    get_buffer (v, list.accesses[i].buffer)->home = NULL;
  return list.ok;
}

static gboolean
view_let (Viewer *v, const TlStmt *stmt)
{
  if (!view_uses (v, stmt->let_value))
    return FALSE;
  g_hash_table_insert (v->values, (gpointer) stmt->var, (gpointer) view_expr (v, stmt->let_value));
  return view_stmt (v, stmt->let_body);
}

static gboolean
view_stmt (Viewer *v, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return view_loop (v, stmt);
    case TL_STMT_BLOCK:
      return view_block (v, &stmt->block);
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (!view_stmt (v, stmt->stmts[i]))
          return FALSE;
      return TRUE;
    case TL_STMT_STORE:
      return view_store (v, stmt);
    case TL_STMT_IF:
      return view_uses (v, stmt->cond) && view_guarded (v, view_expr (v, stmt->cond), stmt->then_body)
             && (stmt->else_body == NULL || view_stmt (v, stmt->else_body));
    case TL_STMT_WHILE:
      return view_uses (v, stmt->cond) && view_stmt (v, stmt->then_body);
    case TL_STMT_LET:
      return view_let (v, stmt);
    case TL_STMT_EVALUATE:
      return view_uses (v, stmt->expr);
    case TL_STMT_ATTR:
      return view_stmt (v, stmt->attr_body);
    case TL_STMT_ASSERT:
      return view_uses (v, stmt->assert_cond);
    case TL_STMT_ALLOC:
      return add_buffer (v, stmt->buffer, TRUE) && view_stmt (v, stmt->alloc_body);
    }
  return TRUE;
}

gboolean
tl_store_view_build (TlStoreView *view, const TlPrimFunc *func, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (view->arena);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  Viewer v = { .view = view, .analyzer = analyzer, .values = values, .reduce_depth = G_MAXUINT, .error = error };
  gboolean ok = TRUE;
  for (guint i = 0; i < func->n_params && ok; i++)
    ok = func->params[i].buffer == NULL || add_buffer (&v, func->params[i].buffer, FALSE);
  ok = ok && view_stmt (&v, func->body);
  g_clear_pointer (&v.matches, g_hash_table_unref);
  if (ok)
    tl_store_view_place_buffers (view);
  return ok;
}

const TlViewBuffer *
tl_store_view_find_buffer (const TlStoreView *view, const TlBuffer *buffer)
{
  for (guint i = 0; i < view->n_buffers; i++)
    if (view->buffers[i]->buffer == buffer)
      return view->buffers[i];
  return NULL;
}
