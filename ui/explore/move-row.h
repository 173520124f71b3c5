/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/applicable-primitives.h"

G_BEGIN_DECLS

/*
 * A list box row that describes a primitive: its effect, or why it is refused and what would make it legal.
 * tl_applicable_primitive_row_move() returns the primitive, borrowed.
 */
GtkWidget             *tl_applicable_primitive_row_new (TlApplicablePrimitive *move);
TlApplicablePrimitive *tl_applicable_primitive_row_move (GtkListBoxRow *row);

G_END_DECLS
