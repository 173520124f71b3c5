/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/gpu/thread-phases.h"

#include "core/analysis/index-value.h"
#include "core/base/saturate.h"
#include "core/ir/walk.h"

#define MOST_THREADS 1024   /* of a block, by the hardware */

/* A block that runs as a whole, with the loops around it. */
typedef struct
{
  const TlBlockTiles *tiles;
  gboolean            waits;
  TlNodeId            place;    /* the loop or block before which the barrier stands */
} Leaf;

/* An access to a shared buffer; without one: a barrier. */
typedef struct
{
  const Leaf          *leaf;
  const TlBlockAccess *access;
} Event;

/* A leaf, or a serial loop with all that is in it. */
typedef struct
{
  guint    first_leaf;
  TlNodeId place;          /* the outermost loop or block that begins with it */
  GArray  *events;         /* Event */
  gboolean waits;
} Entry;

typedef struct
{
  const TlModule *module;
  TlArena        *arena;
  GPtrArray      *leaves;       /* Leaf */
  GPtrArray      *loops;        /* const TlStmt *: serial ones around, of the kernel */
  GHashTable     *waiting;      /* loops with a barrier inside */
  gboolean        must_wait;    /* the script has a barrier before the next leaf */
} Planner;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_array_unref (entry->events);
  g_free (entry);
}

/* --- conflicts --- */

static gboolean
is_thread (const TlStmt *loop)
{
  return loop->loop.thread != NULL && g_str_has_prefix (loop->loop.thread, "threadIdx.");
}

/* All threads of both run under the same loops, so that a thread is the same one in both. */
static gboolean
have_same_threads (const TlBlockTiles *a, const TlBlockTiles *b)
{
  guint n_a = 0, n_b = 0;

  for (guint i = 0; i < a->n_loops; i++)
    n_a += is_thread (a->loops[i]);
  for (guint i = 0; i < b->n_loops; i++)
    {
      n_b += is_thread (b->loops[i]);
      if (is_thread (b->loops[i]) && (i >= a->n_loops || a->loops[i] != b->loops[i]))
        return FALSE;
    }
  return n_a == n_b;
}

static gboolean
region_uses (const TlRegion *region, const TlVar *var)
{
  for (guint d = 0; d < region->buffer->n_dims; d++)
    if (tl_expr_uses_var (region->ranges[d].min, var))
      return TRUE;
  return FALSE;
}

/* Each thread accesses one element of its own, the same in both; @carrier: also in another iteration of this loop. */
static gboolean
is_own_element (const Event *a, const Event *b, const TlStmt *carrier)
{
  const TlRegion *of_a = &a->access->tiles[a->leaf->tiles->n_loops], *of_b = &b->access->tiles[b->leaf->tiles->n_loops];

  if (!have_same_threads (a->leaf->tiles, b->leaf->tiles) || (carrier != NULL && region_uses (of_a, carrier->loop.var)))
    return FALSE;
  for (guint d = 0; d < of_a->buffer->n_dims; d++)
    if (!tl_expr_is_int (of_a->ranges[d].extent, 1) || !tl_expr_is_int (of_b->ranges[d].extent, 1)
        || !tl_expr_equal (of_a->ranges[d].min, of_b->ranges[d].min))
      return FALSE;
  for (guint i = 0; i < a->leaf->tiles->n_loops; i++)
    if (is_thread (a->leaf->tiles->loops[i]) && a->leaf->tiles->extents[i] != 1 && !region_uses (of_a, a->leaf->tiles->loops[i]->loop.var))
      return FALSE;
  return TRUE;
}

/* One writes what the other reads; writes alone are in no order, as in TVM. */
static gboolean
conflicts (const GArray *before, const Event *event, const TlStmt *carrier)
{
  for (guint i = 0; i < before->len; i++)
    {
      const Event *other = &g_array_index (before, Event, i);

      if (other->access->buffer == event->access->buffer
          && ((other->access->is_written && event->access->is_read) || (other->access->is_read && event->access->is_written))
          && !is_own_element (other, event, carrier))
        return TRUE;
    }
  return FALSE;
}

/* Of what the entry accesses before it waits itself. */
static gboolean
begins_in_conflict (const Entry *entry, const GArray *before, const TlStmt *carrier, gboolean *has_barrier)
{
  for (guint i = 0; i < entry->events->len; i++)
    {
      const Event *event = &g_array_index (entry->events, Event, i);

      *has_barrier = event->access == NULL;
      if (*has_barrier)
        return FALSE;
      if (conflicts (before, event, carrier))
        return TRUE;
    }
  return FALSE;
}

/* --- barriers --- */

static void
wait_before (Planner *planner, Entry *entry)
{
  Leaf *leaf = planner->leaves->pdata[entry->first_leaf];

  leaf->waits = entry->waits = TRUE;
  leaf->place = entry->place;
  for (guint i = 0; i < planner->loops->len; i++)
    g_hash_table_add (planner->waiting, planner->loops->pdata[i]);
}

/* Adds the accesses since the last barrier, after the entry. */
static void
follow (GArray *since, const Entry *entry)
{
  if (entry->waits)
    g_array_set_size (since, 0);
  for (guint i = 0; i < entry->events->len; i++)
    {
      const Event *event = &g_array_index (entry->events, Event, i);

      if (event->access == NULL)
        g_array_set_size (since, 0);
      else
        g_array_append_val (since, *event);
    }
}

/* The end of an iteration of @loop against the beginning of the next one. */
static void
wait_between (Planner *planner, GPtrArray *entries, const GArray *since, const TlStmt *loop)
{
  for (guint i = 0; i < entries->len; i++)
    {
      Entry   *entry = entries->pdata[i];
      gboolean has_barrier = FALSE, is_in_conflict = !entry->waits && begins_in_conflict (entry, since, loop, &has_barrier);

      if (is_in_conflict)
        wait_before (planner, entry);
      if (is_in_conflict || entry->waits || has_barrier)
        return;
    }
}

/* Barriers between the entries of one scope, and its events as those of one entry of the scope around. */
static GArray *
plan (Planner *planner, GPtrArray *entries, const TlStmt *loop)
{
  g_autoptr (GArray) since = g_array_new (FALSE, FALSE, sizeof (Event));
  GArray            *events = g_array_new (FALSE, FALSE, sizeof (Event));
  const Event        barrier = { NULL, NULL };
  gboolean           has_barrier;

  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = entries->pdata[i];

      if (!entry->waits && begins_in_conflict (entry, since, NULL, &has_barrier))
        wait_before (planner, entry);
      follow (since, entry);
    }
  if (loop != NULL)
    wait_between (planner, entries, since, loop);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = entries->pdata[i];

      if (entry->waits)
        g_array_append_val (events, barrier);
      g_array_append_vals (events, entry->events->data, entry->events->len);
    }
  return events;
}

/* --- scopes --- */

static gboolean
has_blocks (const TlStmt *stmt)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (stmt);

  return blocks->len > 0;
}

static gboolean
is_shared (const TlBuffer *buffer)
{
  return g_str_has_prefix (buffer->scope, "shared");
}

static void
add_leaf (Planner *planner, const TlStmt *stmt, GPtrArray *entries)
{
  const TlBlockTiles *tiles = tl_block_tiles_new (planner->arena, planner->module, stmt->block.id);
  Leaf               *leaf;
  Entry              *entry;

  if (tiles == NULL)
    return;
  leaf = tl_arena_new_array (planner->arena, Leaf, 1);
  *leaf = (Leaf) { .tiles = tiles };
  entry = g_new0 (Entry, 1);
  *entry = (Entry) { .first_leaf = planner->leaves->len, .place = stmt->block.id,
                     .events = g_array_new (FALSE, FALSE, sizeof (Event)) };
  g_ptr_array_add (planner->leaves, leaf);
  g_ptr_array_add (entries, entry);
  for (guint i = 0; i < tiles->n_accesses; i++)
    if (is_shared (tiles->accesses[i].buffer))
      {
        const Event event = { leaf, &tiles->accesses[i] };

        g_array_append_val (entry->events, event);
      }
  if (planner->must_wait)
    wait_before (planner, entry);
  planner->must_wait = FALSE;
}

static void gather (Planner *planner, const TlStmt *stmt, GPtrArray *entries);

/* A scope of its own: a serial loop, or (no loop) a branch. */
static void
add_scope (Planner *planner, const TlStmt *body, const TlStmt *loop, GPtrArray *entries)
{
  g_autoptr (GPtrArray) inside = g_ptr_array_new_with_free_func (entry_free);
  Entry                *entry = g_new0 (Entry, 1);

  entry->first_leaf = planner->leaves->len;
  if (loop != NULL)
    g_ptr_array_add (planner->loops, (gpointer) loop);
  gather (planner, body, inside);
  if (loop != NULL && planner->must_wait && inside->len > 0)   /* a barrier at its end is one before the next iteration */
    wait_before (planner, inside->pdata[0]);
  entry->events = plan (planner, inside, loop);
  if (loop != NULL)
    g_ptr_array_set_size (planner->loops, (gint) planner->loops->len - 1);
  if (inside->len > 0)
    {
      entry->place = loop != NULL ? loop->loop.id : ((const Entry *) inside->pdata[0])->place;
      g_ptr_array_add (entries, entry);
    }
  else
    entry_free (entry);
}

/* Of a loop over threads, or a block around others: the first entry in it begins there. */
static void
gather_within (Planner *planner, const TlStmt *body, TlNodeId place, GPtrArray *entries)
{
  guint  n = entries->len;
  Entry *first;

  gather (planner, body, entries);
  if (entries->len == n)
    return;
  first = entries->pdata[n];
  first->place = place;
  if (first->waits)
    ((Leaf *) planner->leaves->pdata[first->first_leaf])->place = place;
}

static gboolean
is_barrier (const TlExpr *expr)
{
  return expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "tvm_storage_sync")
         && (expr->n_args == 0 || expr->args[0]->kind != TL_EXPR_STRING || g_str_has_prefix (expr->args[0]->text, "shared"));
}

static void
gather (Planner *planner, const TlStmt *stmt, GPtrArray *entries)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      if (stmt->loop.thread != NULL)
        gather_within (planner, stmt->loop.body, stmt->loop.id, entries);
      else
        add_scope (planner, stmt->loop.body, stmt, entries);
      return;
    case TL_STMT_BLOCK:
      if (!has_blocks (stmt->block.body))
        add_leaf (planner, stmt, entries);
      else
        gather_within (planner, stmt->block.body, stmt->block.id, entries);
      return;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        gather (planner, stmt->stmts[i], entries);
      return;
    case TL_STMT_IF:
      add_scope (planner, stmt->then_body, NULL, entries);
      if (stmt->else_body != NULL)
        add_scope (planner, stmt->else_body, NULL, entries);
      return;
    case TL_STMT_LET:
      gather (planner, stmt->let_body, entries);
      return;
    case TL_STMT_ATTR:
      gather (planner, stmt->attr_body, entries);
      return;
    case TL_STMT_ALLOC:
      gather (planner, stmt->alloc_body, entries);
      return;
    case TL_STMT_WHILE:
      add_scope (planner, stmt->then_body, NULL, entries);
      return;
    case TL_STMT_EVALUATE:
      planner->must_wait |= is_barrier (stmt->expr);
      return;
    case TL_STMT_STORE:
    case TL_STMT_ASSERT:
    default:
      return;
    }
}

/* --- threads --- */

/* Whether the thread at which the loops stand runs the block. */
static gboolean
runs (const TlBlockTiles *tiles, const gint64 *at)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  gint64                 value = 1;

  for (guint i = 0; i < tiles->n_loops; i++)
    {
      gint64 start = 0;

      tl_expr_get_int (tiles->loops[i]->loop.min, &start);
      tl_index_value_set (values, tiles->loops[i]->loop.var, start + at[i]);
    }
  return !tl_index_value (values, tiles->block->predicate, &value) || value != 0;
}

/* Of the threads of a block; loops that are not around @of stand at their first iteration. */
static gint64
count_threads (const TlModule *module, const TlBlockTiles *tiles, const TlBlockTiles *of, const gint64 *position)
{
  TlThreadMapping    mapping = tl_thread_mapping_of (module, tiles, 1);
  gint64             n = tl_thread_mapping_n_threads (&mapping), n_running = 0, all = 1;
  g_autofree gint64 *at = g_new0 (gint64, tiles->n_loops + 1);

  for (guint d = 0; d < TL_THREAD_DIMS; d++)
    if (mapping.block_loops[d] >= 0)
      all = tl_mul_saturated (all, MAX (tiles->extents[mapping.block_loops[d]], 1));
  if (tiles->block->predicate == NULL || n > MOST_THREADS)
    return all;
  for (guint i = 0; i < MIN (tiles->n_loops, of->n_loops) && tiles->loops[i] == of->loops[i]; i++)
    at[i] = position[i];
  for (gint64 thread = 0; thread < n; thread++)
    n_running += tl_thread_mapping_set_thread (&mapping, tiles, thread, at) && runs (tiles, at);
  return n_running;
}

/* --- phases --- */

static void
phase_free (gpointer data)
{
  TlThreadPhase *phase = data;

  g_ptr_array_unref (phase->loops);
  g_array_unref (phase->blocks);
  g_ptr_array_unref (phase->written);
  g_ptr_array_unref (phase->read);
  g_free (phase);
}

/* The serial loops around the leaf that have barriers inside. */
static GPtrArray *
waiting_loops (const Planner *planner, const Leaf *leaf)
{
  GPtrArray *loops = g_ptr_array_new ();

  for (guint i = 0; i < leaf->tiles->n_loops; i++)
    if (g_hash_table_contains (planner->waiting, leaf->tiles->loops[i]))
      g_ptr_array_add (loops, (gpointer) leaf->tiles->loops[i]);
  return loops;
}

static gboolean
are_same_loops (const GPtrArray *a, const GPtrArray *b)
{
  for (guint i = 0; i < MIN (a->len, b->len); i++)
    if (a->pdata[i] != b->pdata[i])
      return FALSE;
  return a->len == b->len;
}

static TlThreadPhase *
add_phase (GPtrArray *phases, GPtrArray *loops, gboolean waits)
{
  TlThreadPhase *phase = g_new0 (TlThreadPhase, 1);

  *phase = (TlThreadPhase) { .waits = waits, .loops = loops, .n_runs = 1, .blocks = g_array_new (FALSE, FALSE, sizeof (TlPhaseBlock)),
                             .written = g_ptr_array_new (), .read = g_ptr_array_new () };
  for (guint i = 0; i < loops->len; i++)
    {
      gint64 extent = -1;

      if (!tl_expr_get_int (((const TlStmt *) loops->pdata[i])->loop.extent, &extent) || phase->n_runs < 0)
        phase->n_runs = -1;
      else
        phase->n_runs = tl_mul_saturated (phase->n_runs, extent);
    }
  g_ptr_array_add (phases, phase);
  return phase;
}

static void
add_once (GPtrArray *buffers, const TlBuffer *buffer)
{
  if (!g_ptr_array_find (buffers, buffer, NULL))
    g_ptr_array_add (buffers, (gpointer) buffer);
}

static void
add_block (TlThreadPhase *phase, const Leaf *leaf, gint64 n_threads)
{
  const TlPhaseBlock block = { leaf->tiles->block, n_threads };

  g_array_append_val (phase->blocks, block);
  phase->n_threads = MAX (phase->n_threads, n_threads);
  for (guint i = 0; i < leaf->tiles->n_accesses; i++)
    {
      const TlBlockAccess *access = &leaf->tiles->accesses[i];

      if (is_shared (access->buffer) && access->is_written)
        add_once (phase->written, access->buffer);
      if (is_shared (access->buffer) && access->is_read)
        add_once (phase->read, access->buffer);
    }
}

static GPtrArray *
list_phases (const Planner *planner, const TlBlockTiles *of, const gint64 *position)
{
  GPtrArray     *phases = g_ptr_array_new_with_free_func (phase_free);
  TlThreadPhase *phase = NULL;

  for (guint i = 0; i < planner->leaves->len; i++)
    {
      const Leaf *leaf = planner->leaves->pdata[i];
      GPtrArray  *loops = waiting_loops (planner, leaf);

      if (phase == NULL || leaf->waits || !are_same_loops (loops, phase->loops))
        phase = add_phase (phases, loops, leaf->waits);
      else
        g_ptr_array_unref (loops);
      add_block (phase, leaf, count_threads (planner->module, leaf->tiles, of, position));
    }
  return phases;
}

/* The outermost loop that is bound to threads or blocks; NULL: none is. */
static const TlStmt *
kernel_of (const TlBlockTiles *tiles)
{
  for (guint i = 0; i < tiles->n_loops; i++)
    if (tiles->loops[i]->loop.thread != NULL)
      return tiles->loops[i];
  return NULL;
}

/* Decides which leaves of the kernel wait. */
static void
plan_kernel (Planner *planner, const TlStmt *kernel)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (entry_free);

  gather (planner, kernel, entries);
  g_array_unref (plan (planner, entries, NULL));
}

GPtrArray *
tl_thread_phases_new (const TlModule *module, const TlBlockTiles *tiles, const gint64 *position)
{
  g_autoptr (TlArena)    arena = tl_arena_new (module->arena);
  g_autoptr (GPtrArray)  leaves = g_ptr_array_new (), loops = g_ptr_array_new ();
  g_autoptr (GHashTable) waiting = g_hash_table_new (NULL, NULL);
  Planner                planner = { module, arena, leaves, loops, waiting, FALSE };
  const TlStmt          *kernel = kernel_of (tiles);

  if (kernel == NULL)
    return NULL;
  plan_kernel (&planner, kernel);
  return list_phases (&planner, tiles, position);
}

/* --- barriers of a function --- */

typedef struct
{
  const TlModule *module;
  GArray         *places;   /* TlNodeId */
} BarrierPlaces;

static TlWalk
add_barriers (const TlStmt *stmt, gpointer user_data)
{
  const BarrierPlaces   *barriers = user_data;
  g_autoptr (TlArena)    arena = NULL;
  g_autoptr (GPtrArray)  leaves = NULL, loops = NULL;
  g_autoptr (GHashTable) waiting = NULL;
  Planner                planner;

  if (stmt->kind != TL_STMT_FOR || stmt->loop.thread == NULL)
    return TL_WALK_INTO;
  arena = tl_arena_new (barriers->module->arena);
  leaves = g_ptr_array_new ();
  loops = g_ptr_array_new ();
  waiting = g_hash_table_new (NULL, NULL);
  planner = (Planner) { barriers->module, arena, leaves, loops, waiting, FALSE };
  plan_kernel (&planner, stmt);
  for (guint i = 0; i < leaves->len; i++)
    if (((const Leaf *) leaves->pdata[i])->waits)
      g_array_append_val (barriers->places, ((const Leaf *) leaves->pdata[i])->place);
  return TL_WALK_OVER;
}

GArray *
tl_func_barriers (const TlModule *module, const TlPrimFunc *func)
{
  const BarrierPlaces barriers = { module, g_array_new (FALSE, FALSE, sizeof (TlNodeId)) };

  tl_stmt_walk (func->body, add_barriers, NULL, (gpointer) &barriers);
  return barriers.places;
}
