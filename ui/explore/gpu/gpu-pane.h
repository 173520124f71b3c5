/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlGpuPane: the figures of the GPU kernel around the selection, which need no GPU: occupancy, the banks and sectors that a warp of the
 * block asks for, phases between barriers; and the check in the emulator. Clicking a phase or a problem selects its statement.
 * "predicted" tells the time of the program shown, in words; NULL: it has none.
 */
#define TL_TYPE_GPU_PANE (tl_gpu_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlGpuPane, tl_gpu_pane, TL, GPU_PANE, GtkWidget)

GtkWidget *tl_gpu_pane_new (TlEditor *editor);
/* Begins a check of the kernels in the emulator, unless one runs. */
void       tl_gpu_pane_check (TlGpuPane *self);

G_END_DECLS
