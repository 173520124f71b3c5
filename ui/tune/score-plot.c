/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/score-plot.h"

#include <math.h>

#include "core/base/i18n.h"
#include "core/session/tuning/trial-text.h"
#include "ui/tune/plot-card.h"
#include "ui/tune/trial-controllers.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/pixels.h"

#define PICK_RADIUS_PX 12.0
#define RANK_SHARE     50     /* ranking sorts all trials, so it is repeated only after 2 % more trials */

struct _TlScorePlot
{
  GtkWidget parent_instance;

  /* Owned */
  TlTrialSelection *selection;
  TlTrialStore  *trials;       /* of the selection; NULL: none */
  TlScatter     *scatter;
  GskRenderNode *node;         /* its picture, kept so that hovering repaints only a ring; NULL: out of date */
  GtkWidget     *card;         /* describes the hovered trial */

  double        rank_correlation;
  guint         n_ranked;      /* trials with a predicted and a measured value … */
  guint         n_when_ranked; /* … when there were this many in total */
  gboolean      has_pointer;
};

G_DEFINE_FINAL_TYPE (TlScorePlot, tl_score_plot, GTK_TYPE_WIDGET)

static gint
picked (TlScorePlot *plot)
{
  return plot->selection != NULL ? tl_trial_selection_picked (plot->selection) : -1;
}

static gint
hovered (TlScorePlot *plot)
{
  return plot->selection != NULL ? tl_trial_selection_hovered (plot->selection) : -1;
}

TlScatterModel
tl_score_plot_model (TlScorePlot *plot)
{
  TlTrialStore *store = plot->trials;

  if (store == NULL)
    return (TlScatterModel) { .best = -1, .rank_correlation = NAN };
  return (TlScatterModel) { .best = tl_trial_store_best (store), .score = tl_trial_store_score (store),
                            .latency_s = tl_trial_store_latency_s (store),
                            .log10_latency = tl_trial_store_log10_latency (store), .outcome = tl_trial_store_outcome (store),
                            .marks = tl_trial_store_marks (store),
                            .n = tl_trial_store_n (store), .rank_correlation = plot->rank_correlation, .n_ranked = plot->n_ranked };
}

/* --- descriptions --- */

static char *
describe_trial (TlScorePlot *plot, guint index)
{
  TlTrialRecord    record = tl_trial_store_get (plot->trials, index);
  g_autofree char *latency = tl_trial_latency_text (plot->trials, index), *outcome = tl_trial_outcome_text (plot->trials, index);
  g_autofree char *predicted = isnan (record.score) ? g_strdup ("unknown") : g_strdup_printf ("%.2f", record.score);

  if (record.outcome != TL_OUTCOME_OK)
    return g_strdup_printf (_("Trial %u · predicted score %s\n%s"), record.number, predicted, outcome);
  return g_strdup_printf (_("Trial %u · predicted score %s · measured %s"), record.number, predicted, latency);
}

static void
describe_plot (TlScorePlot *plot)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (plot->n_ranked > 0 && !isnan (plot->rank_correlation))
    g_string_append_printf (text, _("Rank correlation %.2f over %u trials. "), plot->rank_correlation, plot->n_ranked);
  else
    g_string_append (text, _("No trial selected by the cost model yet. "));
  if (picked (plot) >= 0)
    {
      g_autofree char *trial = describe_trial (plot, (guint) picked (plot));

      g_string_append (text, trial);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (plot), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
}

/* --- painting --- */

static void
append_ring (GtkSnapshot *snapshot, const TlScatterModel *model, const TlPlotArea *area, gint index, TlColor color, double radius)
{
  double px, py;

  if (index >= 0 && (guint) index < model->n && tl_scatter_pixel (model, area, (guint) index, &px, &py))
    tl_plot_append_ring (snapshot, px, py, radius, color);
}

static void
rank_again (TlScorePlot *plot)
{
  guint n = plot->trials != NULL ? tl_trial_store_n (plot->trials) : 0, n_before = plot->n_when_ranked;

  if (n > 0 && n >= n_before && n - n_before <= n_before / RANK_SHARE && (n != n_before + 1 || n_before >= RANK_SHARE))
    return;
  plot->n_ranked = 0;
  plot->rank_correlation = n > 0 ? tl_trial_store_rank_correlation (plot->trials, &plot->n_ranked) : NAN;
  plot->n_when_ranked = n;
  describe_plot (plot);
}

static void
paint (TlScorePlot *plot, int width, int height)
{
  TlScatterModel   model;
  cairo_surface_t *picture;
  int              factor;
  cairo_t         *cr;

  rank_again (plot);
  model = tl_score_plot_model (plot);
  tl_scatter_update (plot->scatter, &model, tl_style_palette (), width, height, tl_pixel_scale (GTK_WIDGET (plot)));
  picture = tl_scatter_picture (plot->scatter);
  factor = gtk_widget_get_scale_factor (GTK_WIDGET (plot));
  plot->node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) cairo_image_surface_get_width (picture) / (float) factor,
                                                        (float) cairo_image_surface_get_height (picture) / (float) factor));
  cr = gsk_cairo_node_get_draw_context (plot->node);
  tl_pixels_set_source (cr, picture, factor, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
tl_score_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlScorePlot   *plot = TL_SCORE_PLOT (widget);
  int            width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  TlScatterModel model;

  if (width <= 0 || height <= 0)
    return;
  if (plot->node == NULL)
    paint (plot, width, height);
  tl_pixels_begin (snapshot, widget);
  gtk_snapshot_append_node (snapshot, plot->node);
  gtk_snapshot_restore (snapshot);
  model = tl_score_plot_model (plot);
  append_ring (snapshot, &model, tl_scatter_shown_area (plot->scatter), picked (plot), tl_style_palette ()->accent, 7);
  append_ring (snapshot, &model, tl_scatter_shown_area (plot->scatter), hovered (plot), tl_style_palette ()->text, 5.5);
  if (gtk_widget_get_visible (plot->card))
    gtk_widget_snapshot_child (widget, plot->card, snapshot);
}

static void
repaint (TlScorePlot *plot)
{
  g_clear_pointer (&plot->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

static void
tl_score_plot_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlScorePlot      *plot = TL_SCORE_PLOT (widget);
  TlScatterModel    model = tl_score_plot_model (plot);
  const TlPlotArea *area = tl_scatter_shown_area (plot->scatter);
  double            x = 0, y = 0;
  gint              index = hovered (plot);

  if (area != NULL && (area->width != width || area->height != height))
    g_clear_pointer (&plot->node, gsk_render_node_unref);
  if (!gtk_widget_get_visible (plot->card) || area == NULL || index < 0 || (guint) index >= model.n)
    return;
  tl_scatter_pixel (&model, area, (guint) index, &x, &y);
  tl_plot_card_place (plot->card, x, y, width, height);
}

/* --- hover and pick --- */

static void
on_hover_changed (TlScorePlot *plot)
{
  gint             index = plot->has_pointer ? hovered (plot) : -1;
  g_autofree char *text = index >= 0 ? describe_trial (plot, (guint) index) : NULL;

  tl_plot_card_tell (plot->card, text);
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

static gint
trial_at (GtkWidget *widget, double x, double y)
{
  TlScorePlot      *plot = TL_SCORE_PLOT (widget);
  TlScatterModel    model = tl_score_plot_model (plot);
  const TlPlotArea *area = tl_scatter_shown_area (plot->scatter);

  return area != NULL ? tl_scatter_pick (&model, area, x, y, PICK_RADIUS_PX) : -1;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, TlScorePlot *plot)
{
  plot->has_pointer = TRUE;
  tl_trial_selection_hover (plot->selection, trial_at (GTK_WIDGET (plot), x, y));
}

static gboolean
place_of (GtkWidget *widget, guint index, double *x, double *y)
{
  TlScorePlot      *plot = TL_SCORE_PLOT (widget);
  TlScatterModel    model = tl_score_plot_model (plot);
  const TlPlotArea *area = tl_scatter_shown_area (plot->scatter);

  return area != NULL && index < model.n && tl_scatter_pixel (&model, area, index, x, y);
}

static void
on_leave (GtkEventControllerMotion *controller, TlScorePlot *plot)
{
  tl_trial_selection_hover (plot->selection, -1);
  plot->has_pointer = FALSE;
}

static void
on_picked (TlScorePlot *plot)
{
  describe_plot (plot);
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

static void
choose (TlScorePlot *plot, gint index)
{
  if (index >= 0)
    tl_trial_selection_pick (plot->selection, index);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TlScorePlot *plot)
{
  gint index = trial_at (GTK_WIDGET (plot), x, y);

  gtk_widget_grab_focus (GTK_WIDGET (plot));
  choose (plot, index);
  if (n_press == 2 && index >= 0)
    tl_trial_selection_activate (plot->selection, index);
}

/* --- keys --- */

/* Whether trial @a precedes @b: by score, then by index. */
static gboolean
is_before (const TlScatterModel *model, guint a, guint b)
{
  return model->score[a] < model->score[b] || (model->score[a] == model->score[b] && a < b);
}

/* The neighbour of the picked trial in the order of scores; without a picked trial, the first one in @direction. */
static gint
neighbour (TlScorePlot *plot, gint from, gint direction)
{
  TlScatterModel model = tl_score_plot_model (plot);
  gint           found = -1;

  if (from >= 0 && !isfinite (model.score[from]))
    from = -1;
  for (guint i = 0; i < model.n; i++)
    {
      if (!isfinite (model.score[i]) || (gint) i == from)
        continue;
      if (from >= 0 && is_before (&model, (guint) from, i) != (direction > 0))
        continue;
      if (found < 0 || is_before (&model, i, (guint) found) == (direction > 0))
        found = (gint) i;
    }
  return found;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlScorePlot *plot)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Right:
      choose (plot, neighbour (plot, picked (plot), 1));
      return TRUE;
    case GDK_KEY_Left:
      choose (plot, neighbour (plot, picked (plot), -1));
      return TRUE;
    case GDK_KEY_Home:
      choose (plot, neighbour (plot, -1, 1));
      return TRUE;
    case GDK_KEY_End:
      choose (plot, neighbour (plot, -1, -1));
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      tl_trial_selection_activate (plot->selection, picked (plot));
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- following the run --- */

static void
on_reset (TlTrialStore *store, TlScorePlot *plot)
{
  tl_scatter_clear (plot->scatter);
  plot->n_when_ranked = 0;
  plot->n_ranked = 0;
  describe_plot (plot);
  repaint (plot);
}

static void
on_trials_changed (TlScorePlot *plot)
{
  TlTrialStore *trials = tl_trial_selection_trials (plot->selection);

  if (plot->trials != NULL)
    g_signal_handlers_disconnect_by_data (plot->trials, plot);
  g_set_object (&plot->trials, trials);
  if (trials != NULL)
    {
      g_signal_connect_object (trials, "appended", G_CALLBACK (repaint), plot, G_CONNECT_SWAPPED);
      g_signal_connect_object (trials, "reset", G_CALLBACK (on_reset), plot, 0);
    }
  on_reset (trials, plot);
}

void
tl_score_plot_set_selection (TlScorePlot *plot, TlTrialSelection *selection)
{
  g_return_if_fail (TL_IS_SCORE_PLOT (plot) && plot->selection == NULL);

  plot->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "trials-changed", G_CALLBACK (on_trials_changed), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (on_picked), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "hover-changed", G_CALLBACK (on_hover_changed), plot, G_CONNECT_SWAPPED);
  tl_trial_controllers_add (GTK_WIDGET (plot), selection, trial_at, place_of, TRUE);
  on_trials_changed (plot);
}

/* --- class --- */

static void
tl_score_plot_dispose (GObject *object)
{
  TlScorePlot *plot = TL_SCORE_PLOT (object);

  g_clear_object (&plot->trials);
  g_clear_object (&plot->selection);
  g_clear_pointer (&plot->node, gsk_render_node_unref);
  g_clear_pointer (&plot->scatter, tl_scatter_free);
  g_clear_pointer (&plot->card, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_score_plot_parent_class)->dispose (object);
}

static void
tl_score_plot_class_init (TlScorePlotClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_score_plot_dispose;
  widget_class->snapshot = tl_score_plot_snapshot;
  widget_class->measure = tl_plot_measure;
  widget_class->size_allocate = tl_score_plot_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "scoreplot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_controllers (TlScorePlot *plot)
{
  GtkEventController *motion = gtk_event_controller_motion_new (), *key = gtk_event_controller_key_new ();
  GtkGesture         *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), plot);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), plot);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), plot);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), plot);
  gtk_widget_add_controller (GTK_WIDGET (plot), motion);
  gtk_widget_add_controller (GTK_WIDGET (plot), key);
  gtk_widget_add_controller (GTK_WIDGET (plot), GTK_EVENT_CONTROLLER (click));
}

static void
tl_score_plot_init (TlScorePlot *plot)
{
  plot->rank_correlation = NAN;
  plot->scatter = tl_scatter_new ();
  plot->card = tl_plot_card_new (GTK_WIDGET (plot));
  gtk_accessible_update_property (GTK_ACCESSIBLE (plot), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Predicted against measured"), -1);
  add_controllers (plot);
  tl_style_follow (plot, G_CALLBACK (repaint));
  g_signal_connect (plot, "notify::scale-factor", G_CALLBACK (repaint), NULL);
}
