/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Overheads of a candidate: `tileloom-bench run`. Samples matrix multiplications from the design space of
 * data/schedules/gemm-space.py (at most 128 vector multiply-adds in a block) and from the built-in space.
 *
 *     compile     time in a worker from the script to linked code, one candidate after the other: median, 95th percentile, the parts
 *     rate        tuning runs: candidates built, checked and timed per second
 *     isolation   overhead of the pool and its processes
 *     crash       from the start of a crashing candidate until the pool is ready for the next one
 *     hang        time beyond the time limit of a candidate
 *
 * Names are "compile", "rate", "isolation" with the space and the size ("rate-default-512"), "crash", "hang"; patterns select them.
 */
#include <json-glib/json-glib.h>
#include <stdio.h>

#include "app/commands/watch.h"
#include "core/base/clock.h"
#include "core/base/extremum.h"
#include "core/ir/compare.h"
#include "core/search/tuner.h"
#include "tests/bench/bench.h"

#define N_COMPILED    60u      /* candidates whose compilation is timed */
#define N_ISOLATED    40u
#define N_FAILURES    15u
#define RATE_TRIALS   1000u
#define RATE_S        2.0      /* a tuning run is stopped after this time and at least RATE_MIN trials */
#define RATE_MIN    12u
#define HANG_LIMIT_S  0.05
#define SEED          1u

typedef struct
{
  const char *name;
  const char *function;   /* of data/schedules/gemm-space.py; NULL: the built-in space */
} Space;

static const Space spaces[] = { { "gemm", "gemm_space" }, { "default", NULL } };
static const guint sizes[] = { 128, 512, 1024 };

typedef struct
{
  TlWorkerPool         *pool;
  const TlBenchOptions *options;
  JsonArray            *rows;     /* NULL: lines of text */
  TlTarget              target;
} RunBench;

/* --- figures --- */

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* @share 0.5: the median. Sorts. */
static double
quantile (GArray *values, double share)
{
  g_array_sort (values, compare_doubles);
  return values->len > 0 ? g_array_index (values, double, (guint) (share * (values->len - 1) + 0.5)) : 0;
}

static JsonObject *
new_row (const char *name)
{
  JsonObject *row = json_object_new ();

  json_object_set_string_member (row, "name", name);
  return row;
}

static void
print_figure (JsonObject *row, const char *name, JsonNode *value, gpointer user_data)
{
  if (json_node_get_value_type (value) == G_TYPE_DOUBLE)
    printf ("  %s %.4g", name, json_node_get_double (value));
}

/* Takes @row. */
static void
end_row (const RunBench *bench, JsonObject *row)
{
  if (bench->rows)
    {
      json_array_add_object_element (bench->rows, row);
      return;
    }
  printf ("%-22s", json_object_get_string_member (row, "name"));
  json_object_foreach_member (row, print_figure, NULL);
  printf ("\n");
  fflush (stdout);
  json_object_unref (row);
}

/* --- programs and spaces --- */

static TlModule *
load_matmul (guint size)
{
  g_autofree char *path = tl_command_data_file ("benchmarks/gemm.py");
  g_autofree char *m = g_strdup_printf ("M=%u", size), *n = g_strdup_printf ("N=%u", size), *k = g_strdup_printf ("K=%u", size);
  const char *const arguments[] = { m, n, k, NULL };

  return tl_command_call_module (path, "matmul", arguments);
}

static TlSpace *
load_space (const RunBench *bench, const Space *space, GError **error)
{
  g_autofree char *path = tl_command_data_file ("schedules/gemm-space.py");
  g_autoptr (TlSource) source = NULL;
  g_autoptr (TlScheduleScript) script = NULL;

  if (space->function == NULL)
    return tl_space_default (&bench->target);
  source = tl_source_load (path, error);
  script = source != NULL ? tl_schedule_script_parse (source, error) : NULL;
  return script != NULL ? tl_space_from_script (script, space->function, NULL) : NULL;
}

/* --- compile, isolation --- */

typedef struct
{
  GArray *total_s;      /* from read to load */
  GArray *part_s[4];
  GArray *isolation_s;
  GArray *build_s;
} Costs;

static GArray *
new_figures (void)
{
  return g_array_new (FALSE, FALSE, sizeof (double));
}

static void
costs_init (Costs *costs)
{
  costs->total_s = new_figures ();
  costs->isolation_s = new_figures ();
  costs->build_s = new_figures ();
  for (guint i = 0; i < G_N_ELEMENTS (costs->part_s); i++)
    costs->part_s[i] = new_figures ();
}

static void
costs_clear (Costs *costs)
{
  g_array_unref (costs->total_s);
  g_array_unref (costs->isolation_s);
  g_array_unref (costs->build_s);
  for (guint i = 0; i < G_N_ELEMENTS (costs->part_s); i++)
    g_array_unref (costs->part_s[i]);
}

/* One checked run; adds its times unless it failed. */
static void
measure_once (const RunBench *bench, const TlState *state, Costs *costs)
{
  TlMeasureOptions options = tl_measure_options_quick ();
  gint64    start_ns = tl_time_ns ();
  TlOutcome outcome;

  options.repeat = 0;
  tl_worker_pool_measure (bench->pool, state, tl_state_module (state)->prims[0]->name, &bench->target, &options, NULL, &outcome);
  if (outcome.kind == TL_OUTCOME_OK)
    {
      double parts[] = { outcome.parts.read_s, outcome.parts.lower_s, outcome.parts.compile_s, outcome.parts.load_s };
      double total_s = 0, isolation_s = (double) (tl_time_ns () - start_ns) * 1e-9 - outcome.build_s - outcome.run_s;

      for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
        {
          g_array_append_val (costs->part_s[i], parts[i]);
          total_s += parts[i];
        }
      g_array_append_val (costs->total_s, total_s);
      g_array_append_val (costs->isolation_s, isolation_s);
      g_array_append_val (costs->build_s, outcome.build_s);
    }
  tl_outcome_clear (&outcome);
}

static void
print_costs (const RunBench *bench, const char *name, const Costs *costs)
{
  static const char *const parts[] = { "read", "lower", "llvm", "link" };
  JsonObject *row = new_row (name);

  json_object_set_double_member (row, "median_ms", quantile (costs->total_s, 0.5) * 1e3);
  json_object_set_double_member (row, "p95_ms", quantile (costs->total_s, 0.95) * 1e3);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    json_object_set_double_member (row, parts[i], quantile (costs->part_s[i], 0.5) * 1e3);
  json_object_set_double_member (row, "isolation_ms", quantile (costs->isolation_s, 0.5) * 1e3);
  json_object_set_double_member (row, "candidates", costs->total_s->len);
  end_row (bench, row);
}

static void
bench_compile (const RunBench *bench, const char *name, TlState *start, TlSpace *space)
{
  g_autoptr (TlWatch) watch = NULL;
  Costs costs, warm;

  costs_init (&costs);
  costs_init (&warm);
  watch = tl_watch_new ("compiling %u candidates: %s", N_COMPILED, name);
  for (guint i = 0; i < N_COMPILED + 2; i++)
    {
      g_autoptr (TlState) state = tl_space_sample (space, start, SEED + i, NULL);

      /* The first two start the workers. */
      if (state != NULL)
        measure_once (bench, state, i < 2 ? &warm : &costs);
    }
  g_clear_pointer (&watch, tl_watch_free);
  print_costs (bench, name, &costs);
  costs_clear (&costs);
  costs_clear (&warm);
}

/* --- rate --- */

typedef struct
{
  GMutex   lock;
  TlTuner *tuner;       /* under lock; NULL until it has started */
  guint    n_done;      /* under lock, as all below; different programs only */
  guint    n_stopped;   /* far slower than the best */
  GHashTable *seen;     /* hash of the program */
  double   best_s;
  gint64   start_ns;
  gint64   last_ns;
} Rate;

static void
on_trial (const TlTrial *trial, gpointer user_data)
{
  Rate *rate = user_data;
  TlLatency latency;

  guint64 hash = trial->state != NULL ? tl_module_hash (tl_state_module (trial->state)) : 0;

  g_mutex_lock (&rate->lock);
  if (trial->state != NULL && trial->comparison == 0 && !trial->is_start && g_hash_table_add (rate->seen, g_memdup2 (&hash, sizeof hash)))
    {
      rate->n_done++;
      rate->last_ns = tl_time_ns ();
    }
  rate->n_stopped += trial->outcome->kind == TL_OUTCOME_TIMEOUT || trial->outcome->kind == TL_OUTCOME_PRUNED;
  if (trial->outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (trial->outcome, &latency))
    rate->best_s = rate->best_s == 0 ? latency.min_s : MIN (rate->best_s, latency.min_s);
  if (rate->tuner != NULL && rate->n_done >= RATE_MIN && (double) (rate->last_ns - rate->start_ns) * 1e-9 > RATE_S)
    tl_tuner_stop (rate->tuner);
  g_mutex_unlock (&rate->lock);
}

/* Starts the workers and sends them the program, as the first trial of a run does. */
static void
warm_up (const RunBench *bench, TlState *start, TlSpace *space)
{
  g_autoptr (TlState) state = tl_space_sample (space, start, SEED, NULL);
  Costs costs;

  costs_init (&costs);
  if (state != NULL)
    measure_once (bench, state, &costs);
  costs_clear (&costs);
}

static void
bench_rate (const RunBench *bench, const char *name, TlState *start, TlSpace *space)
{
  TlTuneOptions options = { .start = start, .func_name = tl_state_module (start)->prims[0]->name, .space = space,
                            .target = bench->target, .config = tl_tune_config_default (),
                            .n_trials = RATE_TRIALS };
  Rate rate = { .seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL) };
  g_autoptr (GError) error = NULL;
  TlTuner *tuner;

  options.config.strategy = "replay-func";
  options.config.seed = SEED;
  warm_up (bench, start, space);
  g_mutex_init (&rate.lock);
  rate.start_ns = tl_time_ns ();
  tuner = tl_tuner_start (bench->pool, &options, on_trial, NULL, &rate, &error);
  g_mutex_lock (&rate.lock);
  rate.tuner = tuner;
  g_mutex_unlock (&rate.lock);
  if (tuner != NULL)
    {
      TlWatch    *watch = tl_watch_new ("tuning: %s", name);
      JsonObject *row;

      tl_tuner_wait (tuner);
      tl_watch_free (watch);
      tl_tuner_free (tuner);
      row = new_row (name);
      json_object_set_double_member (row, "per_s", rate.n_done / ((double) (rate.last_ns - rate.start_ns) * 1e-9));
      json_object_set_double_member (row, "candidates", rate.n_done);
      json_object_set_double_member (row, "stopped", rate.n_stopped);
      json_object_set_double_member (row, "best_us", rate.best_s * 1e6);
      end_row (bench, row);
    }
  g_hash_table_unref (rate.seen);
  g_mutex_clear (&rate.lock);
}

/* --- failures --- */

static TlModule *
failing_module (const char *function)
{
  g_autofree char *text = g_strdup_printf ("@T.prim_func\n"
                                           "def main(A: T.Buffer((128, 128), \"float32\"), B: T.Buffer((128, 128), \"float32\"), "
                                           "C: T.Buffer((128, 128), \"float32\")):\n"
                                           "    T.evaluate(T.call_extern(\"int32\", \"%s\"))\n", function);

  return tl_script_read_text (text, NULL);
}

/* Seconds in the pool, building excluded. */
static double
time_run (const RunBench *bench, const TlModule *workload, const TlModule *module, double limit_s, TlOutcomeKind expected)
{
  TlMeasureOptions options = tl_measure_options_quick ();
  gint64    start_ns = tl_time_ns ();
  TlOutcome outcome;
  double    took_s;

  options.repeat = 0;
  options.run_timeout_s = limit_s;
  tl_worker_pool_measure_module (bench->pool, workload, module, module->prims[0]->name, &bench->target, &options, NULL, &outcome);
  took_s = (double) (tl_time_ns () - start_ns) * 1e-9 - outcome.build_s;
  if (outcome.kind != expected)
    tl_command_message ("%s instead of %s: %s", tl_outcome_name (outcome.kind), tl_outcome_name (expected), outcome.message);
  tl_outcome_clear (&outcome);
  return took_s;
}

/* Time of the failure beyond the limit, and the extra time of the next candidate compared with one after a success. */
static void
bench_failure (const RunBench *bench, const char *name, const TlModule *workload, const char *function, double limit_s, double granted_s,
               TlOutcomeKind kind)
{
  g_autoptr (TlModule) module = failing_module (function);
  g_autoptr (GArray) noticed = new_figures (), replaced = new_figures (), plain = new_figures ();
  g_autoptr (TlWatch) watch = tl_watch_new ("running programs that fail: %s", name);
  JsonObject *row = new_row (name);

  for (guint i = 0; i < N_FAILURES; i++)
    {
      double warm_s = time_run (bench, workload, workload, 60, TL_OUTCOME_OK),
             again_s = time_run (bench, workload, workload, 60, TL_OUTCOME_OK);
      double failed_s = time_run (bench, workload, module, limit_s, kind) - granted_s;
      double after_s = time_run (bench, workload, workload, 60, TL_OUTCOME_OK);

      warm_s = MIN (warm_s, again_s);
      g_array_append_val (plain, warm_s);
      g_array_append_val (noticed, failed_s);
      g_array_append_val (replaced, after_s);
    }
  g_clear_pointer (&watch, tl_watch_free);
  json_object_set_double_member (row, "noticed_ms", quantile (noticed, 0.5) * 1e3);
  json_object_set_double_member (row, "replaced_ms", tl_max (quantile (replaced, 0.5) - quantile (plain, 0.5), 0) * 1e3);
  json_object_set_double_member (row, "noticed_p95_ms", quantile (noticed, 0.95) * 1e3);
  if (granted_s > 0)
    json_object_set_double_member (row, "granted_ms", granted_s * 1e3);
  end_row (bench, row);
}

/* --- the command --- */

static void
bench_size (const RunBench *bench, guint size)
{
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) checked = NULL, start = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    {
      g_autofree char *compile = g_strdup_printf ("compile-%s-%u", spaces[i].name, size);
      g_autofree char *rate = g_strdup_printf ("rate-%s-%u", spaces[i].name, size);
      gboolean does_compile = tl_bench_is_chosen (bench->options, compile), does_rate = tl_bench_is_chosen (bench->options, rate);
      g_autoptr (GError) error = NULL;
      g_autoptr (TlSpace) space = does_compile || does_rate ? load_space (bench, &spaces[i], &error) : NULL;

      if (error != NULL)
        tl_command_error (error);
      if (space == NULL)
        continue;
      if (module == NULL && (module = load_matmul (size)) == NULL)
        return;
      if (checked == NULL)
        {
          checked = tl_state_new (module, SEED);
          start = tl_state_unchecked (checked);
        }
      if (does_compile)
        bench_compile (bench, compile, start, space);
      if (does_rate)
        bench_rate (bench, rate, checked, space);
    }
}

static void
bench_failures (const RunBench *bench)
{
  g_autoptr (TlModule) workload = NULL;

  if (!tl_bench_is_chosen (bench->options, "crash") && !tl_bench_is_chosen (bench->options, "hang"))
    return;
  workload = load_matmul (128);
  if (workload == NULL)
    return;
  if (tl_bench_is_chosen (bench->options, "crash"))
    bench_failure (bench, "crash", workload, "tl_test_bad_pointer", 60, 0, TL_OUTCOME_CRASH);
  if (tl_bench_is_chosen (bench->options, "hang"))
    bench_failure (bench, "hang", workload, "tl_test_spin", HANG_LIMIT_S, HANG_LIMIT_S, TL_OUTCOME_TIMEOUT);
}

TlExit
tl_bench_run (const TlBenchOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (0, &error);
  g_autoptr (JsonNode) results = json_node_new (JSON_NODE_ARRAY);
  RunBench bench = { .pool = pool, .options = options, .target = tl_target_host () };

  if (pool == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  bench.target.num_cores = 1;
  json_node_take_array (results, json_array_new ());
  bench.rows = options->as_json ? json_node_get_array (results) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    bench_size (&bench, sizes[i]);
  bench_failures (&bench);
  if (options->as_json)
    {
      g_autofree char *text = json_to_string (results, TRUE);

      printf ("%s\n", text);
    }
  return TL_EXIT_DONE;
}
