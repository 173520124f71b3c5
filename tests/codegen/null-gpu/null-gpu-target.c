/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/codegen/null-gpu/null-gpu.h"

static const TlTargetAttr attrs[] = {
  { .name = "max_threads_per_block", .kind = TL_TARGET_NUMBER, .offset = G_STRUCT_OFFSET (TlTarget, max_threads_per_block), .usual = 64,
    .max = 1024 },
};

static const TlTargetKind kind = {
  .name = "null-gpu", .keys = "null,gpu", .device = "null-gpu", .has_threads = TRUE, .attrs = attrs, .n_attrs = G_N_ELEMENTS (attrs),
};

void
null_gpu_add_target (void)
{
  tl_target_kind_add (&kind);
}
