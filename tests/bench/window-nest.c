/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/window-nest.h"

#include <stdio.h>

#define SETTLE_MS 3000
#define N_FRAMES  40
#define STEP_PX   60

static GtkScrolledWindow *
scroller_of (TlNestCanvas *canvas)
{
  return GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (GTK_WIDGET (canvas), GTK_TYPE_SCROLLED_WINDOW));
}

void
tl_bench_nest_fit (TlNestCanvas *canvas, const char *what, const TlBenchFrames *frames)
{
  g_autofree char *summary = NULL;

  tl_nest_canvas_choose_lines (canvas, TRUE);
  tl_bench_run_until (NULL, NULL, tl_bench_part (frames, SETTLE_MS));
  tl_nest_canvas_fit (canvas);
  tl_bench_run_until (NULL, NULL, tl_bench_part (frames, SETTLE_MS));
  summary = tl_nest_canvas_summary (canvas);
  printf ("nest       %s as lines that fit: %d of %d px (%s)\n", what, gtk_widget_get_height (GTK_WIDGET (canvas)),
          gtk_widget_get_height (gtk_widget_get_parent (GTK_WIDGET (canvas))), summary);
  fflush (stdout);
}

static gboolean
pan (TlNestCanvas *canvas, const char *what, TlBenchFrames *frames, GError **error)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan));
  GtkAdjustment     *place = gtk_scrolled_window_get_vadjustment (scroller_of (canvas));
  GtkAdjustment     *across = gtk_scrolled_window_get_hadjustment (scroller_of (canvas));
  TlBenchSpan        median, worst;
  double             zoom = tl_nest_canvas_zoom (canvas);

  for (guint i = 0; i < tl_bench_part (frames, N_FRAMES); i++)
    {
      double      before = gtk_adjustment_get_value (place);
      TlBenchSpan frame;

      gtk_adjustment_set_value (place, before + STEP_PX);
      if (gtk_adjustment_get_value (place) == before)
        gtk_adjustment_set_value (across, gtk_adjustment_get_value (across) + (i % 2 == 0 ? STEP_PX : -STEP_PX));
      gtk_widget_queue_draw (GTK_WIDGET (scroller_of (canvas)));   /* also where all of it is in view */
      if (!tl_bench_frames_wait (frames, error))
        return FALSE;
      frame = tl_bench_span (frames->began, frames->ended);
      g_array_append_val (spans, frame);
    }
  median = tl_bench_median (spans, &worst);
  printf ("nest       %s at zoom %.2f, panned: median %.1f ms, worst %.1f ms (%.1f, %.1f ms)\n", what, zoom, median.elapsed_ms,
          worst.elapsed_ms, median.cpu_ms, worst.cpu_ms);
  fflush (stdout);
  return TRUE;
}

/* The columns of memory need nests below each other. */
static void
hide_memory (GtkWidget *widget)
{
  if (GTK_IS_TOGGLE_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "Memory") == 0)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (widget), FALSE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    hide_memory (child);
}

gboolean
tl_bench_nest_pan (TlNestCanvas *canvas, const char *what, TlBenchFrames *frames, GError **error)
{
  g_autofree char *lines = g_strdup_printf ("%s as lines", what), *boxes = g_strdup_printf ("%s as boxes", what);
  g_autofree char *all = g_strdup_printf ("%s as boxes that fit", what);
  gboolean         is_done;

  tl_nest_canvas_choose_lines (canvas, TRUE);
  tl_bench_run_until (NULL, NULL, tl_bench_part (frames, SETTLE_MS));
  is_done = pan (canvas, lines, frames, error);
  tl_nest_canvas_choose_lines (canvas, FALSE);
  hide_memory (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (canvas))));
  tl_nest_canvas_set_zoom (canvas, 1);
  tl_bench_run_until (NULL, NULL, tl_bench_part (frames, SETTLE_MS));
  is_done = is_done && pan (canvas, boxes, frames, error);
  tl_nest_canvas_fit (canvas);
  tl_bench_run_until (NULL, NULL, tl_bench_part (frames, SETTLE_MS));
  return is_done && pan (canvas, all, frames, error);
}
