/* SPDX-License-Identifier: Apache-2.0 */
/* MultiLevelTiling: blocks that reuse data are cut into tiles of several levels. */
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/tiling-private.h"

static gboolean
check (const TlArg *args, char **why)
{
  return tl_tiling_check (&tl_rule_multi_level_tiling.info, args, why);
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_autoptr (TlTiles) tiles = NULL;
  TlTiling tiling;

  tl_tiling_read_args (&tiling, &tl_rule_multi_level_tiling.info, call);
  tiles = tl_tiling_begin (&tiling, call);
  return (tiles && tl_tiling_apply (&tiling, tiles, results)) || tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_multi_level_tiling = {
  .info = {
    .name = "MultiLevelTiling",
    .summary = "Tiles blocks with data reuse and caches their operands and results.",
    TL_PRIMITIVE_PARAMS (
        TL_TILING_PARAM_STRUCTURE, TL_TILING_PARAM_BINDS, TL_TILING_PARAM_INNERMOST, TL_TILING_PARAM_LENS, TL_TILING_PARAM_READ,
        TL_TILING_PARAM_WRITE),
    .check = check,
  },
  .apply = apply,
};
