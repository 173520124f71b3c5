/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/steps/applicable-primitives.h"
#include "core/session/steps/step-gains.h"

G_BEGIN_DECLS

/*
 * A list box row that describes a primitive: its effect and usual gain (nullable), or why it is refused and what would make it legal.
 * tl_primitive_row_applicable() returns the primitive, borrowed.
 */
GtkWidget             *tl_primitive_row_new (TlApplicablePrimitive *applicable, const TlStepGain *gain);
TlApplicablePrimitive *tl_primitive_row_applicable (GtkListBoxRow *row);

G_END_DECLS
