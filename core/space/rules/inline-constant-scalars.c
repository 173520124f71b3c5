/* SPDX-License-Identifier: Apache-2.0 */
/* InlineConstantScalars: blocks that only write one constant would count as producers and stop AutoInline from inlining into producers. */
#include "core/space/rules/rule-rows-private.h"

static gboolean
is_constant_scalar (const TlBlock *block)
{
  return block->n_reads == 0 && block->n_writes == 1 && block->writes[0].buffer->n_dims == 0;
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_auto (TlRuleSite) site = { 0 };
  TlScheduleBuilder steps;

  if (!tl_rule_site_init (&site, call->state, call->block_rv) || tl_rule_site_is_root (&site) || !is_constant_scalar (site.block)
      || tl_block_is_output (site.module, site.path))
    return tl_rule_leave (call, results);
  tl_schedule_builder_init (&steps, call->state);
  tl_step (&steps, "compute_inline", call->block_rv);
  return tl_rule_propose (&steps, results, NULL) || tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_inline_constant_scalars = {
  .info = {
    .name = "InlineConstantScalars",
    .summary = "Inlines blocks that write a constant scalar.",
  },
  .apply = apply,
};
