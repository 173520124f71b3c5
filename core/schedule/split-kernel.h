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

/* Parameters of a kernel, a bit for each of the first TL_PARAM_SET_MAX. */
typedef guint64 TlParamSet;
#define TL_PARAM_SET_MAX 64u

/*
 * @module: a scheduled kernel, one function. Statements of the whole function are moved, those that read @constants alone and write buffers
 * that nothing else writes. FALSE if there are none.
 */
gboolean  tl_kernel_split (const TlModule *module, TlParamSet constants, TlSplitKernel *split);
void      tl_split_kernel_clear (TlSplitKernel *split);

/* A new reference: what is left of @module in each call; @module itself where nothing is moved, or it has several functions. */
TlModule *tl_kernel_main (const TlModule *module, TlParamSet constants);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlSplitKernel, tl_split_kernel_clear)

G_END_DECLS
