/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/cell.h"

#include "core/draw/draw-outcome.h"

struct _TlCell
{
  GtkWidget    parent_instance;

  char        *text;       /* owned, or NULL */
  PangoLayout *layout;     /* owned; NULL until it is drawn */
  float        xalign;
  gint         outcome;    /* TlOutcomeKind; -1: no glyph */
  int          height;     /* of a line of the font; 0: unknown */
};

G_DEFINE_FINAL_TYPE (TlCell, tl_cell, GTK_TYPE_WIDGET)

/* Measuring the font is the most expensive work of a cell, and thousands of cells share a font. Main thread. */
static int
line_height (GtkWidget *widget)
{
  static PangoFontDescription *font;
  static double                resolution;
  static int                   height;
  PangoContext                *context = gtk_widget_get_pango_context (widget);
  PangoFontMetrics            *metrics;

  if (font != NULL && resolution == pango_cairo_context_get_resolution (context)
      && pango_font_description_equal (font, pango_context_get_font_description (context)))
    return height;
  g_clear_pointer (&font, pango_font_description_free);
  font = pango_font_description_copy (pango_context_get_font_description (context));
  resolution = pango_cairo_context_get_resolution (context);
  metrics = pango_context_get_metrics (context, NULL, NULL);
  height = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));
  pango_font_metrics_unref (metrics);
  return height;
}

static void
look_at_font (TlCell *cell)
{
  g_clear_object (&cell->layout);
  if (cell->height == 0 || cell->height == line_height (GTK_WIDGET (cell)))
    return;
  cell->height = 0;
  gtk_widget_queue_resize (GTK_WIDGET (cell));
}

static void
tl_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tl_cell_parent_class)->css_changed (widget, change);
  look_at_font (TL_CELL (widget));
}

static void
tl_cell_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (tl_cell_parent_class)->system_setting_changed (widget, setting);
  look_at_font (TL_CELL (widget));
}

static void
tl_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                 int *natural_baseline)
{
  TlCell *cell = TL_CELL (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = *natural = 0;
      return;
    }
  if (cell->height == 0)
    cell->height = line_height (widget);
  *minimum = *natural = cell->height;
}

/* Its colour is the text's. Gives the width that it takes. */
static int
append_glyph (TlCell *cell, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (cell);
  int        height = gtk_widget_get_height (widget), side = MIN (height, cell->height);
  cairo_t   *cr;
  GdkRGBA    color;

  if (cell->outcome < 0)
    return 0;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, (float) (height - side) / 2, (float) side, (float) side));
  gdk_cairo_set_source_rgba (cr, &color);
  tl_draw_outcome_glyph (cr, (TlOutcomeKind) cell->outcome, side / 2.0, height / 2.0, side * 0.55);
  cairo_destroy (cr);
  return side + 2;
}

static void
tl_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlCell *cell = TL_CELL (widget);
  int     width = gtk_widget_get_width (widget), text_width, text_height, start;

  if (cell->text == NULL || width <= 0)
    return;
  start = append_glyph (cell, snapshot);
  width = MAX (width - start, 1);
  if (cell->layout == NULL)
    {
      g_autoptr (PangoAttrList) figures = pango_attr_list_new ();

      pango_attr_list_insert (figures, pango_attr_font_features_new ("tnum=1"));
      cell->layout = gtk_widget_create_pango_layout (widget, cell->text);
      pango_layout_set_attributes (cell->layout, figures);
      pango_layout_set_ellipsize (cell->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_single_paragraph_mode (cell->layout, TRUE);
    }
  pango_layout_set_width (cell->layout, width * PANGO_SCALE);
  pango_layout_get_pixel_size (cell->layout, &text_width, &text_height);
  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (widget), (float) start + cell->xalign * (float) (width - text_width),
                              (gtk_widget_get_height (widget) - text_height) / 2.0, cell->layout);
}

static void
tl_cell_finalize (GObject *object)
{
  TlCell *cell = TL_CELL (object);

  g_clear_object (&cell->layout);
  g_free (cell->text);
  G_OBJECT_CLASS (tl_cell_parent_class)->finalize (object);
}

static void
tl_cell_class_init (TlCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tl_cell_finalize;
  widget_class->css_changed = tl_cell_css_changed;
  widget_class->system_setting_changed = tl_cell_system_setting_changed;
  widget_class->measure = tl_cell_measure;
  widget_class->snapshot = tl_cell_snapshot;
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tl_cell_init (TlCell *cell)
{
  cell->outcome = -1;
}

GtkWidget *
tl_cell_new (float xalign)
{
  TlCell *cell = g_object_new (TL_TYPE_CELL, NULL);

  cell->xalign = xalign;
  return GTK_WIDGET (cell);
}

void
tl_cell_set_text (TlCell *cell, const char *text)
{
  if (g_strcmp0 (cell->text, text) == 0)
    return;
  g_free (cell->text);
  cell->text = g_strdup (text);
  g_clear_object (&cell->layout);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (cell));
}

void
tl_cell_set_outcome (TlCell *cell, gint kind)
{
  g_return_if_fail (TL_IS_CELL (cell));

  if (cell->outcome == kind)
    return;
  cell->outcome = kind;
  gtk_widget_queue_draw (GTK_WIDGET (cell));
}
