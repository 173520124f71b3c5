/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two layers: the data, painted only where it changed (ui/tune/plot-layer.h), and above it the marks of hovered and picked trials, small
 * nodes that repaint little of the window. During a run the plot is updated ten times a second, each time with a repaint of a few ms.
 */
#include "ui/tune/trial-plot.h"

#include <math.h>

#include "core/base/i18n.h"
#include "core/draw/plot-range.h"
#include "core/session/tuning/trial-text.h"
#include "ui/tune/plot-band.h"
#include "ui/tune/plot-card.h"
#include "ui/tune/plot-layer.h"
#include "ui/tune/trial-controllers.h"
#include "ui/tune/trial-keys.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/pixels.h"

#define PICK_RADIUS_PX 12.0
#define ZOOM_STEP 1.25
#define CLICK_SLOP_PX 5.0
#define BATCHES_PER_FRAME 40   /* whose predicted ranges are found: a few ms */

struct _TlTrialPlot
{
  GtkWidget parent_instance;

  /* Owned */
  TlTrialSelection *selection;
  TlTrialStore *trials;        /* of the selection; NULL: none */
  TlPlotLayer *layer;
  TlPlotSummary *summary;      /* of the trials, kept while they are added */
  TlPredictedRanges *predicted;
  GtkWidget   *card;           /* describes the hovered trial */

  double   flops;
  double   peak_s;             /* one run at the machine's peak rate; 0: not known */
  const TlGpuModel *peak_gpu;   /* whose published peak that is; NULL: this machine's */
  guint    n_expected;
  guint    range_first, range_end;   /* trial numbers of the run that is shown; equal: all runs */
  double   x_min, x_max;       /* the view; equal: everything */
  double   y_min, y_max;
  double   pointer_x;
  gboolean has_pointer;
  gboolean drags_trial;        /* what is dragged is the picked trial, not the view */
  TlBand   band;               /* what is dragged is a rectangle */
  double   drag_x_min, drag_x_max, drag_y_min, drag_y_max;
  gboolean by_time;
  gboolean throughput;
  TlPlotGroup group;           /* others are dim */
  guint    n_painted;          /* predicted ranges */
  gboolean follows;            /* the right edge stays at the newest trial */
  gboolean fits;               /* the view is the one of fit_view */
};

G_DEFINE_FINAL_TYPE (TlTrialPlot, tl_trial_plot, GTK_TYPE_WIDGET)

enum
{
  PROPERTY_FOLLOWS = 1,
  N_PROPERTIES,
};
static GParamSpec *properties[N_PROPERTIES];

static gint
picked (TlTrialPlot *plot)
{
  return plot->selection != NULL ? tl_trial_selection_picked (plot->selection) : -1;
}

static gint
hovered (TlTrialPlot *plot)
{
  return plot->selection != NULL ? tl_trial_selection_hovered (plot->selection) : -1;
}

/* That is shown alone; TL_OUTCOME_OK: all are shown. */
static guint8
chosen_kind (TlTrialPlot *plot)
{
  const TlFailureGroup *failures = plot->selection != NULL ? tl_trial_selection_failures (plot->selection) : NULL;

  return failures != NULL ? (guint8) failures->kind : TL_OUTCOME_OK;
}

static TlPlotModel
model_of (TlTrialPlot *plot)
{
  TlPlotModel model = { .best = -1 };
  guint       n_held, n_measured;

  if (plot->trials != NULL)
    model = tl_plot_model (plot->trials);
  tl_plot_summary_extend (plot->summary, &model);
  model.summary = plot->summary;
  model.flops = plot->flops;
  model.peak_s = plot->peak_s;
  model.peak_gpu = plot->peak_gpu;
  model.by_time = plot->by_time;
  model.throughput = plot->throughput && plot->flops > 0;
  model.group = chosen_kind (plot) != TL_OUTCOME_OK ? TL_PLOT_NO_TIME : plot->group;
  model.kind = chosen_kind (plot);
  model.predicted = tl_predicted_ranges_get (plot->predicted, &model.n_predicted);
  tl_predicted_ranges_held (plot->predicted, &n_held, &n_measured);
  model.predicted_held = n_measured > 0 ? (double) n_held / n_measured : 0;
  model.x_min = plot->x_min;
  model.x_max = plot->x_max;
  model.y_min = plot->y_min;
  model.y_max = plot->y_max;
  model.n_expected = plot->by_time ? 0 : plot->n_expected;
  return model;
}

/* --- painting --- */

static void
redraw (TlTrialPlot *plot)
{
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

static void
append_color (GtkSnapshot *snapshot, TlColor color, double alpha, double x, double y, double width, double height)
{
  GdkRGBA rgba = { (float) color.r, (float) color.g, (float) color.b, (float) alpha };

  gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

/* The pixel of a trial in view: in the field, or in a row below it. */
static gboolean
find_pixel (const TlPlotModel *model, const TlPlotArea *area, gint index, double *px, double *py)
{
  return index >= 0 && (guint) index < model->n && tl_plot_trial_pixel (model, area, (guint) index, px, py) && *px >= area->left
         && *px <= area->right && *py >= area->top && (*py <= area->bottom || *py >= area->row_top);
}

static void
append_ring (GtkSnapshot *snapshot, const TlPlotModel *model, const TlPlotArea *area, gint index, TlColor color, double radius)
{
  double px, py;

  if (find_pixel (model, area, index, &px, &py))
    tl_plot_append_ring (snapshot, px, py, radius, color);
}

/* The range of 80 % of a trial's samples. */
static void
append_whisker (GtkSnapshot *snapshot, const TlPlotModel *model, const TlPlotArea *area, const TlTrialSpread *spread, double alpha)
{
  double x, top, bottom;

  if (!tl_plot_whisker (model, area, spread, &x, &top, &bottom))
    return;
  append_color (snapshot, tl_style_palette ()->text, alpha, round (x) - 0.5, top, 1, bottom - top);
}

static void
append_own_whisker (TlTrialPlot *plot, GtkSnapshot *snapshot, const TlPlotModel *model, const TlPlotArea *area, gint index)
{
  TlTrialRecord record;

  if (index < 0 || (guint) index >= model->n)
    return;
  record = tl_trial_store_get (plot->trials, (guint) index);
  append_whisker (snapshot, model, area, &(TlTrialSpread) { (guint) index, record.latency.least_s, record.latency.most_s }, 1);
}

static void
append_whiskers (TlTrialPlot *plot, GtkSnapshot *snapshot, const TlPlotModel *model, const TlPlotArea *area)
{

  for (guint i = 0; i < model->n_spreads; i++)
    append_whisker (snapshot, model, area, &model->spreads[i],
                    tl_style_palette ()->is_high_contrast ? TL_STRONG_WHISKER_ALPHA : TL_WHISKER_ALPHA);
  append_own_whisker (plot, snapshot, model, area, picked (plot));
  append_own_whisker (plot, snapshot, model, area, hovered (plot));
}

/* The rectangle that is dragged, a cross and a ring around the hovered trial, a ring around the picked one. */
static void
append_marks (TlTrialPlot *plot, GtkSnapshot *snapshot, const TlPlotModel *model, const TlPlotArea *area)
{
  gint   index = hovered (plot);
  double px, py;

  tl_band_append (&plot->band, snapshot);
  append_ring (snapshot, model, area, picked (plot), tl_style_palette ()->accent, 7);
  if (!find_pixel (model, area, index, &px, &py))
    return;
  append_color (snapshot, tl_style_palette ()->dim_text, 0.5, round (px), area->top, 1, area->bottom - area->top);
  if (py < area->bottom)
    append_color (snapshot, tl_style_palette ()->dim_text, 0.5, area->left, round (py), area->right - area->left, 1);
  append_ring (snapshot, model, area, index, tl_style_palette ()->text, 5.5);
}

static gboolean
redraw_soon (gpointer plot)
{
  gtk_widget_queue_draw (plot);
  return G_SOURCE_REMOVE;
}

/* A new range reaches back over trials that are painted: all are painted again, once there are no more. */
static void
update_predicted (TlTrialPlot *plot)
{
  guint n;

  if (plot->trials == NULL)
    return;
  if (tl_predicted_ranges_update (plot->predicted, plot->trials, BATCHES_PER_FRAME))
    {
      g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, redraw_soon, g_object_ref (plot), g_object_unref);
      return;
    }
  tl_predicted_ranges_get (plot->predicted, &n);
  if (n != plot->n_painted)
    tl_plot_layer_clear (plot->layer);
  plot->n_painted = n;
}

static void
tl_trial_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlTrialPlot *plot = TL_TRIAL_PLOT (widget);
  int          width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  TlPlotModel  model;

  if (width <= 0 || height <= 0)
    return;
  update_predicted (plot);
  model = model_of (plot);
  tl_plot_layer_update (plot->layer, &model, tl_style_palette (), width, height, tl_pixel_scale (widget),
                        gtk_widget_get_scale_factor (widget));
  tl_pixels_begin (snapshot, widget);
  tl_plot_layer_snapshot (plot->layer, snapshot);
  gtk_snapshot_restore (snapshot);
  append_whiskers (plot, snapshot, &model, tl_plot_layer_area (plot->layer));
  append_marks (plot, snapshot, &model, tl_plot_layer_area (plot->layer));
  if (gtk_widget_get_visible (plot->card))
    gtk_widget_snapshot_child (widget, plot->card, snapshot);
}

static void
tl_trial_plot_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlTrialPlot      *plot = TL_TRIAL_PLOT (widget);
  TlPlotModel       model = model_of (plot);
  const TlPlotArea *area = tl_plot_layer_area (plot->layer);
  double            x = 0, y = 0;
  gint              index = hovered (plot);

  if (!gtk_widget_get_visible (plot->card) || area == NULL || index < 0 || (guint) index >= model.n)
    return;
  tl_plot_trial_pixel (&model, area, (guint) index, &x, &y);
  tl_plot_card_place (plot->card, x, y, width, height);
}

/* --- hover and pick --- */

/* The card is for the pointer over the plot; a trial that is hovered elsewhere gets the marks alone. */
static void
on_hover_changed (TlTrialPlot *plot)
{
  gint             index = plot->has_pointer ? hovered (plot) : -1;
  g_autofree char *text = index >= 0 ? tl_trial_describe (plot->trials, (guint) index, plot->flops) : NULL;

  tl_plot_card_tell (plot->card, text);
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

static gint
trial_at (GtkWidget *widget, double x, double y)
{
  TlTrialPlot      *plot = TL_TRIAL_PLOT (widget);
  TlPlotModel       model = model_of (plot);
  const TlPlotArea *area = tl_plot_layer_area (plot->layer);

  return area != NULL && model.n > 0 ? tl_plot_pick (&model, area, x, y, PICK_RADIUS_PX) : -1;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, TlTrialPlot *plot)
{
  const TlPlotArea *area = tl_plot_layer_area (plot->layer);
  gboolean          is_label = area != NULL && tl_plot_label_kind (area, x, y) != TL_OUTCOME_OK;

  plot->pointer_x = x;
  plot->has_pointer = TRUE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (plot), is_label ? "pointer" : NULL);
  tl_trial_selection_hover (plot->selection, is_label ? -1 : trial_at (GTK_WIDGET (plot), x, y));
}

static gboolean
place_of (GtkWidget *widget, guint index, double *x, double *y)
{
  TlTrialPlot      *plot = TL_TRIAL_PLOT (widget);
  TlPlotModel       model = model_of (plot);
  const TlPlotArea *area = tl_plot_layer_area (plot->layer);

  return area != NULL && index < model.n && tl_plot_trial_pixel (&model, area, index, x, y);
}

/* The tooltip of a row's glyph: its outcome. */
static gboolean
tell_kind (TlTrialPlot *plot, guint8 kind, GtkTooltip *tooltip)
{
  g_autofree char *text = NULL;

  if (kind == TL_OUTCOME_OK)
    return FALSE;
  text = g_strdup_printf (chosen_kind (plot) == kind ? _("%s: a click shows all trials again (Shift+E: the next kind)")
                                                     : _("%s: a click shows these alone (Shift+E: the next kind)"),
                          tl_outcome_title ((TlOutcomeKind) kind));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* … and of the strip that shows the machine speed. */
static gboolean
on_query_tooltip (TlTrialPlot *plot, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  const TlPlotArea *area = tl_plot_layer_area (plot->layer);
  g_autofree char  *drift = plot->trials != NULL ? tl_trial_drift_text (plot->trials) : NULL, *text = NULL;

  if (area != NULL && !by_keyboard && tell_kind (plot, tl_plot_label_kind (area, x, y), tooltip))
    return TRUE;
  if (area == NULL || drift == NULL || by_keyboard || area->strip_height <= 0 || y < area->strip_top
      || y > area->strip_top + area->strip_height)
    return FALSE;
  text = g_strdup_printf (_("Machine speed at each trial, from the calibration kernel: %s"), drift);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
on_leave (GtkEventControllerMotion *controller, TlTrialPlot *plot)
{
  tl_trial_selection_hover (plot->selection, -1);
  plot->has_pointer = FALSE;
}

static TlPlotArea
area_of (TlTrialPlot *plot, const TlPlotModel *model)
{
  TlPlotArea area;

  tl_plot_area (model, gtk_widget_get_width (GTK_WIDGET (plot)), gtk_widget_get_height (GTK_WIDGET (plot)), &area);
  return area;
}

static void
on_picked (TlTrialPlot *plot)
{
  gint             index = picked (plot);
  TlPlotModel      model = model_of (plot);
  TlPlotArea       area = area_of (plot, &model);
  const char      *group = model.kind != TL_OUTCOME_OK ? tl_outcome_title ((TlOutcomeKind) model.kind)
                                                        : tl_plot_group_name (&model, &area, plot->group);
  g_autofree char *trial = index >= 0 ? tl_trial_describe (plot->trials, (guint) index, plot->flops) : g_strdup ("");
  g_autofree char *text = group != NULL ? g_strdup_printf (_("%s\nAll but these are dim: %s"), trial, group) : g_strdup (trial);

  gtk_accessible_update_property (GTK_ACCESSIBLE (plot), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, g_strchug (text), -1);
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

/* --- groups --- */

static void
set_group (TlTrialPlot *plot, TlPlotGroup group)
{
  if (group != TL_PLOT_ALL)
    tl_trial_selection_choose_failures (plot->selection, NULL);
  plot->group = group;
  tl_plot_layer_clear (plot->layer);
  on_picked (plot);
}

static void
on_failures_changed (TlTrialPlot *plot)
{
  set_group (plot, TL_PLOT_ALL);
}

/* A second click on the same group, or kind, shows all again. */
static gboolean
click_legend (TlTrialPlot *plot, double x, double y)
{
  TlPlotModel model = model_of (plot);
  TlPlotArea  area = area_of (plot, &model);
  TlPlotGroup group = tl_plot_legend_group (&model, &area, x, y);
  guint8      kind = tl_plot_label_kind (&area, x, y);

  if (kind != TL_OUTCOME_OK)
    tl_trial_selection_toggle_kind (plot->selection, (TlOutcomeKind) kind);
  if (kind != TL_OUTCOME_OK)
    return TRUE;
  if (group != TL_PLOT_ALL)
    set_group (plot, group == plot->group ? TL_PLOT_ALL : group);
  return group != TL_PLOT_ALL;
}

static void
show_next_group (TlTrialPlot *plot)
{
  TlPlotModel model = model_of (plot);
  TlPlotArea  area = area_of (plot, &model);

  set_group (plot, tl_plot_next_group (&model, &area, plot->group));
}

/* --- view --- */

/* Sets the view explicitly to the visible range, so that it can be moved. */
static void
hold_view (TlTrialPlot *plot)
{
  TlPlotModel model = model_of (plot);
  TlPlotArea  area = area_of (plot, &model);

  plot->x_min = area.x_min;
  plot->x_max = area.x_max;
  plot->y_min = area.y_min;
  plot->y_max = area.y_max;
  plot->fits = FALSE;
}

/* Fits the x axis to the selected run, or to all runs. */
static void
fit_range (TlTrialPlot *plot)
{
  TlPlotModel model = model_of (plot);

  plot->x_min = plot->x_max = 0;
  if (plot->range_first != plot->range_end)
    tl_plot_numbers_x (&model, plot->range_first, plot->range_end, &plot->x_min, &plot->x_max);
}

static void
fit_view (TlTrialPlot *plot)
{
  plot->y_min = plot->y_max = 0;
  plot->fits = TRUE;
  fit_range (plot);
  redraw (plot);
}

/* The newest trial comes into view with the zoom that there is. */
static void
show_newest (TlTrialPlot *plot)
{
  TlPlotModel model = model_of (plot);
  double      shift;

  if (plot->fits || model.n == 0 || !(plot->x_max > plot->x_min))
    return;
  shift = tl_plot_trial_x (&model, model.n - 1) + 0.02 * (plot->x_max - plot->x_min) - plot->x_max;
  plot->x_min += shift;
  plot->x_max += shift;
  redraw (plot);
}

static void
set_follows (TlTrialPlot *plot, gboolean follows)
{
  if (plot->follows == follows)
    return;
  plot->follows = follows;
  if (follows)
    show_newest (plot);
  g_object_notify_by_pspec (G_OBJECT (plot), properties[PROPERTY_FOLLOWS]);
}

/* All trials are in view, as those to come will be. */
static void
fit_and_follow (TlTrialPlot *plot)
{
  fit_view (plot);
  set_follows (plot, TRUE);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, TlTrialPlot *plot)
{
  double      factor = pow (ZOOM_STEP, dy), pivot;
  TlPlotModel model = model_of (plot);
  TlPlotArea  area = area_of (plot, &model);

  if (model.n == 0)
    return FALSE;
  hold_view (plot);
  pivot = area.x_min + (CLAMP (plot->pointer_x, area.left, area.right) - area.left) / (area.right - area.left) * (area.x_max - area.x_min);
  plot->x_min = pivot - (pivot - area.x_min) * factor;
  plot->x_max = pivot + (area.x_max - pivot) * factor;
  set_follows (plot, FALSE);
  redraw (plot);
  return TRUE;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TlTrialPlot *plot)
{
  TlPlotModel model = model_of (plot);
  TlPlotArea  area = area_of (plot, &model);
  gint        index = trial_at (GTK_WIDGET (plot), x, y);

  plot->band = (TlBand) { .x = x, .y = y };
  plot->drags_trial = index >= 0 && index == tl_trial_selection_picked (plot->selection);
  plot->drag_x_min = area.x_min;
  plot->drag_x_max = area.x_max;
  plot->drag_y_min = area.y_min;
  plot->drag_y_max = area.y_max;
}

/* With Shift the rectangle of the drag chooses trials. TRUE: it does. */
static gboolean
drag_band (TlTrialPlot *plot, GtkGestureDrag *gesture, double dx, double dy)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  plot->band.is_active |= (state & GDK_SHIFT_MASK) != 0 && !plot->drags_trial;
  plot->band.dx = dx;
  plot->band.dy = dy;
  redraw (plot);
  return plot->band.is_active;
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, TlTrialPlot *plot)
{
  TlPlotModel model = model_of (plot);
  TlPlotArea  area = area_of (plot, &model);
  double      shift_x, shift_y;

  if (hypot (dx, dy) < CLICK_SLOP_PX || model.n == 0 || plot->drags_trial || drag_band (plot, gesture, dx, dy))
    return;
  shift_x = dx / (area.right - area.left) * (plot->drag_x_max - plot->drag_x_min);
  shift_y = dy / (area.bottom - area.top) * (plot->drag_y_max - plot->drag_y_min);
  plot->x_min = plot->drag_x_min - shift_x;
  plot->x_max = plot->drag_x_max - shift_x;
  plot->y_min = plot->drag_y_min + shift_y;
  plot->y_max = plot->drag_y_max + shift_y;
  plot->fits = FALSE;
  set_follows (plot, FALSE);
  redraw (plot);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, TlTrialPlot *plot)
{
  TlPlotModel model = model_of (plot);
  TlPlotArea  area = area_of (plot, &model);
  double      x, y;
  gint        index;

  gtk_widget_grab_focus (GTK_WIDGET (plot));
  tl_plot_band_end (&plot->band, plot->selection, &model, &area);
  redraw (plot);
  if (hypot (dx, dy) >= CLICK_SLOP_PX || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  index = trial_at (GTK_WIDGET (plot), x + dx, y + dy);
  if (click_legend (plot, x, y))
    return;
  if (index >= 0)
    tl_trial_selection_pick (plot->selection, index);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TlTrialPlot *plot)
{
  gint              index = trial_at (GTK_WIDGET (plot), x, y);
  const TlPlotArea *area = tl_plot_layer_area (plot->layer);

  if (n_press == 2 && index < 0 && area != NULL && y > area->top)
    fit_and_follow (plot);
  else if (n_press == 2)
    tl_trial_selection_activate (plot->selection, index);
}

/* --- keys --- */

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlTrialPlot *plot)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  if (tl_trial_keys_handle (plot->selection, key, modifiers))
    return TRUE;
  switch (gdk_keyval_to_lower (key))
    {
    case GDK_KEY_x:
      plot->by_time = !plot->by_time;
      fit_view (plot);
      return TRUE;
    case GDK_KEY_y:
      plot->throughput = !plot->throughput;
      fit_view (plot);
      return TRUE;
    case GDK_KEY_g:
      show_next_group (plot);
      return TRUE;
    case GDK_KEY_f:
      set_follows (plot, !plot->follows);
      return TRUE;
    case GDK_KEY_Home:
      fit_and_follow (plot);
      return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      tl_trial_selection_step (plot->selection, TL_TRIAL_ANY, key == GDK_KEY_Right ? 1 : -1);
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
on_appended (TlTrialStore *store, guint first, guint n, TlTrialPlot *plot)
{
  TlPlotModel model = model_of (plot);

  if (plot->follows && !plot->fits && tl_plot_trial_x (&model, first + n - 1) > plot->x_max)
    show_newest (plot);
  redraw (plot);
}

static void
on_reset (TlTrialStore *store, TlTrialPlot *plot)
{
  tl_plot_summary_clear (plot->summary);
  tl_plot_layer_clear (plot->layer);
  tl_predicted_ranges_clear (plot->predicted);
  if (store == NULL || tl_trial_store_n (store) == 0)
    fit_view (plot);
  redraw (plot);
}

static void
on_trials_changed (TlTrialPlot *plot)
{
  TlTrialStore *trials = tl_trial_selection_trials (plot->selection);

  if (plot->trials != NULL)
    g_signal_handlers_disconnect_by_data (plot->trials, plot);
  g_set_object (&plot->trials, trials);
  if (trials != NULL)
    {
      g_signal_connect_object (trials, "appended", G_CALLBACK (on_appended), plot, 0);
      g_signal_connect_object (trials, "reset", G_CALLBACK (on_reset), plot, 0);
    }
  on_reset (trials, plot);
  fit_view (plot);
}

void
tl_trial_plot_set_selection (TlTrialPlot *plot, TlTrialSelection *selection)
{
  g_return_if_fail (TL_IS_TRIAL_PLOT (plot) && plot->selection == NULL);

  plot->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "trials-changed", G_CALLBACK (on_trials_changed), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (on_picked), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "failures-changed", G_CALLBACK (on_failures_changed), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "hover-changed", G_CALLBACK (on_hover_changed), plot, G_CONNECT_SWAPPED);
  tl_trial_controllers_add (GTK_WIDGET (plot), selection, trial_at, place_of, TRUE);
  on_trials_changed (plot);
}

void
tl_trial_plot_set_program (TlTrialPlot *plot, double flops, guint n_expected)
{
  if (plot->flops == flops && plot->n_expected == n_expected)
    return;
  plot->n_expected = n_expected;
  plot->flops = flops;
  redraw (plot);
}

void
tl_trial_plot_set_peak (TlTrialPlot *plot, double peak_s, const TlGpuModel *gpu)
{
  if (plot->peak_s == peak_s && plot->peak_gpu == gpu)
    return;
  plot->peak_s = peak_s;
  plot->peak_gpu = gpu;
  redraw (plot);
}

void
tl_trial_plot_set_range (TlTrialPlot *plot, guint first, guint end)
{
  gboolean is_other = (first == end) != (plot->range_first == plot->range_end) || (first < end && first != plot->range_first);

  if (first == plot->range_first && end == plot->range_end)
    return;
  plot->range_first = first;
  plot->range_end = end;
  if (is_other || plot->fits)
    fit_view (plot);
}

/* --- class --- */

static void
tl_trial_plot_dispose (GObject *object)
{
  TlTrialPlot *plot = TL_TRIAL_PLOT (object);

  g_clear_object (&plot->trials);
  g_clear_object (&plot->selection);
  g_clear_pointer (&plot->layer, tl_plot_layer_free);
  g_clear_pointer (&plot->summary, tl_plot_summary_free);
  g_clear_pointer (&plot->predicted, tl_predicted_ranges_free);
  g_clear_pointer (&plot->card, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_trial_plot_parent_class)->dispose (object);
}

static void
tl_trial_plot_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  g_return_if_fail (id == PROPERTY_FOLLOWS);

  set_follows (TL_TRIAL_PLOT (object), g_value_get_boolean (value));
}

static void
tl_trial_plot_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_return_if_fail (id == PROPERTY_FOLLOWS);

  g_value_set_boolean (value, TL_TRIAL_PLOT (object)->follows);
}

static void
tl_trial_plot_class_init (TlTrialPlotClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_trial_plot_dispose;
  G_OBJECT_CLASS (class)->set_property = tl_trial_plot_set_property;
  G_OBJECT_CLASS (class)->get_property = tl_trial_plot_get_property;
  properties[PROPERTY_FOLLOWS] = g_param_spec_boolean ("follows", NULL, NULL, TRUE,
                                                       G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
  widget_class->snapshot = tl_trial_plot_snapshot;
  widget_class->measure = tl_plot_measure;
  widget_class->size_allocate = tl_trial_plot_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "trialplot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_controllers (TlTrialPlot *plot)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture         *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), plot);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), plot);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), plot);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), plot);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), plot);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), plot);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), plot);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), plot);
  gtk_widget_add_controller (GTK_WIDGET (plot), motion);
  gtk_widget_add_controller (GTK_WIDGET (plot), scroll);
  gtk_widget_add_controller (GTK_WIDGET (plot), key);
  gtk_widget_add_controller (GTK_WIDGET (plot), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (plot), GTK_EVENT_CONTROLLER (click));
}

static void
tl_trial_plot_init (TlTrialPlot *plot)
{
  plot->follows = plot->fits = TRUE;
  plot->layer = tl_plot_layer_new (GTK_WIDGET (plot));
  plot->summary = tl_plot_summary_new ();
  plot->predicted = tl_predicted_ranges_new ();
  plot->card = tl_plot_card_new (GTK_WIDGET (plot));
  gtk_accessible_update_property (GTK_ACCESSIBLE (plot), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Latency over trials"), -1);
  add_controllers (plot);
  gtk_widget_set_has_tooltip (GTK_WIDGET (plot), TRUE);
  g_signal_connect (plot, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  tl_style_follow (plot, G_CALLBACK (redraw));
}
