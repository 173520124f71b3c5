/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/canvas/nest-pane.h"

G_BEGIN_DECLS

/**
 * TlMemoryPane: the nest with the memory columns beside it: what each loop touches, which cache holds that, and the traffic between caches
 * in the foot. The switch "Memory", which it puts into the head of the nest, hides them.
 *
 *     head: Nest · 12 loops, 2 blocks    Memory ⬤   Registers  L1  L2  L3
 *     canvas                                         columns
 *     foot: bytes moved, FLOP per byte, time; the bound in a sentence; the selected loop
 */
#define TL_TYPE_MEMORY_PANE (tl_memory_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlMemoryPane, tl_memory_pane, TL, MEMORY_PANE, GtkWidget)

/* @host: shows @nest, and perhaps more over it; it has no parent yet. */
GtkWidget *tl_memory_pane_new (TlEditor *editor, GtkWidget *host, TlNestPane *nest);

G_END_DECLS
