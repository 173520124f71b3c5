/* SPDX-License-Identifier: Apache-2.0 */
/* The table of baselines, and the two that are the bare machine. */
#include "core/worker/baseline-private.h"

#include <dlfcn.h>
#include <gio/gio.h>

#include "core/device/peak.h"

#define BYPASS_BYTES ((gsize) 4 << 20)   /* outputs beyond it do not stay in a cache anyway */

struct _TlBaseline
{
  TlBaselineRun run;
};

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

static gboolean
baseline_peak (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
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

static gboolean
baseline_stream (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  Stream *stream;

  if (task->n_args < 2)
    return tl_baseline_refuse (task, "stream", error);
  stream = g_new (Stream, 1);
  *stream = (Stream) { task->args, task->n_args };
  *run = (TlBaselineRun) { .data = stream, .run = run_stream, .free = g_free };
  return TRUE;
}

static const struct
{
  const char *name;
  gboolean  (*prepare) (const TlBaselineTask *task, TlBaselineRun *run, GError **error);
} baselines[] = {
  { "peak", baseline_peak },       { "stream", baseline_stream }, { "openblas", tl_baseline_openblas },
  { "onednn", tl_baseline_onednn }, { "numpy", tl_baseline_numpy },
};

gint64
tl_baseline_size (const TlBaselineTask *task, const char *name)
{
  return task->task != NULL ? json_object_get_int_member_with_default (task->task, name, 0) : 0;
}

gboolean
tl_baseline_refuse (const TlBaselineTask *task, const char *who, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s does not support \"%s\" on these arguments", who, task->op);
  return FALSE;
}

gpointer
tl_baseline_open (const char *who, const char *package, const char *const *names, GError **error)
{
  gpointer library = NULL;

  for (; *names != NULL && library == NULL; names++)
    library = dlopen (*names, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s is not installed: install %s (Debian); no rebuild needed", who, package);
  return library;
}

TlBaseline *
tl_baseline_new (const char *name, JsonObject *task, TlTensor *const *args, guint n_args, guint n_threads, GError **error)
{
  TlBaselineTask what = { task, task ? json_object_get_string_member_with_default (task, "op", "") : "", args, n_args, MAX (n_threads, 1) };
  TlBaselineRun  run = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (baselines); i++)
    if (g_strcmp0 (baselines[i].name, name) == 0)
      {
        if (!baselines[i].prepare (&what, &run, error))
          return NULL;
        return g_memdup2 (&(TlBaseline) { run }, sizeof (TlBaseline));
      }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no baseline library \"%s\"", name);
  return NULL;
}

void
tl_baseline_free (TlBaseline *baseline)
{
  if (baseline->run.free)
    baseline->run.free (baseline->run.data);
  g_free (baseline);
}

void
tl_baseline_run (TlBaseline *baseline)
{
  baseline->run.run (baseline->run.data);
}

void
tl_baseline_show (TlBaseline *baseline)
{
  if (baseline->run.show)
    baseline->run.show (baseline->run.data);
}

gboolean
tl_baseline_computes (const TlBaseline *baseline)
{
  return baseline->run.computes;
}
