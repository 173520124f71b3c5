/* SPDX-License-Identifier: Apache-2.0 */
/*
 * find-repeats, serialize-loops: iterations of a parallel loop run in order where one may read what another one writes.
 *
 * Schedules can leave such loops, TVM's too: a consumer that moved under a loop of its producer computes more than the iteration has, and
 * what it computed too early is computed again later. In order that comes out right. At once, the early result may be the last one:
 *
 *   for i in T.parallel(2): { Y[i] = f(i);  for k in range(2): C[k] = Y[k] }
 *
 * find-repeats sees blocks: a loop is in question if iterations repeat instances of a block that reads what another block in the loop
 * writes. serialize-loops sees where buffers have been placed: such a loop stays parallel if all that its iterations read of what they
 * write was written before by the same one (carried-buffers.c), or is an element that no other one stores to (iterations-apart.c).
 */
#include "core/analysis/block-info.h"
#include "core/lower/lower-private.h"

/* The annotation of loops in question. */
#define REPEATS "repeats_instances"

/* --- find-repeats --- */

typedef struct
{
  TlArena *arena;
  GArray  *iters;      /* TlIter: the loops around in the scope */
  GArray  *children;   /* Child: of the loop that is looked at */
} Repeats;

/* A block with the loops around it. */
typedef struct
{
  const TlBlock *block;
  const TlIter  *iters;
  guint          n_iters;
} Child;

static void
push_loop (Repeats *r, const TlLoop *loop)
{
  TlIter iter = { .var = loop->var, .min = loop->min, .extent = loop->extent };
  g_array_append_val (r->iters, iter);
}

/* Blocks without axes, as stand around the parts of a loop, hand on the loops around them to the blocks inside. */
static TlWalk
gather_child (const TlStmt *stmt, gpointer user_data)
{
  Repeats *r = user_data;
  guint n_iters = r->iters->len;
  if (stmt->kind == TL_STMT_BLOCK)
    {
      g_autoptr (GPtrArray) inside = tl_stmt_child_blocks (stmt);
      if (stmt->block.n_axes == 0 && inside->len > 0)
        return TL_WALK_INTO;
      const TlIter *iters = tl_arena_dup_array (r->arena, TlIter, (const TlIter *) (gpointer) r->iters->data, n_iters);
      Child child = { &stmt->block, iters, n_iters };
      g_array_append_val (r->children, child);
      return TL_WALK_OVER;
    }
  if (stmt->kind != TL_STMT_FOR)
    return TL_WALK_INTO;
  push_loop (r, &stmt->loop);
  tl_stmt_walk_children (stmt, gather_child, NULL, r);
  g_array_set_size (r->iters, n_iters);
  return TL_WALK_OVER;
}

static gboolean
reads_of_others (const TlBlock *block, GHashTable *writers)
{
  for (guint i = 0; i < block->n_reads; i++)
    {
      const GPtrArray *blocks = g_hash_table_lookup (writers, block->reads[i].buffer);
      if (blocks != NULL && (blocks->len > 1 || blocks->pdata[0] != block))
        return TRUE;
    }
  return FALSE;
}

static gboolean
repeats_instances (Repeats *r, const TlStmt *loop)
{
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (Child));
  g_autoptr (GHashTable) writers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  guint n_outer = r->iters->len;
  r->children = children;
  tl_stmt_walk (loop, gather_child, NULL, r);
  for (guint i = 0; i < children->len; i++)
    {
      const TlBlock *block = g_array_index (children, Child, i).block;
      for (guint k = 0; k < block->n_writes; k++)
        {
          GPtrArray *blocks = g_hash_table_lookup (writers, block->writes[k].buffer);
          if (blocks == NULL)
            g_hash_table_insert (writers, (gpointer) block->writes[k].buffer, blocks = g_ptr_array_new ());
          g_ptr_array_add (blocks, (gpointer) block);
        }
    }
  for (guint i = 0; i < children->len; i++)
    {
      const Child *child = &g_array_index (children, Child, i);
      if (reads_of_others (child->block, writers)
          && !tl_block_runs_once (r->arena, child->block, child->iters, child->n_iters, n_outer))
        return TRUE;
    }
  return FALSE;
}

static const TlStmt *
find_in_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Repeats *r = rewriter->user_data;
  if (stmt->kind == TL_STMT_BLOCK)
    {
      g_autoptr (GArray) iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
      Repeats inside = { .arena = r->arena, .iters = iters };
      TlRewriter within = { .arena = r->arena, .stmt = find_in_stmt, .user_data = &inside };
      return tl_rewrite_stmt_children (&within, stmt);
    }
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  gboolean repeats = stmt->loop.kind == TL_LOOP_PARALLEL && repeats_instances (r, stmt);
  push_loop (r, &stmt->loop);
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt);
  g_array_set_size (r->iters, r->iters->len - 1);
  if (!repeats)
    return result;
  TlLoop marked = result->loop;
  marked.annotations = tl_attrs_with (r->arena, &marked.annotations, REPEATS, (TlValue) { .kind = TL_VALUE_BOOL, .boolean = TRUE });
  return tl_stmt_loop (r->arena, &marked);
}

const TlPrimFunc *
tl_lower_find_repeats (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GArray) iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
  Repeats repeats = { .arena = builder->arena, .iters = iters };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = find_in_stmt, .user_data = &repeats };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}

/* --- serialize-loops --- */

typedef struct
{
  GHashTable *own;       /* TlBuffer: each iteration has one */
  GHashTable *stored;    /* TlBuffer */
  GHashTable *loaded;    /* TlBuffer */
  GPtrArray  *in_order;  /* const TlBuffer *: those stored, as they first appear */
} ChildUses;

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  ChildUses *uses = user_data;
  if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (uses->own, (gpointer) stmt->buffer);
  if (stmt->kind == TL_STMT_STORE && g_hash_table_add (uses->stored, (gpointer) stmt->buffer))
    g_ptr_array_add (uses->in_order, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

static TlWalk
note_load (const TlExpr *expr, gpointer user_data)
{
  ChildUses *uses = user_data;
  if (expr->kind == TL_EXPR_LOAD)
    g_hash_table_add (uses->loaded, (gpointer) expr->buffer);
  return TL_WALK_INTO;
}

/* Those that iterations of @body write and read and do not have for themselves: const TlBuffer *. */
static GPtrArray *
find_shared (const TlStmt *body)
{
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL), stored = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) loaded = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) in_order = g_ptr_array_new ();
  ChildUses uses = { own, stored, loaded, in_order };
  GPtrArray *shared = g_ptr_array_new ();
  tl_stmt_walk (body, note_stmt, note_load, &uses);
  for (guint i = 0; i < in_order->len; i++)
    if (!g_hash_table_contains (own, in_order->pdata[i]) && g_hash_table_contains (loaded, in_order->pdata[i]))
      g_ptr_array_add (shared, in_order->pdata[i]);
  return shared;
}

typedef struct
{
  TlArena      *arena;
  TlAnalyzer   *analyzer;
  TlAnalyzer   *ranges;
  TlRemarks    *remarks;
} LoopSerializer;

/* The loop's variable is bound. NULL: iterations depend on each other through no buffer. */
static const TlBuffer *
find_dependence (LoopSerializer *s, const TlLoop *loop)
{
  g_autoptr (GPtrArray) shared = find_shared (loop->body);
  g_autofree gboolean *is_carried = g_new0 (gboolean, shared->len);
  tl_find_carried_buffers (s->arena, s->analyzer, s->ranges, loop->body, (const TlBuffer *const *) shared->pdata, shared->len, is_carried);
  for (guint i = 0; i < shared->len; i++)
    if (is_carried[i] && !tl_iterations_are_apart (s->arena, loop, shared->pdata[i]))
      return shared->pdata[i];
  return NULL;
}

static const TlStmt *
serialize (TlRewriter *rewriter, const TlStmt *stmt)
{
  LoopSerializer *s = rewriter->user_data;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  tl_analyzer_bind (s->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  tl_analyzer_bind (s->ranges, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt);
  if (tl_attrs_find (&stmt->loop.annotations, REPEATS) != NULL)
    {
      TlLoop loop = result->loop;
      const TlBuffer *dependence = find_dependence (s, &stmt->loop);
      loop.annotations = tl_attrs_without (s->arena, &loop.annotations, REPEATS);
      loop.kind = dependence == NULL ? TL_LOOP_PARALLEL : TL_LOOP_SERIAL;
      if (dependence != NULL)
        tl_remark_loop (s->remarks, &loop, "runs serially: an iteration may read what another one writes to %s", dependence->name);
      result = tl_stmt_with_origin (s->arena, tl_stmt_loop (s->arena, &loop), stmt->origin);
    }
  tl_analyzer_unbind (s->ranges, stmt->loop.var);
  tl_analyzer_unbind (s->analyzer, stmt->loop.var);
  return result;
}

const TlPrimFunc *
tl_lower_serialize_loops (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena), ranges = tl_analyzer_new (builder->arena);
  LoopSerializer s = { builder->arena, analyzer, ranges, remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = serialize, .user_data = &s };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
