/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/applicable-primitives.h"

G_BEGIN_DECLS

/*
 * A list box row that tells a step: what it would do, or why it cannot be done now and what would help. tl_applicable_primitive_row_move()
 * gives the step back, borrowed.
 */
GtkWidget             *tl_applicable_primitive_row_new (TlApplicablePrimitive *move);
TlApplicablePrimitive *tl_applicable_primitive_row_move (GtkListBoxRow *row);

G_END_DECLS
