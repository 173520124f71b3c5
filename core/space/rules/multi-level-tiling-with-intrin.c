/* SPDX-License-Identifier: Apache-2.0 */
/* MultiLevelTilingWithIntrin: MultiLevelTiling around the tile that a tensor intrinsic computes. */
#include "core/space/rules/intrin-tiling-private.h"
#include "core/space/rules/rule-rows-private.h"
#include "core/space/rules/tiling-private.h"

enum { INTRIN };

static gboolean
check (const TlArg *args, char **why)
{
  return tl_tiling_check (&tl_rule_multi_level_tiling_with_intrin.info, args, why);
}

/* The part that becomes the intrinsic turns into a block of its own, around which the tiles go. */
static gboolean
take_out_intrin (TlTiles *tiles, const char *intrin)
{
  TlState *blockized;
  TlScheduleBuilder steps;
  gint outer;

  if (!tl_rule_fits_intrin (tiles->state, tiles->block_rv, intrin))
    return FALSE;
  tl_schedule_builder_init (&steps, tiles->state);
  outer = tl_rule_blockize_for_intrin (&steps, tiles->block_rv, intrin);
  blockized = tl_schedule_builder_finish (&steps, NULL);
  if (!blockized)
    return FALSE;
  tl_state_unref (tiles->state);
  tiles->state = blockized;
  tiles->block_rv = (guint) outer;
  return TRUE;
}

static gboolean
apply (const TlRuleCall *call, GPtrArray *results, GError **error)
{
  g_autoptr (TlTiles) tiles = NULL;
  TlTiling tiling;

  tl_tiling_read_args (&tiling, &tl_rule_multi_level_tiling_with_intrin.info, call);
  tiles = tl_tiling_begin (&tiling, call);
  return (tiles && take_out_intrin (tiles, call->args[INTRIN].string) && tl_tiling_apply (&tiling, tiles, results))
         || tl_rule_leave (call, results);
}

const TlScheduleRule tl_rule_multi_level_tiling_with_intrin = {
  .info = {
    .name = "MultiLevelTilingWithIntrin",
    .summary = "Tiles blocks so that a tensor intrinsic computes the innermost tile, if it matches.",
    TL_PRIMITIVE_PARAMS (
        [INTRIN] = { .name = "intrin_name", .kind = TL_PARAM_STRING, .help = "The tensor intrinsic." },
        TL_TILING_PARAM_STRUCTURE, TL_TILING_PARAM_BINDS, TL_TILING_PARAM_INNERMOST, TL_TILING_PARAM_LENS, TL_TILING_PARAM_READ,
        TL_TILING_PARAM_WRITE),
    .check = check,
  },
  .apply = apply,
};
