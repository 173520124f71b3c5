/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Correctness of schedules: `tileloom-bench soundness`. Runs many random schedules of random programs, as tests/soundness/soundness.h
 * describes, and counts how often each primitive was applied with an effect: its coverage.
 */
#include <json-glib/json-glib.h>
#include <stdio.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/extremum.h"
#include "tests/bench/bench.h"
#include "tests/soundness/soundness.h"

#define N_SCHEDULES        10000
#define MIN_APPLICATIONS   200u   /* fewer are too little coverage of a primitive */
#define PROGRESS_SHARE     50u

typedef struct
{
  guint n;
  guint reported; /* schedules at the last progress report */
} Progress;

static void
report_progress (const Soundness *sum, gpointer user_data)
{
  Progress *progress = user_data;

  if (!isatty (STDERR_FILENO) || sum->n_schedules < progress->reported + MAX (progress->n / PROGRESS_SHARE, 1))
    return;
  progress->reported = sum->n_schedules;
  fprintf (stderr, "\r%u of %u schedules, %u wrong", sum->n_schedules, progress->n, sum->n_wrong);
  if (sum->n_schedules == progress->n)
    fprintf (stderr, "\n");
}

static guint
n_schedules (const TlBenchOptions *options)
{
  return options->n_schedules > 0 ? (guint) options->n_schedules : N_SCHEDULES;
}

/* MIN_APPLICATIONS in proportion to the number of schedules. */
static guint
least_applications (const TlBenchOptions *options)
{
  return (guint) tl_max (1, (guint64) MIN_APPLICATIONS * n_schedules (options) / N_SCHEDULES);
}

static void
print_table (const TlBenchOptions *options, const Soundness *sum, double took_s)
{
  GHashTableIter iter;
  gpointer       reason, number;
  guint          least = least_applications (options), n_short = 0;

  printf ("soundness  %u schedules, %u steps in %.0f s: %u compiled, %u refused by code generation, %u run in reverse order, %u with "
          "separate iterations, "
          "%u wrong\n", sum->n_schedules,
          sum->tally.n_taken, took_s, sum->n_compiled, sum->n_not_compiled, sum->n_backwards, sum->n_apart, sum->n_wrong);
  g_hash_table_iter_init (&iter, sum->reasons);
  while (g_hash_table_iter_next (&iter, &reason, &number))
    printf ("  refused %u times: %s\n", GPOINTER_TO_UINT (number), (const char *) reason);
  printf ("  %-26s %9s %9s %9s\n", "primitive", "effective", "accepted", "refused");
  for (guint i = 0; i < RANDOM_N_PRIMITIVES; i++)
    {
      gboolean falls_short = sum->tally.effective[i] < least;

      n_short += falls_short;
      printf ("  %-26s %9u %9u %9u%s\n", tl_primitive_nth (i)->name, sum->tally.effective[i], sum->tally.taken[i], sum->tally.refused[i],
              falls_short ? "  too few" : "");
    }
  printf ("  %u of %u primitives were applied with an effect at least %u times\n", RANDOM_N_PRIMITIVES - n_short, RANDOM_N_PRIMITIVES,
          least);
}

static void
print_json (const TlBenchOptions *options, const Soundness *sum, double took_s)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode)    root = NULL;
  g_autofree char        *text = NULL;
  const struct { const char *name; guint n; } figures[] = {
    { "schedules", sum->n_schedules }, { "steps", sum->tally.n_taken }, { "compiled",
                                                                          sum->n_compiled }, { "not_compiled", sum->n_not_compiled },
    { "backwards", sum->n_backwards }, { "apart", sum->n_apart }, { "wrong", sum->n_wrong }, { "least_applications",
                                                                                               least_applications (options) },
  };

  json_builder_begin_object (builder);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    json_builder_add_int_value (json_builder_set_member_name (builder, figures[i].name), figures[i].n);
  json_builder_add_double_value (json_builder_set_member_name (builder, "took_s"), took_s);
  json_builder_begin_object (json_builder_set_member_name (builder, "primitives"));
  for (guint i = 0; i < RANDOM_N_PRIMITIVES; i++)
    {
      json_builder_begin_object (json_builder_set_member_name (builder, tl_primitive_nth (i)->name));
      json_builder_add_int_value (json_builder_set_member_name (builder, "effective"), sum->tally.effective[i]);
      json_builder_add_int_value (json_builder_set_member_name (builder, "accepted"), sum->tally.taken[i]);
      json_builder_add_int_value (json_builder_set_member_name (builder, "refused"), sum->tally.refused[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_object (json_builder_end_object (builder));
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  printf ("%s\n", text);
}

TlExit
tl_bench_soundness (const TlBenchOptions *options)
{
  guint                    n_threads = (guint) MAX (options->n_threads, 1);
  guint64                  first = options->seed != 0 ? (guint64) options->seed : 1;
  g_autoptr (GError)       error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (n_threads, &error);
  Progress                 progress = { .n = n_schedules (options) };
  gint64                   start_ns = tl_time_ns ();
  Soundness                sum;
  TlExit                   exit;
  double                   took_s;

  if (pool == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  soundness_init (&sum);
  soundness_run (&sum, pool, first, progress.n, n_threads, report_progress, &progress);
  took_s = (double) (tl_time_ns () - start_ns) * 1e-9;
  if (options->as_json)
    print_json (options, &sum, took_s);
  else
    print_table (options, &sum, took_s);
  fprintf (stderr, "%s", sum.problems->str);
  exit = sum.n_wrong > 0 ? TL_EXIT_NO : TL_EXIT_DONE;
  soundness_clear (&sum);
  return exit;
}
