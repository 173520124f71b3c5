/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The steps that a search for a repair tries. Each row below is a primitive that leaves what the program computes and its interface as they
 * are: none that rests on a promise of the caller, that changes the layout of a parameter, or that a program is only annotated with.
 * Arguments come from the nodes that the refused step names and the refusal blames, the loops around and blocks below these, and blocks
 * that share a buffer with them.
 */
#include <string.h>

#include "core/schedule/repair/repair-private.h"

#define MAX_LOOPS    14u
#define MAX_BLOCKS   8u
#define MAX_BUFFERS  4u
#define MAX_AXES     5u
#define USUAL_FACTOR 8

typedef struct
{
  TlArena            *arena;
  const TlModule     *module;
  const TlRepairStep *asked;
  GArray             *loops, *blocks;      /* TlNodeId, those nearest to the refusal first */
  guint               n_named_loops;       /* of them the refusal or the step names these */
  GArray             *steps;               /* TlRepairStep */
  const TlPrimitive  *primitive;           /* proposed now … */
  guint               weight;              /* … so heavy */
} Proposer;

static void
add_step (Proposer *proposer, const TlArg *args, guint n_given)
{
  guint        n_args = tl_primitive_n_args (proposer->primitive);
  TlArg       *all = tl_arena_new_array (proposer->arena, TlArg, n_args);
  TlRepairStep step = { .primitive = proposer->primitive, .args = all, .n_args = n_args, .weight = proposer->weight };

  for (guint i = 0; i < n_args; i++)
    if (i < n_given)
      all[i] = args[i];
    else if (!tl_primitive_param_default (&proposer->primitive->params[i], &all[i]))
      g_assert_not_reached ();
  g_array_append_val (proposer->steps, step);
}

/* --- nodes --- */

static void
add_node (GArray *nodes, TlNodeId node, guint limit)
{
  for (guint i = 0; i < nodes->len; i++)
    if (g_array_index (nodes, TlNodeId, i) == node)
      return;
  if (nodes->len < limit)
    g_array_append_val (nodes, node);
}

static void
add_named (TlNodeId node, gpointer user_data)
{
  Proposer     *proposer = user_data;
  const TlStmt *stmt = tl_module_find (proposer->module, node);

  if (stmt != NULL && stmt->kind == TL_STMT_FOR)
    add_node (proposer->loops, node, MAX_LOOPS);
  else if (stmt != NULL && stmt->kind == TL_STMT_BLOCK)
    add_node (proposer->blocks, node, MAX_BLOCKS);
}

static const TlStmt *
nth_stmt (const Proposer *proposer, GArray *nodes, guint i)
{
  return tl_module_find (proposer->module, g_array_index (nodes, TlNodeId, i));
}

static gboolean
share_a_buffer (const TlBlock *a, const TlBlock *b)
{
  for (guint i = 0; i < a->n_writes; i++)
    if (tl_regions_touch (b->reads, b->n_reads, a->writes[i].buffer) || tl_regions_touch (b->writes, b->n_writes, a->writes[i].buffer))
      return TRUE;
  for (guint i = 0; i < a->n_reads; i++)
    if (tl_regions_touch (b->writes, b->n_writes, a->reads[i].buffer))
      return TRUE;
  return FALSE;
}

static void
add_blocks_below_loops (Proposer *proposer)
{
  for (guint i = 0; i < proposer->loops->len; i++)
    {
      g_autoptr (GPtrArray) below = tl_stmt_child_blocks (nth_stmt (proposer, proposer->loops, i));

      for (guint k = 0; k < below->len; k++)
        add_node (proposer->blocks, ((const TlStmt *) below->pdata[k])->block.id, MAX_BLOCKS);
    }
}

static void
add_neighbour_blocks (Proposer *proposer)
{
  guint n_near = proposer->blocks->len;

  for (guint f = 0; f < proposer->module->n_prims; f++)
    {
      const TlStmt         *root = proposer->module->prims[f]->body;
      g_autoptr (GPtrArray) blocks = tl_stmt_blocks (root);

      for (guint k = 0; k < blocks->len; k++)
        for (guint i = 0; i < n_near && blocks->pdata[k] != root; i++)
          if (share_a_buffer (&((const TlStmt *) blocks->pdata[k])->block, &nth_stmt (proposer, proposer->blocks, i)->block))
            add_node (proposer->blocks, ((const TlStmt *) blocks->pdata[k])->block.id, MAX_BLOCKS);
    }
}

static void
add_loops_around_blocks (Proposer *proposer)
{
  for (guint i = 0; i < proposer->blocks->len; i++)
    {
      g_autoptr (TlPath)    path = tl_path_find (proposer->module, g_array_index (proposer->blocks, TlNodeId, i));
      g_autoptr (GPtrArray) around = tl_path_loops (path);

      for (guint k = 0; k < around->len; k++)
        add_node (proposer->loops, ((const TlStmt *) around->pdata[k])->loop.id, MAX_LOOPS);
    }
}

static void
find_nodes (Proposer *proposer, const GError *refusal)
{
  guint           n_culprits = 0;
  const TlNodeId *culprits = tl_refusal_culprits (refusal, &n_culprits);

  for (guint i = 0; i < proposer->asked->n_args; i++)
    tl_repair_each_node (&proposer->asked->args[i], add_named, proposer);
  for (guint i = 0; i < n_culprits; i++)
    add_named (culprits[i], proposer);
  proposer->n_named_loops = proposer->loops->len;
  add_blocks_below_loops (proposer);
  add_loops_around_blocks (proposer);
  add_neighbour_blocks (proposer);
  add_loops_around_blocks (proposer);
}

/* --- rows with arguments of their own --- */

static gboolean
is_named (const Proposer *proposer, TlNodeId loop)
{
  for (guint i = 0; i < proposer->n_named_loops; i++)
    if (g_array_index (proposer->loops, TlNodeId, i) == loop)
      return TRUE;
  return FALSE;
}

/* The loops @nest[first … last] in another order: @moved first or last, or those two exchanged. */
static void
add_order (Proposer *proposer, const TlNodeId *nest, guint first, guint last, gint shift)
{
  guint n = last - first + 1;
  TlArg items[MAX_LOOPS], args[1];

  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_node (nest[first + (guint) ((gint) i + (gint) n + shift) % n]);
  if (shift == 0)
    {
      items[0] = tl_arg_node (nest[last]);
      items[n - 1] = tl_arg_node (nest[first]);
    }
  args[0] = tl_arg_list (proposer->arena, items, n);
  add_step (proposer, args, 1);
}

/* In the nest of each block: a loop moves inside or outside of another, or both change places. */
static void
propose_orders (Proposer *proposer)
{
  for (guint b = 0; b < proposer->blocks->len; b++)
    {
      g_autoptr (TlPath)    path = tl_path_find (proposer->module, g_array_index (proposer->blocks, TlNodeId, b));
      g_autoptr (GPtrArray) loops = tl_path_loops (path);
      TlNodeId              nest[MAX_LOOPS];
      guint                 n = MIN (loops->len, MAX_LOOPS);

      for (guint i = 0; i < n; i++)
        nest[i] = ((const TlStmt *) loops->pdata[i])->loop.id;
      for (guint first = 0; first < n; first++)
        for (guint last = first + 1; last < n; last++)
          if (is_named (proposer, nest[first]) || is_named (proposer, nest[last]))
            {
              add_order (proposer, nest, first, last, 0);
              if (last - first > 1)
                add_order (proposer, nest, first, last, 1);
              if (last - first > 1)
                add_order (proposer, nest, first, last, -1);
            }
    }
}

/* Each loop with the loop directly inside. */
static void
propose_fusions (Proposer *proposer)
{
  for (guint i = 0; i < proposer->loops->len; i++)
    {
      const TlStmt *outer = nth_stmt (proposer, proposer->loops, i), *inner = outer->loop.body;
      TlArg         items[2], args[1];

      if (inner->kind != TL_STMT_FOR)
        continue;
      items[0] = tl_arg_node (outer->loop.id);
      items[1] = tl_arg_node (inner->loop.id);
      args[0] = tl_arg_list (proposer->arena, items, 2);
      add_step (proposer, args, 1);
    }
}

static void
add_split (Proposer *proposer, TlNodeId loop, gint64 factor)
{
  TlArg factors[2] = { { .kind = TL_ARG_NONE }, tl_arg_int (factor) };
  TlArg args[2] = { tl_arg_node (loop), tl_arg_list (proposer->arena, factors, 2) };

  add_step (proposer, args, 2);
}

/*
 * Into parts that divide it, both of more than one iteration. An intrinsic fits one extent, so for tensorize the powers of two are tried;
 * elsewhere the parts' extents hardly matter.
 */
static void
propose_splits (Proposer *proposer)
{
  gboolean fits_extent = strcmp (proposer->asked->primitive->name, "tensorize") == 0;

  for (guint i = 0; i < proposer->n_named_loops; i++)
    {
      const TlStmt *stmt = nth_stmt (proposer, proposer->loops, i);
      gint64        extent, factor = USUAL_FACTOR;

      if (!tl_expr_get_int (stmt->loop.extent, &extent))
        continue;
      for (gint64 power = 2; fits_extent && power <= 64; power *= 2)
        if (extent > power && extent % power == 0)
          add_split (proposer, stmt->loop.id, power);
      while (factor > 1 && (extent % factor != 0 || factor >= extent))
        factor--;
      if (factor > 1 && !fits_extent)
        add_split (proposer, stmt->loop.id, factor);
    }
}

static void
propose_without_annotations (Proposer *proposer)
{
  for (guint i = 0; i < proposer->n_named_loops; i++)
    {
      const TlStmt *stmt = nth_stmt (proposer, proposer->loops, i);

      for (guint k = 0; k < stmt->loop.annotations.n; k++)
        {
          TlArg args[2] = { tl_arg_node (stmt->loop.id), tl_arg_string (proposer->arena, stmt->loop.annotations.keys[k]) };

          add_step (proposer, args, 2);
        }
    }
}

/* Two axes of a block change places. */
static void
propose_axis_orders (Proposer *proposer)
{
  for (guint b = 0; b < proposer->blocks->len; b++)
    {
      const TlBlock *block = &nth_stmt (proposer, proposer->blocks, b)->block;

      for (guint i = 0; i < block->n_axes && block->n_axes <= MAX_AXES; i++)
        for (guint k = i + 1; k < block->n_axes; k++)
          {
            TlArg order[MAX_AXES], args[2];

            for (guint a = 0; a < block->n_axes; a++)
              order[a] = tl_arg_int (a == i ? k : a == k ? i : a);
            args[0] = tl_arg_node (block->id);
            args[1] = tl_arg_list (proposer->arena, order, block->n_axes);
            add_step (proposer, args, 2);
          }
    }
}

/* --- all other rows: every value of each parameter --- */

static void add_calls (Proposer *proposer, TlArg *args, guint param);

static void
add_calls_on (Proposer *proposer, TlArg *args, guint param, GArray *nodes)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      args[param] = tl_arg_node (g_array_index (nodes, TlNodeId, i));
      add_calls (proposer, args, param + 1);
    }
}

/* The first argument is the block that the buffer is counted in. */
static void
add_calls_of_buffers (Proposer *proposer, TlArg *args, guint param)
{
  const TlStmt *stmt = tl_module_find (proposer->module, args[0].node);
  gboolean      of_writes = (proposer->primitive->params[param].flags & TL_PARAM_OF_WRITES) != 0;
  guint         n = of_writes ? stmt->block.n_writes : stmt->block.n_reads;

  for (guint i = 0; i < MIN (n, MAX_BUFFERS); i++)
    {
      args[param] = tl_arg_int (i);
      add_calls (proposer, args, param + 1);
    }
}

static void
add_calls (Proposer *proposer, TlArg *args, guint param)
{
  const TlPrimitiveParam *row = &proposer->primitive->params[param];

  if (param == tl_primitive_n_args (proposer->primitive) || (row->flags & TL_PARAM_IS_OPTIONAL) != 0)
    {
      add_step (proposer, args, param);
      return;
    }
  if (row->kind == TL_PARAM_BLOCK)
    add_calls_on (proposer, args, param, proposer->blocks);
  else if (row->kind == TL_PARAM_LOOP || row->kind == TL_PARAM_LOOP_OR_BLOCKS)
    add_calls_on (proposer, args, param, proposer->loops);
  else if (row->kind == TL_PARAM_BUFFER)
    add_calls_of_buffers (proposer, args, param);
  else
    {
      /* A storage scope, of which the first is that of main memory, or the place of a new dimension. */
      args[param] = row->kind == TL_PARAM_STRING ? tl_arg_string (proposer->arena, row->choices[0]) : tl_arg_int (0);
      add_calls (proposer, args, param + 1);
    }
}

static void
propose_calls (Proposer *proposer)
{
  TlArg *args = tl_arena_new_array (proposer->arena, TlArg, tl_primitive_n_args (proposer->primitive));

  add_calls (proposer, args, 0);
}

/* --- the rows, lightest first --- */

static const struct
{
  const char *name;
  guint       weight;
  void      (*propose) (Proposer *proposer);
  gboolean    copies;      /* no repair of inlining, which would but remove the copy */
} rows[] = {
  { "reorder", 10, propose_orders },
  { "decompose_reduction", 12, propose_calls },
  { "fuse", 14, propose_fusions },
  { "split", 15, propose_splits },
  { "unannotate", 16, propose_without_annotations },
  { "compute_at", 18, propose_calls },
  { "reverse_compute_at", 18, propose_calls },
  { "reorder_block_iter_var", 18, propose_axis_orders },
  { "rfactor", 20, propose_calls },
  { "compute_inline", 22, propose_calls },
  { "reverse_compute_inline", 22, propose_calls },
  { "cache_write", 24, propose_calls, TRUE },
  { "cache_read", 24, propose_calls, TRUE },
  { "decompose_padding", 26, propose_calls },
  { "blockize", 40, propose_calls },
};

GArray *
tl_repair_propose (TlArena *arena, const TlModule *module, const TlRepairStep *asked, const GError *refusal)
{
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (TlNodeId)), blocks = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  Proposer           proposer = { .arena = arena, .module = module, .asked = asked, .loops = loops, .blocks = blocks,
                                  .steps = g_array_new (FALSE, FALSE, sizeof (TlRepairStep)) };

  find_nodes (&proposer, refusal);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (rows[i].copies && strstr (asked->primitive->name, "inline") != NULL)
        continue;
      proposer.primitive = tl_primitive_find (rows[i].name);
      proposer.weight = rows[i].weight;
      rows[i].propose (&proposer);
    }
  return proposer.steps;
}
