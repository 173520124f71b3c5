/* SPDX-License-Identifier: Apache-2.0 */
/* A child's handling of requests. Anything here may crash, hang or grow: the supervisor watches. */
#include "core/base/error.h"
#include "core/base/json-members.h"
#include "core/worker/worker-private.h"

#include "core/worker/calibration.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/analysis/gpu/kernel-cost.h"
#include "core/base/clock.h"
#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/codegen/llvm-codegen.h"
#include "core/codegen/source/gpu-source.h"
#include "core/codegen/workspaces.h"
#include "core/ir/path.h"
#include "core/lower/lower.h"
#include "core/text/script.h"
#include "core/worker/evaluator-private.h"

#define DATA_SLACK_BYTES      (64 << 20)   /* stacks of threads, and what the compiler and the loader take on the way */
#define COUNTED_S             0.02         /* runs that are counted last about so long together, one at least … */
#define COUNTED_SHARE         0.25         /* … and no more than this share of the budget */

/* Program text to object code or text. */

static double
seconds_since (gint64 start_ns)
{
  return (double) (tl_time_ns () - start_ns) / 1e9;
}

GArray *
tl_child_number_nodes (const TlPrimFunc *func)
{
  g_autoptr (GArray) ids = tl_func_node_ids (func);
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));

  for (guint i = 0; i < ids->len; i++)
    {
      TlScriptMark mark = { g_array_index (ids, TlNodeId, i), i + 1, i + 1, 0, 0 };

      g_array_append_val (marks, mark);
    }
  return marks;
}

static guint
count_lines (const char *text)
{
  guint n = 1;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

/* The numbers of @numbered's marks in place of ids; 0 where none is known. */
static void
number_origins (GArray *lines, const GArray *numbered)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < numbered->len; i++)
    g_hash_table_insert (numbers, GUINT_TO_POINTER (g_array_index (numbered, TlScriptMark, i).id),
                         GUINT_TO_POINTER (g_array_index (numbered, TlScriptMark, i).first_line));
  for (guint i = 0; i < lines->len; i++)
    {
      TlOrigin *origin = &g_array_index (lines, TlOrigin, i);

      origin->id = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, GUINT_TO_POINTER (origin->id)));
    }
}

char *
tl_child_print_lowered (const TlModule *lowered, const GArray *numbered, GArray *lines)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark)), nodes = NULL;
  char *text = tl_script_print (lowered, TL_DIALECT_CLASSIC, marks);

  nodes = tl_script_line_nodes (marks, count_lines (text));
  g_array_append_vals (lines, nodes->data, nodes->len);
  number_origins (lines, numbered);
  return text;
}

static GBytes *
take_text (char *text)
{
  return text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;
}

/* As source text for GPUs. */
static GBytes *
list_kernels (const TlModule *module, const char *func_name, const TlModule *lowered, TlGpuLanguage language, const TlTarget *target,
              JsonObject *reply, GError **error)
{
  g_autoptr (GArray) numbered = tl_child_number_nodes (tl_module_prim (module, func_name));
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  char *text = tl_gpu_source (lowered, module, language, target, lines, error);

  number_origins (lines, numbered);
  tl_header_set_origins (reply, "lines", lines);
  return take_text (text);
}

/* The code of the program itself is compiled only for somebody who asks for that: a file that was sent shall not bring any. */
static GBytes *
compile_object (const TlModule *lowered, JsonObject *request, const TlTarget *target, GError **error)
{
  const TlValue     *imports = tl_attrs_find (&lowered->prims[0]->attrs, TL_IMPORTED_CODE);
  g_autoptr (GBytes) kernel = NULL;

  if (imports && !tl_json_bool (request, "imports"))
    return tl_fail_null (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED,
                         "The program brings C code in an annotation; only \"tileloom-cli script\" compiles and runs that");
  kernel = tl_codegen_compile (lowered, target, TL_CODEGEN_OBJECT, error);
  return !kernel || !imports ? g_steal_pointer (&kernel) : tl_child_link_imports (kernel, imports, error);
}

static GBytes *
generate (const TlModule *module, const char *func_name, const TlModule *lowered, JsonObject *request, const TlTarget *target,
          JsonObject *reply, GError **error)
{
  const char *form = tl_json_string (request, "form");
  const char *symbol = tl_json_string (request, "symbol");
  const char *script = tl_json_string (request, "script");
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  g_autofree char *script_text = script ? tl_export_script (module, marks) : NULL;
  const char *model = tl_json_string (request, "model");
  TlExportOptions options = { .symbol = symbol, .is_aligned = tl_json_bool (request, "aligned"), .model = model, .script = script,
                              .marks = marks };
  TlCodegenOutput output = g_strcmp0 (form, "llvm") == 0  ? TL_CODEGEN_LLVM_IR
                           : g_strcmp0 (form, "asm") == 0 || g_strcmp0 (form, "ptx") == 0 ? TL_CODEGEN_ASSEMBLY
                                                                                          : TL_CODEGEN_OBJECT;

  if (!symbol && tl_gpu_language_find (form) != TL_N_GPU_LANGUAGES)
    return list_kernels (module, func_name, lowered, tl_gpu_language_find (form), target, reply, error);
  if (g_strcmp0 (form, "lowered") == 0 || (!symbol && output != TL_CODEGEN_OBJECT))
    {
      g_autoptr (GArray) numbered = tl_child_number_nodes (tl_module_prim (module, func_name));
      g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
      GBytes *bytes = output == TL_CODEGEN_OBJECT ? take_text (tl_child_print_lowered (lowered, numbered, lines))
                                                  : tl_codegen_compile_lines (lowered, target, numbered, output, lines, error);

      tl_header_set_origins (reply, "lines", lines);
      return bytes;
    }
  if (symbol && g_strcmp0 (form, "c") == 0)
    return take_text (tl_export_c_source (model ? lowered->prims[0] : tl_module_prim (module, func_name), lowered, target, &options,
                                          error));
  return symbol ? tl_codegen_export (lowered, target, &options, output, error) : compile_object (lowered, request, target, error);
}

/* Takes @lowered. */
static TlModule *
with_workspaces (TlModule *lowered, const TlTarget *target, GError **error)
{
  TlModule *result = tl_workspaces_to_params (lowered, target, error);

  tl_module_unref (lowered);
  return result;
}

static GBytes *
compile (const TlModule *module, const char *func_name, JsonObject *request, const TlTarget *target, TlChildStatus *status,
         JsonObject *reply, TlBuildParts *parts, GError **error)
{
  gint64  start_ns = tl_time_ns ();
  GBytes *bytes;
  g_autoptr (TlModule) lowered = NULL;

  status->phase = TL_CHILD_LOWERING;
  if (g_strcmp0 (tl_json_string (request, "form"), "passes") == 0)
    {
      g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (TlOrigin));

      tl_header_set_origins (reply, "lines", none);
      return take_text (tl_child_list_passes (module, func_name, target, error));
    }
  lowered = tl_lower (module, func_name, target, tl_json_string (request, "after"), error);
  if (lowered && tl_json_string (request, "model"))
    lowered = with_workspaces (g_steal_pointer (&lowered), target, error);
  if (!lowered)
    return NULL;
  parts->lower_s = seconds_since (start_ns);
  start_ns = tl_time_ns ();
  status->phase = TL_CHILD_COMPILING;
  bytes = generate (module, func_name, lowered, request, target, reply, error);
  parts->compile_s = seconds_since (start_ns);
  return bytes;
}

static TlModule *
read_program (const TlMessage *request, TlTarget *target, TlChildStatus *status, TlBuildParts *parts, GError **error)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (request->payload, NULL), g_bytes_get_size (request->payload));
  const char *target_text = tl_json_string (request->header, "target");
  const char *func_name = tl_json_string (request->header, "func");
  g_autoptr (TlModule) module = NULL;
  gint64 start_ns = tl_time_ns ();

  status->phase = TL_CHILD_READING;
  if (!tl_target_parse (target_text ? target_text : "llvm", target, error))
    return NULL;
  module = tl_script_read_text (text, error);
  if (!module)
    return NULL;
  parts->read_s = seconds_since (start_ns);
  if (!func_name || !tl_module_prim (module, func_name))
    return tl_fail_null (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED, "The program has no function \"%s\"",
                         func_name ? func_name : "");
  return g_steal_pointer (&module);
}

/* "6.97 µs. Limited by …", of the kernel that takes longest. */
static char *
explain_cost (const TlGpuCost *cost)
{
  const TlKernelCost *longest = NULL;
  g_autofree char *seconds = tl_format_seconds (cost->seconds), *limit = NULL;

  for (guint i = 0; i < cost->kernels->len; i++)
    if (longest == NULL || ((const TlKernelCost *) cost->kernels->pdata[i])->seconds > longest->seconds)
      longest = cost->kernels->pdata[i];
  limit = longest != NULL ? tl_kernel_cost_limit_text (longest) : g_strdup ("There are no kernels.");
  return g_strdup_printf ("%s. %s", seconds, limit);
}

static gboolean
predict (const TlModule *module, const char *func_name, const TlTarget *target, TlChildStatus *status, TlOutcome *outcome, GError **error)
{
  gint64 start_ns = tl_time_ns ();
  g_autoptr (TlModule) lowered = NULL;
  g_autoptr (TlGpuCost) cost = NULL;

  status->phase = TL_CHILD_LOWERING;
  lowered = tl_lower (module, func_name, target, NULL, error);
  outcome->parts.lower_s = seconds_since (start_ns);
  cost = lowered ? tl_gpu_cost_new (lowered->prims[0], target, NULL, error) : NULL;
  if (!cost)
    return FALSE;
  outcome->kind = TL_OUTCOME_PREDICTED;
  outcome->message = explain_cost (cost);
  outcome->samples_s = g_memdup2 (&cost->seconds, sizeof cost->seconds);
  outcome->n_samples = 1;
  return TRUE;
}

void
tl_child_build (const TlMessage *request, TlChildStatus *status, JsonObject *header, GBytes **payload)
{
  g_autoptr (GError) error = NULL;
  TlOutcome outcome = { 0 };
  gint64 start_ns = tl_time_ns ();
  TlTarget target;
  g_autoptr (TlModule) module = read_program (request, &target, status, &outcome.parts, &error);
  const char *func_name = tl_json_string (request->header, "func");
  gboolean is_done = FALSE;

  if (module && g_strcmp0 (tl_json_string (request->header, "form"), "prediction") == 0)
    is_done = predict (module, func_name, &target, status, &outcome, &error);
  else if (module)
    is_done = (*payload = compile (module, func_name, request->header, &target, status, header, &outcome.parts, &error)) != NULL;
  if (!is_done)
    tl_outcome_set (&outcome, TL_OUTCOME_BUILD_ERROR, "%s", error->message);
  outcome.build_s = seconds_since (start_ns);
  tl_header_set_outcome (header, &outcome);
  tl_outcome_clear (&outcome);
}

/* All arguments as a run has left them, in the program's layout. NULL if they cannot be brought to it: a check has said so. */
static GBytes *
copy_arguments (const TlWorkload *workload, TlArguments *arguments)
{
  GPtrArray  *results = tl_workload_results (workload, arguments, NULL);
  GByteArray *bytes = results ? g_byte_array_new () : NULL;

  for (guint i = 0; results && i < results->len; i++)
    {
      const TlTensor *tensor = results->pdata[i];

      g_byte_array_append (bytes, tensor->data, (guint) tensor->n_bytes);
    }
  return bytes ? g_byte_array_free_to_bytes (bytes) : NULL;
}

static void
run_candidate (gpointer candidate, guint64 n_runs)
{
  tl_candidate_time (candidate, n_runs);
}

/*
 * Runs that nobody times. One that is long would reach the time limit, and take the times with it: then nothing is counted. Cold runs are
 * counted one by one, as they are timed.
 */
static void
count_candidate (TlCandidate *candidate, const TlEvaluatorOptions *options, TlOutcome *outcome)
{
  TlLatency latency;
  guint64   n_runs = 1;

  if (!tl_outcome_latency (outcome, &latency) || (options->budget_s > 0 && latency.median_s > COUNTED_SHARE * options->budget_s))
    return;
  if (options->flush)
    tl_cache_flush_run (options->flush);
  else if (latency.median_s < COUNTED_S)
    n_runs = (guint64) (COUNTED_S / tl_max (latency.median_s, 1e-9));
  tl_count_runs (tl_counter_source_system (), run_candidate, candidate, n_runs, &outcome->counts);
}

static void
measure (const TlMessage *request, TlWorkloads *workloads, TlChildStatus *status, TlOutcome *outcome, GBytes **results)
{
  JsonObject *header = request->header;
  TlWorkload *workload = tl_workloads_find (workloads, tl_request_workload (header, 0));
  TlCacheFlush flush = { 0 };
  TlEvaluatorOptions options = {
    .number = (guint) tl_json_int (header, "number_of_runs", 1),
    .repeat = (guint) tl_json_int (header, "repeat", 1),
    .min_repeat_ms = tl_json_double (header, "min_repeat_ms", 0),
    .stop_above_s = tl_json_double (header, "stop_above_s", 0),
    .brief_above_s = tl_json_double (header, "brief_above_s", 0),
    .budget_s = tl_json_double (header, "budget_s", 0),
  };
  TlCandidate candidate = { 0 };
  gboolean is_right = FALSE;
  double warm_s;

  if (tl_candidate_load (&candidate, workload, tl_json_string (header, "device"), header, request->payload, status, outcome))
    {
      is_right = tl_candidate_try (&candidate, tl_json_bool (header, "check"), status, outcome, &warm_s);
      if (tl_json_bool (header, "returns"))
        *results = copy_arguments (workload, candidate.arguments);
    }
  if (is_right)
    {
      g_autoptr (GArray) samples = NULL;

      if (tl_json_bool (header, "flush_cache") && tl_cache_flush_init (&flush))
        {
          flush.flush_device = candidate.arguments->api->flush;
          flush.device = candidate.arguments->device;
          options.flush = &flush;
        }
      status->phase = TL_CHILD_TIMING;
      samples = tl_evaluate (tl_candidate_time, &candidate, &options, warm_s);
      if (tl_candidate_check_device (&candidate, outcome))
        {
          outcome->n_samples = samples->len;
          outcome->samples_s = (double *) (gpointer) g_array_free (g_steal_pointer (&samples), FALSE);
          outcome->calibration_s = tl_calibrate ();
          if (tl_json_bool (header, "count") && strcmp (candidate.arguments->api->name, "cpu") == 0)
            count_candidate (&candidate, &options, outcome);
        }
      tl_cache_flush_clear (&flush);
    }
  tl_candidate_clear (&candidate);
}

void
tl_child_run (const TlMessage *request, TlWorkloads *workloads, TlChildStatus *status, JsonObject *header, GBytes **payload)
{
  TlOutcome outcome = { 0 };
  gint64 start_ns = tl_time_ns ();

  measure (request, workloads, status, &outcome, payload);
  outcome.run_s = seconds_since (start_ns);
  tl_header_set_outcome (header, &outcome);
  tl_outcome_clear (&outcome);
}

void
tl_child_describe (const TlMessage *request, JsonObject *header)
{
  g_autoptr (GError)  error = NULL;
  guint               ordinal;
  const TlDeviceApi  *api = tl_worker_device_find (tl_json_string (request->header, "device"), &ordinal, &error);
  TlDeviceInfo        info = { 0 };
  TlOutcome           outcome = { 0 };

  if (api != NULL && api->probe (ordinal, &info, &error))
    {
      g_autofree char *target = api->describe_target != NULL ? api->describe_target (ordinal, NULL) : NULL;

      json_object_set_string_member (header, "model", info.model != NULL ? info.model : api->name);
      json_object_set_int_member (header, "n_units", info.n_units);
      json_object_set_int_member (header, "l2_bytes", info.l2_bytes);
      if (target != NULL)
        json_object_set_string_member (header, "target", target);
    }
  else
    tl_outcome_set (&outcome, TL_OUTCOME_BUILD_ERROR, "%s", error->message);
  tl_header_set_outcome (header, &outcome);
  tl_outcome_clear (&outcome);
}

/*
 * Beyond the limit the system refuses memory, so that a candidate fails instead of the machine. Counted from what the process has
 * already. The sanitizers' shadow memory is data too, of no use to limit.
 */
static void
limit_memory (gint64 memory_bytes)
{
#ifndef __SANITIZE_ADDRESS__
  g_autofree char *text = NULL;
  struct rlimit limit;
  long long n_pages;

  if (getrlimit (RLIMIT_DATA, &limit) != 0)
    return;
  limit.rlim_cur = limit.rlim_max;
  if (memory_bytes > 0 && g_file_get_contents ("/proc/self/statm", &text, NULL, NULL)
      && sscanf (text, "%*s %*s %*s %*s %*s %lld", &n_pages) == 1)
    limit.rlim_cur = tl_min ((rlim_t) (n_pages * sysconf (_SC_PAGESIZE) + memory_bytes + DATA_SLACK_BYTES), limit.rlim_max);
  setrlimit (RLIMIT_DATA, &limit);
#endif
}

/* Arguments are not the candidate's: they are made before its memory is limited. Where that fails, who needs them says so. */
static void
make_arguments (const TlMessage *request, TlWorkloads *workloads)
{
  for (guint i = 0; tl_request_workload (request->header, i) != NULL; i++)
    {
      TlWorkload *workload = tl_workloads_find (workloads, tl_request_workload (request->header, i));

      if (workload)
        tl_arguments_get (workload, tl_json_string (request->header, "device"), NULL);
    }
}

G_NORETURN void
tl_child_main (int fd, TlWorkloads *workloads, const TlBaseline *baselines, TlChildStatus *status)
{
  g_auto (TlMessageReader) reader = { 0 };
  gboolean is_open = TRUE;

  tl_message_reader_init (&reader);
  while (is_open)
    {
      g_auto (TlMessage) request = { 0 };
      g_autoptr (JsonObject) header = json_object_new ();
      g_autoptr (GBytes) payload = NULL;
      TlReadResult result = tl_message_reader_read (&reader, fd, &request, NULL);
      const char *op;

      if (result == TL_READ_MORE)
        continue;
      if (result != TL_READ_MESSAGE)
        break;
      op = tl_json_string (request.header, "op");
      make_arguments (&request, workloads);
      limit_memory (tl_json_int (request.header, "memory_bytes", 0));
      if (g_strcmp0 (op, "run") == 0)
        tl_child_run (&request, workloads, status, header, &payload);
      else if (g_strcmp0 (op, "model") == 0)
        tl_child_run_model (&request, status, header);
      else if (g_strcmp0 (op, "compare") == 0)
        tl_child_compare (&request, workloads, baselines, status, fd, header);
      else if (g_strcmp0 (op, "describe") == 0)
        tl_child_describe (&request, header);
      else
        tl_child_build (&request, status, header, &payload);
      status->phase = TL_CHILD_IDLE;
      is_open = tl_message_send (fd, header, payload, NULL);
    }
  _exit (0);
}
