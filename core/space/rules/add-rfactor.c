/* SPDX-License-Identifier: Apache-2.0 */
/* AddRFactor: long reductions with few results become partial ones that run in parallel or in lanes, and a sum over these. */
#include "core/space/rules/rule-rows-private.h"

enum { MAX_JOBS, MAX_INNERMOST };

/* One proposal for each part of the loop; what the primitive refuses is none. */
static void
propose_rfactor (TlState *split, guint block_rv, guint loop_rv, guint n_spatial, GPtrArray *results)
{
  TlScheduleBuilder steps;
  guint partial_rv;

  tl_schedule_builder_init (&steps, split);
  partial_rv = tl_schedule_builder_do (&steps, "rfactor", tl_arg_rv (loop_rv), tl_arg_int (n_spatial));
  tl_step (&steps, "get_loops", partial_rv);
  tl_step_annotate (&steps, block_rv, TL_HINT_RANDOM_PRODUCER, tl_arg_int (1));
  tl_rule_propose (&steps, results, NULL);
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_auto (TlRuleSite) site = { 0 };
  gint64 n_cores = MAX (call->target->num_cores, 1);
  g_autoptr (TlState) split = NULL;
  guint n_spatial, loop_rv, factor_rv;
  TlScheduleBuilder steps;

  if (!tl_rule_site_init (&site, call->state, call->block_rv)
      || !tl_rule_wants_parallel_reduction (&site, n_cores * call->args[MAX_JOBS].integer))
    return tl_rule_leave (call, results);
  tl_schedule_builder_init (&steps, call->state);
  loop_rv = tl_rule_fuse_reduction_loops (&steps, call->block_rv, &n_spatial);
  factor_rv = tl_schedule_builder_do (&steps, "sample_perfect_tile", tl_arg_rv (loop_rv), tl_arg_int (2), call->args[MAX_INNERMOST]);
  loop_rv = tl_schedule_builder_do (&steps, "split", tl_arg_rv (loop_rv),
                                    tl_schedule_builder_rvs (&steps, (guint[]) { factor_rv, factor_rv + 1 }, 2));
  split = tl_schedule_builder_finish (&steps, NULL);
  for (guint part = 0; split && part < 2; part++)
    propose_rfactor (split, call->block_rv, loop_rv + part, n_spatial, results);
  return tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_add_rfactor = {
  .info = {
    .name = "AddRFactor",
    .summary = "Splits long reductions with rfactor into parallel parts.",
    TL_PRIMITIVE_PARAMS (
        [MAX_JOBS] = { .name = "max_jobs_per_core", .kind = TL_PARAM_INT, .default_text = "16",
                       .help = "Maximum parallel jobs per core; reductions with more parallel results are not split." },
        [MAX_INNERMOST] = { .name = "max_innermost_factor", .kind = TL_PARAM_INT, .default_text = "64",
                            .help = "Maximum extent of the inner part of the reduction." }),
  },
  .apply = apply,
};
