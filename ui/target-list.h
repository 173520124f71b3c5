/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/*
 * The targets to choose from, below a field that searches them: this machine and its devices, CPUs, GPUs. "chosen" is emitted where a
 * person chooses one, with its TlTargetChoice.
 */
#define TL_TYPE_TARGET_LIST (tl_target_list_get_type ())
G_DECLARE_FINAL_TYPE (TlTargetList, tl_target_list, TL, TARGET_LIST, GtkWidget)

GtkWidget *tl_target_list_new (TlSession *session);
/* Forgets what was searched for, selects the session's target and shows it. */
void       tl_target_list_reset (TlTargetList *self);

G_END_DECLS
