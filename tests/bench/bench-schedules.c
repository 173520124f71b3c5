/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code for schedules made by hand, compared with TVM's: each of twelve small programs (data/benchmarks/schedules.py) gets schedules of the
 * kind that people write (hand-schedule.h). Both compile the same scheduled program for one core; the kernels run in turns in one Python
 * process (schedules-tvm.py), which also compares the results. A ratio is TVM's time divided by ours: above 1 ours is faster.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/watch.h"
#include "core/base/extremum.h"
#include "core/measure/export-files.h"
#include "core/schedule/trace.h"
#include "tests/bench/bench.h"
#include "tests/bench/hand-schedule.h"
#include "tileloom-config.h"

#define N_SCHEDULES   30
#define N_ROUNDS      9
#define AGAIN_ROUNDS  41     /* of ratios below … */
#define AGAIN_BELOW   0.95
#define SLOW          0.9    /* more than 10 % slower than TVM's */
#define MAX_PARAMS    4

static const char *const programs[] = {
  "matmul", "matmul_relu", "dense", "batch_matmul", "conv2d_nchw", "conv2d_nhwc", "depthwise", "elementwise", "transpose", "max_pool",
  "softmax", "row_mean",
};

typedef enum { HAND_TIMED, HAND_TVM_WRONG, HAND_TVM_REFUSES, HAND_OURS_WRONG, HAND_OURS_FAILS } HandResult;

typedef struct
{
  guint      program;
  guint64    seed;
  guint      kinds;
  HandResult result;
  double     ratio, tvm_s, ours_s;
  char      *request;   /* to the other process */
  char      *trace;
} HandRow;

/* Of the rows that a table's line is about. */
typedef struct
{
  guint  n, n_slow;
  guint  n_result[HAND_OURS_FAILS + 1];
  double log_sum, least;
} HandSum;

typedef struct
{
  const TlBenchOptions *options;
  TlTarget              target;
  TlWorkerPool         *pool;
  char                 *folder;
  GSubprocess          *tvm;
  GDataInputStream     *from;
  GArray               *rows;   /* HandRow */
} Bench;

static void
row_clear (gpointer data)
{
  HandRow *row = data;

  g_free (row->request);
  g_free (row->trace);
}

/* --- the other process --- */

/* "double run_2 (void (*kernel) (void *, void *), void **a, long n)": seconds of n calls. */
static char *
write_loops (Bench *bench, GError **error)
{
  g_autoptr (GString) source = g_string_new ("#include <time.h>\n");
  g_autofree char    *c_path = g_build_filename (bench->folder, "loops.c", NULL);
  char               *path = g_build_filename (bench->folder, "loops.so", NULL);
  const char         *argv[] = { "cc", "-O2", "-shared", "-fPIC", "-o", path, c_path, NULL };

  for (guint n = 1; n <= MAX_PARAMS; n++)
    {
      g_autoptr (GString) types = g_string_new (NULL), values = g_string_new (NULL);

      for (guint i = 0; i < n; i++)
        {
          g_string_append (types, i > 0 ? ", void *" : "void *");
          g_string_append_printf (values, i > 0 ? ", a[%u]" : "a[%u]", i);
        }
      g_string_append_printf (source, "double run_%u (void (*kernel) (%s), void **a, long n)\n{\n  struct timespec from, to;\n"
                              "  clock_gettime (CLOCK_MONOTONIC, &from);\n  for (long i = 0; i < n; i++)\n    kernel (%s);\n"
                              "  clock_gettime (CLOCK_MONOTONIC, &to);\n"
                              "  return (double) (to.tv_sec - from.tv_sec) + 1e-9 * (double) (to.tv_nsec - from.tv_nsec);\n}\n",
                              n, types->str, values->str);
    }
  if (g_file_set_contents (c_path, source->str, -1, error)
      && g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, error))
    return path;
  g_free (path);
  return NULL;
}

static gboolean
start_tvm (Bench *bench, GError **error)
{
  g_autofree char *script = g_build_filename (TL_SOURCE_DATADIR, "..", "tests", "bench", "schedules-tvm.py", NULL);
  g_autofree char *loops = write_loops (bench, error), *line = NULL;

  if (loops == NULL)
    return FALSE;
  bench->tvm = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, error, "python3", script,
                                 bench->target.mcpu, loops, NULL);
  if (bench->tvm == NULL)
    return FALSE;
  bench->from = g_data_input_stream_new (g_subprocess_get_stdout_pipe (bench->tvm));
  line = g_data_input_stream_read_line (bench->from, NULL, NULL, NULL);
  if (line == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "this benchmark needs a python3 with apache-tvm");
  return line != NULL;
}

/* It ends by itself where TVM takes too long. */
static void
restart_tvm (Bench *bench)
{
  g_autoptr (GError) error = NULL;

  g_clear_object (&bench->from);
  g_clear_object (&bench->tvm);
  if (!start_tvm (bench, &error))
    g_error ("the process with TVM has ended and does not start again: %s", error->message);
}

static void
ask_tvm (Bench *bench, HandRow *row, guint n_rounds)
{
  static const struct { const char *member; HandResult result; } failures[] = {
    { "error", HAND_TVM_REFUSES }, { "tvm_is_wrong", HAND_TVM_WRONG }, { "ours_is_wrong", HAND_OURS_WRONG },
  };
  GOutputStream        *to = g_subprocess_get_stdin_pipe (bench->tvm);
  g_autofree char      *line = g_strdup_printf ("{\"rounds\": %u, %s}\n", n_rounds, row->request), *reply = NULL;
  g_autoptr (JsonNode)  node = NULL;
  JsonObject           *object;

  g_output_stream_write_all (to, line, strlen (line), NULL, NULL, NULL);
  reply = g_data_input_stream_read_line (bench->from, NULL, NULL, NULL);
  node = reply != NULL ? json_from_string (reply, NULL) : NULL;
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      row->result = HAND_TVM_REFUSES;
      restart_tvm (bench);
      return;
    }
  object = json_node_get_object (node);
  row->result = HAND_TIMED;
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    if (json_object_has_member (object, failures[i].member))
      row->result = failures[i].result;
  if (row->result != HAND_TIMED)
    return;
  row->ratio = json_object_get_double_member (object, "ratio");
  row->tvm_s = json_object_get_double_member (object, "tvm_s");
  row->ours_s = json_object_get_double_member (object, "ours_s");
}

/* --- one schedule --- */

static char *
describe_params (const TlPrimFunc *func)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < func->n_params; i++)
    {
      const TlBuffer *buffer = func->params[i].buffer;

      g_string_append_printf (text, "%s[\"%s\", [", i > 0 ? ", " : "", tl_dtype_name (buffer->dtype));
      for (guint d = 0; d < buffer->n_dims; d++)
        {
          gint64 extent = 0;

          tl_expr_get_int (buffer->shape[d], &extent);
          g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "", extent);
        }
      g_string_append (text, "]]");
    }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static gboolean
write_library (Bench *bench, TlState *state, const char *path, GError **error)
{
  const char      *name = tl_state_module (state)->prims[0]->name;
  TlExportOptions  options = { .symbol = "kernel", .is_aligned = TRUE };
  TlExportFiles    files = { .shared = path };

  return tl_export_write_files (bench->pool, state, name, &bench->target, &options, &files, NULL, error);
}

static void
measure_one (Bench *bench, guint program, const TlModule *module, const char *reference, guint64 seed)
{
  HandRow              row = { .program = program, .seed = seed };
  g_autoptr (TlState)  state = hand_schedule (module, seed, &row.kinds);
  g_autofree char     *script = g_strdup_printf ("%s/%s-%" G_GUINT64_FORMAT ".py", bench->folder, programs[program], seed);
  g_autofree char     *library = g_strdup_printf ("%s/%s-%" G_GUINT64_FORMAT ".so", bench->folder, programs[program], seed);
  g_autofree char     *text = tl_script_print (tl_state_module (state), TL_DIALECT_SBLOCK, NULL);
  g_autofree char     *params = describe_params (module->prims[0]);
  g_autoptr (GError)   error = NULL;

  row.trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
  row.request = g_strdup_printf ("\"script\": \"%s\", \"library\": \"%s\", \"reference\": \"%s\", \"params\": %s", script, library,
                                 reference, params);
  if (g_file_set_contents (script, text, -1, &error) && write_library (bench, state, library, &error))
    ask_tvm (bench, &row, N_ROUNDS);
  else
    {
      row.result = HAND_OURS_FAILS;
      tl_command_message ("%s, seed %" G_GUINT64_FORMAT ": %s", programs[program], seed, error->message);
    }
  g_array_append_val (bench->rows, row);
}

static TlExit
run_program (Bench *bench, guint program)
{
  g_autofree char     *path = tl_command_data_file ("benchmarks/schedules.py");
  g_autofree char     *reference = g_strdup_printf ("%s/%s.so", bench->folder, programs[program]);
  g_autoptr (TlModule) module = tl_command_call_module (path, programs[program], NULL);
  g_autoptr (TlState)  start = module != NULL ? tl_state_new (module, 0) : NULL;
  g_autoptr (TlWatch)  watch = NULL;
  g_autoptr (GError)   error = NULL;
  guint                n = (guint) (bench->options->n_schedules > 0 ? bench->options->n_schedules : N_SCHEDULES);

  if (module == NULL || !write_library (bench, start, reference, &error))
    {
      if (error != NULL)
        tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  watch = tl_watch_new ("scheduling %s", programs[program]);
  for (guint i = 0; i < n; i++)
    {
      tl_watch_say (watch, "scheduling %s, %u of %u", programs[program], i + 1, n);
      measure_one (bench, program, module, reference, (guint64) bench->options->seed + i);
    }
  return TL_EXIT_DONE;
}

/* --- tables --- */

static void
sum_add (HandSum *sum, const HandRow *row)
{
  sum->n_result[row->result]++;
  if (row->result != HAND_TIMED)
    return;
  sum->least = sum->n == 0 ? row->ratio : MIN (sum->least, row->ratio);
  sum->n++;
  sum->n_slow += row->ratio < SLOW;
  sum->log_sum += log (row->ratio);
}

static void
sum_print (const HandSum *sum, const char *name)
{
  if (sum->n == 0)
    printf ("  %-20s        —\n", name);
  else
    printf ("  %-20s %8u  %8.2f  %8.3f  %6.1f %%  %8u  %8u\n", name, sum->n, exp (sum->log_sum / sum->n), sum->least,
            100.0 * sum->n_slow / sum->n, sum->n_result[HAND_TVM_WRONG], sum->n_result[HAND_TVM_REFUSES]);
}

static void
print_tables (const Bench *bench)
{
  HandSum all = { 0 }, of_program[G_N_ELEMENTS (programs)] = { 0 }, of_kind[TL_HAND_N_KINDS] = { 0 };

  for (guint i = 0; i < bench->rows->len; i++)
    {
      const HandRow *row = &g_array_index (bench->rows, HandRow, i);

      sum_add (&all, row);
      sum_add (&of_program[row->program], row);
      for (guint k = 0; k < TL_HAND_N_KINDS; k++)
        if (row->kinds & 1u << k)
          sum_add (&of_kind[k], row);
    }
  printf ("  %-20s %8s  %8s  %8s  %8s  %8s  %8s\n", "program", "timed", "geomean", "least", "< 0.9", "TVM wrong", "refuses");
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    if (tl_bench_is_chosen (bench->options, programs[i]))
      sum_print (&of_program[i], programs[i]);
  printf ("  with a step of kind\n");
  for (guint k = 0; k < TL_HAND_N_KINDS; k++)
    sum_print (&of_kind[k], hand_kind_name (k));
  sum_print (&all, "all");
  if (all.n_result[HAND_OURS_WRONG] + all.n_result[HAND_OURS_FAILS] > 0)
    printf ("  ours: %u wrong, %u not compiled\n", all.n_result[HAND_OURS_WRONG], all.n_result[HAND_OURS_FAILS]);
}

static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  const HandRow *x = a, *y = b;
  double         p = x->result == HAND_TIMED ? x->ratio : HUGE_VAL, q = y->result == HAND_TIMED ? y->ratio : HUGE_VAL;

  return p < q ? -1 : p > q;
}

static void
print_slow (const Bench *bench)
{
  for (guint i = 0; i < bench->rows->len && i < (guint) bench->options->n_slow; i++)
    {
      const HandRow *row = &g_array_index (bench->rows, HandRow, i);

      if (row->result == HAND_TIMED)
        printf ("\n# %s, seed %" G_GUINT64_FORMAT ": %.3f (TVM %.4g µs, ours %.4g µs)\n%s", programs[row->program], row->seed, row->ratio,
                1e6 * row->tvm_s, 1e6 * row->ours_s, row->trace);
    }
}

/* --- the benchmark --- */

static gboolean
begin (Bench *bench, GError **error)
{
  if (bench->options->target != NULL && !tl_target_parse (bench->options->target, &bench->target, error))
    return FALSE;
  bench->target.num_cores = 1;
  bench->folder = g_dir_make_tmp ("tileloom-schedules-XXXXXX", error);
  bench->pool = bench->folder != NULL ? tl_worker_pool_new (1, error) : NULL;
  return bench->pool != NULL && start_tvm (bench, error);
}

static void
end (Bench *bench)
{
  const char *argv[] = { "rm", "-rf", bench->folder, NULL };

  if (bench->folder != NULL)
    g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
  g_clear_object (&bench->from);
  g_clear_object (&bench->tvm);
  g_clear_pointer (&bench->pool, tl_worker_pool_unref);
  g_array_unref (bench->rows);
  g_free (bench->folder);
}

TlExit
tl_bench_schedules (const TlBenchOptions *options)
{
  Bench              bench = { .options = options, .target = tl_target_host (), .rows = g_array_new (FALSE, FALSE, sizeof (HandRow)) };
  g_autoptr (GError) error = NULL;
  TlExit             exit = TL_EXIT_DONE;

  g_array_set_clear_func (bench.rows, row_clear);
  if (!begin (&bench, &error))
    {
      tl_command_error (error);
      exit = TL_EXIT_FAILED;
    }
  for (guint i = 0; i < G_N_ELEMENTS (programs) && exit == TL_EXIT_DONE; i++)
    if (tl_bench_is_chosen (options, programs[i]))
      exit = run_program (&bench, i);
  for (guint i = 0; i < bench.rows->len; i++)
    {
      HandRow *row = &g_array_index (bench.rows, HandRow, i);

      if (row->result == HAND_TIMED && row->ratio < AGAIN_BELOW)
        ask_tvm (&bench, row, AGAIN_ROUNDS);
    }
  g_array_sort (bench.rows, compare_rows);
  if (exit == TL_EXIT_DONE)
    {
      print_tables (&bench);
      print_slow (&bench);
    }
  end (&bench);
  return exit;
}
