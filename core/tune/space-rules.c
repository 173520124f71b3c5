/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The schedule rules of MetaSchedule for llvm targets, each over all blocks, with TVM's defaults:
 *
 *     inline            elementwise producers into their consumers
 *     tile              blocks that reuse data: loops cut as "SSRSRS", the result collected in a buffer of its own or not
 *     hints             parallel, vectorize and unroll wishes on the root block, kept by the postprocessing
 *     place             remaining producers at a sampled loop of their consumer
 *
 * Where TVM proposes several design spaces, one is drawn. Blocks are visited last first, as TVM visits them.
 */
#include "core/tune/space-private.h"

#include <string.h>

#include "core/analysis/block-info.h"

#define TILING_STRUCTURE     "SSRSRS"
#define N_LEVELS             6u
#define MAX_INNERMOST_FACTOR 64
#define MAX_JOBS_PER_CORE    16
#define MAX_VECTORIZE_EXTENT 64

static const gint64 unroll_steps[] = { 0, 16, 64, 512 };
static const double unroll_probs[] = { 0.25, 0.25, 0.25, 0.25 };
/* Spatial levels at whose end the result may be written out: the second, the first. */
static const guint write_levels[] = { 1, 0 };

typedef struct
{
  TlSteps  *steps;
  TlRandom  variants;    /* draws between design spaces */
  GArray   *blocks;      /* guint variables of the function's blocks in program order, the root last */
  guint     func_index;
} Rules;

static const TlPrimFunc *
rules_func (const Rules *rules)
{
  return tl_state_module (rules->steps->state)->funcs[rules->func_index];
}

static const TlStmt *
rules_block (const Rules *rules, guint index)
{
  return tl_steps_stmt (rules->steps, g_array_index (rules->blocks, guint, index));
}

/* Variables for all blocks whose name is theirs alone; a block that shares its name cannot be named in a trace and is left alone. */
static void
collect_blocks (Rules *rules)
{
  const TlPrimFunc *func = rules_func (rules);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body);
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);

  g_ptr_array_remove (blocks, (gpointer) func->body);
  g_ptr_array_add (blocks, (gpointer) func->body);
  for (guint i = 0; i < blocks->len; i++)
    {
      const char *name = ((const TlStmt *) blocks->pdata[i])->block.name;

      g_hash_table_insert (counts, (gpointer) name, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) + 1));
    }
  for (guint i = 0; i < blocks->len; i++)
    {
      const char *name = ((const TlStmt *) blocks->pdata[i])->block.name;
      guint rv;

      if (GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) > 1)
        continue;
      rv = tl_steps_do (rules->steps, "get_block", tl_steps_string (rules->steps, name), tl_steps_string (rules->steps, func->name));
      g_array_append_val (rules->blocks, rv);
    }
}

/* --- inline --- */

static gint
axis_position (const TlBlock *block, const TlExpr *expr)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].var == expr)
      return (gint) i;
  return -1;
}

/* Every range one point, its place a plain axis, axes in their order: nothing is computed twice or fetched from afar. */
static gboolean
is_ordered_access (const TlBlock *block, const TlRegion *region)
{
  gint last = -1;

  for (guint i = 0; i < region->buffer->n_dims; i++)
    {
      gint position = axis_position (block, region->ranges[i].min);
      gint64 value;

      if (!tl_expr_is_int (region->ranges[i].extent, 1))
        return FALSE;
      if (position < 0 && tl_expr_get_int (region->ranges[i].min, &value))
        continue;
      if (position <= last)
        return FALSE;
      last = position;
    }
  return TRUE;
}

static TlWalk
stop_at_costly (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_CALL && (strcmp (expr->callee->name, "if_then_else") == 0 || strcmp (expr->callee->name, "exp") == 0))
    return TL_WALK_STOP;
  return TL_WALK_INTO;
}

static gboolean
is_elementwise (const TlBlock *block)
{
  if (block->init || block->body->kind != TL_STMT_STORE || block->n_writes != 1)
    return FALSE;
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind != TL_AXIS_SPATIAL)
      return FALSE;
  for (guint i = 0; i < block->n_reads; i++)
    if (!is_ordered_access (block, &block->reads[i]))
      return FALSE;
  return is_ordered_access (block, &block->writes[0]);
}

static gboolean
has_consumers (const Rules *rules, const TlStmt *block)
{
  const TlModule *module = tl_state_module (rules->steps->state);
  g_autoptr (TlPath) path = tl_path_find (module, block->block.id);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (TlScopeInfo) info = NULL;
  g_autoptr (GPtrArray) consumers = NULL;

  if (!tl_path_scope (path))
    return FALSE;
  info = tl_scope_info_new (arena, module, tl_path_scope (path));
  consumers = tl_scope_info_consumers (info, block);
  return consumers->len > 0;
}

static void
try_inline (Rules *rules, guint index)
{
  const TlStmt *block = rules_block (rules, index);
  TlState *mark;

  if (!block || !is_elementwise (&block->block) || !tl_expr_walk (block->block.body->value, stop_at_costly, NULL) || !has_consumers (rules, block))
    return;
  mark = tl_steps_mark (rules->steps);
  tl_steps_do (rules->steps, "compute_inline", tl_arg_rv (g_array_index (rules->blocks, guint, index)));
  tl_steps_accept (rules->steps, mark);
}

/* --- tile --- */

/* The axis that a loop alone binds, or NULL. */
static const TlBlockAxis *
axis_of_loop (const TlBlock *block, const TlLoop *loop)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->bindings[i] == loop->var)
      return &block->axes[i];
  return NULL;
}

static gboolean
is_trivially_bound (const TlBlock *block, GPtrArray *loops)
{
  gint64 extent;

  if (loops->len != block->n_axes || block->predicate)
    return FALSE;
  for (guint i = 0; i < loops->len; i++)
    {
      const TlLoop *loop = &((const TlStmt *) loops->pdata[i])->loop;

      if (!axis_of_loop (block, loop) || loop->kind != TL_LOOP_SERIAL || loop->annotations.n > 0 || !tl_expr_get_int (loop->extent, &extent))
        return FALSE;
    }
  return TRUE;
}

static gboolean
region_uses (const TlRegion *region, const TlVar *var)
{
  for (guint i = 0; i < region->buffer->n_dims; i++)
    if (tl_expr_uses_var (region->ranges[i].min, var))
      return TRUE;
  return FALSE;
}

/* Tiles pay where an operand is the same for several results. */
static gboolean
reuses_data (const TlBlock *block)
{
  gboolean reduces = FALSE, reuses = FALSE;

  for (guint a = 0; a < block->n_axes; a++)
    {
      reduces |= block->axes[a].kind == TL_AXIS_REDUCE;
      for (guint r = 0; r < block->n_reads && block->axes[a].kind == TL_AXIS_SPATIAL; r++)
        reuses |= block->reads[r].buffer != block->writes[0].buffer && !region_uses (&block->reads[r], block->axes[a].var);
    }
  return reduces && reuses;
}

static gboolean
wants_tiles (const Rules *rules, const TlStmt *block)
{
  g_autoptr (TlPath) path = tl_path_find (tl_state_module (rules->steps->state), block->block.id);
  g_autoptr (GPtrArray) loops = tl_path_loops (path);

  return block->block.init && block->block.n_writes == 1 && tl_path_scope (path) && is_trivially_bound (&block->block, loops)
         && reuses_data (&block->block);
}

/* Cuts one loop into the levels of its kind and notes the pieces there. */
static void
tile_loop (Rules *rules, guint loop_rv, char kind, GArray *levels[N_LEVELS])
{
  guint n_tiles = 0, first_size, first_loop, sizes[N_LEVELS];

  for (guint level = 0; level < N_LEVELS; level++)
    n_tiles += TILING_STRUCTURE[level] == kind;
  first_size = tl_steps_do (rules->steps, "sample_perfect_tile", tl_arg_rv (loop_rv), tl_arg_int (n_tiles), tl_arg_int (MAX_INNERMOST_FACTOR));
  for (guint i = 0; i < n_tiles; i++)
    sizes[i] = first_size + i;
  first_loop = tl_steps_do (rules->steps, "split", tl_arg_rv (loop_rv), tl_steps_rvs (rules->steps, sizes, n_tiles));
  for (guint level = 0; level < N_LEVELS; level++)
    if (TILING_STRUCTURE[level] == kind)
      {
        g_array_append_val (levels[level], first_loop);
        first_loop++;
      }
}

static void
reorder_levels (Rules *rules, GArray *levels[N_LEVELS])
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  TlArg list;

  for (guint level = 0; level < N_LEVELS; level++)
    g_array_append_vals (order, levels[level]->data, levels[level]->len);
  list = tl_steps_rvs (rules->steps, (const guint *) (gpointer) order->data, order->len);
  tl_steps_add (rules->steps, "reorder", &list, 1);
}

/* The single elementwise consumer that may run right under the tiles, or -1. */
static gint
find_epilogue (Rules *rules, guint block_rv)
{
  const TlStmt *block = tl_steps_stmt (rules->steps, block_rv), *consumer;
  TlState *mark;
  guint first;

  if (!block || !has_consumers (rules, block) || !tl_primitive_find ("get_consumers"))
    return -1;
  mark = tl_steps_mark (rules->steps);
  first = tl_steps_do (rules->steps, "get_consumers", tl_arg_rv (block_rv));
  if (!tl_steps_accept (rules->steps, mark) || tl_steps_n_rvs (rules->steps) != first + 1)
    return -1;
  consumer = tl_steps_stmt (rules->steps, first);
  return consumer && is_elementwise (&consumer->block) ? (gint) first : -1;
}

/*
 * Three design spaces: leave the result where it is; collect it in a buffer and write it out at the end of the second or of the first
 * tile level. A consumer that only passes the result on takes the place of the writing out.
 */
static void
place_result (Rules *rules, guint block_rv, GArray *levels[N_LEVELS])
{
  gint epilogue = find_epilogue (rules, block_rv);
  guint choice = (guint) tl_random_below (&rules->variants, 1 + G_N_ELEMENTS (write_levels));
  GArray *level;
  TlState *mark;
  guint writer;

  if (choice == 0)
    return;
  level = levels[write_levels[choice - 1]];
  mark = tl_steps_mark (rules->steps);
  writer = epilogue >= 0 ? (guint) epilogue
                         : tl_steps_do (rules->steps, "cache_write", tl_arg_rv (block_rv), tl_arg_int (0), tl_steps_string (rules->steps, "global"));
  tl_steps_do (rules->steps, "reverse_compute_at", tl_arg_rv (writer), tl_arg_rv (g_array_index (level, guint, level->len - 1)), tl_arg_bool (TRUE));
  tl_steps_accept (rules->steps, mark);
}

static void
try_tile (Rules *rules, guint index)
{
  guint block_rv = g_array_index (rules->blocks, guint, index), first_loop, n_loops;
  const TlStmt *block = rules_block (rules, index);
  GArray *levels[N_LEVELS];

  if (!block || !wants_tiles (rules, block))
    return;
  tl_steps_do (rules->steps, "annotate", tl_arg_rv (block_rv), tl_steps_string (rules->steps, TL_HINT_TILING),
               tl_steps_string (rules->steps, TILING_STRUCTURE));
  first_loop = tl_steps_do (rules->steps, "get_loops", tl_arg_rv (block_rv));
  n_loops = tl_steps_n_rvs (rules->steps) - first_loop;
  for (guint i = 0; i < N_LEVELS; i++)
    levels[i] = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n_loops && !rules->steps->error; i++)
    {
      const TlBlockAxis *axis = axis_of_loop (&block->block, &tl_steps_stmt (rules->steps, first_loop + i)->loop);

      tile_loop (rules, first_loop + i, axis->kind == TL_AXIS_REDUCE ? 'R' : 'S', levels);
      block = rules_block (rules, index);
    }
  reorder_levels (rules, levels);
  if (!rules->steps->error)
    place_result (rules, block_rv, levels);
  for (guint i = 0; i < N_LEVELS; i++)
    g_array_unref (levels[i]);
}

/* --- hints --- */

static gboolean
has_reduction (const Rules *rules)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (rules_func (rules)->body);

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlBlock *block = &((const TlStmt *) blocks->pdata[i])->block;

      for (guint a = 0; a < block->n_axes; a++)
        if (block->axes[a].kind != TL_AXIS_SPATIAL)
          return TRUE;
    }
  return FALSE;
}

static void
annotate_root (Rules *rules, guint root_rv, const char *key, TlArg value)
{
  tl_steps_do (rules->steps, "annotate", tl_arg_rv (root_rv), tl_steps_string (rules->steps, key), value);
}

static void
add_hints (Rules *rules, guint root_rv, const TlTarget *target)
{
  annotate_root (rules, root_rv, TL_HINT_PARALLEL, tl_arg_int (MAX_JOBS_PER_CORE * (gint64) MAX (target->num_cores, 1)));
  annotate_root (rules, root_rv, TL_HINT_VECTORIZE, tl_arg_int (MAX_VECTORIZE_EXTENT));
  if (has_reduction (rules))
    {
      guint step = tl_steps_do (rules->steps, "sample_categorical", tl_steps_ints (rules->steps, unroll_steps, G_N_ELEMENTS (unroll_steps)),
                                tl_steps_floats (rules->steps, unroll_probs, G_N_ELEMENTS (unroll_probs)));

      annotate_root (rules, root_rv, TL_HINT_UNROLL, tl_arg_rv (step));
    }
}

/* --- place --- */

static void
try_place (Rules *rules, guint index)
{
  const TlStmt *block = rules_block (rules, index);
  guint block_rv = g_array_index (rules->blocks, guint, index), loop_rv;
  TlState *mark;

  if (!block || !tl_primitive_find ("sample_compute_location") || tl_attrs_find (&block->block.annotations, TL_HINT_TILING)
      || !has_consumers (rules, block))
    return;
  mark = tl_steps_mark (rules->steps);
  loop_rv = tl_steps_do (rules->steps, "sample_compute_location", tl_arg_rv (block_rv));
  tl_steps_do (rules->steps, "compute_at", tl_arg_rv (block_rv), tl_arg_rv (loop_rv), tl_arg_bool (TRUE));
  tl_steps_accept (rules->steps, mark);
}

void
tl_rules_apply (TlSteps *steps, const TlTarget *target, guint64 variant_seed)
{
  guint n_funcs = tl_state_module (steps->state)->n_funcs;

  for (guint f = 0; f < n_funcs && !steps->error; f++)
    {
      g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (guint));
      Rules rules = { .steps = steps, .variants = tl_random_seeded (variant_seed), .blocks = blocks, .func_index = f };
      guint n_below_root;

      collect_blocks (&rules);
      if (steps->error || blocks->len == 0)
        continue;
      n_below_root = blocks->len - 1;
      for (guint i = n_below_root; i-- > 0;)
        try_inline (&rules, i);
      for (guint i = n_below_root; i-- > 0;)
        try_tile (&rules, i);
      add_hints (&rules, g_array_index (blocks, guint, n_below_root), target);
      for (guint i = n_below_root; i-- > 0;)
        try_place (&rules, i);
    }
}
