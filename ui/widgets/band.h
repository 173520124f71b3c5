/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A rectangle that is dragged over a picture to choose what is in it. A value: zero is none. */
typedef struct
{
  gboolean is_active;
  double   x, y;     /* where it began, in pixels of the widget */
  double   dx, dy;   /* how far it goes from there */
} TlBand;

/* Draws it on top of the picture, if there is one. */
void tl_band_append (const TlBand *band, GtkSnapshot *snapshot);

G_END_DECLS
