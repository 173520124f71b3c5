/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/window-frames.h"

#include <time.h>

#include "core/base/clock.h"
#include "core/base/extremum.h"

#define FRAME_TIMEOUT_MS 30000

TlBenchInstant
tl_bench_now (void)
{
  struct timespec cpu;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &cpu);
  return (TlBenchInstant) { tl_time_ns (), cpu.tv_sec * G_GINT64_CONSTANT (1000000000) + cpu.tv_nsec };
}

TlBenchSpan
tl_bench_span (TlBenchInstant from, TlBenchInstant to)
{
  return (TlBenchSpan) { (double) (to.elapsed_ns - from.elapsed_ns) * 1e-6, (double) (to.cpu_ns - from.cpu_ns) * 1e-6 };
}

static gint
compare_elapsed (gconstpointer a, gconstpointer b)
{
  double x = ((const TlBenchSpan *) a)->elapsed_ms, y = ((const TlBenchSpan *) b)->elapsed_ms;

  return (x > y) - (x < y);
}

static gint
compare_cpu (gconstpointer a, gconstpointer b)
{
  double x = ((const TlBenchSpan *) a)->cpu_ms, y = ((const TlBenchSpan *) b)->cpu_ms;

  return (x > y) - (x < y);
}

TlBenchSpan
tl_bench_median (GArray *spans, TlBenchSpan *worst)
{
  TlBenchSpan median = { 0 };

  g_array_sort (spans, compare_elapsed);
  median.elapsed_ms = g_array_index (spans, TlBenchSpan, spans->len / 2).elapsed_ms;
  if (worst != NULL)
    worst->elapsed_ms = g_array_index (spans, TlBenchSpan, spans->len - 1).elapsed_ms;
  g_array_sort (spans, compare_cpu);
  median.cpu_ms = g_array_index (spans, TlBenchSpan, spans->len / 2).cpu_ms;
  if (worst != NULL)
    worst->cpu_ms = g_array_index (spans, TlBenchSpan, spans->len - 1).cpu_ms;
  return median;
}

/* --- frames --- */

guint
tl_bench_part (const TlBenchFrames *frames, guint n)
{
  return (guint) tl_max (1, (guint64) n * frames->n_rounds / TL_BENCH_ROUNDS);
}

static void
on_before_paint (TlBenchFrames *frames)
{
  frames->began = tl_bench_now ();
  frames->has_painted = FALSE;
}

static void
on_paint (TlBenchFrames *frames)
{
  frames->has_painted = TRUE;
}

static void
on_after_paint (TlBenchFrames *frames)
{
  if (!frames->has_painted || !gtk_widget_get_mapped (GTK_WIDGET (frames->window)))
    return;
  frames->ended = tl_bench_now ();
  frames->n_painted++;
  if (frames->spans != NULL)
    {
      TlBenchSpan frame = tl_bench_span (frames->began, frames->ended);

      g_array_append_val (frames->spans, frame);
    }
}

void
tl_bench_frames_follow (TlBenchFrames *frames, TlWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));

  frames->window = window;
  g_signal_connect_swapped (clock, "before-paint", G_CALLBACK (on_before_paint), frames);
  g_signal_connect_swapped (clock, "paint", G_CALLBACK (on_paint), frames);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_after_paint), frames);
}

void
tl_bench_frames_unfollow (TlBenchFrames *frames)
{
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (GTK_WIDGET (frames->window)), frames);
}

/* --- waiting --- */

static gboolean
set_flag (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

gboolean
tl_bench_run_until (TlBenchCondition is_done, gpointer user_data, guint ms)
{
  gboolean late = FALSE;
  guint    timer = g_timeout_add (ms, set_flag, &late);

  while (!late && (is_done == NULL || !is_done (user_data)))
    g_main_context_iteration (NULL, TRUE);
  if (!late)
    g_source_remove (timer);
  return !late;
}

typedef struct
{
  const TlBenchFrames *frames;
  guint                n_painted;
} TlBenchGoal;

static gboolean
has_reached (gpointer user_data)
{
  const TlBenchGoal *goal = user_data;

  return goal->frames->n_painted >= goal->n_painted;
}

gboolean
tl_bench_frames_wait (TlBenchFrames *frames, GError **error)
{
  TlBenchGoal goal = { frames, frames->n_painted + 1 };

  if (tl_bench_run_until (has_reached, &goal, FRAME_TIMEOUT_MS))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the window painted no frame within %d s", FRAME_TIMEOUT_MS / 1000);
  return FALSE;
}
