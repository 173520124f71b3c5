/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * Opens the form of @primitive, made from its parameters, as a popover that points at @anchor. While something is typed the step is tried
 * on the present program, and the form says what would come of it; Apply is there only when it would be taken.
 */
void tl_primitive_form_open (TlEditor *editor, const TlPrimitive *primitive, GtkWidget *anchor);

G_END_DECLS
