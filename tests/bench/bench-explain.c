/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The difference between two schedules that both have steps of their own: `tileloom-bench explain`. Each step is timed along the way from
 * one to the other and alone. Printed are the gains, their product with its interval, the whole timed by itself, and the interaction.
 */
#include <stdio.h>

#include "core/session/explanation.h"
#include "tests/bench/bench.h"
#include "tests/program-text.h"

#define MAX_SECONDS 60
#define MATMUL_256  "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("256", "256", "256")
#define HANDLES     "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\n"

static const struct
{
  const char *name, *program, *from, *to;
} pairs[] = {
  { "vectorize", MATMUL_256, HANDLES "k0, k1 = sch.split(k, [None, 4])\nsch.unroll(k1)\n",
    HANDLES "j0, j1 = sch.split(j, [None, 16])\nsch.reorder(j0, k, j1)\nsch.vectorize(j1)\n" },
  { "tile", MATMUL_256, HANDLES "j0, j1 = sch.split(j, [None, 16])\nsch.reorder(j0, k, j1)\nsch.vectorize(j1)\n",
    HANDLES "i0, i1 = sch.split(i, [None, 4])\nj0, j1 = sch.split(j, [None, 32])\nj1, j2 = sch.split(j1, [None, 16])\n"
            "sch.reorder(i0, j0, k, i1, j1, j2)\nsch.unroll(i1)\nsch.unroll(j1)\nsch.vectorize(j2)\n" },
  { "copy", MATMUL_256, HANDLES "sch.reorder(k, j)\nsch.vectorize(j)\n",
    HANDLES "w = sch.cache_write(b, 0, \"local\")\nsch.reverse_compute_at(w, i)\nsch.reorder(k, j)\nsch.vectorize(j)\n" },
};

static TlState *
run_steps (TlState *start, const char *steps)
{
  g_autoptr (GError)           error = NULL;
  g_autoptr (TlSource)         source = tl_source_new ("steps.py", steps, -1);
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, &error);
  TlState                     *state = script != NULL ? tl_schedule_script_run (script, start, NULL, NULL, &error) : NULL;

  if (state == NULL)
    tl_command_message ("%s", error->message);
  return state;
}

static void
print_gain (const char *label, double gain, double low, double high)
{
  if (gain > 0)
    printf ("  %-12s %8.3f   %.3f to %.3f\n", label, gain, low, high);
  else
    printf ("  %-12s        —\n", label);
}

/* FALSE: the sum is not the whole. */
static gboolean
print_explanation (const char *name, const TlExplanation *explanation)
{
  TlGainInterval   sum = tl_explanation_sum (explanation), own = tl_explanation_own_sum (explanation);
  TlGainInterval   interaction = tl_explanation_interaction (explanation);
  gboolean         agrees = tl_explanation_agrees (explanation);
  g_autofree char *text = tl_explanation_interaction_text (explanation);

  printf ("%s\n  gain of each step         along the way                alone\n", name);
  for (guint i = 1; i < explanation->n_steps; i++)
    {
      const TlExplainedStep *step = &explanation->steps[i];

      printf ("  %-32.32s %7.3f (%.3f to %.3f)", step->label, step->gain, step->low, step->high);
      if (step->own_gain > 0)
        printf ("   %7.3f (%.3f to %.3f)\n", step->own_gain, step->own_low, step->own_high);
      else
        printf ("   does not apply\n");
    }
  print_gain ("alone", own.gain, own.low, own.high);
  print_gain ("interaction", interaction.gain, interaction.low, interaction.high);
  print_gain ("sum", sum.gain, sum.low, sum.high);
  print_gain ("whole", explanation->whole, explanation->whole_low, explanation->whole_high);
  printf ("  %s. %s\n", text, agrees ? "The sum equals the whole within the intervals" : "The sum is not the whole");
  return agrees;
}

static TlExit
explain (guint pair, TlWorkerPool *pool, guint max_seconds)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (TlModule)      module = tl_script_read_text (pairs[pair].program, &error);
  g_autoptr (TlState)       start = tl_state_new (module, 1), from = run_steps (start, pairs[pair].from);
  g_autoptr (TlState)       to = run_steps (start, pairs[pair].to);
  g_autoptr (TlExplanation) explanation = NULL;
  TlTarget                  target = tl_target_host ();

  if (from == NULL || to == NULL)
    return TL_EXIT_REFUSED;
  explanation = tl_explanation_measure (pool, from, to, "main", &target, max_seconds, TRUE, NULL, NULL, NULL);
  if (explanation->problem != NULL)
    tl_command_message ("%s: %s", pairs[pair].name, explanation->problem);
  return explanation->problem == NULL && print_explanation (pairs[pair].name, explanation) ? TL_EXIT_DONE : TL_EXIT_FAILED;
}

TlExit
tl_bench_explain (const TlBenchOptions *options)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (1, &error);
  TlExit                   exit = TL_EXIT_DONE;

  if (pool == NULL)
    {
      tl_command_message ("%s", error->message);
      return TL_EXIT_FAILED;
    }
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (tl_bench_is_chosen (options, pairs[i].name))
      {
        TlExit one = explain (i, pool, tl_bench_share (options, MAX_SECONDS));

        exit = MAX (exit, one);
      }
  return exit;
}
