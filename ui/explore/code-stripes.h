/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define TL_MOST_STRIPES 4u

/* Of a line. */
typedef struct
{
  guint  n_families;
  guint  families[TL_MOST_STRIPES];   /* of its loops: those of "for i, j in T.grid(…)" stand in one line */
  double time_share;                  /* 0 … 1; NAN: none is shown */
} TlCodeStripe;

/* A column at the left of a text: stripes in the hues of the loops that lines come from, and bars of their share of the time. */
#define TL_TYPE_CODE_STRIPES (tl_code_stripes_get_type ())
G_DECLARE_FINAL_TYPE (TlCodeStripes, tl_code_stripes, TL, CODE_STRIPES, GtkSourceGutterRenderer)

GtkSourceGutterRenderer *tl_code_stripes_new (void);
/* @stripes: GArray of TlCodeStripe, one for each line; copied. */
void                     tl_code_stripes_set (TlCodeStripes *self, const GArray *stripes);

G_END_DECLS
