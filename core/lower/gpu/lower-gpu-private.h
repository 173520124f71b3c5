/* SPDX-License-Identifier: Apache-2.0 */
/* The passes for GPUs; pipeline.c lists them. */
#pragma once

#include <string.h>

#include "core/lower/lower-private.h"

G_BEGIN_DECLS

TL_LOWER_PASS_DECL (tl_lower_split_divisions);
TL_LOWER_PASS_DECL (tl_lower_mark_unrolled);
TL_LOWER_PASS_DECL (tl_lower_launch_threads);
TL_LOWER_PASS_DECL (tl_lower_cross_thread_reduction);
TL_LOWER_PASS_DECL (tl_lower_virtual_threads);
TL_LOWER_PASS_DECL (tl_lower_barriers);
TL_LOWER_PASS_DECL (tl_lower_kernel_limits);

G_END_DECLS
