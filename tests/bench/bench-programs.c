/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Default schedules of programs as people write them: `tileloom-bench programs`. data/benchmarks/programs.json is the list. They have no
 * schedule by hand; a figure is the least time that the machine allows (core/analysis/roofline.h) divided by theirs, the worst first.
 * data/benchmarks/programs.txt has the table.
 */
#include <stdio.h>

#include "app/commands/watch.h"
#include "core/analysis/roofline.h"
#include "core/default-schedules/default-schedule.h"
#include "tests/bench/bench-comparison.h"

#define MIN_REPEAT_MS 3.0
#define MEASURE_S     0.3

typedef struct
{
  const char *name;     /* borrowed from the list */
  double      share;    /* of the roof */
  double      least_s;
  char       *rules;    /* owned */
} ProgramRow;

typedef struct
{
  const TlBenchOptions *options;
  TlWorkerPool         *pool;
  TlMachine             machine;
  GArray               *rows;      /* ProgramRow */
} ProgramBench;

static void
row_clear (gpointer data)
{
  ProgramRow *row = data;

  g_free (row->rules);
}

static gint
compare_shares (gconstpointer a, gconstpointer b)
{
  const ProgramRow *x = a, *y = b;

  return x->share < y->share ? -1 : x->share > y->share;
}

/* FALSE after saying why. */
static gboolean
measure (ProgramBench *bench, const TlState *scheduled, const TlTarget *target, ProgramRow *row)
{
  TlMeasureOptions    how = tl_measure_options_quick ();
  TlOutcome           outcome = { 0 };
  TlLatency           latency = { 0 };
  g_autoptr (TlWatch) watch = tl_watch_new ("timing %s", row->name);
  gboolean            ok;

  how.min_repeat_ms = MIN_REPEAT_MS;
  how.budget_s = MEASURE_S;
  how.run_timeout_s = 60;
  tl_worker_pool_measure (bench->pool, scheduled, tl_state_module (scheduled)->prims[0]->name, target, &how, NULL, &outcome);
  g_clear_pointer (&watch, tl_watch_free);
  ok = outcome.kind == TL_OUTCOME_OK && tl_outcome_latency (&outcome, &latency);
  if (!ok)
    tl_command_message ("%s: %s", row->name, outcome.message);
  row->least_s = latency.min_s;
  tl_outcome_clear (&outcome);
  return ok;
}

static TlExit
run_program (ProgramBench *bench, JsonObject *object, ProgramRow *row)
{
  g_autoptr (TlModule)  module = tl_bench_load_program (object, "arguments");
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlState)   start = NULL, scheduled = NULL;
  TlTarget              target = tl_target_host ();
  TlRoof                roof;

  if (module == NULL)
    return TL_EXIT_USAGE;
  target.num_cores = (guint) MAX (bench->options->n_threads, 1);
  start = tl_state_new (module, 0);
  scheduled = tl_default_schedule_with (start, module->prims[0]->name, &target, TL_DEFAULT_ALL, notes, &error);
  if (scheduled == NULL)
    return tl_command_fail (TL_EXIT_REFUSED, error);
  if (!measure (bench, scheduled, &target, row))
    return TL_EXIT_FAILED;
  roof = tl_roof_of (module->prims[0], &bench->machine, target.num_cores);
  row->share = tl_roof_s (&roof) / row->least_s;
  row->rules = tl_bench_applied_rules (notes);
  return TL_EXIT_DONE;
}

static TlExit
run_programs (ProgramBench *bench, JsonArray *list)
{
  TlExit exit = TL_EXIT_DONE;

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *object = json_array_get_object_element (list, i);
      ProgramRow  row = { .name = json_object_get_string_member (object, "name") };
      TlExit      one;

      if (!tl_bench_is_chosen (bench->options, row.name))
        continue;
      one = run_program (bench, object, &row);
      exit = MAX (exit, one);
      if (one == TL_EXIT_DONE)
        g_array_append_val (bench->rows, row);
    }
  g_array_sort (bench->rows, compare_shares);
  return exit;
}

static void
print_json (const GArray *rows)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);
  g_autofree char     *text = NULL;

  json_node_take_array (node, json_array_new ());
  for (guint i = 0; i < rows->len; i++)
    {
      const ProgramRow *row = &g_array_index (rows, ProgramRow, i);
      JsonObject       *object = json_object_new ();

      json_object_set_string_member (object, "name", row->name);
      json_object_set_double_member (object, "roof", row->share);
      json_object_set_double_member (object, "min_s", row->least_s);
      json_object_set_string_member (object, "rules", row->rules);
      json_array_add_object_element (json_node_get_array (node), object);
    }
  text = json_to_string (node, TRUE);
  printf ("%s\n", text);
}

static void
print_rows (const GArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const ProgramRow *row = &g_array_index (rows, ProgramRow, i);
      g_autofree char  *time = tl_format_seconds (row->least_s);

      printf ("%-28s roof=%.3f   %s   %s\n", row->name, row->share, time, row->rules);
    }
}

TlExit
tl_bench_programs (const TlBenchOptions *options)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (JsonNode)     list = tl_bench_load_table ("benchmarks/programs.json", &error);
  g_autoptr (TlWorkerPool) pool = list != NULL ? tl_worker_pool_new (0, &error) : NULL;
  g_autoptr (GArray)       rows = g_array_new (FALSE, FALSE, sizeof (ProgramRow));
  ProgramBench             bench = { .options = options, .pool = pool, .rows = rows };
  TlExit                   exit;

  if (pool == NULL || (!tl_machine_load (&bench.machine) && !tl_machine_measure (&bench.machine, NULL, NULL, NULL, &error)))
    return tl_command_fail (TL_EXIT_FAILED, error);
  g_array_set_clear_func (rows, row_clear);
  exit = run_programs (&bench, json_node_get_array (list));
  if (options->as_json)
    print_json (rows);
  else
    print_rows (rows);
  return exit;
}
