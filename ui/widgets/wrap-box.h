/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * A row of children with their natural widths that goes on in further rows where it is too long. Children that expand share the rest of
 * their row. Spacing: TL_WRAP_SPACING both ways, unless said otherwise.
 */
#define TL_TYPE_WRAP_BOX (tl_wrap_box_get_type ())
G_DECLARE_FINAL_TYPE (TlWrapBox, tl_wrap_box, TL, WRAP_BOX, GtkWidget)

#define TL_WRAP_SPACING 12
void tl_wrap_box_set_spacing (TlWrapBox *box, int spacing);

G_END_DECLS
