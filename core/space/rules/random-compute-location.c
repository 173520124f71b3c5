/* SPDX-License-Identifier: Apache-2.0 */
/* RandomComputeLocation: producers that were neither inlined nor tiled move to a sampled loop of their consumers. */
#include "core/space/rules/rule-rows-private.h"

static gboolean
has_several_blocks (const TlStmt *loop)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (loop);

  return blocks->len > 1;
}

static gboolean
has_consumers (const TlRuleSite *site)
{
  g_autoptr (GPtrArray) consumers = tl_scope_info_consumers (site->info, tl_path_target (site->path));

  return consumers->len > 0;
}

/* Directly in the root block, in loops of its own, not tiled, and somebody reads what it writes. */
static gboolean
fits (const TlRuleSite *site)
{
  return !tl_rule_site_is_root (site) && tl_path_scope (site->path) == site->path->func->body
         && site->loops->len > 0 && !has_several_blocks (site->loops->pdata[0]) && !tl_rule_site_annotation (site, TL_HINT_TILING)
         && has_consumers (site);
}

static void
compute_somewhere (TlScheduleBuilder *builder, guint block_rv)
{
  guint loop_rv = tl_step (builder, "sample_compute_location", block_rv);

  tl_schedule_builder_do (builder, "compute_at", tl_arg_rv (block_rv), tl_arg_rv (loop_rv), tl_arg_bool (TRUE));
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_auto (TlRuleSite) site = { 0 };
  guint producer_rv = 0;
  gboolean with_producer;
  TlScheduleBuilder builder;

  if (!tl_rule_site_init (&site, call->state, call->block_rv) || !fits (&site))
    return tl_rule_leave (call, results);
  with_producer = tl_rule_site_annotation (&site, TL_HINT_RANDOM_PRODUCER) != NULL;
  tl_schedule_builder_init (&builder, call->state);
  /* First of all: the block may be inlined where it goes. */
  if (with_producer)
    {
      producer_rv = tl_step (&builder, "get_producers", call->block_rv);
      tl_step_unannotate (&builder, call->block_rv, TL_HINT_RANDOM_PRODUCER);
    }
  compute_somewhere (&builder, call->block_rv);
  if (with_producer)
    compute_somewhere (&builder, producer_rv);
  return tl_rule_propose (&builder, results, error);
}

const TlScheduleRule tl_rule_random_compute_location = {
  .info = {
    .name = "RandomComputeLocation",
    .summary = "Moves remaining blocks to sampled compute locations.",
  },
  .apply = apply,
};
