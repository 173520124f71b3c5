/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * Opens a form with the parameters of @primitive as a popover that points at @anchor. After each change of a field the form applies the
 * primitive to a copy of the program and shows the effect or the refusal; Apply is sensitive only without a refusal. @given: the arguments
 * to begin with; NULL: those that the selection suggests.
 */
void tl_primitive_form_open (TlEditor *editor, const TlPrimitive *primitive, const TlArg *given, GtkWidget *anchor);
/* The same form with the arguments of a step that was taken; Apply replays the later steps. */
void tl_primitive_form_open_step (TlEditor *editor, TlState *step, GtkWidget *anchor);

G_END_DECLS
