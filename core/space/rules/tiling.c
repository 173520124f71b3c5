/* SPDX-License-Identifier: Apache-2.0 */
#include "core/space/rules/tiling-private.h"

#include <string.h>

#include "core/base/saturate.h"

TlTiles *
tl_tiles_new (TlState *state, guint block_rv)
{
  TlTiles *tiles = g_new0 (TlTiles, 1);

  tiles->state = tl_state_ref (state);
  tiles->block_rv = block_rv;
  for (guint i = 0; i < TL_MAX_TILE_LEVELS; i++)
    tiles->tiles[i] = g_array_new (FALSE, FALSE, sizeof (guint));
  return tiles;
}

void
tl_tiles_free (TlTiles *tiles)
{
  tl_state_unref (tiles->state);
  for (guint i = 0; i < TL_MAX_TILE_LEVELS; i++)
    g_array_unref (tiles->tiles[i]);
  g_free (tiles);
}

TlTiles *
tl_tiles_after (const TlTiles *tiles, TlScheduleBuilder *builder)
{
  TlState *state = tl_schedule_builder_finish (builder, NULL);
  TlTiles *after;

  if (!state)
    return NULL;
  after = g_new0 (TlTiles, 1);
  *after = *tiles;
  after->state = state;
  for (guint i = 0; i < TL_MAX_TILE_LEVELS; i++)
    g_array_ref (after->tiles[i]);
  return after;
}

/* --- parameters --- */

static const TlArg *
find_arg (const TlComponentInfo *info, const TlArg *args, const char *name)
{
  for (guint i = 0; i < info->n_params; i++)
    if (strcmp (info->params[i].name, name) == 0)
      return &args[i];
  return NULL;
}

static const TlArg *
dict_item (const TlArg *dict, const char *key)
{
  for (guint i = 0; dict->kind == TL_ARG_DICT && i < dict->n_items; i++)
    if (strcmp (dict->keys[i], key) == 0)
      return &dict->items[i];
  return NULL;
}

static gboolean
check_levels (const TlArg *levels, guint n_levels, const char *name, char **why)
{
  for (guint i = 0; levels && levels->kind == TL_ARG_LIST && i < levels->n_items; i++)
    if (levels->items[i].kind != TL_ARG_INT || levels->items[i].integer < 1 || levels->items[i].integer > n_levels)
      {
        *why = g_strdup_printf ("\"levels\" of %s has an element that is not a level from 1 to %u", name, n_levels);
        return FALSE;
      }
  if (levels && levels->kind == TL_ARG_LIST && levels->n_items > 0)
    return TRUE;
  *why = g_strdup_printf ("%s needs \"levels\", a list of integers", name);
  return FALSE;
}

static gboolean
check_reuse (const TlArg *reuse, const char *name, guint n_levels, const char *const *kinds, char **why)
{
  const TlArg *kind, *scope;

  if (!reuse || reuse->kind == TL_ARG_NONE)
    return TRUE;
  kind = dict_item (reuse, "req");
  scope = dict_item (reuse, "scope");
  if (!kind || kind->kind != TL_ARG_STRING || !g_strv_contains (kinds, kind->string))
    {
      g_autofree char *listed = g_strjoinv ("\", \"", (char **) kinds);

      *why = g_strdup_printf ("%s needs \"req\", one of \"%s\"", name, listed);
      return FALSE;
    }
  if (strcmp (kind->string, "no") == 0)
    return TRUE;
  if (!scope || scope->kind != TL_ARG_STRING)
    {
      *why = g_strdup_printf ("%s needs \"scope\", a storage scope", name);
      return FALSE;
    }
  return check_levels (dict_item (reuse, "levels"), n_levels, name, why);
}

static gboolean
check_structure (const char *structure, char **why)
{
  if (strspn (structure, "SR") == strlen (structure) && *structure != '\0' && strlen (structure) <= TL_MAX_TILE_LEVELS)
    return TRUE;
  *why = g_strdup_printf ("structure \"%s\" must be 1 to %u letters S and R", structure, TL_MAX_TILE_LEVELS);
  return FALSE;
}

static gboolean
check_binds (const TlArg *binds, guint n_levels, char **why)
{
  if (!binds || binds->kind == TL_ARG_NONE)
    return TRUE;
  for (guint i = 0; binds->kind == TL_ARG_LIST && i < binds->n_items; i++)
    if (binds->items[i].kind != TL_ARG_STRING)
      {
        *why = g_strdup ("tile_binds takes a list of thread axes");
        return FALSE;
      }
  if (binds->kind == TL_ARG_LIST && binds->n_items <= n_levels)
    return TRUE;
  *why = g_strdup_printf ("tile_binds takes a list of at most %u thread axes", n_levels);
  return FALSE;
}

gboolean
tl_tiling_check (const TlComponentInfo *info, const TlArg *args, char **why)
{
  static const char *const read_kinds[] = { "must", "no", NULL };
  static const char *const write_kinds[] = { "must", "may", "no", NULL };
  const char *structure = tl_component_arg (info, args, "structure")->string;
  guint n_levels = (guint) strlen (structure);

  return check_structure (structure, why) && check_binds (find_arg (info, args, "tile_binds"), n_levels, why)
         && check_reuse (find_arg (info, args, "reuse_read"), "reuse_read", n_levels, read_kinds, why)
         && check_reuse (find_arg (info, args, "reuse_write"), "reuse_write", n_levels, write_kinds, why);
}

static void
read_reuse (TlReuse *reuse, const TlArg *arg)
{
  const char *kind = arg && arg->kind == TL_ARG_DICT ? dict_item (arg, "req")->string : "no";

  *reuse = (TlReuse) { .kind = strcmp (kind, "must") == 0 ? TL_REUSE_MUST : strcmp (kind, "may") == 0 ? TL_REUSE_MAY : TL_REUSE_NO };
  if (reuse->kind == TL_REUSE_NO)
    return;
  reuse->levels = dict_item (arg, "levels");
  reuse->scope = dict_item (arg, "scope")->string;
}

void
tl_tiling_read_args (TlTiling *tiling, const TlComponentInfo *info, const TlRuleCall *call)
{
  static const TlArg none = { .kind = TL_ARG_NONE };
  const TlArg *binds = find_arg (info, call->args, "tile_binds"), *lens = find_arg (info, call->args, "vector_load_lens");
  const TlArg *innermost = tl_component_arg (info, call->args, "max_innermost_factor");

  *tiling = (TlTiling) {
    .target = call->target,
    .structure = tl_component_arg (info, call->args, "structure")->string,
    .binds = binds ? binds : &none,
    .max_innermost = innermost->kind == TL_ARG_NONE ? tl_arg_int (-1) : *innermost,
    .vector_lens = lens ? lens : &none,
    .split = tl_tiling_split_perfect,
  };
  read_reuse (&tiling->read, find_arg (info, call->args, "reuse_read"));
  read_reuse (&tiling->write, find_arg (info, call->args, "reuse_write"));
}

TlTiles *
tl_tiling_begin (const TlTiling *tiling, const TlRuleCall *call)
{
  g_auto (TlRuleSite) site = { 0 };
  TlTiles *tiles;
  TlScheduleBuilder builder;

  if (!tl_rule_site_init (&site, call->state, call->block_rv) || tl_rule_site_annotation (&site, TL_HINT_TILING)
      || !tl_rule_wants_tiles (&site))
    return NULL;
  tl_schedule_builder_init (&builder, call->state);
  tl_step_annotate (&builder, call->block_rv, TL_HINT_TILING, tl_schedule_builder_string (&builder, tiling->structure));
  tiles = builder.error ? NULL : tl_tiles_new (builder.state, call->block_rv);
  tl_schedule_builder_clear (&builder);
  return tiles;
}

/* --- tiles --- */

static guint
count_levels (const char *structure, char kind)
{
  guint n = 0;

  for (; *structure != '\0'; structure++)
    n += *structure == kind;
  return n;
}

void
tl_tiling_split_perfect (const TlTiling *tiling, TlScheduleBuilder *builder, guint block_rv, guint loop_rv, guint n_tiles, guint *loops)
{
  guint sizes[TL_MAX_TILE_LEVELS],
        first = tl_schedule_builder_do (builder, "sample_perfect_tile", tl_arg_rv (loop_rv), tl_arg_int (n_tiles), tiling->max_innermost);

  for (guint i = 0; i < n_tiles; i++)
    sizes[i] = first + i;
  first = tl_schedule_builder_do (builder, "split", tl_arg_rv (loop_rv), tl_schedule_builder_rvs (builder, sizes, n_tiles));
  for (guint i = 0; i < n_tiles; i++)
    loops[i] = first + i;
}

/* Cuts one loop into the levels of its kind and notes the pieces there. */
static void
tile_loop (const TlTiling *tiling, TlTiles *tiles, TlScheduleBuilder *builder, guint loop_rv, char kind)
{
  guint n_tiles = count_levels (tiling->structure, kind), loops[TL_MAX_TILE_LEVELS], n = 0;

  loops[0] = loop_rv;
  if (n_tiles > 1)
    tiling->split (tiling, builder, tiles->block_rv, loop_rv, n_tiles, loops);
  for (guint level = 0; tiling->structure[level] != '\0'; level++)
    if (tiling->structure[level] == kind)
      {
        g_array_append_val (tiles->tiles[level], loops[n]);
        n++;
      }
}

static guint
add_list_step (TlScheduleBuilder *builder, const char *primitive, const GArray *rvs)
{
  return tl_step_of_list (builder, primitive, (const guint *) (gconstpointer) rvs->data, rvs->len);
}

static void
reorder_levels (TlTiles *tiles, TlScheduleBuilder *builder)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint level = 0; level < TL_MAX_TILE_LEVELS; level++)
    g_array_append_vals (order, tiles->tiles[level]->data, tiles->tiles[level]->len);
  add_list_step (builder, "reorder", order);
}

/* Loops that are not tiled are bound with the outermost tiles. */
static void
bind_levels (const TlTiling *tiling, TlTiles *tiles, const GArray *outer, TlScheduleBuilder *builder)
{
  guint n_binds = tiling->binds->kind == TL_ARG_LIST ? tiling->binds->n_items : 0;

  for (guint level = 0; level < n_binds && !builder->error; level++)
    {
      guint fused;

      if (level == 0)
        g_array_prepend_vals (tiles->tiles[level], outer->data, outer->len);
      fused = add_list_step (builder, "fuse", tiles->tiles[level]);
      tl_schedule_builder_do (builder, "bind", tl_arg_rv (fused), tiling->binds->items[level]);
      g_array_set_size (tiles->tiles[level], 0);
      g_array_append_val (tiles->tiles[level], fused);
    }
}

/* How many threads a block of them may have: enough to fill warps where there is work for two of them. */
static void
annotate_threads (const TlTiling *tiling, TlTiles *tiles, TlScheduleBuilder *builder, gint64 n_results)
{
  gint64 warp_size = tiling->target->thread_warp_size;

  if (warp_size <= 0)
    return;
  tl_step_annotate (builder, tiles->block_rv, TL_HINT_THREADS_LOW, tl_arg_int (n_results > 2 * warp_size ? warp_size : 1));
  tl_step_annotate (builder, tiles->block_rv, TL_HINT_THREADS_HIGH, tl_arg_int (tiling->target->max_threads_per_block));
}

gboolean
tl_tiling_tile_loop_nest (const TlTiling *tiling, TlTiles *tiles)
{
  g_autoptr (GArray) outer = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree TlAxisKind *kinds = NULL;
  gint64 n_results = 1, extent;
  guint first, n_loops, n_axes;
  const TlBlock *block;
  TlState *tiled;
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, tiles->state);
  first = tl_step_get_loops (&builder, tiles->block_rv, &n_loops);
  block = &tl_schedule_builder_stmt (&builder, tiles->block_rv)->block;
  n_axes = block->n_axes;
  kinds = g_new (TlAxisKind, n_axes);
  for (guint i = 0; i < n_axes; i++)
    kinds[i] = block->axes[i].kind;
  g_assert (n_loops == n_axes);
  for (guint i = 0; i < tiling->n_outer; i++)
    {
      guint rv = first + i;

      g_array_append_val (outer, rv);
    }
  for (guint i = tiling->n_outer; i < n_loops && !builder.error; i++)
    if (kinds[i] == TL_AXIS_SPATIAL || kinds[i] == TL_AXIS_REDUCE)
      {
        if (kinds[i] == TL_AXIS_SPATIAL && n_results != -1 && tl_expr_get_int (tl_schedule_builder_stmt (&builder, first + i)->loop.extent,
                                                                               &extent))
          n_results = tl_mul_saturated (n_results, extent);
        else if (kinds[i] == TL_AXIS_SPATIAL)
          n_results = -1;
        tile_loop (tiling, tiles, &builder, first + i, kinds[i] == TL_AXIS_SPATIAL ? 'S' : 'R');
      }
  if (!builder.error)
    reorder_levels (tiles, &builder);
  bind_levels (tiling, tiles, outer, &builder);
  annotate_threads (tiling, tiles, &builder, n_results);
  tiled = tl_schedule_builder_finish (&builder, NULL);
  if (!tiled)
    return FALSE;
  tl_state_unref (tiles->state);
  tiles->state = tiled;
  return TRUE;
}

/* --- reuse --- */

guint
tl_tiles_last_of_level (const TlTiles *tiles, const TlArg *level)
{
  const GArray *loops = tiles->tiles[level->integer - 1];

  return g_array_index (loops, guint, loops->len - 1);
}

/* A refused schedule is not a result. */
static void
add_result (TlTiles *after, GPtrArray *results)
{
  if (after)
    g_ptr_array_add (results, after);
}

static void
write_out_at (const TlTiling *tiling, const TlTiles *tiles, const TlArg *level, GPtrArray *results)
{
  TlScheduleBuilder builder;
  guint writer;

  tl_schedule_builder_init (&builder, tiles->state);
  writer = tl_step_cache_write (&builder, tiles->block_rv, tiling->write.scope);
  tl_schedule_builder_do (&builder, "reverse_compute_at", tl_arg_rv (writer), tl_arg_rv (tl_tiles_last_of_level (tiles, level)),
                          tl_arg_bool (TRUE));
  add_result (tl_tiles_after (tiles, &builder), results);
}

static void
move_consumer_to (const TlTiles *tiles, const TlArg *level, guint consumer_rv, GPtrArray *results)
{
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, tiles->state);
  tl_schedule_builder_do (&builder, "reverse_compute_at", tl_arg_rv (consumer_rv), tl_arg_rv (tl_tiles_last_of_level (tiles, level)),
                          tl_arg_bool (TRUE));
  add_result (tl_tiles_after (tiles, &builder), results);
}

/* The levels that an annotation of the block asks for, or NULL. */
static const TlArg *
wished_levels (const TlTiles *tiles, TlArena *arena)
{
  const TlModule *module = tl_state_module (tiles->state);
  const TlStmt *block = tl_module_find (module, tl_state_rv (tiles->state, tiles->block_rv)->node);
  const TlValue *value = block ? tl_attrs_find (&block->block.annotations, TL_HINT_WRITE_LEVEL) : NULL, *items = value;
  guint n = value && value->kind == TL_VALUE_LIST ? value->n_items : 0;
  TlArg *levels = tl_arena_new_array (arena, TlArg, n + 1);

  if (n == 0)
    return NULL;
  items = value->items;
  for (guint i = 0; i < n; i++)
    {
      TlValue number;

      if (!tl_value_get_number (&items[i], &number) || number.kind != TL_VALUE_INT || number.integer < 1
          || number.integer > TL_MAX_TILE_LEVELS || tiles->tiles[number.integer - 1]->len == 0)
        return NULL;
      levels[i] = tl_arg_int (number.integer);
    }
  levels[n] = (TlArg) { .kind = TL_ARG_LIST, .items = levels, .n_items = n };
  return &levels[n];
}

/* Looks for the only consumer, if it passes results on element by element. */
static TlTiles *
find_passing_consumer (const TlTiles *tiles, gint *consumer_rv)
{
  const TlStmt *consumer;
  TlScheduleBuilder builder;
  guint first, n;

  tl_schedule_builder_init (&builder, tiles->state);
  first = tl_step_get (&builder, "get_consumers", tiles->block_rv, &n);
  consumer = n == 1 ? tl_schedule_builder_stmt (&builder, first) : NULL;
  *consumer_rv = consumer && tl_rule_is_write_cache (&consumer->block) ? (gint) first : -1;
  return tl_tiles_after (tiles, &builder);
}

static TlTiles *
tiles_copy (const TlTiles *tiles)
{
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, tiles->state);
  return tl_tiles_after (tiles, &builder);
}

/*
 * A consumer that passes results on replaces the copy. Where reuse is optional, the result may also stay where it is, unless
 * the block says otherwise.
 */
void
tl_tiling_add_write_reuse (const TlTiling *tiling, const TlTiles *tiles, GPtrArray *results)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlArg *wished = wished_levels (tiles, arena), *levels = wished ? wished : tiling->write.levels;
  gboolean is_free = tiling->write.kind == TL_REUSE_MAY && !wished;
  g_autoptr (TlTiles) base = NULL;
  gint consumer_rv = -1;

  base = is_free ? find_passing_consumer (tiles, &consumer_rv) : tiles_copy (tiles);
  if (tiling->write.kind == TL_REUSE_NO || (is_free && consumer_rv < 0))
    add_result (tiles_copy (base), results);
  for (guint i = 0; tiling->write.kind != TL_REUSE_NO && i < levels->n_items; i++)
    if (consumer_rv >= 0)
      move_consumer_to (base, &levels->items[i], (guint) consumer_rv, results);
    else
      write_out_at (tiling, base, &levels->items[i], results);
  if (consumer_rv >= 0)
    add_result (g_steal_pointer (&base), results);
}

/* Whether a thread can copy @len elements at once: up to 16 bytes of these types, in sizes that instructions have. */
static gboolean
is_vector_len (const TlBuffer *buffer, gint64 len)
{
  if (tl_dtype_equal (buffer->dtype, TL_FLOAT32))
    return len <= 4;
  if (tl_dtype_equal (buffer->dtype, TL_DTYPE (TL_TYPE_FLOAT, 16)))
    return len == 1 || (len % 2 == 0 && len <= 8);
  return TRUE;
}

void
tl_tiling_annotate_fetching (const TlTiling *tiling, TlScheduleBuilder *builder, guint block_rv)
{
  const TlStmt *block = tl_schedule_builder_stmt (builder, block_rv);
  g_autofree gint64 *lens = NULL;
  guint n = 0;

  if (!block || tiling->vector_lens->kind != TL_ARG_LIST)
    return;
  lens = g_new (gint64, tiling->vector_lens->n_items + 1);
  for (guint i = 0; i < tiling->vector_lens->n_items; i++)
    if (is_vector_len (block->block.writes[0].buffer, tiling->vector_lens->items[i].integer))
      lens[n++] = tiling->vector_lens->items[i].integer;
  if (n > 0)
    tl_step_annotate (builder, block_rv, TL_HINT_FETCH, tl_arg_rv (tl_step_sample_one_of (builder, lens, n)));
}

void
tl_tiling_fuse_last (TlScheduleBuilder *builder, guint block_rv, guint n_last)
{
  guint n, first = tl_step_get_loops (builder, block_rv, &n);

  if (!builder->error)
    tl_step_fuse_from (builder, first + n - MIN (n, n_last), MIN (n, n_last));
}

static guint
copy_operand (const TlTiling *tiling, TlScheduleBuilder *builder, const TlTiles *tiles, guint read_index, guint n_dims, guint loop_rv)
{
  guint copy = tl_step_cache_read (builder, tiles->block_rv, read_index, tiling->read.scope);

  tl_schedule_builder_do (builder, "compute_at", tl_arg_rv (copy), tl_arg_rv (loop_rv), tl_arg_bool (TRUE));
  tl_tiling_fuse_last (builder, copy, n_dims);
  tl_tiling_annotate_fetching (tiling, builder, copy);
  return copy;
}

/* The number of dimensions of an operand, which the block reads and does not write; -1 for other reads. */
static gint
operand_dims (const TlBlock *block, guint read)
{
  for (guint i = 0; i < block->n_writes; i++)
    if (block->writes[i].buffer == block->reads[read].buffer)
      return -1;
  return (gint) block->reads[read].buffer->n_dims;
}

static void
copy_operands_at (const TlTiling *tiling, const TlTiles *tiles, const TlArg *level, GPtrArray *results)
{
  guint loop_rv = tl_tiles_last_of_level (tiles, level), n_reads, copies[TL_MAX_TILE_COPIES], n_copies = 0;
  g_autofree gint *dims = NULL;
  const TlBlock *block;
  TlTiles *after;
  TlScheduleBuilder builder;

  tl_schedule_builder_init (&builder, tiles->state);
  block = &tl_schedule_builder_stmt (&builder, tiles->block_rv)->block;
  n_reads = block->n_reads;
  dims = g_new (gint, n_reads);
  for (guint i = 0; i < n_reads; i++)
    dims[i] = operand_dims (block, i);
  for (guint i = 0; i < n_reads && !builder.error; i++)
    if (dims[i] >= 0)
      {
        guint copy = copy_operand (tiling, &builder, tiles, i, (guint) dims[i], loop_rv);

        if (n_copies < TL_MAX_TILE_COPIES)
          copies[n_copies++] = copy;
      }
  after = tl_tiles_after (tiles, &builder);
  if (after)
    memcpy (after->copies, copies, (after->n_copies = n_copies) * sizeof *copies);
  add_result (after, results);
}

void
tl_tiling_add_read_reuse (const TlTiling *tiling, const TlTiles *tiles, GPtrArray *results)
{
  for (guint i = 0; tiling->read.kind != TL_REUSE_NO && i < tiling->read.levels->n_items; i++)
    copy_operands_at (tiling, tiles, &tiling->read.levels->items[i], results);
  if (tiling->read.kind == TL_REUSE_NO)
    add_result (tiles_copy (tiles), results);
}

/* Copies to shared memory can run beside the computation from sm_80 on: four or five buffers take turns, or none. */
static void
add_async_copies (const TlTiling *tiling, const TlTiles *tiles, GPtrArray *results)
{
  static const gint64 order[] = { 0, 1, 2 }, async[] = { 0 };
  gsize level = strcspn (tiling->structure, "R");

  g_ptr_array_add (results, tl_state_ref (tiles->state));
  if (tl_target_sm (tiling->target) < 80 || tiles->n_copies == 0 || tiling->structure[level] == '\0')
    return;
  for (guint n_ahead = tiling->least_ahead > 0 ? tiling->least_ahead : 2; n_ahead <= 3; n_ahead++)
    {
      const gint64 stages[] = { 0, 0, n_ahead };
      TlScheduleBuilder builder;
      guint loop;

      tl_schedule_builder_init (&builder, tiles->state);
      loop = add_list_step (&builder, "fuse", tiles->tiles[level]);
      tl_step_annotate (&builder, loop, "software_pipeline_stage", tl_schedule_builder_ints (&builder, stages, G_N_ELEMENTS (stages)));
      tl_step_annotate (&builder, loop, "software_pipeline_order", tl_schedule_builder_ints (&builder, order, G_N_ELEMENTS (order)));
      tl_step_annotate (&builder, loop, "software_pipeline_async_stages", tl_schedule_builder_ints (&builder, async, G_N_ELEMENTS (async)));
      tl_rule_propose (&builder, results, NULL);
    }
}

gboolean
tl_tiling_apply (const TlTiling *tiling, TlTiles *tiles, GPtrArray *results)
{
  g_autoptr (GPtrArray) written = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tiles_free);
  g_autoptr (GPtrArray) read = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tiles_free);

  if (!tl_tiling_tile_loop_nest (tiling, tiles))
    return FALSE;
  tl_tiling_add_write_reuse (tiling, tiles, written);
  for (guint i = 0; i < written->len; i++)
    tl_tiling_add_read_reuse (tiling, written->pdata[i], read);
  for (guint i = 0; i < read->len; i++)
    add_async_copies (tiling, read->pdata[i], results);
  return read->len > 0;
}
