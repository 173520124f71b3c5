/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MultiLevelTilingTensorCore: products of matrices, and what can be seen as one, for GPUs' tensor cores (WMMA):
 *
 *     fit       buffers and axes laid out as the intrinsic has them (reindex, transform_layout, pad_einsum), its tile a block of its own
 *     tiles     as MultiLevelTiling's
 *     result    collected in fragments, which go to shared memory and from there, all threads together, to where they belong
 *     operands  copied to shared memory, from there to fragments; fragments are what the intrinsic reads
 *
 * Fragments of one thread have to lie together in shared memory, so the result's layout depends on the sampled tiles.
 */
#include <string.h>

#include "core/space/rules/intrin-mapping-private.h"
#include "core/space/rules/intrin-tiling-private.h"
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/tiling-private.h"

#define TENSORIZE_INIT "meta_schedule.auto_tensorize_init"
#define N_OPERANDS 2u

enum { GROUPS, STRUCTURE, BINDS, INNERMOST, LENS, READ, WRITE, PIPELINE };

static const char *
intrin_of (const TlArg *group, const char *part)
{
  for (guint i = 0; i < group->n_items; i++)
    if (strcmp (group->keys[i], part) == 0 && group->items[i].kind == TL_ARG_STRING)
      return group->items[i].string;
  return NULL;
}

/*
 * Instructions that know how their fragments lie in registers (mma) need neither shared memory for results nor layouts that depend on
 * tiles. Lists may name them, as TVM's do behind the WMMA ones; nothing is proposed for them here, where the table has no such intrinsics.
 */
static gboolean
is_mma (const TlArg *group)
{
  return g_str_has_prefix (intrin_of (group, "compute"), "mma_sync");
}

/* --- parameters --- */

static gboolean
check_groups (const TlArg *groups, char **why)
{
  static const char *const parts[] = { "init", "load_a", "load_b", "compute", "store" };

  for (guint i = 0; groups->kind == TL_ARG_LIST && i < groups->n_items; i++)
    for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
      if (groups->items[i].kind != TL_ARG_DICT || !intrin_of (&groups->items[i], parts[p]))
        {
          *why = g_strdup_printf ("group %u of intrin_groups does not name its \"%s\"", i + 1, parts[p]);
          return FALSE;
        }
  if (groups->kind == TL_ARG_LIST && groups->n_items > 0)
    return TRUE;
  *why = g_strdup ("intrin_groups takes a list of dictionaries");
  return FALSE;
}

static guint
count_levels (const char *structure, guint end, char kind)
{
  guint n = 0;

  for (guint i = 0; i < end; i++)
    n += structure[i] == kind;
  return n;
}

/* The level of tiles that is bound to warps, or -1. */
static gint
warp_level (const TlArg *binds)
{
  for (guint i = 0; binds->kind == TL_ARG_LIST && i < binds->n_items; i++)
    if (strcmp (binds->items[i].string, "threadIdx.y") == 0)
      return (gint) i;
  return -1;
}

static gboolean
check_levels (const char *structure, gint warp, char **why)
{
  guint n = (guint) strlen (structure);

  if (warp < 0)
    *why = g_strdup ("tile_binds has no \"threadIdx.y\", which stands for warps");
  else if (structure[warp] != 'S' || count_levels (structure, n, 'S') == count_levels (structure, (guint) warp + 1, 'S'))
    *why = g_strdup_printf ("structure \"%s\" has no spatial tiles inside those of warps", structure);
  else if (count_levels (structure, n, 'R') < 2)
    *why = g_strdup_printf ("structure \"%s\" has less than two levels of reduction, one for each copy of operands", structure);
  return *why == NULL;
}

static gboolean
check (const TlArg *args, char **why)
{
  const TlComponentInfo *info = &tl_rule_multi_level_tiling_tensor_core.info;
  const TlRuleCall call = { .args = args };
  TlTiling tiling;

  if (!check_groups (&args[GROUPS], why) || !tl_tiling_check (info, args, why))
    return FALSE;
  tl_tiling_read_args (&tiling, info, &call);
  if (is_mma (&args[GROUPS].items[0]))
    return check_levels (tiling.structure, warp_level (tiling.binds), why);
  if (tiling.write.kind != TL_REUSE_MUST || !g_str_has_prefix (tiling.write.scope, "shared"))
    *why = g_strdup ("reuse_write must have req \"must\" and scope shared");
  else if (tiling.read.kind != TL_REUSE_MUST)
    *why = g_strdup ("reuse_read must have req \"must\"");
  return *why == NULL && check_levels (tiling.structure, warp_level (tiling.binds), why);
}

/* --- fit --- */

/* A schedule on the way to the tensor cores. */
typedef struct
{
  const TlTiling *tiling;
  const TlArg    *group;
  const TlIntrinMapping *mapping;
  guint           reindex_rv;     /* the block that writes the result to its place */
} Core;

static void
transform_layout (TlScheduleBuilder *builder, guint block_rv, const char *side, guint index, TlArg map)
{
  tl_schedule_builder_do (builder, "transform_layout", tl_arg_rv (block_rv), tl_step_access (builder, side, index), map,
                          { .kind = TL_ARG_NONE }, tl_arg_bool (TRUE));
}

static void
lay_out (Core *core, TlScheduleBuilder *builder, guint block_rv)
{
  const TlIntrinMapping *mapping = core->mapping;
  g_autofree guint *reads = g_new (guint, MAX (mapping->n_reads, 1));

  core->reindex_rv = tl_schedule_builder_do (builder, "reindex", tl_arg_rv (block_rv), tl_step_access (builder, "write", 0));
  for (guint i = 0; i < mapping->n_reads; i++)
    reads[i] = tl_schedule_builder_do (builder, "reindex", tl_arg_rv (block_rv), tl_step_access (builder, "read", i));
  for (guint i = 0; i < mapping->n_reads; i++)
    transform_layout (builder, block_rv, "read", i, tl_arg_index_map (mapping->reads[i]));
  transform_layout (builder, block_rv, "write", 0, tl_arg_index_map (mapping->write));
  tl_schedule_builder_do (builder, "transform_block_layout", tl_arg_rv (core->reindex_rv), tl_arg_index_map (mapping->write));
  for (guint i = 0; i < mapping->n_reads; i++)
    tl_schedule_builder_do (builder, "transform_block_layout", tl_arg_rv (reads[i]), tl_arg_index_map (mapping->reads[i]));
  tl_schedule_builder_do (builder, "transform_block_layout", tl_arg_rv (block_rv), tl_arg_index_map (mapping->axes));
}

/* Pads extents to multiples of the intrinsic's tile; FALSE if none needs that. */
static gboolean
needs_padding (const Core *core, const TlScheduleBuilder *builder, guint block_rv, gint64 *padding)
{
  const TlStmt *block = tl_schedule_builder_stmt (builder, block_rv);
  gboolean is_needed = FALSE;

  for (guint i = 0; block && i < block->block.n_axes; i++)
    {
      gint64 wanted = i < core->mapping->n_outer ? 1 : core->mapping->extents[i - core->mapping->n_outer], extent;

      padding[i] = tl_expr_get_int (block->block.axes[i].dom.extent, &extent) && extent % wanted == 0 ? 1 : wanted;
      is_needed |= padding[i] > 1;
    }
  return is_needed;
}

/* The layouts' own copies go where elements are filled up: what a filled up operand comes from, and what takes the result's elements. */
static void
pad (const Core *core, TlScheduleBuilder *builder, guint block_rv)
{
  guint n_axes = core->mapping->axes->n_final, first, n;
  g_autofree gint64 *padding = g_new0 (gint64, MAX (n_axes, 1));
  g_autoptr (GArray) inlined = g_array_new (FALSE, FALSE, sizeof (guint));

  if (builder->error || !needs_padding (core, builder, block_rv, padding))
    return;
  tl_schedule_builder_do (builder, "pad_einsum", tl_arg_rv (block_rv), tl_schedule_builder_ints (builder, padding, n_axes));
  first = tl_step_get (builder, "get_producers", block_rv, &n);
  for (guint i = 0; i < n && !builder->error; i++)
    {
      guint n_sources, source = tl_step_get (builder, "get_producers", first + i, &n_sources);

      if (n_sources == 1)
        g_array_append_val (inlined, source);
    }
  first = tl_step_get (builder, "get_consumers", block_rv, &n);
  if (n == 1 && tl_schedule_builder_stmt (builder, first) != tl_schedule_builder_stmt (builder, core->reindex_rv))
    g_array_append_val (inlined, first);
  for (guint i = 0; i < inlined->len; i++)
    tl_step (builder, "compute_inline", g_array_index (inlined, guint, i));
}

/* FALSE where a step is refused. */
static gboolean
fit_to_intrin (Core *core, TlTiles *tiles)
{
  TlState *fitted;
  TlScheduleBuilder builder;
  gint outer;

  tl_schedule_builder_init (&builder, tiles->state);
  lay_out (core, &builder, tiles->block_rv);
  pad (core, &builder, tiles->block_rv);
  outer = tl_rule_blockize_for_intrin (&builder, tiles->block_rv, intrin_of (core->group, "compute"));
  if (outer >= 0)
    {
      tl_step_annotate (&builder, (guint) outer, TENSORIZE_INIT, tl_schedule_builder_string (&builder, intrin_of (core->group, "init")));
      tl_step_annotate (&builder, (guint) outer, "warp_execution", tl_arg_int (1));
    }
  fitted = tl_schedule_builder_finish (&builder, NULL);
  if (fitted && outer >= 0)
    {
      tl_state_unref (tiles->state);
      tiles->state = fitted;
      tiles->block_rv = (guint) outer;
      return TRUE;
    }
  g_clear_pointer (&fitted, tl_state_unref);
  return FALSE;
}

/* --- result --- */

/* The sizes that are sampled for each loop stay known. */
static void
split_noting_factors (const TlTiling *tiling, TlScheduleBuilder *builder, guint block_rv, guint loop_rv, guint n_tiles, guint *loops)
{
  guint first = tl_schedule_builder_n_rvs (builder);

  g_array_append_val (tiling->factors, first);
  tl_tiling_split_perfect (tiling, builder, block_rv, loop_rv, n_tiles, loops);
}

/* How many fragments of dimension @dim (0 rows, 1 columns) a warp has: a product of sampled sizes, over variables that stand for them. */
static const TlExpr *
fragments_of_warp (const Core *core, TlArena *arena, guint dim, GPtrArray *vars, GArray *numbers)
{
  guint from = count_levels (core->tiling->structure, (guint) warp_level (core->tiling->binds) + 1, 'S');
  guint n = count_levels (core->tiling->structure, (guint) strlen (core->tiling->structure), 'S');
  const TlExpr *product = NULL;

  for (guint i = from; i < n; i++)
    {
      TlArg number = tl_arg_rv (g_array_index (core->tiling->factors, guint, dim) + i);
      const TlVar *var = tl_expr_var (arena, "factor", TL_INT32);

      g_ptr_array_add (vars, (gpointer) var);
      g_array_append_val (numbers, number);
      product = product ? tl_mul (arena, product, var) : var;
    }
  return product;
}

/* (…, i, j) → (…, warp of i, warp of j, fragment of i, fragment of j, i in it, j in it) */
static TlArg
fragment_layout (const Core *core, TlScheduleBuilder *builder)
{
  g_autoptr (GPtrArray) vars = g_ptr_array_new ();
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (TlArg));
  guint n_outer = core->mapping->write->n_final - 2;
  const TlExpr **final = tl_arena_new_array (builder->arena, const TlExpr *, n_outer + 6);

  for (guint i = 0; i < n_outer + 2; i++)
    g_ptr_array_add (vars, (gpointer) tl_expr_var (builder->arena, tl_arena_printf (builder->arena, "i%u", i), TL_INT32));
  for (guint i = 0; i < n_outer; i++)
    final[i] = vars->pdata[i];
  for (guint dim = 0; dim < 2; dim++)
    {
      const TlExpr *index = vars->pdata[n_outer + dim], *size = tl_expr_int (builder->arena, TL_INT32, core->mapping->extents[dim]);
      const TlExpr *of_warp = fragments_of_warp (core, builder->arena, dim, vars, numbers),
                    *fragment = tl_floordiv (builder->arena, index, size);

      final[n_outer + dim] = tl_floordiv (builder->arena, fragment, of_warp);
      final[n_outer + 2 + dim] = tl_floormod (builder->arena, fragment, of_warp);
      final[n_outer + 4 + dim] = tl_floormod (builder->arena, index, size);
    }
  return tl_arg_index_map_of (builder->arena,
                              tl_index_map_new (builder->arena, (const TlVar *const *) vars->pdata, vars->len, final, n_outer + 6),
                              (const TlArg *) (gconstpointer) numbers->data, numbers->len);
}

/* The @from_last-th loop around a block, 1 being the innermost. */
static guint
loop_from_last (TlScheduleBuilder *builder, guint block_rv, guint from_last)
{
  guint n, first = tl_step_get_loops (builder, block_rv, &n);

  return first + (n >= from_last ? n - from_last : 0);
}

/*
 * Loops of the last six dimensions, rows of fragments outside: each row is written to shared memory and taken from there before the next.
 */
static void
put_rows_outside (TlScheduleBuilder *builder, guint shared_rv, guint fragments_rv)
{
  guint first = loop_from_last (builder, shared_rv, 6);

  tl_step_reorder (builder, first + 2, first, first + 1, first + 3);
  tl_schedule_builder_do (builder, "compute_at", tl_arg_rv (fragments_rv), tl_arg_rv (first + 2), tl_arg_bool (TRUE));
}

static void
bind_warps (TlScheduleBuilder *builder, guint fragments_rv)
{
  tl_step_bind (builder, tl_step_fuse_from (builder, loop_from_last (builder, fragments_rv, 6), 2), "threadIdx.y");
}

static void
collect_result_at (const Core *core, const TlTiles *tiles, const TlArg *level, GPtrArray *results)
{
  const TlReuse *write = &core->tiling->write;
  TlTiles *after;
  TlScheduleBuilder builder;
  guint shared, fragments, stored;

  tl_schedule_builder_init (&builder, tiles->state);
  transform_layout (&builder, tiles->block_rv, "write", 0, fragment_layout (core, &builder));
  shared = tl_step_cache_write (&builder, tiles->block_rv, write->scope);
  tl_schedule_builder_do (&builder, "reverse_compute_at", tl_arg_rv (shared), tl_arg_rv (tl_tiles_last_of_level (tiles, level)),
                          tl_arg_bool (TRUE));
  fragments = tl_step_cache_write (&builder, tiles->block_rv, "wmma.accumulator");
  put_rows_outside (&builder, shared, fragments);
  bind_warps (&builder, fragments);
  tl_step (&builder, "reverse_compute_inline", core->reindex_rv);
  stored = loop_from_last (&builder, fragments, 2);
  stored = tl_step (&builder, "blockize", stored);
  tl_step_annotate (&builder, stored, TL_HINT_TENSORIZE, tl_schedule_builder_string (&builder, intrin_of (core->group, "store")));
  tl_tiling_fuse_last (&builder, shared, 5);
  tl_tiling_annotate_fetching (core->tiling, &builder, shared);
  after = tl_tiles_after (tiles, &builder);
  if (after)
    g_ptr_array_add (results, after);
}

/* --- operands --- */

/* The innermost loop of the @nth level of reduction. */
static guint
reduction_loop (const Core *core, const TlTiles *tiles, guint nth)
{
  guint level = 0;
  TlArg arg;

  for (; core->tiling->structure[level] != 'R' || nth > 0; level++)
    nth -= core->tiling->structure[level] == 'R';
  arg = tl_arg_int (level + 1);
  return tl_tiles_last_of_level (tiles, &arg);
}

static void
load_fragments (const Core *core, const TlTiles *tiles, TlScheduleBuilder *builder, guint read)
{
  static const char *const scopes[N_OPERANDS] = { "wmma.matrix_a", "wmma.matrix_b" };
  static const char *const parts[N_OPERANDS] = { "load_a", "load_b" };
  guint operand = core->mapping->operands[read];
  guint load = tl_step_cache_read_for_all (builder, tiles->block_rv, read, scopes[operand]);

  tl_schedule_builder_do (builder, "compute_at", tl_arg_rv (load), tl_arg_rv (reduction_loop (core, tiles, 1)), tl_arg_bool (TRUE));
  tl_rule_blockize_for_intrin (builder, load, intrin_of (core->group, parts[operand]));
}

/*
 * Copies to shared memory read the operand itself; rows lie 16 bytes apart from a multiple of 32 elements, so that columns meet different
 * banks.
 */
static void
finish_copy (TlScheduleBuilder *builder, guint copy_rv)
{
  guint n, producer = tl_step_get (builder, "get_producers", copy_rv, &n);
  const TlStmt *copy;

  if (n > 0)
    tl_step (builder, "compute_inline", producer);
  copy = tl_schedule_builder_stmt (builder, copy_rv);
  if (copy)
    tl_schedule_builder_do (builder, "storage_align", tl_arg_rv (copy_rv), tl_arg_int (0), tl_arg_int (-2), tl_arg_int (32),
                            tl_arg_int (128 / copy->block.writes[0].buffer->dtype.bits));
}

static void
annotate_pipeline (TlScheduleBuilder *builder, guint loop_rv, const gint64 *stages, const gint64 *order, guint n)
{
  tl_step_annotate (builder, loop_rv, "software_pipeline_stage", tl_schedule_builder_ints (builder, stages, n));
  tl_step_annotate (builder, loop_rv, "software_pipeline_order", tl_schedule_builder_ints (builder, order, n));
}

/*
 * Inside, fragments are loaded while those before are multiplied. Outside, statements are the copies of A and B, each by way of registers,
 * then the first two loads of the inner pipeline, its body and its end: the next copies are fetched while it computes.
 */
static void
pipeline (const Core *core, const TlTiles *tiles, TlScheduleBuilder *builder)
{
  static const gint64 inner_stages[] = { 0, 0, 1 }, inner_order[] = { 0, 1, 2 };
  static const gint64 stages[] = { 0, 0, 0, 0, 0, 1, 1 }, order[] = { 0, 3, 1, 4, 5, 2, 6 };

  for (guint i = 0; i < tiles->n_copies; i++)
    {
      tl_step_annotate (builder, tiles->copies[i], "tirx.manifest_shared_memory_local_stage", tl_arg_int (1));
      tl_step_annotate (builder, tiles->copies[i], "double_buffer_scope", tl_arg_int (0));
    }
  annotate_pipeline (builder, reduction_loop (core, tiles, 1), inner_stages, inner_order, G_N_ELEMENTS (inner_stages));
  annotate_pipeline (builder, reduction_loop (core, tiles, 0), stages, order, G_N_ELEMENTS (stages));
}

static void
finish_operands (const Core *core, const TlTiles *tiles, gboolean uses_pipeline, GPtrArray *results)
{
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, tiles->state);
  for (guint i = 0; i < core->mapping->n_reads; i++)
    load_fragments (core, tiles, &builder, i);
  for (guint i = 0; i < tiles->n_copies; i++)
    finish_copy (&builder, tiles->copies[i]);
  if (uses_pipeline)
    pipeline (core, tiles, &builder);
  tl_rule_propose (&builder, results, NULL);
}

/* --- the rule --- */

/* The block as what the group computes; NULL where it is something else. */
static const TlIntrinMapping *
find_mapping (const TlRuleCall *call, const TlArg *group, TlArena *arena)
{
  const TlStmt *block = tl_module_find (tl_state_module (call->state), tl_state_rv (call->state, call->block_rv)->node);
  const TlIntrinMapping *mapping = block
                                   && !is_mma (group) ? tl_rule_map_to_intrin (arena, &block->block, tl_state_intrins (call->state),
                                                                               intrin_of (group, "compute"))
                                         : NULL;

  return mapping && mapping->n_reads == N_OPERANDS && mapping->n_inner == 3 ? mapping : NULL;
}

static void
propose (const TlRuleCall *call, const TlArg *group, const TlIntrinMapping *mapping, TlTiling *tiling, GPtrArray *results)
{
  g_autoptr (GPtrArray) written = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tiles_free);
  g_autoptr (GPtrArray) read = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tiles_free);
  g_autoptr (GArray) factors = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (TlTiles) tiles = tl_tiling_begin (tiling, call);
  Core core = { .tiling = tiling, .group = group, .mapping = mapping };

  tiling->factors = factors;
  tiling->n_outer = mapping->n_outer;
  if (!tiles || !fit_to_intrin (&core, tiles) || !tl_tiling_tile_loop_nest (tiling, tiles))
    return;
  for (guint i = 0; i < tiling->write.levels->n_items; i++)
    collect_result_at (&core, tiles, &tiling->write.levels->items[i], written);
  for (guint i = 0; i < written->len; i++)
    tl_tiling_add_read_reuse (tiling, written->pdata[i], read);
  for (guint i = 0; i < read->len; i++)
    finish_operands (&core, read->pdata[i], call->args[PIPELINE].boolean, results);
}

/* The last group that fits comes first, as in TVM. */
static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlArg *groups = &call->args[GROUPS];
  guint n_before = results->len;
  TlTiling tiling;

  tl_tiling_read_args (&tiling, &tl_rule_multi_level_tiling_tensor_core.info, call);
  tiling.split = split_noting_factors;
  for (guint i = groups->n_items; i-- > 0;)
    {
      const TlIntrinMapping *mapping = find_mapping (call, &groups->items[i], arena);

      if (mapping)
        propose (call, &groups->items[i], mapping, &tiling, results);
    }
  return results->len > n_before || tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_multi_level_tiling_tensor_core = {
  .info = {
    .name = "MultiLevelTilingTensorCore",
    .summary = "Tiles matrix multiplications for tensor cores, with operands and results in shared memory and fragments.",
    TL_PRIMITIVE_PARAMS (
        [GROUPS] = { .name = "intrin_groups", .kind = TL_PARAM_VALUE,
                     .help = "Tensor intrinsics that belong together: [{\"init\": …, \"load_a\": …, \"load_b\": …, \"compute\": …, "
                             "\"store\": …}, …]." },
        [STRUCTURE] = TL_TILING_PARAM_STRUCTURE,
        [BINDS] = TL_TILING_PARAM_BINDS,
        [INNERMOST] = TL_TILING_PARAM_INNERMOST,
        [LENS] = TL_TILING_PARAM_LENS,
        [READ] = TL_TILING_PARAM_READ,
        [WRITE] = TL_TILING_PARAM_WRITE,
        [PIPELINE] = { .name = "use_software_pipeline", .kind = TL_PARAM_BOOL, .default_text = "False",
                       .help = "Whether to overlap copies of the next iteration with computation." }),
    .check = check,
  },
  .apply = apply,
};
