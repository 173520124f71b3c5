/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/step-reason.h"

#include <math.h>

#include "core/analysis/traffic.h"
#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/schedule/reasons/reasons-private.h"

#define TOLD_CHANGE 1.05   /* of the traffic on an edge, either way */

static const struct { const char *primitive; TlReasonFunc add; } rows[] = {
  { "get_block", tl_reason_of_get },
  { "get_loops", tl_reason_of_get },
  { "get_child_blocks", tl_reason_of_get },
  { "get_producers", tl_reason_of_get },
  { "get_consumers", tl_reason_of_get },
  { "get_output_blocks", tl_reason_of_get },
  { "sample_categorical", tl_reason_of_sample },
  { "sample_perfect_tile", tl_reason_of_sample },
  { "sample_partitioned_tile", tl_reason_of_sample },
  { "sample_compute_location", tl_reason_of_sample_location },
  { "merge", tl_reason_of_merge },
  { "split", tl_reason_of_split },
  { "loop_partition", tl_reason_of_partition },
  { "fuse", tl_reason_of_fuse },
  { "reorder", tl_reason_of_reorder },
  { "add_unit_loop", tl_reason_of_unit_loop },
  { "reorder_block_iter_var", tl_reason_of_axis_order },
  { "parallel", tl_reason_of_parallel },
  { "vectorize", tl_reason_of_vectorize },
  { "unroll", tl_reason_of_unroll },
  { "bind", tl_reason_of_bind },
  { "compute_at", tl_reason_of_move },
  { "reverse_compute_at", tl_reason_of_move },
  { "compute_inline", tl_reason_of_inline },
  { "reverse_compute_inline", tl_reason_of_inline },
  { "fuse_reduction_epilogue", tl_reason_of_inline },
  { "cache_read", tl_reason_of_copy },
  { "cache_write", tl_reason_of_copy },
  { "cache_inplace", tl_reason_of_copy },
  { "cache_index", tl_reason_of_copy },
  { "read_at", tl_reason_of_copy },
  { "write_at", tl_reason_of_copy },
  { "rolling_buffer", tl_reason_of_rolling },
  { "reindex", tl_reason_of_copy },
  { "reindex_cache_read", tl_reason_of_copy },
  { "reindex_cache_write", tl_reason_of_copy },
  { "decompose_reduction", tl_reason_of_decompose },
  { "rfactor", tl_reason_of_rfactor },
  { "decompose_padding", tl_reason_of_padding },
  { "pad_einsum", tl_reason_of_pad_einsum },
  { "blockize", tl_reason_of_blockize },
  { "tensorize", tl_reason_of_tensorize },
  { "transform_layout", tl_reason_of_layout },
  { "transform_block_layout", tl_reason_of_block_layout },
  { "set_axis_separator", tl_reason_of_buffer },
  { "storage_align", tl_reason_of_align },
  { "set_scope", tl_reason_of_buffer },
  { "unsafe_set_dtype", tl_reason_of_buffer },
  { "unsafe_hide_buffer_access", tl_reason_of_access },
  { "annotate_buffer_access", tl_reason_of_access },
  { "annotate", tl_reason_of_annotation },
  { "unannotate", tl_reason_of_annotation },
  { "enter_postproc", tl_reason_of_postproc },
};

static TlReasonFunc
find_row (const TlPrimitive *primitive)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].primitive, primitive->name))
      return rows[i].add;
  return NULL;
}

gboolean
tl_step_reason_knows (const TlPrimitive *primitive)
{
  return find_row (primitive) != NULL;
}

/* The edge on which most bytes appear or disappear for those that there were; FALSE: none to speak of. */
static gboolean
find_changed_edge (const TlTraffic *old, const TlTraffic *new, TlLevel *changed)
{
  double most = TOLD_CHANGE;

  for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
    {
      double was = tl_moved_bytes (&old->moved[level]), is = tl_moved_bytes (&new->moved[level]);

      if (old->capacities.bytes[level] <= 0 || was <= 0 || is <= 0 || tl_max (was / is, is / was) <= most)
        continue;
      most = tl_max (was / is, is / was);
      *changed = level;
    }
  return most > TOLD_CHANGE;
}

/* "; predicted L2 to L1: 8.1 MiB → 1.2 MiB" */
static void
add_traffic (TlReason *reason, const char *func_name)
{
  const TlPrimFunc     *was = tl_module_prim (reason->before, func_name), *is = tl_module_prim (reason->after, func_name);
  TlCapacities          capacities = tl_capacities_of (reason->target);
  g_autoptr (TlTraffic) old = NULL, new = NULL;
  TlLevel               level = TL_LEVEL_REGISTERS;

  if (was == NULL || is == NULL || was == is || reason->target->thread_warp_size > 0)
    return;
  old = tl_traffic_new (reason->before, was, &capacities);
  new = tl_traffic_new (reason->after, is, &capacities);
  if (find_changed_edge (old, new, &level))
    {
      g_autofree char *edge = tl_traffic_edge_text (new, level);
      g_autofree char *before = tl_format_bytes ((gint64) (tl_moved_bytes (&old->moved[level]) + 0.5));
      g_autofree char *after = tl_format_bytes ((gint64) (tl_moved_bytes (&new->moved[level]) + 0.5));

      tl_reason_add (reason, _("; predicted %s: %s → %s"), edge, before, after);
    }
}

char *
tl_step_reason (TlState *state, const char *func_name, const TlTarget *target)
{
  const TlInst       *inst = tl_state_inst (state);
  TlReasonFunc        add = inst != NULL && inst->primitive != NULL && tl_state_is_applied (state) ? find_row (inst->primitive) : NULL;
  g_autoptr (TlArena) arena = NULL;
  TlReason            reason;

  if (add == NULL)
    return NULL;
  arena = tl_arena_new (tl_state_module (state)->arena);
  reason = (TlReason) { arena, state, inst, tl_state_module (tl_state_parent (state)), tl_state_module (state), target,
                        g_string_new (NULL) };
  add (&reason);
  if (reason.text->len > 0)
    add_traffic (&reason, func_name);
  g_string_append_c (reason.text, '.');
  return g_string_free (reason.text, FALSE);
}
