/* SPDX-License-Identifier: Apache-2.0 */
/* The rules there are, in the order in which they are listed. */
#pragma once

#include "core/space/rules/rule-checks-private.h"

G_BEGIN_DECLS

/* A row of the table for each: tl_rule_<name>. */
#define TL_SCHEDULE_RULES(X)                                                                                                              \
  X (apply_custom_rule) X (inline_constant_scalars) X (auto_inline) X (add_rfactor) X (multi_level_tiling_with_intrin) \
  X (multi_level_tiling) \
  X (multi_level_tiling_wide_vector) X (multi_level_tiling_tensor_core) \
  X (cross_thread_reduction)                                                                                                              \
  X (parallelize_vectorize_unroll) X (random_compute_location) X (auto_bind) \
  X (register_tile) X (fuse_rows) X (lane_sum) X (vector_loop) X (thread_tile) X (tensor_tile)

#define X(name_) extern const TlScheduleRule tl_rule_##name_;
TL_SCHEDULE_RULES (X)
#undef X

G_END_DECLS
