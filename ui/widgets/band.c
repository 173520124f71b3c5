/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/band.h"

#include <math.h>

#include "ui/widgets/picture.h"

#define FILL_ALPHA 0.15

void
tl_band_append (const TlBand *band, GtkSnapshot *snapshot)
{
  TlColor        accent = tl_style_palette ()->accent;
  GdkRGBA        fill = { (float) accent.r, (float) accent.g, (float) accent.b, FILL_ALPHA }, line = fill;
  float          x = (float) round (fmin (band->x, band->x + band->dx)), y = (float) round (fmin (band->y, band->y + band->dy));
  GskRoundedRect outline;

  if (!band->is_active)
    return;
  line.alpha = 1;
  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (x, y, (float) fabs (band->dx), (float) fabs (band->dy)), 0);
  gtk_snapshot_append_color (snapshot, &fill, &outline.bounds);
  gtk_snapshot_append_border (snapshot, &outline, (float[]) { 1, 1, 1, 1 }, (GdkRGBA[]) { line, line, line, line });
}
