/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ThreadTile: MultiLevelTiling for GPUs with tiles that occupy a multiprocessor, in place of any factors. Of the last two spatial loops, 8
 * or 16 threads take 2 to 8 results each, in one or two pieces: 64 to 256 threads with 4 to 64 sums in registers, whose operands take up to
 * 32 KiB of shared memory. Copies may run ahead by one iteration besides TVM's two and three, and sums with few results are split.
 *
 * Where such tiles do not divide these loops, all are cut by any factors.
 */
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/tiling-private.h"

#define STRUCTURE     "SSSRRSRS"
#define N_SPATIAL     5u
#define N_REDUCTION   3u
#define LEAST_POWER   32    /* the smallest tile of a loop, and … */
#define MAX_POWER     128   /* … the largest tile of a loop, of all threads and pieces */

static gboolean
check (const TlArg *args, char **why)
{
  if (!tl_tiling_check (&tl_rule_thread_tile.info, args, why))
    return FALSE;
  if (!g_str_equal (tl_component_arg (&tl_rule_thread_tile.info, args, "structure")->string, STRUCTURE))
    *why = g_strdup ("structure must be \"" STRUCTURE "\"");
  return *why == NULL;
}

/* The largest power of two, up to MAX_POWER, that divides the extent. */
static gint64
power_of (const TlExpr *extent)
{
  gint64 number, power = 1;

  while (power < MAX_POWER && tl_expr_get_int (extent, &number) && number % (2 * power) == 0)
    power *= 2;
  return power;
}

static TlArg
one_of (TlScheduleBuilder *builder, gint64 a, gint64 b)
{
  return a == b ? tl_arg_int (a) : tl_arg_rv (tl_step_sample_one_of (builder, (gint64[]) { a, b }, 2));
}

static void
split (TlScheduleBuilder *builder, guint loop_rv, const TlArg *factors, guint n, guint *loops)
{
  guint first = tl_step_split_list (builder, loop_rv, factors, n);

  for (guint i = 0; i < n; i++)
    loops[i] = first + i;
}

/* Whether the loop is one of the last two of its kind, where the two counts go on. */
static gboolean
is_among_last (guint *n_left, guint n)
{
  *n_left -= *n_left > 0;
  return *n_left < n;
}

static void
split_for_occupancy (const TlTiling *tiling, TlScheduleBuilder *builder, guint block_rv, guint loop_rv, guint n_tiles, guint *loops)
{
  const TlArg one = tl_arg_int (1);
  gboolean is_spatial = n_tiles == N_SPATIAL, is_wide = is_among_last (&tiling->n_left[is_spatial ? 0 : 1], is_spatial ? 2 : 1);
  const TlStmt *loop = tl_schedule_builder_stmt (builder, loop_rv);
  gint64 power = is_wide && loop != NULL ? power_of (loop->loop.extent) : 0;

  if (!is_wide && is_spatial)
    split (builder, loop_rv, (TlArg[]) { TL_STEP_INFERRED, one, one, one, one }, N_SPATIAL, loops);
  else if (!is_wide)
    split (builder, loop_rv, (TlArg[]) { TL_STEP_INFERRED, one, one }, N_REDUCTION, loops);
  else if (is_spatial && power >= LEAST_POWER)
    {
      TlArg pieces = one_of (builder, 1, power >= 128 ? 2 : 1), threads = one_of (builder, 8, 16),
            results = one_of (builder, 2, power >= 64 ? 4 : 2);

      split (builder, loop_rv, (TlArg[]) { TL_STEP_INFERRED, pieces, threads, one, results }, N_SPATIAL, loops);
    }
  else if (!is_spatial && power >= 8)
    split (builder, loop_rv, (TlArg[]) { TL_STEP_INFERRED, one, one_of (builder, 8, MIN (power, 16)) }, N_REDUCTION, loops);
  else
    tl_tiling_split_perfect (tiling, builder, block_rv, loop_rv, n_tiles, loops);
}

/* How many loops of each kind there are; FALSE where tiles do not divide the last two spatial ones. */
static gboolean
count_loops (const TlRuleCall *call, guint n[2])
{
  const TlStmt *block = tl_module_find (tl_state_module (call->state), tl_state_rv (call->state, call->block_rv)->node);
  guint n_divided = 0;

  for (guint i = block != NULL ? block->block.n_axes : 0; i-- > 0;)
    {
      const TlBlockAxis *axis = &block->block.axes[i];
      gboolean is_spatial = axis->kind == TL_AXIS_SPATIAL;

      n_divided += is_spatial && n[0] < 2 && power_of (axis->dom.extent) >= LEAST_POWER;
      n[is_spatial ? 0 : 1]++;
    }
  return n_divided == 2;
}

static gboolean
tile (const TlRuleCall *call, GPtrArray *results)
{
  guint n_left[2] = { 0 };
  g_autoptr (TlTiles) tiles = NULL;
  TlTiling tiling;

  tl_tiling_read_args (&tiling, &tl_rule_thread_tile.info, call);
  if (count_loops (call, n_left))
    tiling.split = split_for_occupancy;
  tiling.n_left = n_left;
  tiling.least_ahead = 1;
  tiles = tl_tiling_begin (&tiling, call);
  return tiles && tl_tiling_apply (&tiling, tiles, results);
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  gint64 max_parts = tl_component_arg (&tl_rule_thread_tile.info, call->args, "max_parts")->integer;
  TlRuleCall of_parts = *call;
  gboolean is_tiled = tile (call, results);
  g_autoptr (TlState) split = is_tiled && max_parts > 1 ? tl_rule_split_sum (call, max_parts, &of_parts.block_rv) : NULL;

  of_parts.state = split;
  if (split)
    tile (&of_parts, results);
  return is_tiled || tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_thread_tile = {
  .info = {
    .name = "ThreadTile",
    .summary = "Tiles blocks with data reuse by sizes that occupy a GPU's multiprocessors, with copies that run ahead.",
    TL_PRIMITIVE_PARAMS (
        TL_TILING_PARAM_STRUCTURE, TL_TILING_PARAM_BINDS, TL_TILING_PARAM_INNERMOST, TL_TILING_PARAM_LENS, TL_TILING_PARAM_READ,
        TL_TILING_PARAM_WRITE,
        { .name = "max_parts", .kind = TL_PARAM_INT, .default_text = "16",
          .help = "Parts of sums with too few results to occupy the GPU at most, which a second kernel adds up; 1: none." }),
    .check = check,
  },
  .apply = apply,
};
