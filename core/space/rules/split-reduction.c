/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums with too few results to occupy a GPU: parts of the sum become results of their own, which are tiled like others, and a second kernel
 * adds them up ("split-K").
 */
#include "core/space/rules/tiling-private.h"
#include "core/target/gpu-models.h"

#define USUAL_MULTIPROCESSORS 64
#define RESULTS_OF_BLOCK      8192   /* a large tile: 128 times 64 */
#define LEAST_PART            128    /* values that a part has at least: the second kernel takes as long as some of them */
#define MAX_LISTED            8

static gint64
count_elements (const TlBlock *block, TlAxisKind kind)
{
  gint64 n = 1, extent;

  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == kind)
      {
        if (!tl_expr_get_int (block->axes[i].dom.extent, &extent) || __builtin_mul_overflow (n, extent, &n))
          return 0;
      }
  return n;
}

/* Powers of two up to @most that leave long parts, in @parts; how many. */
static guint
list_parts (gint64 n_values, gint64 most, gint64 parts[MAX_LISTED])
{
  guint n = 0;

  for (gint64 part = 2; part <= most && n < MAX_LISTED && n_values % part == 0 && n_values / part >= LEAST_PART; part *= 2)
    parts[n++] = part;
  return n;
}

static gboolean
is_occupied (const TlTarget *target, gint64 n_results)
{
  const TlGpuModel *model = tl_gpu_model_of_target (target);

  return n_results / RESULTS_OF_BLOCK >= (model != NULL ? model->n_multiprocessors : USUAL_MULTIPROCESSORS);
}

/* The loop over parts goes outside, as the axis of parts is the first of the new block. */
static TlState *
split (const TlRuleCall *call, const gint64 *parts, guint n, guint *partial_rv)
{
  TlScheduleBuilder steps;
  guint n_spatial, n_loops, loop_rv;
  TlArg factors[] = { { .kind = TL_ARG_NONE }, TL_STEP_INFERRED };

  tl_schedule_builder_init (&steps, call->state);
  loop_rv = tl_rule_fuse_reduction_loops (&steps, call->block_rv, &n_spatial);
  factors[0] = tl_arg_rv (tl_step_sample_one_of (&steps, parts, n));
  loop_rv = tl_step_split_list (&steps, loop_rv, factors, G_N_ELEMENTS (factors));
  *partial_rv = tl_schedule_builder_do (&steps, "rfactor", tl_arg_rv (loop_rv), tl_arg_int (0));
  loop_rv = tl_step_get_loops (&steps, *partial_rv, &n_loops);
  for (guint i = n_spatial; i > 0 && n_loops > n_spatial; i--)
    tl_step_reorder (&steps, loop_rv + n_spatial, loop_rv + i - 1);
  return tl_schedule_builder_finish (&steps, NULL);
}

TlState *
tl_rule_split_sum (const TlRuleCall *call, gint64 max_parts, guint *partial_rv)
{
  g_auto (TlRuleSite) site = { 0 };
  gint64 parts[MAX_LISTED], n_results;
  guint n;

  if (!tl_rule_site_init (&site, call->state, call->block_rv) || !tl_rule_wants_tiles (&site))
    return NULL;
  n_results = count_elements (site.block, TL_AXIS_SPATIAL);
  n = list_parts (count_elements (site.block, TL_AXIS_REDUCE), max_parts, parts);
  return n > 0 && n_results > 0 && !is_occupied (call->target, n_results) ? split (call, parts, n, partial_rv) : NULL;
}
