/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/* A column of stripes at the left of a text, a hue for each line. */
#define TL_TYPE_CODE_STRIPES (tl_code_stripes_get_type ())
G_DECLARE_FINAL_TYPE (TlCodeStripes, tl_code_stripes, TL, CODE_STRIPES, GtkSourceGutterRenderer)

GtkSourceGutterRenderer *tl_code_stripes_new (void);
#define TL_NO_STRIPE (G_MAXUINT - 1)
/* @families: GArray of guint, the family of the loop for each line, or TL_NO_STRIPE; copied. */
void                     tl_code_stripes_set (TlCodeStripes *stripes, const GArray *families);

G_END_DECLS
