/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-stripes.h"

#include <math.h>

#include "core/draw/palette.h"
#include "ui/widgets/picture.h"

#define STRIPE_WIDTH 3
#define BAR_GAP      2
#define BAR_WIDTH    22
#define BAR_HEIGHT   0.4f   /* of the line */

struct _TlCodeStripes
{
  GtkSourceGutterRenderer parent_instance;
  GArray                 *stripes;     /* TlCodeStripe */
  gboolean                has_shares;  /* of some line */
};

G_DEFINE_FINAL_TYPE (TlCodeStripes, tl_code_stripes, GTK_SOURCE_TYPE_GUTTER_RENDERER)

static void
fill (GtkSnapshot *snapshot, TlColor color, float alpha, float x, float y, float width, float height)
{
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { (float) color.r, (float) color.g, (float) color.b, alpha },
                             &GRAPHENE_RECT_INIT (x, y, width, height));
}

/* As the canvas shows it. */
static void
draw_share (GtkSnapshot *snapshot, double share, float y, float height)
{
  const TlPalette *palette = tl_style_palette ();
  float            bar = height * BAR_HEIGHT;

  fill (snapshot, palette->text, 0.07f, STRIPE_WIDTH + BAR_GAP, y + (height - bar) / 2, BAR_WIDTH, bar);
  fill (snapshot, palette->accent, share >= 0.5 ? 1 : 0.55f, STRIPE_WIDTH + BAR_GAP, y + (height - bar) / 2,
        (float) MAX (1, BAR_WIDTH * MIN (share, 1)), bar);
}

static void
tl_code_stripes_snapshot_line (GtkSourceGutterRenderer *renderer, GtkSnapshot *snapshot, GtkSourceGutterLines *lines, guint line)
{
  TlCodeStripes      *self = TL_CODE_STRIPES (renderer);
  const TlCodeStripe *stripe = line < self->stripes->len ? &g_array_index (self->stripes, TlCodeStripe, line) : NULL;
  int                 y, height;

  if (stripe == NULL)
    return;
  gtk_source_gutter_lines_get_line_yrange (lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_CELL, &y, &height);
  for (guint i = 0; i < stripe->n_families; i++)
    {
      float part = (float) height / (float) stripe->n_families;

      fill (snapshot, tl_family_color (tl_style_palette (), stripe->families[i]), 1, 0, (float) y + (float) i * part, STRIPE_WIDTH, part);
    }
  if (isfinite (stripe->time_share))
    draw_share (snapshot, stripe->time_share, (float) y, (float) height);
}

static void
tl_code_stripes_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  int width = STRIPE_WIDTH + (TL_CODE_STRIPES (widget)->has_shares ? BAR_GAP + BAR_WIDTH : 0);

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? width : 0;
}

static void
tl_code_stripes_finalize (GObject *object)
{
  g_array_unref (TL_CODE_STRIPES (object)->stripes);
  G_OBJECT_CLASS (tl_code_stripes_parent_class)->finalize (object);
}

static void
tl_code_stripes_class_init (TlCodeStripesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_code_stripes_finalize;
  GTK_WIDGET_CLASS (klass)->measure = tl_code_stripes_measure;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->snapshot_line = tl_code_stripes_snapshot_line;
}

static void
tl_code_stripes_init (TlCodeStripes *self)
{
  self->stripes = g_array_new (FALSE, FALSE, sizeof (TlCodeStripe));
}

GtkSourceGutterRenderer *
tl_code_stripes_new (void)
{
  return g_object_new (TL_TYPE_CODE_STRIPES, NULL);
}

void
tl_code_stripes_set (TlCodeStripes *self, const GArray *stripes)
{
  gboolean had_shares = self->has_shares;

  g_array_set_size (self->stripes, 0);
  g_array_append_vals (self->stripes, stripes->data, stripes->len);
  self->has_shares = FALSE;
  for (guint i = 0; i < stripes->len && !self->has_shares; i++)
    self->has_shares = isfinite (g_array_index (stripes, TlCodeStripe, i).time_share);
  if (self->has_shares != had_shares)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
