/* SPDX-License-Identifier: Apache-2.0 */
/* Speed of schedules: replays of a long trace, and the time of a step by primitive. */
#include <stdio.h>

#include "tests/bench/bench.h"
#include "app/commands/watch.h"
#include "core/schedule/trace.h"

#define REPLAY_MS 2000

typedef struct
{
  const TlPrimitive *primitive;
  guint              n_steps;
  gint64             ns;         /* of all its steps in all rounds */
} PrimitiveCost;

static gint
by_cost (gconstpointer a, gconstpointer b)
{
  const PrimitiveCost *x = a, *y = b;

  return (x->ns < y->ns) - (x->ns > y->ns);
}

static PrimitiveCost *
cost_of (GArray *costs, const TlPrimitive *primitive)
{
  PrimitiveCost cost = { .primitive = primitive };

  for (guint i = 0; i < costs->len; i++)
    if (g_array_index (costs, PrimitiveCost, i).primitive == primitive)
      return &g_array_index (costs, PrimitiveCost, i);
  g_array_append_val (costs, cost);
  return &g_array_index (costs, PrimitiveCost, costs->len - 1);
}

/* Applies the steps one by one, which have the same variables on this start. */
static TlState *
replay_timed (TlState *start, GPtrArray *steps, GArray *costs, GError **error)
{
  TlState *current = tl_state_ref (start);

  for (guint i = 0; i < steps->len; i++)
    {
      const TlInst  *inst = tl_state_inst (g_ptr_array_index (steps, i));
      gint64         began = tl_bench_thread_ns ();
      TlState       *next = tl_state_apply (current, inst, error);
      PrimitiveCost *cost = cost_of (costs, inst->primitive);

      cost->ns += tl_bench_thread_ns () - began;
      cost->n_steps++;
      tl_state_unref (current);
      current = next;
      if (current == NULL)
        break;
    }
  return current;
}

static void
print_costs (GArray *costs)
{
  g_array_sort (costs, by_cost);
  for (guint i = 0; i < costs->len; i++)
    {
      const PrimitiveCost *cost = &g_array_index (costs, PrimitiveCost, i);

      printf ("  %-22s %6.2f µs per step\n", cost->primitive->name, (double) cost->ns * 1e-3 / cost->n_steps);
    }
}

/* Replays of a long tuned trace per second on one core, as in a search: without verification between the steps. */
TlExit
tl_bench_schedule (const TlBenchOptions *bench)
{
  g_autofree char *workload = tl_command_data_file ("workloads/matmul-128.py"),
                   *trace = tl_command_data_file ("schedules/matmul-128-tuned.trace.py");
  TlScheduleOptions options = { .file = trace };
  g_autoptr (TlModule) module = tl_command_load_module (workload, NULL);
  g_autoptr (TlState) checked = NULL, start = NULL, schedule = NULL;
  g_autoptr (GPtrArray) steps = NULL;
  g_autoptr (TlWatch) watch = NULL;
  g_autoptr (GArray) costs = g_array_new (FALSE, FALSE, sizeof (PrimitiveCost));
  gint64 ns = 0;
  guint  n = 0;
  TlExit exit;

  if (module == NULL)
    return TL_EXIT_USAGE;
  checked = tl_state_new (module, 0);
  start = tl_state_unchecked (checked);
  schedule = tl_command_apply (module, &options, &exit);
  if (schedule == NULL)
    return exit;
  steps = tl_state_steps (schedule);
  watch = tl_watch_new ("replaying a trace");
  for (; ns < (gint64) tl_bench_share (bench, REPLAY_MS) * 1000000; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TlState) replayed = NULL, stepped = NULL;
      gint64 began = tl_bench_thread_ns ();

      replayed = tl_trace_replay (start, schedule, TRUE, FALSE, &error);
      g_clear_pointer (&replayed, tl_state_unref);
      ns += tl_bench_thread_ns () - began;
      stepped = error == NULL && n % 8 == 0 ? replay_timed (start, steps, costs, &error) : NULL;
      if (error != NULL)
        {
          tl_command_error (error);
          return TL_EXIT_REFUSED;
        }
    }
  g_clear_pointer (&watch, tl_watch_free);
  printf ("schedule  %.0f replays/s/core of a %u-step trace (%.2f µs per step)\n", n * 1e9 / (double) ns, steps->len,
          (double) ns * 1e-3 / n / steps->len);
  print_costs (costs);
  return TL_EXIT_DONE;
}
