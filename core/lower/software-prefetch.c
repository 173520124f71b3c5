/* SPDX-License-Identifier: Apache-2.0 */
/*
 * software-prefetch: annotate (loop, "software_prefetch", N) prefetches the elements that the loop loads N iterations later,
 * "software_prefetch_write" those that it stores then; 0 is this iteration, as soon as it begins.
 *
 *   for i: for k: S (A[i * 512 + k * 16:+16])     [software_prefetch 2 on i]
 *     →  for i: for k: prefetch (A[i * 512 + k * 16 + 1024]);  S (A[i * 512 + k * 16:+16])
 *
 * A place counts if it advances with the loop; it is asked for in the innermost loop that moves it, once for each cache line that the
 * iteration touches. So the loop to annotate is one whose iterations are lines apart. Places past the end of a buffer are asked for too,
 * which no machine minds; where the place is itself read from memory (A[rows[i], k]) it is that of the last iteration at most, and counts
 * only if each iteration goes there: not under a condition, nor in a loop that is another one in a later iteration. Runs last: nothing may
 * be optimized over these calls.
 *
 * The annotations are ours, not TVM's. They pay where the hardware cannot predict addresses: 7 to 10 % on rows picked by indices; matmuls,
 * copies and transposes gain nothing.
 */
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"

#define LINE_BYTES 64
#define MAX_LINES 64      /* per loop body: beyond, the line buffers of any machine are full */

/* One element range that a body touches. */
typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *first;     /* position of its first element */
  guint           lanes;
  gboolean        is_write;
} PrefetchTouch;

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  const TlStmt *loop;        /* the annotated one */
  GPtrArray  *around;        /* const TlStmt *: it and the loops in it around the current place */
  GHashTable *inner_values;  /* variable of a let statement inside the loop → its value */
  GHashTable *expr_values;   /* variables that expressions define */
  GHashTable *written;       /* buffers stored to or allocated in the loop */
  GHashTable *touches;       /* loop → GArray of Touch */
  gint64      distance;
  guint       n_conditions;  /* around the current place */
  guint       n_prefetches;  /* statements */
  gboolean    wants_write;
} Prefetcher;

typedef struct
{
  TlAnalyzer *analyzer;
  TlRemarks  *remarks;
} PrefetchPass;

/* -1: not annotated. read-annotations has checked the value. */
static gint64
get_distance (const TlStmt *loop, const char *key)
{
  const TlValue *value = tl_attrs_find (&loop->loop.annotations, key);
  TlValue number = { 0 };
  return value != NULL && tl_value_get_number (value, &number) ? number.integer : -1;
}

/* --- what is touched --- */

static TlWalk
find_written (const TlExpr *expr, gpointer user_data)
{
  gpointer *pair = user_data;
  if (expr->kind == TL_EXPR_LOAD && g_hash_table_contains (pair[0], expr->buffer))
    pair[1] = GINT_TO_POINTER (TRUE);
  if (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure)
    pair[1] = GINT_TO_POINTER (TRUE);
  return pair[1] != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
reads_what_changes (const Prefetcher *p, const TlExpr *position)
{
  gpointer pair[2] = { p->written, NULL };
  tl_expr_walk (position, find_written, pair);
  return pair[1] != NULL;
}

static void
note_touch (Prefetcher *p, const TlBuffer *buffer, const TlExpr *position, gboolean is_write)
{
  gboolean is_ramp = position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1);
  const TlExpr *first = tl_expr_substitute (p->arena, is_ramp ? position->base : position, p->inner_values);
  if (first->dtype.lanes > 1 || !tl_expr_uses_var (first, p->loop->loop.var) || tl_expr_uses_any (first, p->expr_values)
      || (tl_expr_reads_memory (first) && (p->n_conditions > 0 || reads_what_changes (p, first))))
    return;
  guint deepest = p->around->len - 1;
  while (!tl_expr_uses_var (first, ((const TlStmt *) p->around->pdata[deepest])->loop.var))
    deepest--;
  GArray *list = g_hash_table_lookup (p->touches, p->around->pdata[deepest]);
  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (PrefetchTouch));
      g_hash_table_insert (p->touches, p->around->pdata[deepest], list);
    }
  PrefetchTouch touch = { .buffer = buffer, .first = first, .lanes = position->dtype.lanes * buffer->dtype.lanes, .is_write = is_write };
  g_array_append_val (list, touch);
}

static TlWalk touch_expr (const TlExpr *expr, gpointer user_data);

static void
touch_branch (Prefetcher *p, const TlExpr *expr)
{
  p->n_conditions++;
  tl_expr_walk (expr, touch_expr, p);
  p->n_conditions--;
}

static TlWalk
touch_expr (const TlExpr *expr, gpointer user_data)
{
  Prefetcher *p = user_data;
  if (expr->kind == TL_EXPR_LET)
    g_hash_table_add (p->expr_values, (gpointer) expr->let_var);
  if (expr->kind == TL_EXPR_LOAD && !p->wants_write)
    note_touch (p, expr->buffer, expr->indices[0], FALSE);
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "if_then_else"))
    {
      tl_expr_walk (expr->args[0], touch_expr, p);
      touch_branch (p, expr->args[1]);
      touch_branch (p, expr->args[2]);
      return TL_WALK_OVER;
    }
  if (expr->kind == TL_EXPR_AND || expr->kind == TL_EXPR_OR)
    {
      tl_expr_walk (expr->a, touch_expr, p);
      touch_branch (p, expr->b);
      return TL_WALK_OVER;
    }
  return expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "prefetch") ? TL_WALK_OVER : TL_WALK_INTO;
}

static TlWalk
touch_stmt (const TlStmt *stmt, gpointer user_data)
{
  Prefetcher *p = user_data;
  if (stmt->kind == TL_STMT_LET)
    g_hash_table_insert (p->inner_values, (gpointer) stmt->var, (gpointer) tl_expr_substitute (p->arena, stmt->let_value, p->inner_values));
  if (stmt->kind == TL_STMT_STORE && p->wants_write)
    note_touch (p, stmt->buffer, stmt->indices[0], TRUE);
  if (stmt->kind == TL_STMT_IF || stmt->kind == TL_STMT_WHILE)
    {
      tl_expr_walk (stmt->cond, touch_expr, p);
      p->n_conditions++;
      tl_stmt_walk (stmt->then_body, touch_stmt, touch_expr, p);
      if (stmt->kind == TL_STMT_IF && stmt->else_body != NULL)
        tl_stmt_walk (stmt->else_body, touch_stmt, touch_expr, p);
      p->n_conditions--;
      return TL_WALK_OVER;
    }
  if (stmt->kind != TL_STMT_FOR)
    return TL_WALK_INTO;
  gint64 extent = 0;
  const TlExpr *min = tl_expr_substitute (p->arena, stmt->loop.min, p->inner_values);
  gboolean is_other_later = !tl_expr_get_int (stmt->loop.extent, &extent) || extent < 1 || tl_expr_uses_var (min, p->loop->loop.var);
  p->n_conditions += is_other_later;
  g_ptr_array_add (p->around, (gpointer) stmt);
  tl_walk_loop_bound (p->analyzer, stmt, touch_stmt, touch_expr, p);
  g_ptr_array_set_size (p->around, (gint) p->around->len - 1);
  p->n_conditions -= is_other_later;
  return TL_WALK_OVER;
}

static TlWalk
note_written (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_STORE || stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (user_data, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

/* Buffers that live in the loop are in the caches or in registers. */
static TlWalk
drop_allocated (const TlStmt *stmt, gpointer user_data)
{
  Prefetcher *p = user_data;
  GHashTableIter iter;
  gpointer list;
  if (stmt->kind != TL_STMT_ALLOC)
    return TL_WALK_INTO;
  g_hash_table_iter_init (&iter, p->touches);
  while (g_hash_table_iter_next (&iter, NULL, &list))
    for (guint i = ((GArray *) list)->len; i-- > 0;)
      if (g_array_index ((GArray *) list, PrefetchTouch, i).buffer == stmt->buffer)
        g_array_remove_index (list, i);
  return TL_WALK_INTO;
}

/* --- asking --- */

static const TlStmt *
ask (Prefetcher *p, const PrefetchTouch *touch, gint64 element)
{
  const TlLoop *loop = &p->loop->loop;
  const TlVar *var = loop->var;
  const TlExpr *later = tl_add (p->arena, var, tl_expr_int (p->arena, var->dtype, p->distance));
  if (tl_expr_reads_memory (touch->first))
    {
      const TlExpr *end = tl_add (p->arena, tl_cast (p->arena, var->dtype, loop->min), tl_cast (p->arena, var->dtype, loop->extent));
      later = tl_binary (p->arena, TL_EXPR_MIN, later, tl_sub (p->arena, end, tl_expr_int (p->arena, var->dtype, 1)));
    }
  const TlExpr *position = tl_expr_substitute_var (p->arena, touch->first, var, later);
  position = tl_analyzer_simplify (p->analyzer, tl_add (p->arena, position, tl_expr_int (p->arena, position->dtype, element)));
  const TlExpr *place = tl_expr_load (p->arena, touch->buffer, &position, 1);
  const TlExpr *args[4] = { tl_expr_call (p->arena, TL_HANDLE, tl_intrinsic_find ("address_of"), &place, 1),
                            tl_int (p->arena, touch->is_write),
                            tl_int (p->arena, 3), tl_int (p->arena, 1) };
  return tl_stmt_evaluate (p->arena, tl_expr_call (p->arena, TL_INT32, tl_intrinsic_find ("prefetch"), args, G_N_ELEMENTS (args)));
}

typedef struct
{
  gint64 first;   /* elements from the group's first touch */
  gint64 end;
} TouchInterval;

static gint
compare_intervals (gconstpointer a, gconstpointer b)
{
  const TouchInterval *x = a, *y = b;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* Takes the touches a known distance from the first out of the list, as intervals in order. */
static GArray *
take_group (Prefetcher *p, GArray *list)
{
  GArray *group = g_array_new (FALSE, FALSE, sizeof (TouchInterval));
  const PrefetchTouch leader = g_array_index (list, PrefetchTouch, 0);
  for (guint i = 0; i < list->len;)
    {
      const PrefetchTouch *touch = &g_array_index (list, PrefetchTouch, i);
      gint64 distance;
      if (touch->buffer != leader.buffer
          || !tl_expr_difference (p->analyzer, touch->first, leader.first, &distance))
        {
          i++;
          continue;
        }
      TouchInterval interval = { distance, distance + touch->lanes };
      g_array_append_val (group, interval);
      g_array_remove_index (list, i);
    }
  g_array_sort (group, compare_intervals);
  return group;
}

/* A prefetch per line of the group; where the lines begin is not known, so they are counted from the first element. */
static void
ask_group (Prefetcher *p, const PrefetchTouch *leader, GArray *group, GPtrArray *out)
{
  gint64 per_line = tl_max (1, LINE_BYTES / (gint64) tl_dtype_bytes (tl_dtype_with_lanes (leader->buffer->dtype, 1)));
  gint64 asked_to = G_MININT64;
  for (guint i = 0; i < group->len; i++)
    {
      const TouchInterval *interval = &g_array_index (group, TouchInterval, i);
      for (gint64 at = MAX (interval->first, asked_to); at < interval->end && out->len < MAX_LINES; at += per_line)
        {
          g_ptr_array_add (out, (gpointer) ask (p, leader, at));
          asked_to = at + per_line;
        }
    }
}

static const TlStmt *
ask_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  Prefetcher *p = rewriter->user_data;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  GArray *list = g_hash_table_lookup (p->touches, stmt);
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  tl_analyzer_bind (p->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  while (list != NULL && list->len > 0)
    {
      const PrefetchTouch leader = g_array_index (list, PrefetchTouch, 0);
      g_autoptr (GArray) group = take_group (p, list);
      ask_group (p, &leader, group, body);
    }
  p->n_prefetches += body->len;
  g_ptr_array_add (body, (gpointer) tl_rewrite_stmt (rewriter, stmt->loop.body));
  tl_analyzer_unbind (p->analyzer, stmt->loop.var);
  return tl_loop_with_body (p->arena, stmt, tl_stmt_seq (p->arena, (const TlStmt *const *) body->pdata, body->len));
}

static const TlStmt *
prefetch_in_loop (PrefetchPass *pass, TlArena *arena, const TlStmt *loop, gint64 distance, gboolean wants_write)
{
  g_autoptr (GPtrArray) around = g_ptr_array_new ();
  g_autoptr (GHashTable) inner_values = g_hash_table_new (NULL, NULL), expr_values = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) touches = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  Prefetcher p = {
    .arena = arena, .analyzer = pass->analyzer, .loop = loop, .around = around, .inner_values = inner_values, .expr_values = expr_values,
    .written = written, .touches = touches, .distance = distance,
    .wants_write = wants_write,
  };
  tl_stmt_walk (loop, note_written, NULL, written);
  touch_stmt (loop, &p);
  tl_stmt_walk (loop, drop_allocated, NULL, &p);
  TlRewriter rewriter = { .arena = arena, .stmt = ask_hook, .user_data = &p };
  const TlStmt *result = tl_rewrite_stmt (&rewriter, loop);
  if (p.n_prefetches > 0)
    tl_remark_loop (pass->remarks, &loop->loop, "%u cache line%s that it %s %s prefetched %" G_GINT64_FORMAT " iteration%s ahead",
                    p.n_prefetches, p.n_prefetches == 1 ? "" : "s", wants_write ? "stores" : "loads", p.n_prefetches == 1 ? "is" : "are",
                    distance, distance == 1 ? "" : "s");
  else
    tl_remark_loop (pass->remarks, &loop->loop, "nothing that it %s is prefetched: no place that is known advances with it",
                    wants_write ? "stores" : "loads");
  return result;
}

static const TlStmt *
annotation_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  PrefetchPass *pass = rewriter->user_data;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  gint64 for_loads = get_distance (stmt, "software_prefetch"), for_stores = get_distance (stmt, "software_prefetch_write");
  const TlStmt *result = tl_rewrite_loop_bound (rewriter, pass->analyzer, stmt);
  if (for_stores >= 0)
    result = prefetch_in_loop (pass, rewriter->arena, result, for_stores, TRUE);
  if (for_loads >= 0)
    result = prefetch_in_loop (pass, rewriter->arena, result, for_loads, FALSE);
  return result;
}

const TlPrimFunc *
tl_lower_software_prefetch (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  PrefetchPass pass = { analyzer, remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = annotation_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
