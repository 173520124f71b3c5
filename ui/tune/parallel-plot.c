/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three layers: all lines (kept as long as trials and axes are the same), the lines that pass (painted again while a brush is dragged), and
 * above them axes, brushes and the best, the picked and the hovered trial, which are few.
 */
#include <math.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "ui/tune/parallel-plot-private.h"
#include "ui/tune/plot-card.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/pixels.h"
#include "ui/widgets/scale-bin.h"

#define HEAD_HEIGHT    46
#define LEFT_MARGIN    64.0
#define RIGHT_MARGIN   64.0
#define TOP_GAP        10.0
#define FOOT_HEIGHT    44.0
#define FADED_ALPHA    0.055
#define MANY_TRIALS    5000    /* all lines of more are painted once a second at most while a run goes on */
#define BACK_MS        1000
#define GROWTH         10      /* scales are made again after a tenth more trials */
#define PICK_RADIUS_PX 10.0

G_DEFINE_FINAL_TYPE (TlParallelPlot, tl_parallel_plot, GTK_TYPE_WIDGET)

static TlTrialStore *
trials_of (TlParallelPlot *plot)
{
  return plot->axes != NULL ? tl_trial_axes_trials (plot->axes) : NULL;
}

static guint
n_trials (TlParallelPlot *plot)
{
  return trials_of (plot) != NULL ? tl_trial_store_n (trials_of (plot)) : 0;
}

/* --- axes --- */

static TlParallelAxis *
column_at (TlParallelPlot *plot, guint place)
{
  return &g_array_index (plot->columns, TlParallelAxis, place);
}

static double
value_at (TlParallelPlot *plot, guint place, guint index)
{
  return tl_trial_axes_value (plot->axes, tl_trial_axes_nth_shown (plot->axes, place), index);
}

/* A speed without its unit, which stands above the axis. */
static char *
label_text (gpointer data, guint place, double value)
{
  TlParallelPlot *plot = data;
  TlTrialAxis     axis = tl_trial_axes_nth_shown (plot->axes, place);

  if (axis == TL_AXIS_MEASURED && plot->flops > 0)
    return g_strdup_printf ("%.3g", plot->flops / value / 1e9);
  return tl_trial_axes_text (plot->axes, axis, value);
}

TlParallelPicture
tl_parallel_plot_picture (TlParallelPlot *plot)
{
  int height = gtk_widget_get_height (GTK_WIDGET (plot));

  return (TlParallelPicture) { .axes = (const TlParallelAxis *) (gpointer) plot->columns->data, .n_axes = plot->columns->len,
                               .top = HEAD_HEIGHT + TOP_GAP, .bottom = MAX (height - FOOT_HEIGHT, HEAD_HEIGHT + TOP_GAP + 20),
                               .missing_y = height - FOOT_HEIGHT + 16, .text = label_text, .data = plot };
}

static TlParallelScale
continuous_scale (TlParallelPlot *plot, guint place, TlTrialAxis axis)
{
  guint              n = n_trials (plot);
  g_autofree double *values = g_new (double, n + 1);
  TlScaleKind        kind = axis == TL_AXIS_PREDICTED ? TL_SCALE_LINEAR : axis == TL_AXIS_BUILD ? TL_SCALE_LOG
                            : plot->flops > 0 ? TL_SCALE_INVERSE : TL_SCALE_LOG_FALLING;

  for (guint i = 0; i < n; i++)
    values[i] = value_at (plot, place, i);
  return tl_parallel_scale_continuous (kind, plot->flops / 1e9, values, n);
}

static TlParallelScale
scale_of (TlParallelPlot *plot, guint place)
{
  TlTrialAxis             axis = tl_trial_axes_nth_shown (plot->axes, place);
  gint                    column = tl_trial_axes_column (plot->axes, axis);
  const TlTrialDecisions *decisions = trials_of (plot) != NULL ? tl_trial_store_decisions (trials_of (plot)) : NULL;
  const float            *distinct;
  guint                   n;

  if (column < 0 || decisions == NULL)
    return continuous_scale (plot, place, axis);
  distinct = tl_trial_decisions_distinct (decisions, (guint) column, &n);
  return tl_parallel_scale_discrete (distinct, n, tl_trial_decisions_kind (decisions, (guint) column) == TL_DECISION_FACTOR);
}

static double
place_x (TlParallelPlot *plot, guint place)
{
  guint n = plot->columns->len;

  return round (LEFT_MARGIN + (n > 1 ? place * (gtk_widget_get_width (GTK_WIDGET (plot)) - LEFT_MARGIN - RIGHT_MARGIN) / (n - 1) : 0));
}

/* The marks of the best trial, and where axes stand. */
static void
place_columns (TlParallelPlot *plot)
{
  gint best = n_trials (plot) > 0 ? tl_trial_store_best (trials_of (plot)) : -1;

  for (guint i = 0; i < plot->columns->len; i++)
    {
      TlParallelAxis *column = column_at (plot, i);
      TlTrialAxis     axis = tl_trial_axes_nth_shown (plot->axes, i);

      column->x = place_x (plot, i);
      column->salt = axis;
      column->best = best >= 0 && column->scale.distinct != NULL ? value_at (plot, i, (guint) best) : NAN;
      column->missing = axis == TL_AXIS_MEASURED ? _("no time") : axis == TL_AXIS_PREDICTED ? _("not predicted") : NULL;
    }
}

static void
note_crossings (TlParallelPlot *plot)
{
  TlParallelPicture picture = tl_parallel_plot_picture (plot);
  guint             n = n_trials (plot);

  for (guint place = 0; place < plot->columns->len; place++)
    {
      GArray *crossings = plot->crossings->pdata[place];
      guint   first = crossings->len;

      g_array_set_size (crossings, n);
      for (guint i = first; i < n; i++)
        {
          double value = value_at (plot, place, i);
          double y = tl_parallel_crossing (&picture, place, value, tl_trial_store_number (trials_of (plot))[i]);

          column_at (plot, place)->has_missing |= isnan (value);
          g_array_index (crossings, guint16, i) = (guint16) CLAMP (y * plot->scale * TL_PARALLEL_SUBPIXELS, 0, G_MAXUINT16);
        }
    }
}

static void
forget_pictures (TlParallelPlot *plot)
{
  g_clear_pointer (&plot->back, cairo_surface_destroy);
  g_clear_pointer (&plot->front, cairo_surface_destroy);
  g_clear_pointer (&plot->over, cairo_surface_destroy);
}

/* All crossings again. */
static void
forget_places (TlParallelPlot *plot)
{
  for (guint i = 0; i < plot->crossings->len; i++)
    g_array_set_size (plot->crossings->pdata[i], 0);
  for (guint i = 0; i < plot->columns->len; i++)
    column_at (plot, i)->has_missing = FALSE;
  forget_pictures (plot);
}

static void
make_scales (TlParallelPlot *plot)
{
  for (guint i = 0; i < plot->columns->len; i++)
    column_at (plot, i)->scale = scale_of (plot, i);
  plot->n_when_scaled = n_trials (plot);
  forget_places (plot);
}

/* Whether a decision has taken another value since the scales were made; their values lie where the columns keep them. */
static gboolean
has_new_values (TlParallelPlot *plot)
{
  gboolean has_new = FALSE;

  for (guint i = 0; i < plot->columns->len; i++)
    {
      gint         column = tl_trial_axes_column (plot->axes, tl_trial_axes_nth_shown (plot->axes, i));
      const float *distinct;
      guint        n;

      if (column < 0)
        continue;
      distinct = tl_trial_decisions_distinct (tl_trial_store_decisions (trials_of (plot)), (guint) column, &n);
      has_new |= n != column_at (plot, i)->scale.n_distinct || distinct != column_at (plot, i)->scale.distinct;
    }
  return has_new;
}

void
tl_parallel_plot_make_up (TlParallelPlot *plot)
{
  int    width = gtk_widget_get_width (GTK_WIDGET (plot)), height = gtk_widget_get_height (GTK_WIDGET (plot));
  double scale = tl_pixel_scale (GTK_WIDGET (plot));
  guint  n = n_trials (plot);

  if (plot->n_when_scaled == 0 || n > plot->n_when_scaled + plot->n_when_scaled / GROWTH || n < plot->n_when_scaled
      || has_new_values (plot))
    make_scales (plot);
  if (width != plot->width || height != plot->height || scale != plot->scale)
    forget_places (plot);
  plot->width = width;
  plot->height = height;
  plot->scale = scale;
  place_columns (plot);
  note_crossings (plot);
}

/* --- lines --- */

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

/* The latency that the fastest @top_percent reach. */
static double
top_latency (TlParallelPlot *plot)
{
  if (plot->top_percent >= 100)
    return HUGE_VAL;
  if (plot->latencies->len == 0)
    {
      for (guint i = 0; i < n_trials (plot); i++)
        {
          double latency = tl_trial_axes_value (plot->axes, TL_AXIS_MEASURED, i);

          if (!isnan (latency))
            g_array_append_val (plot->latencies, latency);
        }
      g_array_sort (plot->latencies, compare_doubles);
    }
  if (plot->latencies->len == 0)
    return HUGE_VAL;
  return g_array_index (plot->latencies, double, (guint) ceil ((plot->latencies->len - 1) * plot->top_percent / 100));
}

static gboolean
is_drawn (TlParallelPlot *plot, guint index, double slowest_s)
{
  return tl_trial_brushes_passing (plot->brushes)[index] && tl_trial_axes_value (plot->axes, TL_AXIS_MEASURED, index) <= slowest_s;
}

gboolean
tl_parallel_plot_extremes (TlParallelPlot *plot, double *fastest_s, double *slowest_s)
{
  double limit_s = top_latency (plot), fastest = HUGE_VAL, slowest = 0;
  guint  n = plot->slowest_s < 0 ? n_trials (plot) : 0;

  for (guint i = 0; i < n; i++)
    if (is_drawn (plot, i, limit_s))
      {
        double latency = tl_trial_store_latency_s (trials_of (plot))[i];

        fastest = MIN (fastest, latency);
        slowest = MAX (slowest, latency);
      }
  if (plot->slowest_s < 0)
    {
      plot->fastest_s = fastest;
      plot->slowest_s = slowest;
    }
  *fastest_s = plot->fastest_s;
  *slowest_s = plot->slowest_s;
  return *slowest_s > 0;
}

/* By speed: the fastest that passes is 255, the slowest 1. */
static void
shade_lines (TlParallelPlot *plot)
{
  double limit_s = top_latency (plot), fastest_s, slowest_s, span;
  guint  n = n_trials (plot);

  g_array_set_size (plot->shades, n);
  tl_parallel_plot_extremes (plot, &fastest_s, &slowest_s);
  span = 1 / fastest_s - 1 / slowest_s;
  for (guint i = 0; i < n; i++)
    {
      double part;

      g_array_index (plot->shades, guint8, i) = 0;
      if (!is_drawn (plot, i, limit_s))
        continue;
      part = span > 0 ? (1 / tl_trial_store_latency_s (trials_of (plot))[i] - 1 / slowest_s) / span : 1;
      g_array_index (plot->shades, guint8, i) = (guint8) (1 + lround (254 * CLAMP (part, 0, 1)));
    }
}

static cairo_surface_t *
surface_new (TlParallelPlot *plot)
{
  return tl_pixels_new (tl_pixels_in (plot->width, plot->scale), tl_pixels_in (plot->height, plot->scale), plot->scale);
}

static cairo_surface_t *
draw_lines (TlParallelPlot *plot, const guint8 *shades, TlParallelInk ink)
{
  cairo_surface_t           *surface = surface_new (plot);
  guint                      n_axes = plot->columns->len;
  g_autofree int            *x = g_new (int, n_axes + 1);
  g_autofree const guint16 **y = g_new (const guint16 *, n_axes + 1);
  TlParallelLines            lines = { .n_axes = n_axes, .x = x, .y = y, .n = n_trials (plot) };

  for (guint i = 0; i < n_axes; i++)
    {
      x[i] = (int) lround (column_at (plot, i)->x * plot->scale);
      y[i] = (const guint16 *) (gpointer) ((GArray *) plot->crossings->pdata[i])->data;
    }
  tl_parallel_lines_draw (surface, &lines, shades, &ink);
  return surface;
}

static void
draw_back (TlParallelPlot *plot)
{
  guint              n = n_trials (plot);
  g_autofree guint8 *all = g_malloc (n + 1);
  TlColor            grey = tl_style_palette ()->text;

  memset (all, 1, n + 1);
  plot->back = draw_lines (plot, all, (TlParallelInk) { grey, grey, FADED_ALPHA });
  plot->back_us = g_get_monotonic_time ();
}

/* Fewer lines cover more each. */
static void
draw_front (TlParallelPlot *plot)
{
  TlParallelInk ink = tl_parallel_ink (tl_style_palette ());
  guint         n = 0;

  shade_lines (plot);
  for (guint i = 0; i < plot->shades->len; i++)
    n += g_array_index (plot->shades, guint8, i) != 0;
  ink.alpha = tl_clamp (0.85 * pow (MAX (n, 1) / 20.0, -0.3), 0.1, 0.85);
  plot->front = draw_lines (plot, (const guint8 *) plot->shades->data, ink);
}

static void
draw_over (TlParallelPlot *plot, const TlParallelPicture *picture)
{
  cairo_t *cr;

  plot->over = surface_new (plot);
  cr = cairo_create (plot->over);
  tl_draw_parallel_axes (cr, picture, tl_style_palette ());
  cairo_destroy (cr);
}

/* --- painting --- */

static void
draw_trial (TlParallelPlot *plot, cairo_t *cr, const TlParallelPicture *picture, gint index, TlColor color, double width)
{
  double ys[64];

  if (index < 0 || (guint) index >= n_trials (plot) || picture->n_axes > G_N_ELEMENTS (ys))
    return;
  for (guint i = 0; i < picture->n_axes; i++)
    ys[i] = tl_parallel_crossing (picture, i, value_at (plot, i, (guint) index), tl_trial_store_number (trials_of (plot))[index]);
  tl_draw_parallel_curve (cr, picture, ys, color, width);
}

static double
unit_or_end (const TlParallelScale *scale, double value)
{
  gboolean is_falling = tl_parallel_scale_is_falling (scale);

  if (isinf (value))
    return (value > 0) != is_falling ? 1 : 0;
  return tl_clamp (tl_parallel_scale_unit (scale, value), 0, 1);
}

void
tl_parallel_plot_brush_units (TlParallelPlot *plot, guint place, TlTrialBrush brush, double *low, double *high)
{
  const TlParallelScale *scale = &column_at (plot, place)->scale;
  double                 a = unit_or_end (scale, brush.from), b = unit_or_end (scale, brush.to);

  *low = MIN (a, b);
  *high = MAX (a, b);
}

static void
draw_brushes (TlParallelPlot *plot, cairo_t *cr, const TlParallelPicture *picture)
{
  for (guint i = 0; i < tl_trial_brushes_n (plot->brushes); i++)
    {
      TlTrialBrush brush = tl_trial_brushes_nth (plot->brushes, i);
      gint         place = tl_trial_axes_place (plot->axes, brush.axis);
      double       low, high;

      if (place < 0 || (guint) place >= plot->columns->len)
        continue;
      tl_parallel_plot_brush_units (plot, (guint) place, brush, &low, &high);
      tl_draw_parallel_brush (cr, picture, tl_style_palette (), (guint) place, low, high);
    }
}

static void
paint_surface (cairo_t *cr, cairo_surface_t *surface, int factor)
{
  tl_pixels_set_source (cr, surface, factor, 0);
  cairo_paint (cr);
}

static void
snapshot_plot (TlParallelPlot *plot, GtkSnapshot *snapshot)
{
  TlParallelPicture picture = tl_parallel_plot_picture (plot);
  int               factor = gtk_widget_get_scale_factor (GTK_WIDGET (plot));
  float             width = (float) tl_pixels_in (plot->width, plot->scale) / (float) factor;
  float             height = (float) tl_pixels_in (plot->height, plot->scale) / (float) factor;
  cairo_t          *cr;

  if (plot->back == NULL)
    draw_back (plot);
  if (plot->front == NULL)
    draw_front (plot);
  if (plot->over == NULL)
    draw_over (plot, &picture);
  tl_pixels_begin (snapshot, GTK_WIDGET (plot));
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  paint_surface (cr, plot->back, factor);
  paint_surface (cr, plot->front, factor);
  paint_surface (cr, plot->over, factor);
  cairo_scale (cr, plot->scale / factor, plot->scale / factor);
  draw_trial (plot, cr, &picture, tl_trial_store_best (trials_of (plot)), tl_style_palette ()->look[TL_LOOK_UNROLLED], 3);
  draw_trial (plot, cr, &picture, tl_trial_selection_picked (plot->selection), tl_style_palette ()->accent, 3);
  draw_trial (plot, cr, &picture, tl_trial_selection_hovered (plot->selection), tl_style_palette ()->text, 1.5);
  draw_brushes (plot, cr, &picture);
  cairo_destroy (cr);
  gtk_snapshot_restore (snapshot);
}

static void
tl_parallel_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlParallelPlot *plot = TL_PARALLEL_PLOT (widget);

  if (n_trials (plot) > 0 && gtk_widget_get_width (widget) > LEFT_MARGIN + RIGHT_MARGIN)
    {
      if (plot->palette != tl_style_palette ())
        forget_pictures (plot);
      plot->palette = tl_style_palette ();
      tl_parallel_plot_make_up (plot);
      snapshot_plot (plot, snapshot);
    }
  for (guint i = 0; i < plot->heads->len; i++)
    gtk_widget_snapshot_child (widget, plot->heads->pdata[i], snapshot);
}

static void
tl_parallel_plot_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlParallelPlot *plot = TL_PARALLEL_PLOT (widget);
  double          room = plot->heads->len > 1 ? (width - LEFT_MARGIN - RIGHT_MARGIN) / (plot->heads->len - 1) : width;

  for (guint i = 0; i < plot->heads->len; i++)
    {
      GtkWidget *head = plot->heads->pdata[i];
      gboolean   is_moved = (gint) i == plot->moved;
      double     head_width, scale = tl_text_scale (head);
      int        minimum, natural;

      gtk_widget_measure (head, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
      head_width = MAX (minimum / scale, MIN (MAX (natural / scale, 72), (int) room - 4));
      tl_scale_bin_place_text (head, (int) (place_x (plot, i) - head_width / 2 + (is_moved ? plot->moved_dx : 0)),
                               (int) (is_moved ? plot->moved_dy : 0), head_width, HEAD_HEIGHT);
    }
}

static void
tl_parallel_plot_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  TlParallelPlot *plot = TL_PARALLEL_PLOT (widget);

  tl_plot_measure (widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = HEAD_HEIGHT + 120;
  for (guint i = 0; i < plot->heads->len; i++)
    gtk_widget_measure (plot->heads->pdata[i], orientation, -1, NULL, NULL, NULL, NULL);
}

/* --- the trial at a point --- */

/* The gap between axes that @x lies in, and where in it. FALSE: beside all axes. */
static gboolean
find_gap (TlParallelPlot *plot, double x, guint *gap, double *t)
{
  for (*gap = 0; *gap + 1 < plot->columns->len; (*gap)++)
    {
      double x0 = column_at (plot, *gap)->x, x1 = column_at (plot, *gap + 1)->x;

      *t = (x - x0) / (x1 - x0);
      if (x >= x0 && x <= x1)
        return TRUE;
    }
  return FALSE;
}

gint
tl_parallel_plot_trial_at (TlParallelPlot *plot, double x, double y)
{
  double limit_s = top_latency (plot), nearest = PICK_RADIUS_PX, t;
  gint   found = -1;
  guint  gap;

  if (plot->columns->len < 2 || !find_gap (plot, x, &gap, &t))
    return -1;
  for (guint i = 0; i < ((GArray *) plot->crossings->pdata[gap])->len; i++)
    {
      double unit = plot->scale * TL_PARALLEL_SUBPIXELS;
      double from = g_array_index ((GArray *) plot->crossings->pdata[gap], guint16, i) / unit;
      double to = g_array_index ((GArray *) plot->crossings->pdata[gap + 1], guint16, i) / unit;
      double distance = fabs (tl_parallel_curve (from, to, t) - y);

      if (distance < nearest && i < n_trials (plot) && is_drawn (plot, i, limit_s))
        {
          nearest = distance;
          found = (gint) i;
        }
    }
  return found;
}

gboolean
tl_parallel_plot_trial_point (TlParallelPlot *plot, guint index, double *x, double *y)
{
  double unit = plot->scale * TL_PARALLEL_SUBPIXELS;

  if (plot->columns->len < 2 || index >= n_trials (plot) || !is_drawn (plot, index, top_latency (plot)))
    return FALSE;
  *x = (column_at (plot, 0)->x + column_at (plot, 1)->x) / 2;
  *y = tl_parallel_curve (g_array_index ((GArray *) plot->crossings->pdata[0], guint16, index) / unit,
                          g_array_index ((GArray *) plot->crossings->pdata[1], guint16, index) / unit, 0.5);
  return TRUE;
}

/* --- following the models --- */

static char *
note_of (TlParallelPlot *plot, TlTrialAxis axis)
{
  switch (axis)
    {
    case TL_AXIS_BUILD:
      return g_strdup (_("seconds, log"));
    case TL_AXIS_PREDICTED:
      return g_strdup (_("score"));
    case TL_AXIS_MEASURED:
      return g_strdup (plot->flops > 0 ? "GFLOP/s" : _("seconds, log"));
    default:
      return g_strdup_printf (_("explains %.0f %%"), 100 * tl_trial_axes_share (plot->axes, axis));
    }
}

static void
describe_heads (TlParallelPlot *plot)
{
  for (guint i = 0; i < plot->heads->len; i++)
    {
      gint             at = tl_trial_brushes_find (plot->brushes, tl_trial_axes_nth_shown (plot->axes, i));
      g_autofree char *brush = at >= 0 ? tl_trial_brushes_text (plot->brushes, (guint) at) : g_strdup ("");

      tl_parallel_head_describe (plot->heads->pdata[i], brush);
    }
}

static void
show_heads (TlParallelPlot *plot)
{
  for (guint i = 0; i < plot->heads->len; i++)
    {
      TlTrialAxis      axis = tl_trial_axes_nth_shown (plot->axes, i);
      g_autofree char *note = note_of (plot, axis);

      tl_parallel_head_show (plot->heads->pdata[i], tl_trial_axes_name (plot->axes, axis), tl_trial_axes_title (plot->axes, axis),
                             axis >= TL_AXIS_DECISIONS ? tl_trial_axes_share (plot->axes, axis) : -1, note);
    }
  describe_heads (plot);
}

static void
on_axes_changed (TlParallelPlot *plot)
{
  guint n = tl_trial_axes_n_shown (plot->axes);

  while (plot->heads->len > n)
    g_ptr_array_remove_index (plot->heads, plot->heads->len - 1);
  while (plot->heads->len < n)
    {
      GtkWidget *head = tl_parallel_head_new ();

      gtk_widget_set_parent (head, GTK_WIDGET (plot));
      tl_parallel_plot_add_head_controllers (plot, head);
      g_ptr_array_add (plot->heads, head);
    }
  g_ptr_array_set_size (plot->crossings, 0);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (plot->crossings, g_array_new (FALSE, FALSE, sizeof (guint16)));
  g_array_set_size (plot->columns, 0);
  g_array_set_size (plot->columns, n);
  plot->n_when_scaled = 0;
  forget_pictures (plot);
  show_heads (plot);
  gtk_widget_queue_resize (GTK_WIDGET (plot));
}

static gboolean
on_back_timer (gpointer user_data)
{
  TlParallelPlot *plot = user_data;

  plot->back_timer = 0;
  g_clear_pointer (&plot->back, cairo_surface_destroy);
  gtk_widget_queue_draw (GTK_WIDGET (plot));
  return G_SOURCE_REMOVE;
}

/* New trials are seen at once where they pass; the pale lines of all need not be. */
static void
forget_back (TlParallelPlot *plot)
{
  gint64 left_ms = BACK_MS - (g_get_monotonic_time () - plot->back_us) / 1000;

  if (plot->back_timer != 0)
    return;
  if (n_trials (plot) > MANY_TRIALS && left_ms > 0)
    plot->back_timer = g_timeout_add ((guint) left_ms, on_back_timer, plot);
  else
    g_clear_pointer (&plot->back, cairo_surface_destroy);
}

static void
on_brushes_changed (TlParallelPlot *plot)
{
  plot->slowest_s = -1;
  g_clear_pointer (&plot->front, cairo_surface_destroy);
  if (plot->crossings->len > 0 && ((GArray *) plot->crossings->pdata[0])->len != n_trials (plot))
    {
      forget_back (plot);
      g_clear_pointer (&plot->over, cairo_surface_destroy);   /* the best may be another */
      g_array_set_size (plot->latencies, 0);
    }
  describe_heads (plot);
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

static void
on_trials_reset (TlParallelPlot *plot)
{
  plot->n_when_scaled = 0;
  plot->slowest_s = -1;
  g_array_set_size (plot->latencies, 0);
  forget_pictures (plot);
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

static void
on_trials_changed (TlParallelPlot *plot)
{
  TlTrialStore *trials = tl_trial_selection_trials (plot->selection);

  tl_trial_axes_set_trials (plot->axes, trials);
  if (trials != NULL)
    g_signal_connect_object (trials, "reset", G_CALLBACK (on_trials_reset), plot, G_CONNECT_SWAPPED);
  on_trials_reset (plot);
}

static void
redraw (TlParallelPlot *plot)
{
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

void
tl_parallel_plot_set_models (TlParallelPlot *plot, TlTrialSelection *selection, TlTrialAxes *axes, TlTrialBrushes *brushes)
{
  g_return_if_fail (TL_IS_PARALLEL_PLOT (plot) && plot->selection == NULL);

  plot->selection = g_object_ref (selection);
  plot->axes = g_object_ref (axes);
  plot->brushes = g_object_ref (brushes);
  tl_parallel_plot_add_controllers (plot);
  g_signal_connect_object (axes, "changed", G_CALLBACK (on_axes_changed), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (axes, "shares-changed", G_CALLBACK (show_heads), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (brushes, "changed", G_CALLBACK (on_brushes_changed), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "trials-changed", G_CALLBACK (on_trials_changed), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (redraw), plot, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "hover-changed", G_CALLBACK (redraw), plot, G_CONNECT_SWAPPED);
  on_axes_changed (plot);
  on_trials_changed (plot);
}

void
tl_parallel_plot_set_flops (TlParallelPlot *plot, double flops)
{
  if (plot->flops == flops)
    return;
  plot->flops = flops;
  plot->n_when_scaled = 0;
  show_heads (plot);
  gtk_widget_queue_draw (GTK_WIDGET (plot));
}

void
tl_parallel_plot_set_top (TlParallelPlot *plot, double percent)
{
  plot->top_percent = percent;
  on_brushes_changed (plot);
}

/* --- class --- */

static void
tl_parallel_plot_dispose (GObject *object)
{
  TlParallelPlot *plot = TL_PARALLEL_PLOT (object);

  g_clear_handle_id (&plot->back_timer, g_source_remove);
  g_clear_pointer (&plot->heads, g_ptr_array_unref);
  g_clear_object (&plot->selection);
  g_clear_object (&plot->brushes);
  g_clear_object (&plot->axes);
  forget_pictures (plot);
  G_OBJECT_CLASS (tl_parallel_plot_parent_class)->dispose (object);
}

static void
tl_parallel_plot_finalize (GObject *object)
{
  TlParallelPlot *plot = TL_PARALLEL_PLOT (object);

  g_array_unref (plot->columns);
  g_ptr_array_unref (plot->crossings);
  g_array_unref (plot->shades);
  g_array_unref (plot->latencies);
  G_OBJECT_CLASS (tl_parallel_plot_parent_class)->finalize (object);
}

static void
tl_parallel_plot_class_init (TlParallelPlotClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_parallel_plot_dispose;
  G_OBJECT_CLASS (class)->finalize = tl_parallel_plot_finalize;
  widget_class->snapshot = tl_parallel_plot_snapshot;
  widget_class->measure = tl_parallel_plot_measure;
  widget_class->size_allocate = tl_parallel_plot_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "parallelplot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_parallel_plot_init (TlParallelPlot *plot)
{
  plot->top_percent = 100;
  plot->slowest_s = -1;
  plot->moved = plot->drag_brush = -1;
  plot->heads = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_widget_unparent);
  plot->columns = g_array_new (FALSE, TRUE, sizeof (TlParallelAxis));
  plot->crossings = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  plot->shades = g_array_new (FALSE, FALSE, sizeof (guint8));
  plot->latencies = g_array_new (FALSE, FALSE, sizeof (double));
  gtk_widget_set_focusable (GTK_WIDGET (plot), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (plot), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (plot), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (plot), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (plot), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Decisions of trials"), -1);
  tl_style_follow (plot, G_CALLBACK (redraw));
}
