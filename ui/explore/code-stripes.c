/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-stripes.h"

#include "core/draw/palette.h"
#include "ui/widgets/picture.h"

#define STRIPE_WIDTH 3

struct _TlCodeStripes
{
  GtkSourceGutterRenderer parent_instance;
  GArray                 *families;
};

G_DEFINE_FINAL_TYPE (TlCodeStripes, tl_code_stripes, GTK_SOURCE_TYPE_GUTTER_RENDERER)

static void
tl_code_stripes_snapshot_line (GtkSourceGutterRenderer *renderer, GtkSnapshot *snapshot, GtkSourceGutterLines *lines, guint line)
{
  TlCodeStripes *self = TL_CODE_STRIPES (renderer);
  guint          family = line < self->families->len ? g_array_index (self->families, guint, line) : TL_NO_STRIPE;
  TlColor        color;
  int            y, height;

  if (family == TL_NO_STRIPE)
    return;
  color = tl_family_color (tl_style_palette (), family);
  gtk_source_gutter_lines_get_line_yrange (lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_CELL, &y, &height);
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { (float) color.r, (float) color.g, (float) color.b, 1 },
                             &GRAPHENE_RECT_INIT (0, (float) y, STRIPE_WIDTH, (float) height));
}

static void
tl_code_stripes_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? STRIPE_WIDTH : 0;
}

static void
tl_code_stripes_finalize (GObject *object)
{
  g_array_unref (TL_CODE_STRIPES (object)->families);
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
  self->families = g_array_new (FALSE, FALSE, sizeof (guint));
}

GtkSourceGutterRenderer *
tl_code_stripes_new (void)
{
  return g_object_new (TL_TYPE_CODE_STRIPES, NULL);
}

void
tl_code_stripes_set (TlCodeStripes *self, const GArray *families)
{
  g_array_set_size (self->families, 0);
  g_array_append_vals (self->families, families->data, families->len);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
