/* SPDX-License-Identifier: Apache-2.0 */
/* MultiLevelTiling: blocks that reuse data are cut into tiles of several levels. */
#include "core/tune/rules/rule-rows-private.h"
#include "core/tune/rules/tiling-private.h"

static const TlPrimitiveParam params[] = {
  TL_TILING_PARAM_STRUCTURE, TL_TILING_PARAM_BINDS, TL_TILING_PARAM_INNERMOST, TL_TILING_PARAM_LENS, TL_TILING_PARAM_READ, TL_TILING_PARAM_WRITE,
};

static gboolean
check (const TlArg *args, char **why)
{
  return tl_tiling_check (&tl_rule_multi_level_tiling.info, args, why);
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_auto (TlRuleSite) site = { 0 };
  g_autoptr (TlTiles) tiles = NULL;
  g_autoptr (TlState) annotated = NULL;
  TlTiling tiling;
  TlSteps steps;

  if (!tl_rule_site_init (&site, call->state, call->block_rv) || tl_rule_site_annotation (&site, TL_HINT_TILING)
      || !tl_rule_wants_tiles (&site))
    return tl_rule_leave (call, results);
  tl_tiling_read_args (&tiling, &tl_rule_multi_level_tiling.info, call);
  tl_steps_init (&steps, call->state);
  tl_rule_annotate (&steps, call->block_rv, TL_HINT_TILING, tl_steps_string (&steps, tiling.structure));
  annotated = tl_steps_finish (&steps, error);
  if (!annotated)
    return FALSE;
  tiles = tl_tiles_new (annotated, call->block_rv);
  return tl_tiling_apply (&tiling, tiles, results) || tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_multi_level_tiling = {
  .info = {
    .name = "MultiLevelTiling",
    .summary = "Tiles blocks that reuse data, with copies of operands and results kept near.",
    .params = params,
    .n_params = G_N_ELEMENTS (params),
    .check = check,
  },
  .apply = apply,
};
