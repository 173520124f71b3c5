/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/draw/draw-plot.h"

#include <math.h>
#include <string.h>

#include "core/base/format.h"
#include "ui/draw/draw-text.h"

#define FONT_PX       11.5
#define LEFT_MARGIN   76.0
#define RIGHT_MARGIN  20.0
#define TOP_MARGIN    16.0
#define AXIS_HEIGHT   38.0
#define LANE_HEIGHT   18.0
#define DOT_RADIUS    2.6
#define MAX_VECTOR_DOTS 20000    /* more than this go into SVG and PDF as one picture */
#define STROKE_CHUNK  64         /* cairo's stroker is superlinear in the length of a path */

double
tl_nice_step (double span, guint max_steps)
{
  double raw = span / MAX (1, max_steps);
  double power = pow (10, floor (log10 (raw)));
  double m = raw / power;

  if (!(span > 0) || !isfinite (span))
    return 1;
  return power * (m <= 1.0000001 ? 1 : m <= 2.0000001 ? 2 : m <= 5.0000001 ? 5 : 10);
}

static double
unit_value (const TlPlotModel *model, double latency_s)
{
  return model->throughput ? model->flops / latency_s / 1e9 : latency_s;
}

static double
trial_x (const TlPlotModel *model, guint index)
{
  return model->by_time ? model->elapsed_s[index] : (double) index;
}

static void
fit_x (const TlPlotModel *model, TlPlotFrame *frame)
{
  double last = model->by_time ? 1 : MAX (1, model->n);

  if (model->x_max > model->x_min)
    {
      frame->x_min = model->x_min;
      frame->x_max = model->x_max;
      return;
    }
  if (model->by_time)
    for (guint i = 0; i < model->n; i++)
      last = MAX (last, model->elapsed_s[i]);
  else
    last = MAX (last, model->n_expected);
  /* Trials count from 0: half a place is left free of the axis. */
  frame->x_min = model->by_time ? 0 : -0.5;
  frame->x_max = last * 1.01 - (model->by_time ? 0 : 0.5);
}

/* Latency of a measured trial. Bounds and improvements are found on latencies; logarithms are taken only of what is placed. */
static gboolean
measured (const TlPlotModel *model, guint index, double *latency)
{
  *latency = model->latency_s[index];
  return model->outcome[index] == TL_OUTCOME_OK && *latency > 0 && isfinite (*latency);
}

static double
log_unit (const TlPlotModel *model, double latency_s)
{
  return log10 (unit_value (model, latency_s));
}

gboolean
tl_plot_point (const TlPlotModel *model, guint index, double *x, double *y)
{
  double latency;

  *x = trial_x (model, index);
  if (!measured (model, index, &latency))
    return FALSE;
  if (model->log10_latency != NULL && !model->throughput)
    *y = (double) model->log10_latency[index];
  else
    *y = log_unit (model, latency);
  return TRUE;
}

static void
fit_y (const TlPlotModel *model, TlPlotFrame *frame)
{
  double shortest = HUGE_VAL, longest = 0, latency, low, high;

  if (model->y_max > model->y_min)
    {
      frame->y_min = model->y_min;
      frame->y_max = model->y_max;
      return;
    }
  for (guint i = 0; i < model->n; i++)
    if (measured (model, i, &latency))
      {
        shortest = MIN (shortest, latency);
        longest = MAX (longest, latency);
      }
  if (model->baseline_s > 0)
    {
      shortest = MIN (shortest, model->baseline_s);
      longest = MAX (longest, model->baseline_s);
    }
  if (longest > 0)
    {
      low = MIN (log_unit (model, shortest), log_unit (model, longest));
      high = MAX (log_unit (model, shortest), log_unit (model, longest));
    }
  else
    {
      low = model->throughput ? 0 : -6;
      high = model->throughput ? 2 : -3;
    }
  frame->y_min = low - MAX (0.08, (high - low) * 0.06);
  frame->y_max = high + MAX (0.08, (high - low) * 0.06);
}

void
tl_plot_frame (const TlPlotModel *model, double width, double height, TlPlotFrame *frame)
{
  gboolean present[TL_N_OUTCOMES] = { FALSE };

  memset (frame, 0, sizeof *frame);
  frame->width = width;
  frame->height = height;
  for (guint i = 0; i < model->n; i++)
    if (model->outcome[i] < TL_N_OUTCOMES)
      present[model->outcome[i]] = TRUE;
  for (guint kind = TL_OUTCOME_OK + 1; kind < TL_N_OUTCOMES; kind++)
    if (present[kind])
      frame->lane_kind[frame->n_lanes++] = (guint8) kind;
  frame->lane_height = frame->n_lanes * LANE_HEIGHT;
  frame->left = LEFT_MARGIN;
  frame->top = TOP_MARGIN;
  frame->right = MAX (LEFT_MARGIN + 1, width - RIGHT_MARGIN);
  frame->bottom = MAX (TOP_MARGIN + 1, height - AXIS_HEIGHT - (frame->n_lanes > 0 ? frame->lane_height + 8 : 0));
  frame->lane_top = frame->bottom + 8;
  fit_x (model, frame);
  fit_y (model, frame);
}

double
tl_plot_x (const TlPlotFrame *frame, double value)
{
  return frame->left + (value - frame->x_min) / (frame->x_max - frame->x_min) * (frame->right - frame->left);
}

double
tl_plot_y (const TlPlotFrame *frame, double log10_value)
{
  return frame->bottom - (log10_value - frame->y_min) / (frame->y_max - frame->y_min) * (frame->bottom - frame->top);
}

static gint
lane_of (const TlPlotFrame *frame, guint kind)
{
  for (guint i = 0; i < frame->n_lanes; i++)
    if (frame->lane_kind[i] == kind)
      return (gint) i;
  return -1;
}

static double
lane_middle (const TlPlotFrame *frame, gint lane)
{
  return frame->lane_top + (lane + 0.5) * LANE_HEIGHT;
}

/* Pixel of any trial; FALSE for one that is shown nowhere. */
static gboolean
trial_pixel (const TlPlotModel *model, const TlPlotFrame *frame, guint index, double *px, double *py)
{
  double x, y;
  gint   lane;

  if (tl_plot_point (model, index, &x, &y))
    {
      *px = tl_plot_x (frame, x);
      *py = tl_plot_y (frame, y);
      return TRUE;
    }
  lane = lane_of (frame, model->outcome[index]);
  *px = tl_plot_x (frame, x);
  *py = lane_middle (frame, MAX (0, lane));
  return lane >= 0;
}

gint
tl_plot_pick (const TlPlotModel *model, const TlPlotFrame *frame, double x, double y, double radius)
{
  gint   best = -1;
  double best_distance = radius * radius, px, py;

  for (guint i = 0; i < model->n; i++)
    if (fabs (tl_plot_x (frame, trial_x (model, i)) - x) <= radius && trial_pixel (model, frame, i, &px, &py))
      {
        double distance = (px - x) * (px - x) + (py - y) * (py - y);

        if (distance <= best_distance)
          {
            best_distance = distance;
            best = (gint) i;
          }
      }
  return best;
}

/* ---- axes ---- */

static char *
y_label (const TlPlotModel *model, double value)
{
  if (!model->throughput)
    return tl_format_seconds (value);
  return value >= 10 ? g_strdup_printf ("%.0f", value) : g_strdup_printf ("%.3g", value);
}

static void
draw_y_tick (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, const TlPalette *palette, double value, gboolean with_label)
{
  double y = round (tl_plot_y (frame, log10 (value))) + 0.5;

  if (y < frame->top || y > frame->bottom)
    return;
  tl_set_color (cr, palette->line, with_label ? 0.9 : 0.4);
  cairo_move_to (cr, frame->left, y);
  cairo_line_to (cr, frame->right, y);
  cairo_stroke (cr);
  if (with_label)
    {
      g_autofree char *label = y_label (model, value);

      tl_draw_text (cr, frame->left - 8, y, FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, label);
    }
}

/* Decades always carry a label; 2 and 5 too while there is room; the rest are faint lines. A span inside one decade is ticked linearly. */
static void
draw_y_axis (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, const TlPalette *palette)
{
  double decades = frame->y_max - frame->y_min;
  double decade_px = (frame->bottom - frame->top) / decades;
  double low = pow (10, frame->y_min), high = pow (10, frame->y_max);

  cairo_set_line_width (cr, 1);
  if (decades < 0.7)
    {
      double step = tl_nice_step (high - low, 6);

      for (double value = ceil (low / step) * step; value <= high && step > 0; value += step)
        draw_y_tick (cr, model, frame, palette, value, TRUE);
      return;
    }
  for (int decade = (int) floor (frame->y_min); decade <= (int) ceil (frame->y_max); decade++)
    for (int digit = 1; digit <= 9; digit++)
      {
        gboolean labelled = digit == 1 || (digit == 2 && decade_px > 70) || (digit == 5 && decade_px > 70);

        if (labelled || decade_px > 40)
          draw_y_tick (cr, model, frame, palette, digit * pow (10, decade), labelled);
      }
}

static void
draw_x_axis (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, const TlPalette *palette)
{
  double bottom = frame->n_lanes > 0 ? frame->lane_top + frame->lane_height : frame->bottom;
  double step = tl_nice_step (frame->x_max - frame->x_min, (guint) MAX (2, (frame->right - frame->left) / 90));

  if (!model->by_time)
    step = MAX (1, step);
  tl_set_color (cr, palette->dim_text, 0.8);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, frame->left, round (bottom) + 0.5);
  cairo_line_to (cr, frame->right, round (bottom) + 0.5);
  cairo_stroke (cr);
  for (double value = ceil (frame->x_min / step) * step; value <= frame->x_max; value += step)
    {
      g_autofree char *label = model->by_time && step < 1 ? g_strdup_printf ("%.2g", value) : tl_format_count ((gint64) value);
      double x = round (tl_plot_x (frame, value)) + 0.5;

      tl_set_color (cr, palette->dim_text, 0.8);
      cairo_move_to (cr, x, bottom);
      cairo_line_to (cr, x, bottom + 4);
      cairo_stroke (cr);
      tl_draw_text (cr, x, bottom + 13, FONT_PX, TL_TEXT_CENTER, palette->dim_text, 0, label);
    }
  tl_draw_text (cr, (frame->left + frame->right) / 2, bottom + 28, FONT_PX, TL_TEXT_CENTER, palette->dim_text, 0,
                model->by_time ? "seconds" : "trial");
  tl_draw_text (cr, 6, frame->top - 6, FONT_PX, TL_TEXT_BOLD, palette->dim_text, 0, model->throughput ? "GFLOP/s" : "latency");
}

/* ---- points ---- */

/* Marks squares of two pixels that hold a dot already. */
typedef struct
{
  guint8 *bits;
  guint   columns, rows;
} Occupied;

static gboolean
occupy (Occupied *occupied, double x, double y)
{
  guint column = (guint) MAX (0, x / 2), row = (guint) MAX (0, y / 2);
  guint8 *cell;

  if (column >= occupied->columns || row >= occupied->rows)
    return FALSE;
  cell = &occupied->bits[row * occupied->columns + column];
  if (*cell)
    return FALSE;
  *cell = 1;
  return TRUE;
}

/* One dot per occupied square, in field coordinates; x and y alternate. */
static GArray *
collect_dots (const TlPlotModel *model, const TlPlotFrame *frame)
{
  GArray  *dots = g_array_new (FALSE, FALSE, sizeof (float));
  Occupied occupied = { .columns = (guint) (frame->right - frame->left) / 2 + 2, .rows = (guint) (frame->bottom - frame->top) / 2 + 2 };
  double   x, y;

  occupied.bits = g_malloc0 ((gsize) occupied.columns * occupied.rows);
  for (guint i = 0; i < model->n; i++)
    if (tl_plot_point (model, i, &x, &y))
      {
        float dot[2] = { (float) (tl_plot_x (frame, x) - frame->left), (float) (tl_plot_y (frame, y) - frame->top) };

        if (dot[0] >= 0 && dot[1] >= 0 && occupy (&occupied, dot[0], dot[1]))
          g_array_append_vals (dots, dot, 2);
      }
  g_free (occupied.bits);
  return dots;
}

/* Dots at four by four positions within a pixel, so that placing one is a copy. */
typedef struct
{
  int     size;
  guint8 *pixels;   /* 16 squares of size × size */
} Stamps;

static guint8
dot_cover (double dx, double dy, double radius)
{
  double cover = radius + 0.5 - sqrt (dx * dx + dy * dy);

  return cover >= 1 ? 255 : cover <= 0 ? 0 : (guint8) (cover * 255);
}

static Stamps
stamps_new (double radius)
{
  Stamps stamps = { .size = (int) ceil (2 * radius) + 2 };
  double middle = stamps.size / 2;

  stamps.pixels = g_malloc (16 * (gsize) stamps.size * (gsize) stamps.size);
  for (int phase = 0; phase < 16; phase++)
    for (int y = 0; y < stamps.size; y++)
      for (int x = 0; x < stamps.size; x++)
        stamps.pixels[(phase * stamps.size + y) * stamps.size + x]
          = dot_cover (x + 0.5 - middle - (phase % 4) / 4.0, y + 0.5 - middle - (phase / 4) / 4.0, radius);
  return stamps;
}

static void
stamp_dot (const Stamps *stamps, guint8 *pixels, int stride, int width, int height, double cx, double cy)
{
  int           phase = (int) ((cx - floor (cx)) * 4) + 4 * (int) ((cy - floor (cy)) * 4);
  const guint8 *stamp = stamps->pixels + phase * stamps->size * stamps->size;
  int           x0 = (int) floor (cx) - stamps->size / 2, y0 = (int) floor (cy) - stamps->size / 2;
  int           first = MAX (0, -x0), last = MIN (stamps->size, width - x0);

  for (int y = MAX (0, -y0); y < MIN (stamps->size, height - y0); y++)
    {
      guint8       *to = pixels + (y0 + y) * stride + x0;
      const guint8 *from = stamp + y * stamps->size;

      for (int x = first; x < last; x++)
        to[x] = MAX (to[x], from[x]);
    }
}

static void
paint_dots_as_mask (cairo_t *cr, const GArray *dots, const TlPlotFrame *frame, double scale)
{
  double           pad = DOT_RADIUS + 1;
  int              width = (int) ceil ((frame->right - frame->left + 2 * pad) * scale);
  int              height = (int) ceil ((frame->bottom - frame->top + 2 * pad) * scale);
  cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height);
  Stamps           stamps = stamps_new (DOT_RADIUS * scale);
  guint8          *pixels;

  if (cairo_surface_status (mask) != CAIRO_STATUS_SUCCESS)
    {
      g_free (stamps.pixels);
      cairo_surface_destroy (mask);
      return;
    }
  cairo_surface_flush (mask);
  pixels = cairo_image_surface_get_data (mask);
  for (guint i = 0; i + 1 < dots->len; i += 2)
    stamp_dot (&stamps, pixels, cairo_image_surface_get_stride (mask), width, height, (g_array_index (dots, float, i) + pad) * scale,
               (g_array_index (dots, float, i + 1) + pad) * scale);
  cairo_surface_mark_dirty (mask);
  cairo_surface_set_device_scale (mask, scale, scale);
  cairo_mask_surface (cr, mask, frame->left - pad, frame->top - pad);
  cairo_surface_destroy (mask);
  g_free (stamps.pixels);
}

static void
draw_points (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, const TlPalette *palette)
{
  g_autoptr (GArray) dots = collect_dots (model, frame);
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));
  gboolean is_vector = type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PDF;
  double   scale_x = 1, scale_y = 1;

  cairo_save (cr);
  cairo_rectangle (cr, frame->left, frame->top - 4, frame->right - frame->left + 4, frame->bottom - frame->top + 8);
  cairo_clip (cr);
  tl_set_color (cr, palette->outcome[TL_OUTCOME_OK], 0.7);
  if (is_vector && dots->len / 2 <= MAX_VECTOR_DOTS)
    for (guint i = 0; i + 1 < dots->len; i += 2)
      {
        cairo_arc (cr, frame->left + g_array_index (dots, float, i), frame->top + g_array_index (dots, float, i + 1), DOT_RADIUS, 0,
                   2 * G_PI);
        cairo_fill (cr);
      }
  else
    {
      cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);
      paint_dots_as_mask (cr, dots, frame, is_vector ? 2 : MAX (1, scale_x));
    }
  cairo_restore (cr);
}

/* The best so far as steps: as few vertices as there are improvements. */
static void
draw_best_line (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, const TlPalette *palette)
{
  double best = HUGE_VAL, best_y = 0, latency, last_x = 0;
  guint  vertices = 0;

  cairo_save (cr);
  cairo_rectangle (cr, frame->left, frame->top - 4, frame->right - frame->left + 4, frame->bottom - frame->top + 8);
  cairo_clip (cr);
  cairo_set_line_width (cr, 2);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  tl_set_color (cr, palette->look[TL_LOOK_UNROLLED], 1);
  for (guint i = 0; i < model->n; i++)
    {
      last_x = MAX (last_x, trial_x (model, i));
      if (!measured (model, i, &latency) || latency >= best)
        continue;
      if (best < HUGE_VAL)
        cairo_line_to (cr, tl_plot_x (frame, trial_x (model, i)), best_y);
      best = latency;
      best_y = tl_plot_y (frame, log_unit (model, best));
      cairo_line_to (cr, tl_plot_x (frame, trial_x (model, i)), best_y);
      if (++vertices % STROKE_CHUNK == 0)
        {
          cairo_stroke (cr);
          cairo_move_to (cr, tl_plot_x (frame, trial_x (model, i)), best_y);
        }
    }
  if (best < HUGE_VAL)
    {
      cairo_line_to (cr, tl_plot_x (frame, last_x), best_y);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

static void
draw_rule (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, const TlPalette *palette)
{
  const double dashes[] = { 5, 4 };
  g_autofree char *value = NULL, *label = NULL;
  double y;

  if (!(model->baseline_s > 0))
    return;
  y = round (tl_plot_y (frame, log10 (unit_value (model, model->baseline_s)))) + 0.5;
  if (y < frame->top || y > frame->bottom)
    return;
  value = y_label (model, unit_value (model, model->baseline_s));
  label = g_strdup_printf ("unscheduled %s", value);
  tl_set_color (cr, palette->dim_text, 0.9);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_move_to (cr, frame->left, y);
  cairo_line_to (cr, frame->right, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  tl_draw_text (cr, frame->right - 4, y + (y < frame->top + 20 ? 10 : -9), FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, label);
}

/* Failures: one row per kind, one mark per pixel column and kind. */
static void
draw_lanes (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, const TlPalette *palette)
{
  guint n_columns = (guint) (frame->right - frame->left) + 2;

  for (guint lane = 0; lane < frame->n_lanes; lane++)
    {
      guint               kind = frame->lane_kind[lane];
      g_autofree guint8  *seen = g_malloc0 (n_columns);
      g_autofree char    *label = NULL;
      double              middle = lane_middle (frame, (gint) lane);
      guint               count = 0;

      tl_set_color (cr, palette->outcome[kind], 0.08);
      cairo_rectangle (cr, frame->left, middle - LANE_HEIGHT / 2 + 1, frame->right - frame->left, LANE_HEIGHT - 2);
      cairo_fill (cr);
      for (guint i = 0; i < model->n; i++)
        if (model->outcome[i] == kind)
          {
            double px;

            count++;
            px = tl_plot_x (frame, trial_x (model, i)) - frame->left;
            if (px >= 0 && px < n_columns && px <= frame->right - frame->left && !seen[(guint) px])
              {
                seen[(guint) px] = 1;
                cairo_rectangle (cr, frame->left + px - 1, middle - 6, 2, 12);
              }
          }
      tl_set_color (cr, palette->outcome[kind], 0.9);
      cairo_fill (cr);
      label = g_strdup_printf ("%s %u", tl_outcome_glyph (kind), count);
      tl_draw_text (cr, frame->left - 8, middle, FONT_PX, TL_TEXT_RIGHT, palette->text, 0, label);
    }
}

static void
draw_best_label (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, const TlPalette *palette)
{
  double best = HUGE_VAL, best_x = 0, latency, px, py;
  g_autofree char *text = NULL;

  for (guint i = 0; i < model->n; i++)
    if (measured (model, i, &latency) && latency < best)
      {
        best = latency;
        best_x = trial_x (model, i);
      }
  if (!(best < HUGE_VAL))
    return;
  text = y_label (model, unit_value (model, best));
  px = tl_plot_x (frame, best_x);
  py = tl_plot_y (frame, log_unit (model, best));
  if (px < frame->left || px > frame->right || py < frame->top || py > frame->bottom)
    return;
  tl_set_color (cr, palette->look[TL_LOOK_UNROLLED], 1);
  cairo_new_path (cr);
  cairo_arc (cr, px, py, 4.5, 0, 2 * G_PI);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  tl_draw_text (cr, MIN (px + 8, frame->right - 60), py + (py > frame->bottom - 18 ? -12 : 13), FONT_PX + 1, TL_TEXT_BOLD, palette->text, 0,
                text);
}

void
tl_draw_plot (cairo_t *cr, const TlPlotModel *model, const TlPalette *palette, double width, double height)
{
  TlPlotFrame frame;

  tl_plot_frame (model, width, height, &frame);
  if (frame.right - frame.left < 40 || frame.bottom - frame.top < 30)
    return;
  cairo_new_path (cr);
  draw_y_axis (cr, model, &frame, palette);
  draw_x_axis (cr, model, &frame, palette);
  draw_rule (cr, model, &frame, palette);
  draw_points (cr, model, &frame, palette);
  draw_best_line (cr, model, &frame, palette);
  draw_best_label (cr, model, &frame, palette);
  draw_lanes (cr, model, &frame, palette);
  if (model->n == 0)
    tl_draw_text (cr, (frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2, 13, TL_TEXT_CENTER, palette->dim_text, 0,
                  "No trials yet");
}

static void
draw_ring (cairo_t *cr, const TlPlotModel *model, const TlPlotFrame *frame, gint index, TlColor color, double radius)
{
  double px, py;

  if (index < 0 || (guint) index >= model->n || !trial_pixel (model, frame, (guint) index, &px, &py))
    return;
  tl_set_color (cr, color, 1);
  cairo_set_line_width (cr, 2);
  cairo_new_path (cr);
  cairo_arc (cr, px, py, radius, 0, 2 * G_PI);
  cairo_stroke (cr);
}

void
tl_draw_plot_overlay (cairo_t *cr, const TlPlotModel *model, const TlPalette *palette, double width, double height, gint hovered, gint selected)
{
  TlPlotFrame frame;
  double      px, py;

  tl_plot_frame (model, width, height, &frame);
  draw_ring (cr, model, &frame, selected, palette->accent, 7);
  if (hovered < 0 || (guint) hovered >= model->n || !trial_pixel (model, &frame, (guint) hovered, &px, &py))
    return;
  tl_set_color (cr, palette->dim_text, 0.5);
  cairo_rectangle (cr, round (px), frame.top, 1, frame.bottom - frame.top);
  if (py < frame.bottom)
    cairo_rectangle (cr, frame.left, round (py), frame.right - frame.left, 1);
  cairo_fill (cr);
  draw_ring (cr, model, &frame, hovered, palette->text, 5.5);
}
