/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/steps/split-effects.h"
#include "core/session/steps/split-timing.h"

G_BEGIN_DECLS

/**
 * TlSplitEffectsView: the consequences of a split, one fact a line, as it is and as it would be. A change for the worse is red.
 */
#define TL_TYPE_SPLIT_EFFECTS_VIEW (tl_split_effects_view_get_type ())
G_DECLARE_FINAL_TYPE (TlSplitEffectsView, tl_split_effects_view, TL, SPLIT_EFFECTS_VIEW, GtkWidget)

GtkWidget *tl_split_effects_view_new (void);
/* @effects of a legal plan; NULL: none is known. @time nullable: measured; @now: code of the present program. */
void       tl_split_effects_view_show (TlSplitEffectsView *view, const TlSplitEffects *effects, const TlSplitTime *time,
                                       TlSplitCode now);

G_END_DECLS
