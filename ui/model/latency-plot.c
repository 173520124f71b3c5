/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/model/latency-plot.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/model/draw-latency-steps.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

#define HEIGHT 104

struct _TlLatencyPlot
{
  GtkWidget       parent_instance;
  /* Owned */
  GtkWidget      *picture;
  TlLatencySteps *steps;      /* NULL: there are no trials */
};

G_DEFINE_FINAL_TYPE (TlLatencyPlot, tl_latency_plot, GTK_TYPE_WIDGET)

static void
draw (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlLatencyPlot *self = user_data;

  if (self->steps != NULL)
    tl_draw_latency_steps (cr, self->steps, palette, width, height);
}

static char *
step_text (const TlLatencySteps *steps, guint n)
{
  g_autofree char *seconds = tl_format_seconds (tl_latency_steps_at (steps, n));

  return g_strdup_printf (ngettext ("after %u trial about %s, by kernels timed alone",
                                    "after %u trials about %s, by kernels timed alone", n), n, seconds);
}

static gboolean
on_query_tooltip (TlLatencyPlot *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  double           scale = tl_text_scale (GTK_WIDGET (self));
  gint             n = self->steps != NULL
                         ? tl_latency_steps_find (self->steps, gtk_widget_get_width (self->picture) / scale, x / scale) : -1;
  g_autofree char *text = n >= 0 ? step_text (self->steps, (guint) n) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
update_name (TlLatencyPlot *self)
{
  g_autofree char *before = tl_format_seconds (self->steps->before_s), *after = tl_format_seconds (self->steps->after_s);
  g_autofree char *now = step_text (self->steps, self->steps->n_trials);
  g_autofree char *timed = self->steps->after_s > 0 ? g_strdup_printf (_("; then timed: %s"), after) : g_strdup ("");
  g_autofree char *name = g_strdup_printf (_("Latency of the model over trials: %s by rules; %s%s"), before, now, timed);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
tl_latency_plot_follow (TlLatencyPlot *self, TlWholeModel *model)
{
  g_clear_pointer (&self->steps, tl_latency_steps_free);
  self->steps = tl_whole_model_latency_steps (model);
  gtk_widget_set_visible (GTK_WIDGET (self), self->steps != NULL);
  if (self->steps == NULL)
    return;
  update_name (self);
  tl_picture_redraw (TL_PICTURE (self->picture));
}

static void
tl_latency_plot_dispose (GObject *object)
{
  TlLatencyPlot *self = TL_LATENCY_PLOT (object);

  g_clear_pointer (&self->picture, gtk_widget_unparent);
  g_clear_pointer (&self->steps, tl_latency_steps_free);
  G_OBJECT_CLASS (tl_latency_plot_parent_class)->dispose (object);
}

static void
tl_latency_plot_class_init (TlLatencyPlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_latency_plot_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_latency_plot_init (TlLatencyPlot *self)
{
  self->picture = tl_picture_new (draw, self, NULL);
  gtk_widget_set_parent (self->picture, GTK_WIDGET (self));
  tl_picture_set_size (TL_PICTURE (self->picture), 0, HEIGHT);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}
