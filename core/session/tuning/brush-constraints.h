/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/tuning/trial-brushes.h"

G_BEGIN_DECLS

/*
 * The brushes on decisions as constraints of a search (core/search/constraints.h), one a line for each axis: "pin C/i/4/2=4..16,64". ""
 * without any. Free with g_free.
 */
char *tl_brush_constraints (TlTrialBrushes *brushes, TlTrialAxes *axes);

G_END_DECLS
