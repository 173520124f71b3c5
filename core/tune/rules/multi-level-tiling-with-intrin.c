/* SPDX-License-Identifier: Apache-2.0 */
/* MultiLevelTilingWithIntrin: MultiLevelTiling around the tile that a tensor intrinsic computes. */
#include "core/tune/rules/intrin-tiling-private.h"
#include "core/tune/rules/rule-rows-private.h"
#include "core/tune/rules/tiling-private.h"

enum { INTRIN };

static const TlPrimitiveParam params[] = {
  [INTRIN] = { .name = "intrin_name", .kind = TL_PARAM_STRING, .help = "The tensor intrinsic." },
  TL_TILING_PARAM_STRUCTURE, TL_TILING_PARAM_BINDS, TL_TILING_PARAM_INNERMOST, TL_TILING_PARAM_LENS, TL_TILING_PARAM_READ, TL_TILING_PARAM_WRITE,
};

static gboolean
check (const TlArg *args, char **why)
{
  return tl_tiling_check (&tl_rule_multi_level_tiling_with_intrin.info, args, why);
}

static gboolean
wants_intrin (const TlRuleCall *call)
{
  g_auto (TlRuleSite) site = { 0 };

  return tl_rule_site_init (&site, call->state, call->block_rv) && !tl_rule_site_annotation (&site, TL_HINT_TILING)
         && tl_rule_wants_tiles (&site) && tl_rule_fits_intrin (call->state, call->block_rv, call->args[INTRIN].string);
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_autoptr (TlTiles) tiles = NULL;
  g_autoptr (TlState) blockized = NULL;
  TlTiling tiling;
  TlSteps steps;
  gint outer;

  if (!wants_intrin (call))
    return tl_rule_leave (call, results);
  tl_tiling_read_args (&tiling, &tl_rule_multi_level_tiling_with_intrin.info, call);
  tl_steps_init (&steps, call->state);
  tl_rule_annotate (&steps, call->block_rv, TL_HINT_TILING, tl_steps_string (&steps, tiling.structure));
  outer = tl_rule_blockize_for_intrin (&steps, call->block_rv, call->args[INTRIN].string);
  blockized = tl_steps_finish (&steps, error);
  if (!blockized)
    return FALSE;
  tiles = tl_tiles_new (blockized, (guint) outer);
  return tl_tiling_apply (&tiling, tiles, results) || tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_multi_level_tiling_with_intrin = {
  .info = {
    .name = "MultiLevelTilingWithIntrin",
    .summary = "Tiles blocks around what a tensor intrinsic computes, where it fits.",
    .params = params,
    .n_params = G_N_ELEMENTS (params),
    .check = check,
  },
  .apply = apply,
};
