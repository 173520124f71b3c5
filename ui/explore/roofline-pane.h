/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * The roofline of the function with the variants of the session as points. A click on a point makes its variant current, a rectangle
 * around points lists their variants alone; T shows the way of the current one through its measured states. Below the picture the point
 * under the pointer, or the current one, in words.
 */
#define TL_TYPE_ROOFLINE_PANE (tl_roofline_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlRooflinePane, tl_roofline_pane, TL, ROOFLINE_PANE, GtkWidget)

GtkWidget *tl_roofline_pane_new (TlEditor *editor);

G_END_DECLS
