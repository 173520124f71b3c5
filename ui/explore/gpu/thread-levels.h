/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/gpu/kernel-facts.h"

G_BEGIN_DECLS

/*
 * A kernel from its grid to one thread: the blocks, the warps of one block as rows of lanes, and what the chosen thread does. Each level
 * has the loops that it is; those are hovered and picked in @selection, which has the thread, too.
 */
#define TL_TYPE_THREAD_LEVELS (tl_thread_levels_get_type ())
G_DECLARE_FINAL_TYPE (TlThreadLevels, tl_thread_levels, TL, THREAD_LEVELS, GtkWidget)

GtkWidget *tl_thread_levels_new (TlSelection *selection);
/* @facts, which stay until others are set, or changed and set again; NULL: nothing. */
void       tl_thread_levels_set (TlThreadLevels *levels, const TlKernelFacts *facts);

G_END_DECLS
