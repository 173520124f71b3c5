/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/parallel-view.h"

#include <math.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/palette.h"
#include "core/draw/parallel-lines.h"
#include "core/session/tuning/brush-constraints.h"
#include "ui/tune/parallel-plot.h"
#include "ui/widgets/tip.h"
#include "ui/widgets/wrap-box.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

#define WIDE_PX 760   /* below, the column beside the plot hides */

struct _TlParallelView
{
  GtkWidget parent_instance;

  /* Owned */
  TlTrialSelection *selection;
  TlTrialAxes      *axes;
  TlTrialBrushes   *brushes;
  double            flops;
  guint             fit_idle;

  /* Template widgets */
  GtkWidget        *content;
  GtkLabel         *summary;
  GtkWidget        *chips;
  GtkWidget        *search_within;
  GtkScale         *top;
  GtkLabel         *top_label;
  GtkMenuButton    *axes_button;
  GtkWidget        *axes_list;
  TlParallelPlot   *plot;
  GtkWidget        *side;
  GtkLabel         *legend;
  GtkWidget        *common_title;
  GtkLabel         *common;
  GtkLabel         *cursor;
};

G_DEFINE_FINAL_TYPE (TlParallelView, tl_parallel_view, GTK_TYPE_WIDGET)

/* --- chips --- */

static void
on_chip (GtkButton *chip, TlParallelView *view)
{
  tl_trial_brushes_remove (view->brushes, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chip), "brush")));
}

static void
show_chip (TlParallelView *view, GtkWidget *chip, guint brush)
{
  g_autofree char *text = tl_trial_brushes_text (view->brushes, brush), *label = g_strdup_printf (_("Remove Brush %s"), text);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (chip)))), text);
  tl_widget_set_tooltip (chip, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static GtkWidget *
chip_new (TlParallelView *view, guint brush)
{
  GtkWidget *chip = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  gtk_box_append (GTK_BOX (box), gtk_label_new (NULL));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("window-close-symbolic"));
  gtk_button_set_child (GTK_BUTTON (chip), box);
  gtk_widget_add_css_class (chip, "brush-chip");
  gtk_widget_set_valign (chip, GTK_ALIGN_CENTER);
  g_object_set_data (G_OBJECT (chip), "brush", GUINT_TO_POINTER (brush));
  g_signal_connect (chip, "clicked", G_CALLBACK (on_chip), view);
  return chip;
}

static void
show_chips (TlParallelView *view)
{
  GtkWidget *chip = gtk_widget_get_first_child (view->chips);

  for (guint i = 0; i < tl_trial_brushes_n (view->brushes); i++)
    {
      if (chip == NULL)
        gtk_box_append (GTK_BOX (view->chips), chip = chip_new (view, i));
      show_chip (view, chip, i);
      chip = gtk_widget_get_next_sibling (chip);
    }
  while (chip != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (chip);

      gtk_box_remove (GTK_BOX (view->chips), chip);
      chip = next;
    }
}

/* --- beside the plot --- */

static char *
speed_text (TlParallelView *view, double latency_s)
{
  return view->flops > 0 ? tl_format_gflops (view->flops, latency_s) : tl_format_seconds (latency_s);
}

static void
append_swatch (GString *markup, TlColor color, const char *text)
{
  g_string_append_printf (markup, "%s<span foreground=\"#%02x%02x%02x\">▬</span> %s", markup->len > 0 ? "\n" : "",
                          (guint) lround (color.r * 255), (guint) lround (color.g * 255), (guint) lround (color.b * 255), text);
}

static void
append_trial (TlParallelView *view, GString *markup, gint index, TlColor color, const char *format)
{
  g_autofree char *text = NULL;

  if (index < 0)
    return;
  text = g_strdup_printf (format, tl_trial_store_number (tl_trial_axes_trials (view->axes))[index]);
  append_swatch (markup, color, text);
}

static void
show_legend (TlParallelView *view)
{
  const TlPalette    *palette = tl_style_palette ();
  TlTrialStore       *trials = tl_trial_axes_trials (view->axes);
  g_autoptr (GString) markup = g_string_new (NULL);
  double              fastest_s, slowest_s;

  if (trials == NULL)
    return;
  append_trial (view, markup, tl_trial_store_best (trials), palette->look[TL_LOOK_UNROLLED], _("best, #%u"));
  append_trial (view, markup, tl_trial_selection_picked (view->selection), palette->accent, "#%u");
  if (tl_parallel_plot_extremes (view->plot, &fastest_s, &slowest_s))
    {
      g_autofree char *fast = speed_text (view, fastest_s), *slow = speed_text (view, slowest_s);

      append_swatch (markup, tl_parallel_ink (palette).strong, fast);
      append_swatch (markup, tl_parallel_ink (palette).weak, slow);
    }
  append_swatch (markup, palette->line, _("filtered out"));
  gtk_label_set_markup (view->legend, markup->str);
}

static void
show_common (TlParallelView *view)
{
  g_autofree char *text = tl_trial_brushes_common (view->brushes);

  gtk_label_set_label (view->common, text);
  gtk_widget_set_visible (view->common_title, *text != '\0');
}

/* --- the trial under the pointer, else the picked one --- */

static void
show_cursor (TlParallelView *view)
{
  gint                hovered = tl_trial_selection_hovered (view->selection), picked = tl_trial_selection_picked (view->selection);
  gint                index = hovered >= 0 ? hovered : picked;
  g_autoptr (GString) text = g_string_new (NULL);

  if (index >= 0 && tl_trial_axes_trials (view->axes) != NULL)
    g_string_append_printf (text, "#%u", tl_trial_store_number (tl_trial_axes_trials (view->axes))[index]);
  for (guint i = 0; text->len > 0 && i < tl_trial_axes_n_shown (view->axes); i++)
    {
      TlTrialAxis      axis = tl_trial_axes_nth_shown (view->axes, i);
      g_autofree char *value = tl_trial_axes_text (view->axes, axis, tl_trial_axes_value (view->axes, axis, (guint) index));

      g_string_append_printf (text, "%s %s %s", i == 0 ? ":" : " ·", tl_trial_axes_name (view->axes, axis), value);
    }
  gtk_label_set_label (view->cursor, text->str);
}

static void
on_picked (TlParallelView *view)
{
  show_legend (view);
  show_cursor (view);
}

static void
on_brushes_changed (TlParallelView *view)
{
  g_autofree char *summary = tl_trial_brushes_summary (view->brushes);
  g_autofree char *constraints = tl_brush_constraints (view->brushes, view->axes);

  gtk_label_set_label (view->summary, summary);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view->plot), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (view->search_within), "s", constraints);
  gtk_widget_set_visible (view->search_within, constraints[0] != '\0');
  show_chips (view);
  show_legend (view);
  show_common (view);
}

/* --- the list of axes --- */

static void
on_axis_toggled (GtkCheckButton *check, TlParallelView *view)
{
  TlTrialAxis axis = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "axis"));

  if (gtk_check_button_get_active (check))
    tl_trial_axes_show (view->axes, axis);
  else
    tl_trial_axes_hide (view->axes, axis);
  gtk_check_button_set_active (check, tl_trial_axes_place (view->axes, axis) >= 0);
}

static GtkWidget *
axis_check_new (TlParallelView *view, TlTrialAxis axis)
{
  double           share = tl_trial_axes_share (view->axes, axis);
  g_autofree char *label = axis < TL_AXIS_DECISIONS ? g_strdup (tl_trial_axes_title (view->axes, axis))
                           : g_strdup_printf (_("%s, explains %.0f %%"), tl_trial_axes_name (view->axes, axis), 100 * share);
  GtkWidget       *check = gtk_check_button_new_with_label (label);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), tl_trial_axes_place (view->axes, axis) >= 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  tl_widget_set_tooltip (check, tl_trial_axes_title (view->axes, axis));
  g_object_set_data (G_OBJECT (check), "axis", GUINT_TO_POINTER (axis));
  g_signal_connect (check, "toggled", G_CALLBACK (on_axis_toggled), view);
  return check;
}

static void
fill_axes (GtkPopover *popover, TlParallelView *view)
{
  GtkWidget *check;

  while ((check = gtk_widget_get_first_child (view->axes_list)) != NULL)
    gtk_box_remove (GTK_BOX (view->axes_list), check);
  for (guint i = 0; i < tl_trial_axes_n (view->axes); i++)
    gtk_box_append (GTK_BOX (view->axes_list), axis_check_new (view, tl_trial_axes_nth (view->axes, i)));
}

static void
on_arrange (GtkButton *button, TlParallelView *view)
{
  tl_trial_axes_arrange_again (view->axes);
  gtk_menu_button_popdown (view->axes_button);
}

static void
on_top_changed (GtkRange *range, TlParallelView *view)
{
  double           percent = gtk_range_get_value (range);
  g_autofree char *text = g_strdup_printf (_("Top %.0f %%"), percent);

  gtk_label_set_label (view->top_label, text);
  tl_parallel_plot_set_top (view->plot, percent);
  show_legend (view);
}

/* --- public --- */

void
tl_parallel_view_set_selection (TlParallelView *view, TlTrialSelection *selection)
{
  g_return_if_fail (TL_IS_PARALLEL_VIEW (view) && view->selection == NULL);

  view->selection = g_object_ref (selection);
  tl_parallel_plot_set_models (view->plot, selection, view->axes, view->brushes);
  g_signal_connect_object (view->brushes, "changed", G_CALLBACK (on_brushes_changed), view, G_CONNECT_SWAPPED);
  g_signal_connect_object (view->axes, "changed", G_CALLBACK (show_common), view, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (on_picked), view, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "hover-changed", G_CALLBACK (show_cursor), view, G_CONNECT_SWAPPED);
  tl_style_follow (view, G_CALLBACK (show_legend));
  on_brushes_changed (view);
  g_signal_connect (view->top, "value-changed", G_CALLBACK (on_top_changed), view);
}

void
tl_parallel_view_set_flops (TlParallelView *view, double flops)
{
  if (view->flops == flops)
    return;
  view->flops = flops;
  tl_parallel_plot_set_flops (view->plot, flops);
  show_legend (view);
}

TlTrialSelection *
tl_parallel_view_selection (TlParallelView *view)
{
  return view->selection;
}

TlTrialAxes *
tl_parallel_view_axes (TlParallelView *view)
{
  return view->axes;
}

TlTrialBrushes *
tl_parallel_view_brushes (TlParallelView *view)
{
  return view->brushes;
}

/* --- class --- */

static gboolean
fit_side (gpointer user_data)
{
  TlParallelView *view = user_data;

  view->fit_idle = 0;
  gtk_widget_set_visible (view->side, !tl_is_narrower (GTK_WIDGET (view), gtk_widget_get_width (GTK_WIDGET (view)), WIDE_PX));
  return G_SOURCE_REMOVE;
}

static void
tl_parallel_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlParallelView *view = TL_PARALLEL_VIEW (widget);

  if (tl_is_narrower (widget, width, WIDE_PX) == gtk_widget_get_visible (view->side) && view->fit_idle == 0)
    view->fit_idle = g_idle_add (fit_side, view);   /* sizes must not change during layout */
  gtk_widget_size_allocate (view->content, &(GtkAllocation) { 0, 0, width, height }, -1);
}

static void
tl_parallel_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  gtk_widget_measure (TL_PARALLEL_VIEW (widget)->content, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static void
tl_parallel_view_dispose (GObject *object)
{
  TlParallelView *view = TL_PARALLEL_VIEW (object);

  g_clear_handle_id (&view->fit_idle, g_source_remove);
  g_clear_pointer (&view->content, gtk_widget_unparent);
  g_clear_object (&view->selection);
  g_clear_object (&view->brushes);
  g_clear_object (&view->axes);
  G_OBJECT_CLASS (tl_parallel_view_parent_class)->dispose (object);
}

static void
tl_parallel_view_class_init (TlParallelViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_parallel_view_dispose;
  widget_class->size_allocate = tl_parallel_view_size_allocate;
  widget_class->measure = tl_parallel_view_measure;
  g_type_ensure (TL_TYPE_PARALLEL_PLOT);
  g_type_ensure (TL_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/parallel-view.ui");
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, content);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, summary);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, chips);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, search_within);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, top);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, top_label);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, axes_button);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, axes_list);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, plot);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, side);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, legend);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, common_title);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, common);
  gtk_widget_class_bind_template_child (widget_class, TlParallelView, cursor);
  gtk_widget_class_bind_template_callback (widget_class, fill_axes);
  gtk_widget_class_bind_template_callback (widget_class, on_arrange);
}

static void
tl_parallel_view_init (TlParallelView *view)
{
  view->axes = tl_trial_axes_new ();
  view->brushes = tl_trial_brushes_new (view->axes);
  gtk_widget_init_template (GTK_WIDGET (view));
}
