/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/gpu/gpu-steps.h"

#include "core/analysis/block-info.h"
#include "core/base/extremum.h"
#include "core/ir/kernel.h"
#include "core/ir/path.h"

#define MAX_LOOPS 16
#define MAX_PARTS 4

typedef struct
{
  TlRandom     random;
  TlState     *state;          /* Owned */
  TlArena     *arena;          /* of arguments */
  const gint64 *threads;       /* extents of threadIdx.x, .y, .z in the kernels of this schedule */
  RandomTally *tally;
  char       **problem;
} GpuSteps;

static const gint64 thread_shapes[][3] = {
  { 32, 1, 1 }, { 64, 1, 1 }, { 128, 1, 1 }, { 256, 1, 1 }, { 16, 4, 1 }, { 8, 8, 1 }, { 16, 16, 1 }, { 33, 1, 1 }, { 96, 1, 1 },
  { 7, 5, 1 }, { 4, 4, 4 }, { 1, 1, 1 }, { 2, 3, 5 }, { 32, 2, 2 }, { 48, 2, 1 }, { 1, 32, 1 }, { 32, 4, 1 }, { 12, 3, 2 },
  { 5, 1, 1 }, { 32, 8, 1 },
};

static const char *const block_axes[] = { "blockIdx.x", "blockIdx.y", "blockIdx.z" };
static const char *const thread_axes[] = { "threadIdx.x", "threadIdx.y", "threadIdx.z" };
static const char *const virtual_axes[] = { "vthread.x", "vthread.y", "vthread.z" };

static guint
below (GpuSteps *s, guint bound)
{
  return (guint) tl_random_below (&s->random, bound);
}

static gboolean
one_in (GpuSteps *s, guint n)
{
  return below (s, n) == 0;
}

/* --- the program --- */

static const TlModule *
module_of (const GpuSteps *s)
{
  return tl_state_module (s->state);
}

/* Without blocks inside; in order. */
static GPtrArray *
leaf_blocks (const GpuSteps *s)
{
  g_autoptr (GPtrArray) all = tl_stmt_blocks (module_of (s)->prims[0]->body);
  GPtrArray *leaves = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    {
      const TlStmt *block = all->pdata[i];
      g_autoptr (GPtrArray) inner = tl_stmt_child_blocks (block->block.body);

      if (inner->len == 0 && block != module_of (s)->prims[0]->body)
        g_ptr_array_add (leaves, (gpointer) block);
    }
  return leaves;
}

/* 0: there is none. */
static TlNodeId
any_block (GpuSteps *s)
{
  g_autoptr (GPtrArray) blocks = leaf_blocks (s);

  return blocks->len > 0 ? ((const TlStmt *) blocks->pdata[below (s, blocks->len)])->block.id : 0;
}

static GPtrArray *
loops_around (const GpuSteps *s, TlNodeId block)
{
  g_autoptr (TlPath) path = tl_path_find (module_of (s), block);

  return path != NULL ? tl_path_loops (path) : g_ptr_array_new ();
}

static const TlStmt *
block_of (const GpuSteps *s, TlNodeId block)
{
  return tl_module_find (module_of (s), block);
}

static gboolean
is_serial (const TlStmt *loop, TlAxisKind kind)
{
  return loop->loop.kind == TL_LOOP_SERIAL && tl_loop_axis_kinds (loop) == 1u << kind;
}

/* In a loop over blocks or threads. */
static gboolean
is_bound (const GpuSteps *s, TlNodeId block)
{
  g_autoptr (TlPath) path = tl_path_find (module_of (s), block);

  for (guint i = 0; path != NULL && i < path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR && path->stmts[i]->loop.kind == TL_LOOP_THREAD_BINDING
        && tl_launch_axis_find (path->stmts[i]->loop.thread) < TL_N_LAUNCH_AXES)
      return TRUE;
  return FALSE;
}

/* --- steps --- */

static gboolean
apply (GpuSteps *s, const char *name, const TlArg *args, guint n_args)
{
  g_autoptr (GError) error = NULL;
  TlState *next;

  if (*s->problem != NULL)
    return FALSE;
  next = tl_state_apply_to_nodes (s->state, tl_primitive_find (name), args, n_args, &error);
  if (next == NULL)
    {
      s->tally->n_refused++;
      if (error->domain != TL_SCHEDULE_ERROR || error->code == TL_SCHEDULE_ERROR_BROKEN)
        *s->problem = g_strdup_printf ("next step, %s: %s", name, error->message);
      return FALSE;
    }
  s->tally->n_taken++;
  tl_state_unref (s->state);
  s->state = next;
  return TRUE;
}

#define APPLY(s, name, ...) \
  apply ((s), (name), (const TlArg[]) { __VA_ARGS__ }, G_N_ELEMENTS (((const TlArg[]) { __VA_ARGS__ })))

/* Handle number @i of the last step. */
static TlNodeId
output (const GpuSteps *s, guint i)
{
  guint first;

  tl_state_outputs (s->state, &first);
  return tl_state_rv (s->state, first + i)->node;
}

static TlArg
text (GpuSteps *s, const char *value)
{
  return tl_arg_string (s->arena, value);
}

static gboolean
bind (GpuSteps *s, TlNodeId loop, const char *axis)
{
  return APPLY (s, "bind", tl_arg_node (loop), text (s, axis));
}

static TlArg
node_list (GpuSteps *s, const TlNodeId *nodes, guint n)
{
  TlArg *items = tl_arena_new_array (s->arena, TlArg, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_node (nodes[i]);
  return tl_arg_list (s->arena, items, n);
}

/* One of several: with arguments at random. */
static void
take_any_of (GpuSteps *s, const char *const *names, guint n)
{
  TlState *next = *s->problem == NULL ? random_step (s->state, &s->random, names[below (s, n)], s->tally, s->problem) : NULL;

  if (next == NULL)
    return;
  tl_state_unref (s->state);
  s->state = next;
}

/* --- loops over blocks and threads --- */

typedef enum { PART_BLOCK, PART_VIRTUAL, PART_THREAD, PART_SERIAL, N_PARTS } PartKind;

/* The parts that a loop is split into, outermost first. */
static const struct { guint n; PartKind kinds[MAX_PARTS]; double weight; } partitions[] = {
  { 1, { PART_BLOCK }, 2 },
  { 2, { PART_BLOCK, PART_THREAD }, 6 },
  { 3, { PART_BLOCK, PART_VIRTUAL, PART_THREAD }, 2 },
  { 3, { PART_BLOCK, PART_THREAD, PART_SERIAL }, 4 },
  { 4, { PART_BLOCK, PART_VIRTUAL, PART_THREAD, PART_SERIAL }, 3 },
  { 2, { PART_THREAD, PART_SERIAL }, 1 },
  { 2, { PART_SERIAL, PART_THREAD }, 1 },
  { 3, { PART_BLOCK, PART_SERIAL, PART_THREAD }, 2 },
  { 2, { PART_BLOCK, PART_VIRTUAL }, 1 },
};

typedef struct
{
  TlNodeId loops[N_PARTS][MAX_LOOPS];
  guint    axes[N_PARTS][MAX_LOOPS];
  guint    n[N_PARTS];
} Parts;

static gint64
part_extent (GpuSteps *s, PartKind kind, guint axis)
{
  return kind == PART_THREAD ? s->threads[axis] : kind == PART_VIRTUAL ? 2 + below (s, 3) : 1 + below (s, 5);
}

static void
add_part (Parts *parts, PartKind kind, TlNodeId loop, guint axis)
{
  guint n = parts->n[kind]++;

  parts->loops[kind][n] = loop;
  parts->axes[kind][n] = axis;
}

/* Splits a loop for the axes number @axis. */
static void
partition (GpuSteps *s, TlNodeId loop, guint axis, Parts *parts)
{
  double weights[G_N_ELEMENTS (partitions)];
  TlArg  factors[MAX_PARTS];
  guint  which;

  for (guint i = 0; i < G_N_ELEMENTS (partitions); i++)
    weights[i] = partitions[i].weight;
  which = tl_random_weighted (&s->random, weights, G_N_ELEMENTS (partitions));
  for (guint i = 0; i < partitions[which].n; i++)
    factors[i] = tl_arg_int (part_extent (s, partitions[which].kinds[i], axis));
  factors[partitions[which].kinds[0] == PART_THREAD ? 1 : 0] = (TlArg) { .kind = TL_ARG_NONE };
  if (partitions[which].n == 1)
    {
      add_part (parts, PART_BLOCK, loop, axis);
      return;
    }
  if (APPLY (s, "split", tl_arg_node (loop), tl_arg_list (s->arena, factors, partitions[which].n)))
    for (guint i = 0; i < partitions[which].n; i++)
      add_part (parts, partitions[which].kinds[i], output (s, i), axis);
}

static void
bind_parts (GpuSteps *s, const Parts *parts)
{
  static const char *const *const axes[] = { block_axes, virtual_axes, thread_axes };
  TlNodeId order[MAX_LOOPS * N_PARTS];
  guint    n = 0;

  for (PartKind kind = 0; kind < N_PARTS; kind++)
    for (guint i = 0; i < parts->n[kind]; i++)
      order[n++] = parts->loops[kind][i];
  if (n > 1 && !one_in (s, 4))
    APPLY (s, "reorder", node_list (s, order, n));
  for (PartKind kind = 0; kind < PART_SERIAL; kind++)
    for (guint i = 0; i < parts->n[kind]; i++)
      bind (s, parts->loops[kind][i], axes[kind][parts->axes[kind][i]]);
}

/* Serial spatial loops around the block, outermost first; at most @most. */
static guint
spatial_loops (const GpuSteps *s, TlNodeId block, TlNodeId *found, guint most)
{
  g_autoptr (GPtrArray) loops = loops_around (s, block);
  guint n = 0;

  for (guint i = 0; i < loops->len && n < most; i++)
    if (is_serial (loops->pdata[i], TL_AXIS_SPATIAL))
      found[n++] = ((const TlStmt *) loops->pdata[i])->loop.id;
  return n;
}

/* Up to three of the block's loops, perhaps fused, over blocks and threads. */
static void
spread_block (GpuSteps *s, TlNodeId block)
{
  TlNodeId loops[MAX_LOOPS];
  guint    n = spatial_loops (s, block, loops, MAX_LOOPS), first_axis = one_in (s, 6) ? below (s, 3) : 0;
  Parts    parts = { 0 };

  if (n > 1 && one_in (s, 2) && APPLY (s, "fuse", node_list (s, loops, 2 + below (s, n - 1))))
    {
      loops[0] = output (s, 0);
      n = 1;
    }
  n = tl_min (n, 1 + below (s, 3));
  for (guint i = 0; i < n; i++)
    partition (s, loops[i], (first_axis + n - 1 - i) % 3, &parts);
  bind_parts (s, &parts);
}

/* The loops of one block alone, inside of those over threads, are spread over the same threads; perhaps in vectors. */
static void
cooperate (GpuSteps *s, TlNodeId block)
{
  g_autoptr (GPtrArray) around = loops_around (s, block);
  TlNodeId own[MAX_LOOPS], loop;
  TlArg    factors[5];
  guint    n = 0, n_factors = 1, lanes = 1u << below (s, 3), first = one_in (s, 5) ? 1 : 0;
  guint    last = s->threads[1] > 1 && !one_in (s, 4) ? 2 : 1;
  gboolean is_vector = lanes > 1 && one_in (s, 2);

  for (guint i = around->len; i-- > 0 && is_serial (around->pdata[i], TL_AXIS_SPATIAL) && n < MAX_LOOPS;)
    own[MAX_LOOPS - ++n] = ((const TlStmt *) around->pdata[i])->loop.id;
  if (n == 0 || around->len == n)
    return;
  n = tl_min (n, 1 + below (s, 3));
  loop = own[MAX_LOOPS - n];
  if (n > 1 && APPLY (s, "fuse", node_list (s, own + MAX_LOOPS - n, n)))
    loop = output (s, 0);
  factors[0] = (TlArg) { .kind = TL_ARG_NONE };
  for (guint axis = last; axis-- > first;)
    factors[n_factors++] = tl_arg_int (s->threads[axis]);
  if (is_vector)
    factors[n_factors++] = tl_arg_int (lanes);
  if (n_factors == 1 || !APPLY (s, "split", tl_arg_node (loop), tl_arg_list (s->arena, factors, n_factors)))
    return;
  TlNodeId parts[5];
  for (guint i = 0; i < n_factors; i++)
    parts[i] = output (s, i);
  for (guint axis = last, i = 1; axis-- > first; i++)
    bind (s, parts[i], thread_axes[axis]);
  if (is_vector)
    APPLY (s, "vectorize", tl_arg_node (parts[n_factors - 1]));
}

/* A part of a reduction's loop becomes threads. */
static void
reduce_over_threads (GpuSteps *s, TlNodeId block)
{
  g_autoptr (GPtrArray) loops = loops_around (s, block);
  guint axis = one_in (s, 4) ? below (s, 3) : 0;

  for (guint i = 0; i < loops->len; i++)
    {
      const TlStmt *loop = loops->pdata[i];
      gboolean      is_outer = one_in (s, 3);
      TlArg         factors[2] = { { .kind = TL_ARG_NONE }, { .kind = TL_ARG_NONE } };

      if (!is_serial (loop, TL_AXIS_REDUCE) || one_in (s, 4))
        continue;
      factors[is_outer ? 0 : 1] = tl_arg_int (s->threads[axis]);
      if (APPLY (s, "split", tl_arg_node (loop->loop.id), tl_arg_list (s->arena, factors, 2)))
        bind (s, output (s, is_outer ? 0 : 1), thread_axes[axis]);
      axis = (axis + 1) % 3;
      if (one_in (s, 2))
        return;
    }
}

/* --- memory --- */

static TlNodeId
any_loop_around (GpuSteps *s, TlNodeId block)
{
  g_autoptr (GPtrArray) loops = loops_around (s, block);

  return loops->len > 0 ? ((const TlStmt *) loops->pdata[below (s, loops->len)])->loop.id : 0;
}

static const char *
any_scope (GpuSteps *s)
{
  static const char *const scopes[] = { "shared", "shared", "shared", "shared.dyn", "local", "local", "global" };

  return scopes[below (s, G_N_ELEMENTS (scopes))];
}

static void
adorn_copy (GpuSteps *s, TlNodeId block)
{
  const TlStmt *stmt = block_of (s, block);
  guint         n_dims = stmt != NULL && stmt->block.n_writes > 0 ? stmt->block.writes[0].buffer->n_dims : 0;

  if (n_dims > 0 && one_in (s, 4))
    APPLY (s, "storage_align", tl_arg_node (block), tl_arg_int (0), tl_arg_int (n_dims > 1 ? n_dims - 2 : 0),
           tl_arg_int (8 << below (s, 3)), tl_arg_int (1 << below (s, 3)));
  if (one_in (s, 8))
    APPLY (s, "annotate", tl_arg_node (block), text (s, "double_buffer_scope"), tl_arg_int (0));
}

static void
copy_read (GpuSteps *s, TlNodeId block)
{
  const TlStmt *stmt = block_of (s, block);
  TlNodeId      copy, loop;

  if (stmt == NULL || stmt->block.n_reads == 0
      || !APPLY (s, "cache_read", tl_arg_node (block), tl_arg_int (below (s, stmt->block.n_reads)), text (s, any_scope (s))))
    return;
  copy = output (s, 0);
  loop = any_loop_around (s, block);
  if (loop == 0 || !APPLY (s, "compute_at", tl_arg_node (copy), tl_arg_node (loop)))
    return;
  if (!one_in (s, 4))
    cooperate (s, copy);
  adorn_copy (s, copy);
}

static void
copy_write (GpuSteps *s, TlNodeId block)
{
  TlNodeId copy, loop;

  if (!APPLY (s, "cache_write", tl_arg_node (block), tl_arg_int (0), text (s, any_scope (s))))
    return;
  copy = output (s, 0);
  loop = any_loop_around (s, block);
  if (loop != 0 && APPLY (s, "reverse_compute_at", tl_arg_node (copy), tl_arg_node (loop)) && one_in (s, 2))
    cooperate (s, copy);
  if (one_in (s, 3))
    adorn_copy (s, block);
}

/* A producer moves to where it is read, into memory nearer to the threads. */
static void
move_producer (GpuSteps *s, TlNodeId block)
{
  static const char *const moves[] = { "compute_at", "compute_at", "reverse_compute_at" };
  TlNodeId moved;

  take_any_of (s, moves, G_N_ELEMENTS (moves));
  moved = any_block (s);
  if (moved != 0 && one_in (s, 2))
    APPLY (s, "set_scope", tl_arg_node (moved), tl_arg_int (0), text (s, any_scope (s)));
  if (moved != 0 && one_in (s, 2))
    cooperate (s, moved);
}

/* Stages in the order of the statements; without asynchronous copies. */
static void
overlap_iterations (GpuSteps *s, TlNodeId block)
{
  g_autoptr (GPtrArray) loops = loops_around (s, block);

  for (guint i = 0; i < loops->len; i++)
    {
      const TlStmt *loop = loops->pdata[i];
      guint         n = loop->loop.body->kind == TL_STMT_SEQ ? MIN (loop->loop.body->n_stmts, MAX_LOOPS) : 0, stage = 0;
      TlArg         stages[MAX_LOOPS], order[MAX_LOOPS];

      if (n < 2 || loop->loop.kind != TL_LOOP_SERIAL || one_in (s, 2))
        continue;
      for (guint k = 0; k < n; k++)
        {
          stages[k] = tl_arg_int (stage);
          order[k] = tl_arg_int (k);
          stage = tl_min (stage + below (s, 2), 2);
        }
      APPLY (s, "annotate", tl_arg_node (loop->loop.id), text (s, "software_pipeline_stage"), tl_arg_list (s->arena, stages, n));
      APPLY (s, "annotate", tl_arg_node (loop->loop.id), text (s, "software_pipeline_order"), tl_arg_list (s->arena, order, n));
      return;
    }
}

/* --- schedules --- */

static void
take_opening (GpuSteps *s, TlNodeId block)
{
  static const char *const names[] = { "rfactor", "compute_inline", "reverse_compute_inline", "cache_read", "cache_write", "split", "fuse",
                                       "reorder", "decompose_padding", "transform_layout", "reindex", "blockize", "pad_einsum",
                                       "fuse_reduction_epilogue", "add_unit_loop", "cache_index", "transform_block_layout", "compute_at" };

  take_any_of (s, names, G_N_ELEMENTS (names));
}

static void
take_closing (GpuSteps *s, TlNodeId block)
{
  static const char *const names[] = { "unroll", "unroll", "vectorize", "vectorize", "decompose_reduction", "decompose_reduction",
                                       "storage_align", "set_scope", "split", "bind", "loop_partition", "annotate", "compute_at",
                                       "reverse_compute_at", "rolling_buffer", "read_at", "write_at", "transform_layout", "cache_inplace" };

  take_any_of (s, names, G_N_ELEMENTS (names));
}

static const struct { void (*take) (GpuSteps *s, TlNodeId block); double weight; } later[] = {
  { spread_block, 2 }, { reduce_over_threads, 3 }, { copy_read, 5 }, { copy_write, 3 }, { move_producer, 3 }, { take_closing, 5 },
  { cooperate, 1 }, { overlap_iterations, 1 },
};

static void
take_later (GpuSteps *s)
{
  double   weights[G_N_ELEMENTS (later)];
  TlNodeId block = any_block (s);

  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    weights[i] = later[i].weight;
  if (block != 0)
    later[tl_random_weighted (&s->random, weights, G_N_ELEMENTS (later))].take (s, block);
}

/* Blocks that no thread runs yet. */
static void
bind_rest (GpuSteps *s)
{
  g_autoptr (GPtrArray) blocks = leaf_blocks (s);
  g_autoptr (GArray)    ids = g_array_new (FALSE, FALSE, sizeof (TlNodeId));

  for (guint i = 0; i < blocks->len; i++)
    g_array_append_val (ids, ((const TlStmt *) blocks->pdata[i])->block.id);
  for (guint i = 0; i < ids->len; i++)
    {
      TlNodeId block = g_array_index (ids, TlNodeId, i), loop;

      for (guint tries = 0; tries < 4 && !is_bound (s, block); tries++)
        spread_block (s, block);
      if (!is_bound (s, block))
        reduce_over_threads (s, block);
      if (is_bound (s, block) || block_of (s, block) == NULL)
        continue;
      loop = any_loop_around (s, block);
      if (APPLY (s, "add_unit_loop", tl_arg_node (loop != 0 ? loop : block)))
        bind (s, output (s, 0), "threadIdx.x");
    }
}

TlState *
gpu_steps_schedule (const TlModule *module, guint64 seed, RandomTally *tally, char **problem)
{
  static const char *const excluded[] = { "bind", "parallel", "vectorize", "unroll", "tensorize", "unsafe_set_dtype",
                                          "unsafe_hide_buffer_access", "annotate_buffer_access", NULL };
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  GpuSteps s = { .random = tl_random_seeded (seed ^ 0x6b5), .arena = arena, .tally = tally, .problem = problem };
  guint    n_openings, n_spread, n_later;

  *problem = NULL;
  s.threads = thread_shapes[below (&s, G_N_ELEMENTS (thread_shapes))];
  s.state = random_schedule (module, seed, 0, one_in (&s, 4) ? 4 : 0, excluded, tally, problem);
  n_openings = one_in (&s, 2) ? below (&s, 4) : 0;
  n_spread = below (&s, 3);
  n_later = below (&s, 9);
  for (guint i = 0; i < n_openings; i++)
    take_opening (&s, 0);
  for (guint i = 0; i < n_spread; i++)
    {
      TlNodeId block = any_block (&s);

      if (block != 0)
        (one_in (&s, 4) ? reduce_over_threads : spread_block) (&s, block);
    }
  for (guint i = 0; i < n_later; i++)
    take_later (&s);
  bind_rest (&s);
  return s.state;
}
