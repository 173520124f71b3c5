/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PTX run one thread after the other, on the host's memory: what a GPU would compute, as far as it is defined. It knows the instructions
 * that core/codegen/nvptx makes of tests; any other ends the test, as do accesses outside of the registered memory, vectors at addresses
 * that are no multiples of their size, and threads that wait for each other in vain.
 */
#pragma once

#include "core/device/kernel-package.h"

G_BEGIN_DECLS

typedef struct
{
  gpointer data;
  gsize    n_bytes;
} PtxMemory;

/* One run of the package: its launches in order, on @params, one for each parameter of the function. */
void ptx_machine_run (const TlKernelPackage *package, const PtxMemory *params, guint n_params);

G_END_DECLS
