/* SPDX-License-Identifier: Apache-2.0 */
/* ParallelizeVectorizeUnroll: the root block gets hints; the postprocessing turns them into kinds of loops, block by block. */
#include "core/space/rules/rule-rows-private.h"

enum { MAX_JOBS, MAX_VECTORIZE, UNROLL_STEPS, UNROLL_EXPLICIT };

static void
wish_unrolling (TlScheduleBuilder *builder, guint root_rv, const TlArg *values, gboolean is_explicit)
{
  g_autofree gint64 *numbers = g_new (gint64, values->n_items);
  guint chosen;

  for (guint i = 0; i < values->n_items; i++)
    numbers[i] = values->items[i].integer;
  chosen = tl_step_sample_one_of (builder, numbers, values->n_items);
  tl_step_annotate (builder, root_rv, is_explicit ? TL_HINT_UNROLL_EXPLICIT : TL_HINT_UNROLL_IMPLICIT, tl_arg_rv (chosen));
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_auto (TlRuleSite) site = { 0 };
  const TlArg *args = call->args;
  TlScheduleBuilder builder;

  if (!tl_rule_site_init (&site, call->state, call->block_rv) || !tl_rule_site_is_root (&site))
    return tl_rule_leave (call, results);
  tl_schedule_builder_init (&builder, call->state);
  if (args[MAX_JOBS].integer != -1)
    tl_step_annotate (&builder, call->block_rv, TL_HINT_PARALLEL,
                      tl_arg_int (args[MAX_JOBS].integer * (gint64) MAX (call->target->num_cores, 1)));
  if (args[MAX_VECTORIZE].integer != -1)
    tl_step_annotate (&builder, call->block_rv, TL_HINT_VECTORIZE, args[MAX_VECTORIZE]);
  if (args[UNROLL_STEPS].n_items > 0 && !tl_rule_is_spatial_func (&site))
    wish_unrolling (&builder, call->block_rv, &args[UNROLL_STEPS], args[UNROLL_EXPLICIT].boolean);
  return tl_rule_propose (&builder, results, error);
}

const TlScheduleRule tl_rule_parallelize_vectorize_unroll = {
  .info = {
    .name = "ParallelizeVectorizeUnroll",
    .summary = "Annotates loops to parallelize, vectorize and unroll; RewriteParallelVectorizeUnroll applies the annotations.",
    TL_PRIMITIVE_PARAMS (
        [MAX_JOBS] = { .name = "max_jobs_per_core", .kind = TL_PARAM_INT, .default_text = "16",
                       .help = "Maximum parallel iterations per core; -1: do not parallelize." },
        [MAX_VECTORIZE] = { .name = "max_vectorize_extent", .kind = TL_PARAM_INT, .default_text = "16",
                            .help = "Maximum extent of a vectorized loop; -1: do not vectorize." },
        [UNROLL_STEPS] = { .name = "unroll_max_steps", .kind = TL_PARAM_INTS, .default_text = "None",
                           .help = "Candidates for the maximum unroll step." },
        [UNROLL_EXPLICIT] = { .name = "unroll_explicit", .kind = TL_PARAM_BOOL, .default_text = "True",
                              .help = "Unroll explicitly instead of leaving it to the compiler." }),
  },
  .apply = apply,
};
