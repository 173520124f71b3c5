/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cross-thread-reduction: a reduction with loops that are bound to threads. Each thread reduces its own part, the parts are brought
 * together, and the result is stored where it belongs:
 *
 *   for i: for k0: for tx: C[i] (init 0) += A[i, k0, tx]
 *     →  for i: { part = 0;  for k0: for tx: part += A[i, k0, tx];  all = sum of part over tx;  C[i] = all }
 *
 * The parts meet in shared memory, halving by halving. On a machine with warps they meet by shuffles where the threads of a reduction lie
 * side by side: in one warp, or in several whole ones, whose results meet in shared memory. All threads know the result in the end.
 */
#include "core/analysis/reducer.h"
#include "core/ir/kernel.h"
#include "core/ir/path.h"
#include "core/lower/lower-private.h"

#define MAX_REDUCE_LOOPS 3

typedef struct
{
  TlBuilder      *builder;
  TlArena        *arena;
  const TlTarget *target;
  GPtrArray      *around;   /* const TlLoop *: loops around the current statement */
  GHashTable     *done;     /* ids of blocks that reduce a thread's own part already */
  GError        **error;
  gboolean        failed;
} CrossThread;

/* One reduction block under the outermost loop over its reduction axes. */
typedef struct
{
  const TlStmt *block;
  GPtrArray    *loops;                               /* const TlLoop *: from the outermost one over reduction axes inwards */
  const TlLoop *threads[TL_N_LAUNCH_AXES];           /* of these, bound to threads; NULL: none */
  const TlLoop *others[TL_N_LAUNCH_AXES];            /* thread loops around */
  gint64        n_threads;                           /* that reduce together */
  TlReduction   reduction;
  const TlBuffer *parts[TL_REDUCER_MAX_RESULTS];     /* of one thread */
  const TlBuffer *all[TL_REDUCER_MAX_RESULTS];
  const TlBuffer *meeting[TL_REDUCER_MAX_RESULTS];   /* shared; NULL: not needed */
} CrossReduction;

static void
fail (CrossThread *c, const char *format, ...)
{
  va_list arguments;

  if (c->failed)
    return;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  tl_lower_set_unsupported (c->error, "%s", message);
  c->failed = TRUE;
}

/* --- finding --- */

static gboolean
feeds (const TlLoop *loop, const TlBlock *block, gboolean reduces)
{
  for (guint i = 0; i < block->n_axes; i++)
    if ((block->axes[i].kind == TL_AXIS_REDUCE) == reduces && tl_expr_uses_var (block->bindings[i], loop->var))
      return TRUE;
  return FALSE;
}

static TlLaunchAxis
thread_axis (const TlLoop *loop)
{
  TlLaunchAxis axis = loop->kind == TL_LOOP_THREAD_BINDING ? tl_launch_axis_find (loop->thread) : TL_N_LAUNCH_AXES;

  return tl_launch_axis_is_thread (axis) ? axis : TL_N_LAUNCH_AXES;
}

typedef struct
{
  GHashTable   *done;
  GPtrArray    *loops;
  const TlStmt *block;      /* found */
  GPtrArray    *found;      /* its loops */
} CrossReductionSearch;

/* A block over whose reduction axes a thread-bound loop runs, with the outermost of the loops that feed them at the top of the search. */
static TlWalk
find_reduction (const TlStmt *stmt, gpointer user_data)
{
  CrossReductionSearch *s = user_data;
  gboolean has_threads = FALSE;

  if (stmt->kind == TL_STMT_FOR)
    {
      g_ptr_array_add (s->loops, (gpointer) &stmt->loop);
      tl_stmt_walk_children (stmt, find_reduction, NULL, s);
      g_ptr_array_set_size (s->loops, (gint) s->loops->len - 1);
      return s->block != NULL ? TL_WALK_STOP : TL_WALK_OVER;
    }
  if (stmt->kind != TL_STMT_BLOCK || s->loops->len == 0 || g_hash_table_contains (s->done, GUINT_TO_POINTER (stmt->block.id))
      || !feeds (s->loops->pdata[0], &stmt->block, TRUE))
    return TL_WALK_INTO;
  for (guint i = 0; i < s->loops->len; i++)
    has_threads |= thread_axis (s->loops->pdata[i]) < TL_N_LAUNCH_AXES && feeds (s->loops->pdata[i], &stmt->block, TRUE);
  if (!has_threads)
    return TL_WALK_INTO;
  s->block = stmt;
  s->found = g_ptr_array_copy (s->loops, NULL, NULL);
  return TL_WALK_STOP;
}

static void
check_loops (CrossThread *c, CrossReduction *r)
{
  const TlBlock *block = &r->block->block;

  r->n_threads = 1;
  for (guint i = 0; i < c->around->len; i++)
    if (thread_axis (c->around->pdata[i]) < TL_N_LAUNCH_AXES)
      r->others[thread_axis (c->around->pdata[i])] = c->around->pdata[i];
  for (guint i = 0; i < r->loops->len && !c->failed; i++)
    {
      const TlLoop *loop = r->loops->pdata[i];
      TlLaunchAxis axis = thread_axis (loop);
      gint64 extent;

      if (feeds (loop, block, FALSE))
        fail (c, "Block \"%s\" reduces over threads, but loop %s, which is no loop of the reduction, lies inside of loop %s, which is. "
              "Reorder them", block->name, loop->var->name, ((const TlLoop *) r->loops->pdata[0])->var->name);
      else if (axis < TL_N_LAUNCH_AXES && (!tl_expr_get_int (loop->extent, &extent) || !tl_expr_is_int (loop->min, 0)))
        fail (c, "Block \"%s\" reduces over loop %s, which is bound to %s, and whose extent is no number", block->name, loop->var->name,
              loop->thread);
      else if (axis < TL_N_LAUNCH_AXES)
        {
          r->threads[axis] = loop;
          r->n_threads *= extent;
        }
    }
}

static void
check_block (CrossThread *c, CrossReduction *r)
{
  const TlBlock named = tl_block_name_updates (c->arena, &r->block->block), *block = &named;
  g_autofree char *why = NULL;

  if (block->init == NULL)
    fail (c, "Block \"%s\" reduces over threads and has no init: decompose_reduction may not be applied to it", block->name);
  else if (block->n_matches > 0 || block->n_allocs > 0)
    fail (c, "Block \"%s\" reduces over threads and has buffers of its own", block->name);
  else if (!tl_reduction_match (c->arena, block, &r->reduction, &why))
    fail (c, "Block \"%s\" reduces over threads: %s", block->name, why);
}

typedef struct
{
  const CrossReduction *r;
  const TlBlock        *user;
} ResultUse;

/* Another block in the loops of the reduction that accesses what it is about to compute. */
static TlWalk
find_user (const TlStmt *stmt, gpointer user_data)
{
  ResultUse *use = user_data;

  if (stmt->kind != TL_STMT_BLOCK || stmt == use->r->block)
    return TL_WALK_INTO;
  for (guint i = 0; i < use->r->reduction.n; i++)
    if (tl_stmt_uses_buffer (stmt, use->r->reduction.buffers[i]) && tl_stmt_find (stmt, use->r->block->block.id) == NULL)
      {
        use->user = &stmt->block;
        return TL_WALK_STOP;
      }
  return TL_WALK_INTO;
}

static void
check_users (CrossThread *c, const CrossReduction *r, const TlStmt *outermost)
{
  ResultUse use = { r, NULL };

  if (c->failed)
    return;
  tl_stmt_walk (outermost, find_user, NULL, &use);
  if (use.user != NULL)
    fail (c, "Block \"%s\" reduces over threads, and block \"%s\" uses the result in the loops of the reduction, in which each thread has "
          "a part of it. Move block \"%s\" out of loop %s", r->block->block.name, use.user->name, use.user->name,
          ((const TlLoop *) r->loops->pdata[0])->var->name);
}

/* --- pieces of the new statements --- */

static const TlBuffer *
new_buffer (CrossThread *c, const TlBuffer *of, const char *what, const gint64 *shape, guint n_dims, const char *scope)
{
  g_autofree char *name = g_strdup_printf ("%s_%s", of->name, what);

  return tl_buffer_new_const (c->arena, tl_arena_strdup (c->arena, name), of->dtype, shape, n_dims, scope);
}

static const TlExpr *
zero (CrossThread *c)
{
  return tl_int (c->arena, 0);
}

static void
load_all (CrossThread *c, const CrossReduction *r, const TlBuffer *const *buffers, const TlExpr *const *indices, guint n,
          const TlExpr **loads)
{
  for (guint i = 0; i < r->reduction.n; i++)
    loads[i] = tl_expr_load (c->arena, buffers[i], indices, n);
}

/* The number of a thread among those that reduce together. */
static const TlExpr *
reduce_number (CrossThread *c, const CrossReduction *r)
{
  const TlExpr *number = NULL;
  gint64 factor = 1, extent = 1;

  for (TlLaunchAxis axis = TL_AXIS_THREAD_X; axis < TL_N_LAUNCH_AXES; axis++)
    if (r->threads[axis] != NULL)
      {
        const TlVar *var = r->threads[axis]->var;
        const TlExpr *term = tl_mul (c->arena, var, tl_expr_int (c->arena, var->dtype, factor));

        number = number == NULL ? term : tl_add (c->arena, number, term);
        tl_expr_get_int (r->threads[axis]->extent, &extent);
        factor *= extent;
      }
  return number;
}

/* The place of a thread's value in shared memory: other threads of the block first, then @number. */
static guint
meeting_indices (CrossThread *c, const CrossReduction *r, const TlExpr *number, const TlExpr **indices)
{
  guint n = 0;

  for (TlLaunchAxis axis = TL_N_LAUNCH_AXES; axis-- > TL_AXIS_THREAD_X;)
    if (r->others[axis] != NULL)
      indices[n++] = tl_sub (c->arena, r->others[axis]->var, r->others[axis]->min);
  indices[n++] = number;
  return n;
}

static void
make_meeting (CrossThread *c, CrossReduction *r, gint64 n_values)
{
  gint64 shape[TL_N_LAUNCH_AXES + 1];
  guint n = 0;

  for (TlLaunchAxis axis = TL_N_LAUNCH_AXES; axis-- > TL_AXIS_THREAD_X;)
    if (r->others[axis] != NULL && !tl_expr_get_int (r->others[axis]->extent, &shape[n++]))
      fail (c, "Block \"%s\" reduces over threads beside loop %s, whose extent is no number", r->block->block.name,
            r->others[axis]->var->name);
  shape[n++] = n_values;
  for (guint i = 0; i < r->reduction.n; i++)
    r->meeting[i] = new_buffer (c, r->reduction.buffers[i], "shared", shape, n, "shared");
}

static const TlStmt *
store_meeting (CrossThread *c, const CrossReduction *r, const TlExpr *number, const TlExpr *const *values)
{
  const TlExpr *indices[TL_N_LAUNCH_AXES + 1];
  guint n = meeting_indices (c, r, number, indices);

  return tl_reduction_store (c->arena, &r->reduction, r->meeting, tl_arena_dup_array (c->arena, const TlExpr *, indices, n), n, values);
}

static void
load_meeting (CrossThread *c, const CrossReduction *r, const TlExpr *number, const TlExpr **values)
{
  const TlExpr *indices[TL_N_LAUNCH_AXES + 1];
  guint n = meeting_indices (c, r, number, indices);

  load_all (c, r, r->meeting, tl_arena_dup_array (c->arena, const TlExpr *, indices, n), n, values);
}

static const TlStmt *
store_all (CrossThread *c, const CrossReduction *r, const TlExpr *const *values)
{
  const TlExpr *index = zero (c);

  return tl_reduction_store (c->arena, &r->reduction, r->all, tl_arena_dup_array (c->arena, const TlExpr *, &index, 1), 1, values);
}

static const TlStmt *
update_all (CrossThread *c, const CrossReduction *r, const TlExpr *const *values)
{
  const TlExpr *index = zero (c);

  return tl_reduction_update (c->arena, &r->reduction, r->all, tl_arena_dup_array (c->arena, const TlExpr *, &index, 1), 1, values);
}

/* --- the parts meet --- */

/* Step by step half of the threads take on the other half's values. */
static void
meet_in_shared (CrossThread *c, CrossReduction *r, GPtrArray *out)
{
  const TlExpr *number = reduce_number (c, r), *index = zero (c), *values[TL_REDUCER_MAX_RESULTS];
  gint64 half = 1;

  make_meeting (c, r, r->n_threads);
  load_all (c, r, r->parts, &index, 1, values);
  g_ptr_array_add (out, (gpointer) store_meeting (c, r, number, values));
  while (half * 2 < r->n_threads)
    half *= 2;
  for (gint64 n = r->n_threads; half > 0; n = half, half /= 2)
    {
      const TlExpr *indices[TL_N_LAUNCH_AXES + 1], *distance = tl_expr_int (c->arena, number->dtype, half);
      guint n_indices = meeting_indices (c, r, number, indices);

      load_meeting (c, r, tl_add (c->arena, number, distance), values);
      const TlStmt *update = tl_reduction_update (c->arena, &r->reduction, r->meeting,
                                                  tl_arena_dup_array (c->arena, const TlExpr *, indices, n_indices), n_indices, values);
      const TlExpr *last = tl_expr_int (c->arena, number->dtype, MIN (half, n - half));
      g_ptr_array_add (out, (gpointer) tl_stmt_if (c->arena, tl_expr_binary (c->arena, TL_EXPR_LT, number, last), update, NULL));
    }
  load_meeting (c, r, tl_expr_int (c->arena, number->dtype, 0), values);
  g_ptr_array_add (out, (gpointer) store_all (c, r, values));
}

static const TlExpr *
shuffle (CrossThread *c, const char *name, const TlExpr *value, gint64 lane, gint64 width)
{
  const TlExpr *args[5] = {
    tl_expr_call (c->arena, TL_INT32, tl_intrinsic_find ("tvm_warp_activemask"), NULL, 0), value, tl_int (c->arena, lane),
    tl_int (c->arena, width), tl_int (c->arena, c->target->thread_warp_size),
  };

  return tl_expr_call (c->arena, value->dtype, tl_intrinsic_find (name), args, 5);
}

/* All lanes take part in the shuffles, ahead of updates of which a lane may need a part only. */
static const TlStmt *
update_by_shuffles (CrossThread *c, const CrossReduction *r, gint64 distance, gint64 width)
{
  const TlExpr *index = zero (c), *values[TL_REDUCER_MAX_RESULTS], *shuffled[TL_REDUCER_MAX_RESULTS];
  guint n = r->reduction.n;

  load_all (c, r, r->all, &index, 1, values);
  for (guint i = 0; i < n; i++)
    {
      shuffled[i] = shuffle (c, "tvm_warp_shuffle_down", values[i], distance, width);
      values[i] = n == 1 ? shuffled[i] : tl_expr_var (c->arena, "other", shuffled[i]->dtype);
    }
  const TlStmt *update = update_all (c, r, values);
  for (guint i = n; n > 1 && i-- > 0;)
    update = tl_stmt_let (c->arena, values[i], shuffled[i], update);
  return update;
}

/* In groups of @width neighbours, all of which know the result then. */
static void
meet_by_shuffles (CrossThread *c, const CrossReduction *r, gint64 width, GPtrArray *out)
{
  const TlExpr *index = zero (c), *values[TL_REDUCER_MAX_RESULTS];

  for (gint64 distance = width / 2; distance > 0; distance /= 2)
    g_ptr_array_add (out, (gpointer) update_by_shuffles (c, r, distance, width));
  load_all (c, r, r->all, &index, 1, values);
  for (guint i = 0; i < r->reduction.n; i++)
    values[i] = shuffle (c, "tvm_warp_shuffle", values[i], 0, width);
  g_ptr_array_add (out, (gpointer) store_all (c, r, values));
}

/* Several warps: the first lane of each leaves its warp's result in shared memory, for all. */
static void
meet_by_warps (CrossThread *c, CrossReduction *r, GPtrArray *out)
{
  const TlExpr *number = reduce_number (c, r), *index = zero (c), *values[TL_REDUCER_MAX_RESULTS];
  gint64 warp = c->target->thread_warp_size, n_warps = r->n_threads / warp;
  const TlExpr *warp_size = tl_expr_int (c->arena, number->dtype, warp);
  const TlExpr *lane = tl_floormod (c->arena, number, warp_size);

  meet_by_shuffles (c, r, warp, out);
  if (n_warps == 1)
    return;
  make_meeting (c, r, n_warps);
  load_all (c, r, r->all, &index, 1, values);
  const TlExpr *is_first = tl_expr_binary (c->arena, TL_EXPR_EQ, lane, tl_expr_int (c->arena, lane->dtype, 0));
  g_ptr_array_add (out, (gpointer) tl_stmt_if (c->arena, is_first,
                                               store_meeting (c, r, tl_floordiv (c->arena, number, warp_size), values), NULL));
  if ((n_warps & (n_warps - 1)) == 0)
    {
      load_meeting (c, r, tl_floormod (c->arena, number, tl_expr_int (c->arena, number->dtype, n_warps)), values);
      g_ptr_array_add (out, (gpointer) store_all (c, r, values));
      meet_by_shuffles (c, r, n_warps, out);
      return;
    }
  for (gint64 i = 0; i < n_warps; i++)
    {
      load_meeting (c, r, tl_expr_int (c->arena, number->dtype, i), values);
      g_ptr_array_add (out, (gpointer) (i == 0 ? store_all (c, r, values) : update_all (c, r, values)));
    }
}

/* Shuffles move 4 bytes; the threads of a reduction have to be neighbours in whole warps, or share one with others of their kind. */
static gboolean
can_shuffle (const CrossThread *c, const CrossReduction *r)
{
  gint64 warp = c->target->thread_warp_size, n = r->n_threads;

  if (!g_str_equal (c->target->kind->name, "cuda") || warp != 32 || r->threads[TL_AXIS_THREAD_X] == NULL
      || r->threads[TL_AXIS_THREAD_Y] != NULL || r->threads[TL_AXIS_THREAD_Z] != NULL)
    return FALSE;
  for (guint i = 0; i < r->reduction.n; i++)
    if (r->reduction.buffers[i]->dtype.bits != 32 || r->reduction.buffers[i]->dtype.lanes != 1)
      return FALSE;
  return (n <= warp && (n & (n - 1)) == 0) || (n % warp == 0 && n <= warp * warp);
}

/* --- the new statements --- */

static const TlStmt *
reduce_own_part (CrossThread *c, const CrossReduction *r)
{
  TlBlock block = r->block->block;
  const TlExpr *index = zero (c);
  const TlExpr *const *indices = tl_arena_dup_array (c->arena, const TlExpr *, &index, 1);
  TlRegion *writes = tl_arena_new_array (c->arena, TlRegion, r->reduction.n);

  for (guint i = 0; i < r->reduction.n; i++)
    writes[i] = tl_region_full (c->arena, r->parts[i]);
  block.init = NULL;
  block.writes = writes;
  block.n_writes = r->reduction.n;
  block.body = tl_reduction_update (c->arena, &r->reduction, r->parts, indices, 1, r->reduction.values);
  return tl_stmt_with_origin (c->arena, tl_stmt_block (c->arena, &block), r->block->origin);
}

static const TlStmt *
swap_block (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlStmt *const *pair = rewriter->user_data;

  return stmt == pair[0] ? pair[1] : NULL;
}

/* The conjuncts of the predicate that the reduction's loops have no part in. */
static const TlExpr *
outer_predicate (CrossThread *c, const CrossReduction *r)
{
  g_autoptr (GHashTable) inside = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) conjuncts = g_ptr_array_new ();
  const TlExpr *result = NULL;

  for (guint i = 0; i < r->loops->len; i++)
    g_hash_table_add (inside, (gpointer) ((const TlLoop *) r->loops->pdata[i])->var);
  if (r->block->block.predicate != NULL)
    tl_split_conjuncts (r->block->block.predicate, conjuncts);
  for (guint i = 0; i < conjuncts->len; i++)
    if (!tl_expr_uses_any (conjuncts->pdata[i], inside))
      result = result == NULL ? conjuncts->pdata[i] : tl_and (c->arena, result, conjuncts->pdata[i]);
  return result;
}

/* A block with the spatial axes alone. */
static const TlStmt *
write_back (CrossThread *c, const CrossReduction *r)
{
  const TlBlock *old = &r->block->block;
  TlBlock block = {
    .id = tl_builder_take_id (c->builder), .name = old->name, .predicate = outer_predicate (c, r), .writes = old->writes,
    .n_writes = old->n_writes,
  };
  TlBlockAxis *axes = tl_arena_new_array (c->arena, TlBlockAxis, MAX (old->n_axes, 1));
  const TlExpr **bindings = tl_arena_new_array (c->arena, const TlExpr *, MAX (old->n_axes, 1));
  TlRegion *reads = tl_arena_new_array (c->arena, TlRegion, r->reduction.n);
  const TlExpr *index = zero (c), *values[TL_REDUCER_MAX_RESULTS];
  const TlStmt *body;

  for (guint i = 0; i < old->n_axes; i++)
    if (old->axes[i].kind != TL_AXIS_REDUCE)
      {
        axes[block.n_axes] = old->axes[i];
        bindings[block.n_axes++] = old->bindings[i];
      }
  for (guint i = 0; i < r->reduction.n; i++)
    reads[i] = tl_region_full (c->arena, r->all[i]);
  block.axes = axes;
  block.bindings = bindings;
  block.reads = reads;
  block.n_reads = r->reduction.n;
  load_all (c, r, r->all, tl_arena_dup_array (c->arena, const TlExpr *, &index, 1), 1, values);
  body = tl_reduction_store (c->arena, &r->reduction, r->reduction.buffers, r->reduction.indices, r->reduction.n_indices, values);
  block.body = body;
  return tl_stmt_with_origin (c->arena, tl_stmt_block (c->arena, &block), (TlOrigin) { old->id, 0, 0 });
}

/* @body in the loops of the threads that reduce, with variables of their own. */
static const TlStmt *
in_thread_loops (CrossThread *c, const CrossReduction *r, const TlStmt *body)
{
  for (TlLaunchAxis axis = TL_AXIS_THREAD_X; axis < TL_N_LAUNCH_AXES; axis++)
    if (r->threads[axis] != NULL)
      {
        TlLoop loop = *r->threads[axis];

        loop.id = tl_builder_take_id (c->builder);
        loop.var = tl_var_copy (c->arena, loop.var);
        loop.annotations = tl_attrs_empty;
        loop.body = tl_stmt_substitute_var (c->arena, body, r->threads[axis]->var, loop.var);
        body = tl_stmt_loop (c->arena, &loop);
      }
  return body;
}

static const TlStmt *
lower_reduction (CrossThread *c, const TlStmt *outermost, CrossReduction *r)
{
  static const gint64 one[1] = { 1 };
  g_autoptr (GPtrArray) meet = g_ptr_array_new ();
  const TlExpr *index = zero (c), *values[TL_REDUCER_MAX_RESULTS];
  const TlExpr *const *indices = tl_arena_dup_array (c->arena, const TlExpr *, &index, 1);

  for (guint i = 0; i < r->reduction.n; i++)
    {
      r->parts[i] = new_buffer (c, r->reduction.buffers[i], "part", one, 1, "local");
      r->all[i] = new_buffer (c, r->reduction.buffers[i], "all", one, 1, "local");
    }
  if (can_shuffle (c, r))
    {
      load_all (c, r, r->parts, indices, 1, values);
      g_ptr_array_add (meet, (gpointer) store_all (c, r, values));
      if (r->n_threads <= c->target->thread_warp_size)
        meet_by_shuffles (c, r, r->n_threads, meet);
      else
        meet_by_warps (c, r, meet);
    }
  else
    meet_in_shared (c, r, meet);

  const TlStmt *pair[2] = { r->block, reduce_own_part (c, r) };
  TlRewriter swap = { .arena = c->arena, .stmt = swap_block, .expr = tl_rewrite_no_expr, .user_data = pair };
  const TlStmt *stmts[4] = {
    tl_reduction_store (c->arena, &r->reduction, r->parts, indices, 1, r->reduction.identities),
    tl_rewrite_stmt (&swap, outermost),
    in_thread_loops (c, r, tl_stmt_seq (c->arena, (const TlStmt *const *) meet->pdata, meet->len)),
    write_back (c, r),
  };
  const TlStmt *result = tl_stmt_seq (c->arena, stmts, 4);
  for (guint i = 0; i < r->reduction.n; i++)
    {
      result = tl_stmt_alloc (c->arena, r->parts[i], tl_stmt_alloc (c->arena, r->all[i], result));
      if (r->meeting[i] != NULL)
        result = tl_stmt_alloc (c->arena, r->meeting[i], result);
    }
  return result;
}

static const TlStmt *
lower_loop (CrossThread *c, TlRewriter *rewriter, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  CrossReductionSearch search = { .done = c->done, .loops = loops };
  const TlStmt *result;

  tl_stmt_walk (stmt, find_reduction, NULL, &search);
  if (search.block != NULL)
    {
      g_autoptr (GPtrArray) found = search.found;
      CrossReduction r = { .block = search.block, .loops = found };

      check_loops (c, &r);
      if (!c->failed)
        check_block (c, &r);
      check_users (c, &r, stmt);
      g_hash_table_add (c->done, GUINT_TO_POINTER (search.block->block.id));
      return c->failed ? stmt : tl_rewrite_stmt (rewriter, lower_reduction (c, stmt, &r));
    }
  g_ptr_array_add (c->around, (gpointer) &stmt->loop);
  result = tl_rewrite_stmt_children (rewriter, stmt);
  g_ptr_array_set_size (c->around, (gint) c->around->len - 1);
  return result;
}

static const TlStmt *
lower_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  CrossThread *c = rewriter->user_data;

  if (c->failed)
    return stmt;
  return stmt->kind == TL_STMT_FOR ? lower_loop (c, rewriter, stmt) : NULL;
}

const TlPrimFunc *
tl_lower_cross_thread_reduction (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GPtrArray) around = g_ptr_array_new ();
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  CrossThread c = { .builder = builder, .arena = builder->arena, .target = target, .around = around, .done = done, .error = error };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = lower_stmt, .expr = tl_rewrite_no_expr, .user_data = &c };
  const TlStmt *body = tl_rewrite_stmt (&rewriter, func->body);

  return c.failed ? NULL : tl_prim_func_with_body (builder->arena, func, body);
}
