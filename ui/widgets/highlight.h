/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/*
 * Highlights @buffer after each change a few lines at a time: GtkSourceView takes up to 30 ms at a time for a long text, and no key is
 * answered meanwhile.
 */
void tl_highlight_in_slices (GtkSourceBuffer *buffer);

G_END_DECLS
