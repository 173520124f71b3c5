/* SPDX-License-Identifier: Apache-2.0 */
/* The frames that a window paints, and spans of time around them. */
#pragma once

#include "ui/window.h"

G_BEGIN_DECLS

/* A time on two clocks: elapsed time, and CPU time of the calling thread. */
typedef struct
{
  gint64 elapsed_ns, cpu_ns;
} TlBenchInstant;

typedef struct
{
  double elapsed_ms, cpu_ms;
} TlBenchSpan;

TlBenchInstant tl_bench_now (void);
TlBenchSpan    tl_bench_span (TlBenchInstant from, TlBenchInstant to);
/* The median of an array of TlBenchSpan on each clock, and the maximum (nullable). Sorts @spans. */
TlBenchSpan    tl_bench_median (GArray *spans, TlBenchSpan *worst);

typedef struct
{
  TlWindow      *window;         /* borrowed */
  guint          n_painted;
  gboolean       has_painted;    /* in the current frame */
  TlBenchInstant began, ended;   /* of the last frame */
  GArray        *spans;          /* borrowed, nullable: receives the TlBenchSpan of each frame */
  guint          n_rounds;       /* TL_BENCH_ROUNDS, or what was asked for */
} TlBenchFrames;

#define TL_BENCH_ROUNDS 30

/* Of @n frames, trials, blocks or milliseconds as many as belong to the rounds: all @n with TL_BENCH_ROUNDS; at least one. */
guint          tl_bench_part (const TlBenchFrames *frames, guint n);

/* Counts the frames of @window, which is realized, until tl_bench_frames_unfollow. */
void           tl_bench_frames_follow (TlBenchFrames *frames, TlWindow *window);
void           tl_bench_frames_unfollow (TlBenchFrames *frames);
/* Runs the main loop until the next frame ends. FALSE with @error after half a minute without one. */
gboolean       tl_bench_frames_wait (TlBenchFrames *frames, GError **error);

typedef gboolean (*TlBenchCondition) (gpointer user_data);

/* Runs the main loop until @is_done (nullable: never), but not longer than @ms; FALSE then. */
gboolean       tl_bench_run_until (TlBenchCondition is_done, gpointer user_data, guint ms);

G_END_DECLS
