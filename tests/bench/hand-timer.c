/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/hand-timer.h"

#include <string.h>

#include "app/commands/watch.h"
#include "core/measure/export-files.h"
#include "tests/bench/hand-schedule.h"
#include "tileloom-config.h"

#define N_SCHEDULES 30
#define MAX_PARAMS  4

static const char *const programs[HAND_N_PROGRAMS] = {
  "matmul", "matmul_relu", "dense", "batch_matmul", "conv2d_nchw", "conv2d_nhwc", "depthwise", "elementwise", "transpose", "max_pool",
  "softmax", "row_mean",
};

const char *
hand_program_name (guint program)
{
  return programs[program];
}

/* --- the other process --- */

/* "double run_2 (void (*kernel) (void *, void *), void **a, long n)": seconds of n calls. */
static char *
write_loops (HandTimer *timer, GError **error)
{
  g_autoptr (GString) source = g_string_new ("#include <time.h>\n");
  g_autofree char    *c_path = g_build_filename (timer->folder, "loops.c", NULL);
  char               *path = g_build_filename (timer->folder, "loops.so", NULL);
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
start_tvm (HandTimer *timer, GError **error)
{
  g_autofree char *script = g_build_filename (TL_SOURCE_DATADIR, "..", "tests", "bench", "schedules-tvm.py", NULL);
  g_autofree char *loops = write_loops (timer, error), *line = NULL;

  if (loops == NULL)
    return FALSE;
  timer->tvm = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, error, "python3", script,
                                 timer->target.mcpu, loops, NULL);
  if (timer->tvm == NULL)
    return FALSE;
  timer->from = g_data_input_stream_new (g_subprocess_get_stdout_pipe (timer->tvm));
  line = g_data_input_stream_read_line (timer->from, NULL, NULL, NULL);
  if (line == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "this benchmark needs a python3 with apache-tvm");
  return line != NULL;
}

/* It ends by itself where TVM takes too long. */
static void
restart_tvm (HandTimer *timer)
{
  g_autoptr (GError) error = NULL;

  g_clear_object (&timer->from);
  g_clear_object (&timer->tvm);
  if (!start_tvm (timer, &error))
    g_error ("the process with TVM has ended and does not start again: %s", error->message);
}

/* The value of @name in @object, 0 if it has none. */
static double
get_number (JsonObject *object, const char *name)
{
  return json_object_get_double_member_with_default (object, name, 0);
}

static void
read_times (JsonObject *object, HandTimes *times)
{
  static const struct { const char *member; HandResult result; } failures[] = {
    { "error", HAND_TVM_REFUSES }, { "tvm_is_wrong", HAND_TVM_WRONG }, { "ours_is_wrong", HAND_OURS_WRONG },
  };

  *times = (HandTimes) { HAND_TIMED, get_number (object, "ours_s"), get_number (object, "tvm_s"), get_number (object, "ours_least_s"),
                         get_number (object, "tvm_least_s") };
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    if (json_object_has_member (object, failures[i].member))
      times->result = failures[i].result;
}

/* The reply to a request of these members; NULL if the process has ended. */
static JsonNode *
exchange (HandTimer *timer, gboolean without_tvm, const char *members)
{
  GOutputStream   *to = g_subprocess_get_stdin_pipe (timer->tvm);
  g_autofree char *line = g_strdup_printf ("{\"without_tvm\": %s, %s}\n", without_tvm ? "true" : "false", members), *reply = NULL;
  JsonNode        *node;

  g_output_stream_write_all (to, line, strlen (line), NULL, NULL, NULL);
  reply = g_data_input_stream_read_line (timer->from, NULL, NULL, NULL);
  node = reply != NULL ? json_from_string (reply, NULL) : NULL;
  if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
    g_clear_pointer (&node, json_node_unref);
  return node;
}

void
hand_timer_ask (HandTimer *timer, guint program, const char *const *entries, guint n, guint n_rounds, HandTimes *times)
{
  g_autoptr (GString)  members = g_string_new (NULL);
  g_autoptr (JsonNode) node = NULL;
  JsonArray           *array;

  g_string_printf (members, "\"rounds\": %u, %s, \"entries\": [", n_rounds, timer->requests[program]);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (members, "%s%s", i > 0 ? ", " : "", entries[i]);
  g_string_append_c (members, ']');
  node = exchange (timer, FALSE, members->str);
  if (node == NULL)
    {
      restart_tvm (timer);
      node = exchange (timer, TRUE, members->str);
    }
  if (node == NULL)
    g_error ("the process with TVM has ended");
  array = json_object_get_array_member (json_node_get_object (node), "entries");
  for (guint i = 0; i < n; i++)
    read_times (json_array_get_object_element (array, i), &times[i]);
}

/* --- programs --- */

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
write_library (HandTimer *timer, TlState *state, const char *path, GError **error)
{
  const char      *name = tl_state_module (state)->prims[0]->name;
  TlExportOptions  options = { .symbol = "kernel", .is_aligned = TRUE };
  TlExportFiles    files = { .shared = path };

  return tl_export_write_files (timer->pool, state, name, &timer->target, &options, &files, NULL, error);
}

char *
hand_timer_compile (HandTimer *timer, guint program, guint64 seed, TlState *state)
{
  g_autofree char   *name = g_strdup_printf ("%s-%" G_GUINT64_FORMAT "-%u", programs[program], seed, tl_state_n_steps (state));
  g_autofree char   *script = g_strdup_printf ("%s/%s.py", timer->folder, name);
  g_autofree char   *library = g_strdup_printf ("%s/%s.so", timer->folder, name);
  g_autofree char   *text = tl_script_print (tl_state_module (state), TL_DIALECT_SBLOCK, NULL);
  g_autoptr (GError) error = NULL;

  if (g_file_set_contents (script, text, -1, &error) && write_library (timer, state, library, &error))
    return g_strdup_printf ("{\"script\": \"%s\", \"library\": \"%s\"}", script, library);
  tl_command_message ("%s, seed %" G_GUINT64_FORMAT ", %u steps: %s", programs[program], seed, tl_state_n_steps (state), error->message);
  return NULL;
}

static gboolean
load_program (HandTimer *timer, guint program, GError **error)
{
  g_autofree char    *path = tl_command_data_file ("benchmarks/schedules.py"), *params = NULL;
  g_autofree char    *reference = g_strdup_printf ("%s/%s.so", timer->folder, programs[program]);
  TlModule           *module = timer->modules[program] = tl_command_call_module (path, programs[program], NULL);
  g_autoptr (TlState) start = module != NULL ? tl_state_new (module, 0) : NULL;

  if (start == NULL || !write_library (timer, start, reference, error))
    return FALSE;
  params = describe_params (module->prims[0]);
  timer->requests[program] = g_strdup_printf ("\"reference\": \"%s\", \"params\": %s", reference, params);
  return TRUE;
}

void
hand_timer_visit (HandTimer *timer, HandVisit visit, gpointer user_data)
{
  guint              n = (guint) (timer->options->n_schedules > 0 ? timer->options->n_schedules : N_SCHEDULES);
  g_autoptr (TlWatch) watch = tl_watch_new ("scheduling");

  for (guint p = 0; p < HAND_N_PROGRAMS; p++)
    for (guint i = 0; i < n && timer->modules[p] != NULL; i++)
      {
        guint64             seed = (guint64) timer->options->seed + i;
        guint               kinds;
        g_autoptr (TlState) state = hand_schedule (timer->modules[p], seed, &kinds);

        tl_watch_say (watch, "scheduling %s, %u of %u", programs[p], i + 1, n);
        visit (p, seed, state, kinds, user_data);
      }
}

/* --- begin and end --- */

static gboolean
begin (HandTimer *timer, GError **error)
{
  const TlBenchOptions *options = timer->options;

  if (options->target != NULL && !tl_target_parse (options->target, &timer->target, error))
    return FALSE;
  timer->target.num_cores = 1;
  timer->folder = g_dir_make_tmp ("tileloom-schedules-XXXXXX", error);
  timer->pool = timer->folder != NULL ? tl_worker_pool_new (1, error) : NULL;
  if (timer->pool == NULL || !start_tvm (timer, error))
    return FALSE;
  for (guint p = 0; p < HAND_N_PROGRAMS; p++)
    if (tl_bench_is_chosen (options, programs[p]) && !load_program (timer, p, error))
      return FALSE;
  return TRUE;
}

gboolean
hand_timer_begin (HandTimer *timer, const TlBenchOptions *options)
{
  g_autoptr (GError) error = NULL;
  gboolean           done;

  *timer = (HandTimer) { .options = options, .target = tl_target_host () };
  done = begin (timer, &error);
  if (error != NULL)
    tl_command_error (error);
  return done;
}

void
hand_timer_end (HandTimer *timer)
{
  const char *argv[] = { "rm", "-rf", timer->folder, NULL };

  if (timer->folder != NULL)
    g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
  g_clear_object (&timer->from);
  g_clear_object (&timer->tvm);
  g_clear_pointer (&timer->pool, tl_worker_pool_unref);
  g_free (timer->folder);
  for (guint p = 0; p < HAND_N_PROGRAMS; p++)
    {
      g_clear_pointer (&timer->modules[p], tl_module_unref);
      g_free (timer->requests[p]);
    }
}
