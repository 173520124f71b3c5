/* SPDX-License-Identifier: Apache-2.0 */
/* The two baselines that are the bare machine. */
#include "tests/bench/baselines/baselines.h"

#include <gio/gio.h>

#include "core/device/peak.h"

#define BYPASS_BYTES ((gsize) 4 << 20)   /* outputs beyond it do not stay in a cache anyway */

/* The machine's peak. */

typedef struct
{
  TlPeak peak;
  int    n_threads;
} Peak;

static void
run_peak (gpointer data)
{
  const Peak *peak = data;

#pragma omp parallel num_threads(peak->n_threads)
  for (guint i = 0; i < TL_PEAK_BASELINE_RUNS; i++)
    tl_peak_run (peak->peak);
}

gboolean
tl_baseline_peak (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  TlPeak peak = task->n_args > 0 ? tl_peak_of_type (task->args[0]->dtype) : TL_PEAK_NONE;

  if (peak == TL_PEAK_NONE)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "the peak of this type is unknown on this machine");
      return FALSE;
    }
  *run = (TlBaselineRun) { .data = g_memdup2 (&(Peak) { peak, (int) task->n_threads }, sizeof (Peak)), .run = run_peak, .free = g_free };
  return TRUE;
}

/* The least memory traffic: each input read once, the output (the last argument) written once. */

typedef struct
{
  TlTensor *const *args;
  guint            n_args;
} Stream;

static void
run_stream (gpointer data)
{
  const Stream   *stream = data;
  const TlTensor *output = stream->args[stream->n_args - 1];
  gsize           n_written = output->n_bytes;

  for (guint i = 0; i + 1 < stream->n_args; i++)
    {
      gsize n = MIN (n_written, stream->args[i]->n_bytes);

      tl_stream_run (stream->args[i]->data, stream->args[i]->n_bytes, (guint8 *) output->data + output->n_bytes - n_written, n,
                     output->n_bytes >= BYPASS_BYTES);
      n_written -= n;
    }
}

gboolean
tl_baseline_stream (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  Stream *stream;

  if (task->n_args < 2)
    return tl_baseline_refuse (task, "stream", error);
  stream = g_new (Stream, 1);
  *stream = (Stream) { task->args, task->n_args };
  *run = (TlBaselineRun) { .data = stream, .run = run_stream, .free = g_free };
  return TRUE;
}
