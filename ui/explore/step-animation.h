/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/steps/primitive-examples.h"

G_BEGIN_DECLS

/*
 * A TlPicture that shows again and again how @primitive changes a small program; without animations, the program before and after it. NULL
 * for primitives that change nothing.
 */
GtkWidget *tl_step_animation_new (const TlPrimitive *primitive);

/* Shows it in the tooltip of @widget, below @text. */
void       tl_step_animation_add_tip (GtkWidget *widget, const TlPrimitive *primitive, const char *text);

G_END_DECLS
