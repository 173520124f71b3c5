/* SPDX-License-Identifier: Apache-2.0 */
/* The host code of a lowered GPU program, run ahead of time: which kernels one run of the function launches, and with what. */
#pragma once

#include "core/device/kernel-package.h"
#include "core/ir/kernel.h"

G_BEGIN_DECLS

/*
 * Adds the launches and workspaces of @func to @package. Host code is loops, conditions, variables and allocations around kernels; it fails
 * with TL_KERNEL_ERROR where a size, a bound or a condition depends on a parameter, and where it does anything else.
 */
gboolean tl_kernel_launches_add (TlKernelPackage *package, const TlPrimFunc *func, GError **error);

G_END_DECLS
