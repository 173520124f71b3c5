/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/data-row.h"

#include "core/base/i18n.h"
#include "core/draw/data/draw-data.h"
#include "ui/compare/compare-row.h"
#include "ui/widgets/picture.h"

#define HEIGHT 360

typedef struct
{
  TlDataLayout *layout;
  gint64       *position;
  gint          selected;
  TlCaches      caches;
} DataThumbnail;

static void
thumbnail_free (gpointer data)
{
  DataThumbnail *thumbnail = data;

  tl_data_layout_free (thumbnail->layout);
  g_free (thumbnail->position);
  g_free (thumbnail);
}

static void
draw (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const DataThumbnail      *thumbnail = user_data;
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (thumbnail->layout, thumbnail->position, thumbnail->selected,
                                                           &thumbnail->caches, width, height);

  tl_draw_data (cr, picture, palette);
}

static GtkWidget *
new_thumbnail (const TlNest *nest, const char *name, const TlCaches *caches)
{
  TlDataLayout    *layout = tl_data_layout_new (nest, tl_data_main_block (nest, 0));
  g_autofree char *label = g_strdup_printf (_("Buffers of %s"), name);
  DataThumbnail   *thumbnail;
  GtkWidget       *picture;

  if (layout == NULL)
    return gtk_label_new (_("No buffers"));
  thumbnail = g_new0 (DataThumbnail, 1);
  *thumbnail = (DataThumbnail) { .layout = layout, .position = g_new0 (gint64, layout->tiles->n_loops + 1), .caches = *caches };
  thumbnail->selected = tl_data_layout_loop_within (layout, caches->l1d_bytes);
  picture = tl_picture_new (draw, thumbnail, thumbnail_free);
  tl_picture_set_size (TL_PICTURE (picture), 0, HEIGHT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return picture;
}

void
tl_data_row_show (GtkWidget *row, const TlNestAlignment *alignment, const char *const *names, const TlCaches *caches)
{
  tl_compare_row_clear (TL_COMPARE_ROW (row));
  for (guint i = 0; i < alignment->n_columns; i++)
    tl_compare_row_append (TL_COMPARE_ROW (row), new_thumbnail (alignment->nests[i], names[i], caches));
  tl_compare_row_set_baseline (TL_COMPARE_ROW (row), alignment->baseline);
}

GtkWidget *
tl_data_row_new (void)
{
  GtkWidget *label = gtk_label_new (_("Data"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_add_css_class (label, "heading");
  return tl_compare_row_new (label);
}
