/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GTK asks for widths that fit a height: a row asks each of its children for the width that it needs in the height of the row. Boxes and
 * labels whose lines wrap find it by trying one width after the other, each with all of their text; two thousand pieces of text were
 * shaped for one bar, half of the time of its frame. But a row has chosen its height by the widths that its children have in any height.
 * So boxes and labels give these.
 *
 * The least width of a label whose lines may end within words, or with an ellipsis, is about that of a letter, as high as wide; GTK lays
 * out a line for each.
 */
#include "ui/widgets/text-widths.h"

#include "core/base/extremum.h"

static void (*measure_label) (GtkWidget *label, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                              int *minimum_baseline, int *natural_baseline);
static void (*measure_box) (GtkLayoutManager *layout, GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                            int *natural, int *minimum_baseline, int *natural_baseline);

static gboolean
ends_lines_anywhere (GtkLabel *label)
{
  return gtk_label_get_wrap (label)
         && (gtk_label_get_wrap_mode (label) != PANGO_WRAP_WORD || gtk_label_get_ellipsize (label) != PANGO_ELLIPSIZE_NONE);
}

/* In Pango's units, as labels count characters. */
static int
char_width (GtkLabel *label)
{
  PangoContext     *context = gtk_widget_get_pango_context (GTK_WIDGET (label));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int               width = (int) tl_max (pango_font_metrics_get_approximate_char_width (metrics),
                                          pango_font_metrics_get_approximate_digit_width (metrics));

  pango_font_metrics_unref (metrics);
  return width;
}

static void
measure_width (GtkLabel *label, int *minimum, int *natural)
{
  g_autoptr (PangoLayout) layout = pango_layout_copy (gtk_label_get_layout (label));
  int                     least = gtk_label_get_width_chars (label), most = gtk_label_get_max_width_chars (label);

  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_width (layout, most < 0 ? -1 : most * char_width (label));
  pango_layout_get_size (layout, natural, NULL);
  *minimum = least < 0 ? (int) tl_min (*natural, pango_layout_get_baseline (layout)) : least * char_width (label);
  *minimum = PANGO_PIXELS_CEIL (*minimum);
  *natural = MAX (PANGO_PIXELS_CEIL (*natural), *minimum);
}

static void
measure_any_label (GtkWidget *label, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                   int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL && ends_lines_anywhere (GTK_LABEL (label)))
    measure_width (GTK_LABEL (label), minimum, natural);
  else
    measure_label (label, orientation, orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural, minimum_baseline,
                   natural_baseline);
}

static void
measure_any_box (GtkLayoutManager *layout, GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                 int *minimum_baseline, int *natural_baseline)
{
  measure_box (layout, box, orientation, orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural, minimum_baseline,
               natural_baseline);
}

void
tl_text_widths_measure_once (void)
{
  GtkWidgetClass        *labels = g_type_class_ref (GTK_TYPE_LABEL);
  GtkLayoutManagerClass *boxes = g_type_class_ref (GTK_TYPE_BOX_LAYOUT);

  g_assert (measure_label == NULL);
  measure_label = labels->measure;
  labels->measure = measure_any_label;
  measure_box = boxes->measure;
  boxes->measure = measure_any_box;
}
