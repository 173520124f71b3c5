/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/window-graph.h"

#include <stdio.h>

#include "core/base/watchdog.h"

#define N_NODES         500
#define OPEN_TIMEOUT_MS 30000
#define SETTLE_MS       5000     /* the kernel of the graph is built and timed meanwhile */
#define N_STEPS         40
#define STEP_PX         60
#define ZOOM_STEP       1.15

/* Each product is multiplied by one of some products before, so that the picture has lines that pass by others. */
static char *
graph_text (guint n_nodes)
{
  g_autoptr (GString) text = g_string_new ("from tvm.script import ir as I, relax as R\n\n"
                                           "@I.ir_module\n"
                                           "class Module:\n"
                                           "    @R.function\n"
                                           "    def main(x: R.Tensor((32, 32), \"float32\")):\n"
                                           "        with R.dataflow():\n"
                                           "            y0 = R.matmul(x, x)\n");

  for (guint i = 1; i < n_nodes; i++)
    g_string_append_printf (text, "            y%u = R.matmul(y%u, y%u)\n", i, i - 1, i - 1 - i % 7 * (i > 7));
  g_string_append_printf (text, "            z = R.add(y%u, x)\n            R.output(z)\n        return z\n", n_nodes - 1);
  return g_strdup (text->str);
}

/* The picture has its size once it is arranged. */
static gboolean
is_arranged (gpointer user_data)
{
  TlZoomView *view = user_data;
  double      width, height;

  tl_zoom_view_get_content (view, &width, &height);
  return width > 0 && height > 0 && gtk_widget_get_mapped (GTK_WIDGET (view));
}

/* The longest of the dispatches, in CPU time. */
static void
on_hold (const TlHold *hold, gpointer longest_us)
{
  *(gint64 *) longest_us = MAX (*(gint64 *) longest_us, hold->cpu_us);
}

static gboolean
open_graph (TlZoomView *view, const char *folder, TlBenchFrames *frames, GError **error)
{
  guint            n_nodes = tl_bench_part (frames, N_NODES);
  g_autofree char *text = graph_text (n_nodes), *path = g_build_filename (folder, "graph.py", NULL);
  gint64           longest_us = 0;
  TlWatchdog      *watchdog;
  TlBenchInstant   began;
  TlBenchSpan      taken;
  gboolean         is_open;

  if (!g_file_set_contents (path, text, -1, error))
    return FALSE;
  watchdog = tl_watchdog_new (NULL, 1000, on_hold, &longest_us);
  began = tl_bench_now ();
  tl_window_open (frames->window, path);
  is_open = tl_bench_run_until (is_arranged, view, OPEN_TIMEOUT_MS) && tl_bench_frames_wait (frames, error);
  taken = tl_bench_span (began, frames->ended);
  tl_watchdog_free (watchdog);
  if (!is_open && error != NULL && *error == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the graph was not shown within %d s", OPEN_TIMEOUT_MS / 1000);
  if (is_open)
    printf ("graph      %u nodes opened in %.0f ms, of which the main thread worked %.0f ms, at most %.1f ms at once\n", n_nodes,
            taken.elapsed_ms, taken.cpu_ms, (double) longest_us * 1e-3);
  return is_open;
}

typedef void (*GraphStep) (TlZoomView *view, guint round);

/* Forth and back, so that there is always a way to go. */
static void
pan (TlZoomView *view, guint round)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (GTK_WIDGET (view), GTK_TYPE_SCROLLED_WINDOW));
  GtkAdjustment     *axes[] = { gtk_scrolled_window_get_hadjustment (scroller), gtk_scrolled_window_get_vadjustment (scroller) };

  for (guint axis = 0; axis < G_N_ELEMENTS (axes); axis++)
    gtk_adjustment_set_value (axes[axis], gtk_adjustment_get_value (axes[axis]) + (round / 5 % 2 == 0 ? STEP_PX : -STEP_PX));
  gtk_widget_queue_draw (GTK_WIDGET (view));   /* also where all of it is in view */
}

static void
zoom (TlZoomView *view, guint round)
{
  tl_zoom_view_set_zoom (view, tl_zoom_view_zoom (view) * (round % 2 == 0 ? ZOOM_STEP : 1 / ZOOM_STEP));
}

static gboolean
measure (TlZoomView *view, GraphStep step, TlBenchFrames *frames, TlBenchSpan *median, TlBenchSpan *worst, GError **error)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TlBenchSpan));

  for (guint i = 0; i < tl_bench_part (frames, N_STEPS); i++)
    {
      TlBenchInstant began = tl_bench_now ();
      TlBenchSpan    taken, frame;

      step (view, i);
      taken = tl_bench_span (began, tl_bench_now ());
      if (!tl_bench_frames_wait (frames, error))
        return FALSE;
      frame = tl_bench_span (frames->began, frames->ended);
      taken.elapsed_ms += frame.elapsed_ms;
      taken.cpu_ms += frame.cpu_ms;
      g_array_append_val (spans, taken);
    }
  *median = tl_bench_median (spans, worst);
  return TRUE;
}

static gboolean
measure_at (TlZoomView *view, double at, TlBenchFrames *frames, GError **error)
{
  GtkWidget  *window = GTK_WIDGET (frames->window);
  TlBenchSpan panned, slowest_pan, zoomed, slowest_zoom;

  if (at > 0)
    tl_zoom_view_set_zoom (view, at);
  else
    tl_zoom_view_fit (view);
  tl_bench_run_until (NULL, NULL, tl_bench_part (frames, SETTLE_MS));
  at = tl_zoom_view_zoom (view);
  if (!measure (view, pan, frames, &panned, &slowest_pan, error) || !measure (view, zoom, frames, &zoomed, &slowest_zoom, error))
    return FALSE;
  printf ("graph      %dx%d at zoom %.2f: pan median %.1f ms, worst %.1f ms (%.1f, %.1f ms), zoom median %.1f ms, worst %.1f ms "
          "(%.1f, %.1f ms)\n",
          gtk_widget_get_width (window), gtk_widget_get_height (window), at, panned.elapsed_ms, slowest_pan.elapsed_ms, panned.cpu_ms,
          slowest_pan.cpu_ms, zoomed.elapsed_ms, slowest_zoom.elapsed_ms, zoomed.cpu_ms, slowest_zoom.cpu_ms);
  fflush (stdout);
  return TRUE;
}

gboolean
tl_bench_graph (TlZoomView *view, const char *folder, TlBenchFrames *frames, GError **error)
{
  return open_graph (view, folder, frames, error) && measure_at (view, 1, frames, error) && measure_at (view, 0, frames, error);
}
