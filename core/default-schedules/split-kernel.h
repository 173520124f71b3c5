/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules bring weights into the layout that their loops read. Where weights are constants of a model that is done once, not in each
 * call: the kernel is split into one that packs and one that computes.
 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef struct
{
  TlModule *main;         /* owned: the rest; behind the parameters of the kernel it has the packed buffers */
  TlModule *setup;        /* owned: takes the constants that it reads, then the packed buffers, which it writes */
  guint    *constants;    /* owned: of setup's first parameters, their numbers among the kernel's */
  guint     n_constants;
} TlSplitKernel;

/*
 * @module: a scheduled kernel, one function. @is_constant: for each of its parameters. Statements of the whole function are moved, those
 * that read constants alone and write buffers that nothing else writes. FALSE if there are none.
 */
gboolean tl_kernel_split (const TlModule *module, const gboolean *is_constant, TlSplitKernel *split);
void     tl_split_kernel_clear (TlSplitKernel *split);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlSplitKernel, tl_split_kernel_clear)

G_END_DECLS
