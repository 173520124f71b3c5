/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/*
 * Highlights the text of @view after each change a few lines at a time, once GTK has measured all lines: GtkSourceView takes up to 30 ms at
 * a time for a long text, and no key is answered meanwhile. Until then a long text has no gutter: that draws all lines which have no
 * height yet, 0.8 s a frame for 100 000 of them. A text of more than a million characters is not highlighted.
 */
void tl_highlight_in_slices (GtkSourceView *view);

G_END_DECLS
