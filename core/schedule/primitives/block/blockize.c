/* SPDX-License-Identifier: Apache-2.0 */
/*
 * blockize: what runs below a loop, or in several nests that follow each other, becomes one block of its own.
 *
 * Invariant: the same instances run in the same order; they are only grouped. So nothing but loops may stand between the outermost loop
 * that moves inside and its block, and blocks of a list follow each other; listed in another order than they run in, they change places
 * only where nothing shows it.
 */
#include "core/schedule/primitives/access-order-private.h"
#include "core/schedule/primitives/block/block-division-private.h"
#include "core/schedule/primitives/block/blockize-private.h"

/* The block under the loop, with nothing but loops between. */
static TlPath *
find_only_block (const TlModule *module, const TlLoop *loop, const TlStmt *stmt, GError **error)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (stmt);
  const TlStmt         *below = stmt;

  if (blocks->len != 1)
    {
      tl_refuse (error, &loop->id, 1, blocks->len > 1 ? "blockize the list of blocks, or a loop around one of them" : NULL,
                 "loop %s has %u blocks below it; blockize needs exactly one", loop->var->name, blocks->len);
      return NULL;
    }
  while (below->kind == TL_STMT_FOR)
    below = below->loop.body;
  if (below != blocks->pdata[0])
    {
      const TlStmt *block = blocks->pdata[0];

      tl_refuse (error, (TlNodeId[]) { loop->id, block->block.id }, 2, NULL,
                 "loop %s and block %s are separated by something other than loops, which would be lost", loop->var->name,
                 block->block.name);
      return NULL;
    }
  return tl_path_find (module, below->block.id);
}

/* The new block initializes once: loops that start the reduction anew each time cannot move inside. */
static gboolean
check_runs_once (TlPrimitiveCall *call, const TlPath *path, const TlLoop *outermost, GError **error)
{
  const TlBlock *block = &tl_path_target (path)->block;

  if (block->init == NULL || tl_block_runs_once_below (call->builder.arena, path, outermost))
    return TRUE;
  return tl_call_refuse_order (call, error, (TlNodeId[]) { outermost->id, block->id }, 2, "decompose_reduction first",
                               "a loop from %s on repeats block %s; in one block with a single initialization it would be reduced several "
                               "times",
                               outermost->var->name, block->name);
}

static guint
index_on_path (const TlPath *path, const TlStmt *stmt)
{
  guint i = 0;

  while (path->stmts[i] != stmt)
    i++;
  return i;
}

static const TlStmt *
make_outer_block (TlBuilder *builder, const TlBlockDivision *division)
{
  TlArena       *arena = builder->arena;
  const TlBlock *old = &tl_path_target (division->path)->block;
  TlBlock        block = { .name = tl_arena_printf (arena, "%s_o", old->name), .annotations = tl_attrs_empty };
  TlRegion      *reads = tl_arena_new_array (arena, TlRegion, old->n_reads), *writes = tl_arena_new_array (arena, TlRegion, old->n_writes);

  block.id = tl_builder_take_id (builder);
  block.axes = division->outer;
  block.bindings = division->outer_bindings;
  block.n_axes = old->n_axes;
  block.predicate = division->outer_predicate;
  for (guint i = 0; i < old->n_reads; i++)
    reads[i] = tl_division_region (arena, division, old->reads[i]);
  for (guint i = 0; i < old->n_writes; i++)
    writes[i] = tl_division_region (arena, division, old->writes[i]);
  block.reads = reads;
  block.n_reads = old->n_reads;
  block.writes = writes;
  block.n_writes = old->n_writes;
  block.init = tl_division_init (builder, division);
  block.body = tl_division_body (builder, division);
  return tl_stmt_block (arena, &block);
}

const TlStmt *
tl_blockize_loop (TlPrimitiveCall *call, const TlPath *loop_path, gboolean keep_unit_iters, GError **error)
{
  const TlStmt      *stmt = tl_path_target (loop_path);
  g_autoptr (TlPath) path = find_only_block (call->module, &stmt->loop, stmt, error);
  TlBlockDivision    division;

  if (path == NULL || !check_runs_once (call, path, &stmt->loop, error)
      || !tl_divide_block (call->builder.arena, path, index_on_path (path, stmt), keep_unit_iters, &division, error))
    return NULL;
  return make_outer_block (&call->builder, &division);
}

/* Several blocks. */

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  gboolean         keep_unit_iters;
  TlPath         **paths;         /* owned, n */
  TlBlockDivision *divisions;
  guint            n;
  guint            shared;        /* index on every path of the innermost loop or scope around all blocks */
  guint           *positions;     /* owned, n: of each nest among its children */
  guint            position;      /* of the first of them that runs */
} BlockGroup;

static const TlBlock *
group_block (const BlockGroup *g, guint i)
{
  return &tl_path_target (g->paths[i])->block;
}

static gboolean
is_loop_or_block (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR || stmt->kind == TL_STMT_BLOCK;
}

static gboolean
find_paths (BlockGroup *g, const TlArg *list, GError **error)
{
  for (guint i = 0; i < g->n; i++)
    {
      if (!tl_call_find_block (g->call, &list->items[i], &g->paths[i], error))
        return FALSE;
      if (g->paths[i]->n == 1)
        return tl_refuse (error, &list->items[i].node, 1, NULL, "the root block cannot be nested in another block");
      if (tl_path_scope (g->paths[i]) != tl_path_scope (g->paths[0]))
        return tl_refuse (error, (TlNodeId[]) { group_block (g, 0)->id, group_block (g, i)->id }, 2, NULL,
                          "blocks %s and %s are not in the same scope", group_block (g, 0)->name, group_block (g, i)->name);
    }
  for (guint i = 1; i < g->n; i++)
    {
      guint k = 0;

      while (g->paths[i]->stmts[k] == g->paths[i - 1]->stmts[k])
        if (++k >= g->paths[i]->n)
          return tl_refuse_argument (error, "block %s is listed twice", group_block (g, i)->name);
      while (!is_loop_or_block (g->paths[i]->stmts[k - 1]))
        k--;
      g->shared = i == 1 ? k - 1 : MIN (g->shared, k - 1);
    }
  return TRUE;
}

/* Each block has a nest of its own. */
static gboolean
check_nests (BlockGroup *g, GError **error)
{
  const TlStmt *body = tl_stmt_body (g->paths[0]->stmts[g->shared]);

  for (guint i = 0; i < g->n; i++)
    {
      const TlBlock *block = group_block (g, i);
      guint          position = 0;
      const TlStmt  *nest, *below;

      while (tl_stmt_find (tl_body_nth_child (body, position), block->id) == NULL)
        position++;
      nest = below = tl_body_nth_child (body, position);
      while (below->kind == TL_STMT_FOR)
        below = below->loop.body;
      if (below != tl_path_target (g->paths[i]))
        return tl_refuse (error, &block->id, 1, NULL,
                          "block %s shares its loops with something that the other blocks do not; they cannot be grouped",
                          block->name);
      if (nest->kind != TL_STMT_FOR)
        return tl_refuse (error, &block->id, 1, "blockize a loop around it", "block %s has no loop of its own to move inside", block->name);
      g->positions[i] = position;
      g->position = i == 0 ? position : MIN (g->position, position);
      if (block->init != NULL)
        return tl_refuse (error, &block->id, 1, "decompose_reduction first",
                          "block %s initializes a reduction; a group of blocks has no place for its init", block->name);
    }
  return TRUE;
}

/* In the group the blocks run in the order of the list: those that change places must not touch what the other writes. */
static gboolean
check_swap (BlockGroup *g, guint i, guint j, GError **error)
{
  const TlStmt          *body = tl_stmt_body (g->paths[0]->stmts[g->shared]);
  const TlBlock         *a = group_block (g, i), *b = group_block (g, j);
  TlAccesses             of_a, of_b;
  g_autoptr (TlAnalyzer) analyzer = NULL;
  const TlBuffer        *buffer;

  if (g->positions[i] < g->positions[j])
    return TRUE;
  of_a = tl_stmt_accesses (g->arena, tl_body_nth_child (body, g->positions[i]));
  of_b = tl_stmt_accesses (g->arena, tl_body_nth_child (body, g->positions[j]));
  analyzer = tl_analyzer_new (g->arena);
  tl_path_bind_vars (analyzer, g->paths[0], g->shared);
  buffer = tl_accesses_conflict (analyzer, g->arena, &of_a, &of_b);
  return buffer == NULL
         || tl_call_refuse_order (g->call, error, (TlNodeId[]) { a->id, b->id }, 2, "list the blocks in the order in which they run",
                                  "block %s, listed before block %s, runs after it, and both access buffer %s", a->name, b->name,
                                  buffer->name);
}

static gboolean
check_order (BlockGroup *g, GError **error)
{
  for (guint k = 0; k < g->n; k++)
    {
      gboolean is_there = FALSE;

      for (guint i = 0; i < g->n; i++)
        is_there |= g->positions[i] == g->position + k;
      if (!is_there)
        return tl_refuse (error, (TlNodeId[]) { group_block (g, 0)->id, group_block (g, g->n - 1)->id }, 2, NULL,
                          "the blocks of the list do not run directly one after the other");
    }
  for (guint i = 0; i < g->n; i++)
    for (guint j = i + 1; j < g->n; j++)
      if (!check_swap (g, i, j, error))
        return FALSE;
  return TRUE;
}

/*
 * Later blocks have to run over the same outer parts; they then share the first one's outer axes, of which they may need only the first
 * few.
 */
static gboolean
share_outer_axes (BlockGroup *g, guint i, GError **error)
{
  TlBlockDivision       *first = &g->divisions[0], *other = &g->divisions[i];
  const TlBlock         *a = group_block (g, 0), *b = group_block (g, i);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (g->arena);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  gboolean               agree = a->n_axes >= b->n_axes;

  tl_path_bind_vars (analyzer, g->paths[0], g->shared);
  for (guint k = 0; agree && k < b->n_axes; k++)
    {
      agree = tl_analyzer_can_prove_equal (analyzer, first->outer_bindings[k], other->outer_bindings[k])
              && tl_analyzer_can_prove_equal (analyzer, first->outer[k].dom.extent, other->outer[k].dom.extent)
              && tl_dtype_equal (first->outer[k].var->dtype, other->outer[k].var->dtype);
      g_hash_table_insert (values, (gpointer) other->outer[k].var, (gpointer) first->outer[k].var);
    }
  if (!agree || !tl_expr_equal (first->outer_predicate, other->outer_predicate))
    return tl_refuse (error, (TlNodeId[]) { a->id, b->id }, 2, NULL,
                      "blocks %s and %s do not run over the same parts outside of their own loops", a->name, b->name);
  for (guint k = 0; k < b->n_axes; k++)
    other->values[k] = tl_expr_substitute (g->arena, other->values[k], values);
  return TRUE;
}

static gboolean
divide_all (BlockGroup *g, GError **error)
{
  for (guint i = 0; i < g->n; i++)
    {
      const TlBlock   *block = group_block (g, i);
      TlBlockDivision *division = &g->divisions[i];
      guint            first = g->shared + 1;

      while (!is_loop_or_block (g->paths[i]->stmts[first]))
        first++;
      if (!tl_divide_block (g->arena, g->paths[i], first, g->keep_unit_iters, division, error)
          || (i > 0 && !share_outer_axes (g, i, error)))
        return FALSE;
      for (guint k = 0; k < block->n_axes; k++)
        if (division->outer[k].kind == TL_AXIS_REDUCE && !division->is_unit[k])
          return tl_refuse (error, &block->id, 1, NULL, "reduction axis %s of block %s would run outside of the group",
                            block->axes[k].var->name,
                            block->name);
    }
  return TRUE;
}

/* A region as inclusive limits: TVM spells the extents of a group's regions from these, without folding them. */
typedef struct
{
  const TlBuffer *buffer;
  const TlExpr  **min, **max;
} TileBox;

static void
join_boxes (BlockGroup *g, TlAnalyzer *analyzer, TileBox *box, const TileBox *other)
{
  for (guint d = 0; d < box->buffer->n_dims; d++)
    {
      box->min[d] = tl_analyzer_simplify (analyzer, tl_binary (g->arena, TL_EXPR_MIN, box->min[d], other->min[d]));
      box->max[d] = tl_analyzer_simplify (analyzer, tl_binary (g->arena, TL_EXPR_MAX, box->max[d], other->max[d]));
    }
}

static TileBox
box_of (BlockGroup *g, TlRegion region)
{
  guint n = region.buffer->n_dims;
  TileBox box = { region.buffer, tl_arena_new_array (g->arena, const TlExpr *, n), tl_arena_new_array (g->arena, const TlExpr *, n) };

  for (guint d = 0; d < n; d++)
    {
      TlRange       range = region.ranges[d];
      const TlExpr *one = tl_expr_int (g->arena, range.min->dtype, 1);

      box.min[d] = range.min;
      box.max[d] = tl_expr_is_int (range.extent, 1) ? range.min : tl_sub (g->arena, tl_add (g->arena, range.extent, range.min), one);
    }
  return box;
}

/* Buffers that later blocks touch first come first, as in TVM. */
static TlRegion *
group_regions (BlockGroup *g, gboolean is_write, guint *n_regions)
{
  g_autoptr (GArray)     boxes = g_array_new (FALSE, FALSE, sizeof (TileBox));
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (g->arena);
  TlRegion              *regions;

  for (guint i = 0; i < group_block (g, 0)->n_axes; i++)
    tl_analyzer_bind (analyzer, g->divisions[0].outer[i].var, g->divisions[0].outer[i].dom.min, g->divisions[0].outer[i].dom.extent);
  for (guint i = 0; i < g->n; i++)
    {
      const TlBlock *block = group_block (g, i);

      for (guint k = 0; k < (is_write ? block->n_writes : block->n_reads); k++)
        {
          TlRegion region = tl_division_region (g->arena, &g->divisions[i], is_write ? block->writes[k] : block->reads[k]);
          TileBox  box = box_of (g, region);
          guint    at = 0;

          while (at < boxes->len && g_array_index (boxes, TileBox, at).buffer != box.buffer)
            at++;
          if (at < boxes->len)
            join_boxes (g, analyzer, &g_array_index (boxes, TileBox, at), &box);
          else
            g_array_prepend_val (boxes, box);
        }
    }
  *n_regions = boxes->len;
  regions = tl_arena_new_array (g->arena, TlRegion, MAX (boxes->len, 1));
  for (guint i = 0; i < boxes->len; i++)
    {
      const TileBox *box = &g_array_index (boxes, TileBox, i);
      TlRange   *ranges = tl_arena_new_array (g->arena, TlRange, box->buffer->n_dims);

      for (guint d = 0; d < box->buffer->n_dims; d++)
        {
          const TlExpr *end = tl_add (g->arena, box->max[d], tl_expr_int (g->arena, box->max[d]->dtype, 1));

          ranges[d] = (TlRange) { box->min[d], tl_sub (g->arena, end, box->min[d]) };
        }
      regions[i] = (TlRegion) { box->buffer, ranges };
    }
  return regions;
}

static const TlStmt *
make_group_block (BlockGroup *g)
{
  g_autoptr (GString) name = g_string_new ("outer_");
  const TlStmt      **stmts = tl_arena_new_array (g->arena, const TlStmt *, g->n);
  TlBlock             block = { .annotations = tl_attrs_empty, .axes = g->divisions[0].outer, .bindings = g->divisions[0].outer_bindings,
                                .n_axes = group_block (g, 0)->n_axes, .predicate = g->divisions[0].outer_predicate };

  for (guint i = 0; i < g->n; i++)
    {
      g_string_append_printf (name, "%s_", group_block (g, i)->name);
      stmts[i] = tl_division_body (&g->call->builder, &g->divisions[i]);
    }
  block.id = tl_builder_take_id (&g->call->builder);
  block.name = tl_arena_strdup (g->arena, name->str);
  block.reads = group_regions (g, FALSE, &block.n_reads);
  block.writes = group_regions (g, TRUE, &block.n_writes);
  block.body = tl_stmt_seq (g->arena, stmts, g->n);
  return tl_stmt_block (g->arena, &block);
}

static void
replace_nests (BlockGroup *g, const TlStmt *outer)
{
  const TlStmt         *site = g->paths[0]->stmts[g->shared], *body = tl_stmt_body (site);
  g_autoptr (GPtrArray) children = g_ptr_array_new ();
  TlPath                prefix = tl_path_prefix (g->paths[0], g->shared);
  TlLoop                loop;
  TlBlock               block;

  for (guint i = 0; i < tl_body_n_children (body); i++)
    if (i <= g->position || i >= g->position + g->n)
      g_ptr_array_add (children, (gpointer) (i == g->position ? outer : tl_body_nth_child (body, i)));
  body = tl_stmt_seq (g->arena, (const TlStmt *const *) children->pdata, children->len);
  if (site->kind == TL_STMT_FOR)
    {
      loop = site->loop;
      loop.body = body;
      tl_call_replace (g->call, &prefix, tl_stmt_loop (g->arena, &loop));
      return;
    }
  block = site->block;
  block.body = body;
  tl_call_replace (g->call, &prefix, tl_stmt_block (g->arena, &block));
}

static gboolean
blockize_group (TlPrimitiveCall *call, GError **error)
{
  const TlArg   *list = &call->args[0];
  guint          n = MAX (list->n_items, 1);
  BlockGroup     g = { .call = call, .arena = call->builder.arena, .keep_unit_iters = call->args[1].boolean, .n = list->n_items };
  const TlStmt  *outer;
  gboolean       ok;

  if (list->n_items < 2)
    return tl_refuse_argument (error, "a list needs two blocks or more; for a single block, give the outermost loop to move inside");
  g.paths = g_new0 (TlPath *, n);
  g.positions = g_new0 (guint, n);
  g.divisions = tl_arena_new_array (g.arena, TlBlockDivision, n);
  ok = find_paths (&g, list, error) && check_nests (&g, error) && check_order (&g, error) && divide_all (&g, error);
  if (ok)
    {
      outer = make_group_block (&g);
      tl_call_output_node (call, TL_RV_BLOCK, outer->block.id);
      replace_nests (&g, outer);
    }
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&g.paths[i], tl_path_free);
  g_free (g.paths);
  g_free (g.positions);
  return ok;
}

static gboolean
blockize_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath) path = NULL;
  const TlStmt      *outer;

  if (call->args[0].kind == TL_ARG_LIST)
    return blockize_group (call, error);
  if (!tl_call_find_loop (call, &call->args[0], &path, error))
    return FALSE;
  outer = tl_blockize_loop (call, path, call->args[1].boolean, error);
  if (outer == NULL)
    return FALSE;
  tl_call_output_node (call, TL_RV_BLOCK, outer->block.id);
  tl_call_replace (call, path, outer);
  return TRUE;
}

static char *
blockize_describe (const TlModule *before, const TlArg *args)
{
  const TlArg *target = &args[0];
  GString     *text;

  if (target->kind != TL_ARG_LIST)
    return g_strdup_printf ("Blockize loop %s", tl_arg_node_name (before, target));
  text = g_string_new ("Blockize");
  for (guint i = 0; i < target->n_items; i++)
    g_string_append_printf (text, "%s %s", i > 0 ? "," : "", tl_arg_node_name (before, &target->items[i]));
  return g_string_free (text, FALSE);
}

const TlPrimitive tl_primitive_blockize = {
  .name = "blockize",
  .kind = "Blockize",
  .title = "Blockize",
  .family = TL_FAMILY_BLOCK,
  .summary = "Turn a subtree below a loop, or several blocks, into one block over a tile of the tensors.",
  .sketch = "for i, ii: B(i * 16 + ii)  →  for i: B_o(i): for ii: B(i * 16 + ii)",
  TL_PRIMITIVE_PARAMS (
      { .name = "target", .kind = TL_PARAM_LOOP_OR_BLOCKS, .flags = TL_PARAM_IS_INPUT,
        .help = "The outermost loop to move inside of the new block, or a list of consecutive blocks." },
      { .name = "preserve_unit_iters", .kind = TL_PARAM_BOOL, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "True",
        .help = "Keep loops of extent 1 in the block bindings." }),
  .n_outputs = 1,
  .apply = blockize_apply,
  .describe = blockize_describe,
};
