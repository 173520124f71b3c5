/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Default schedules on a GPU, beside cuBLAS and the GPU's own copy. data/benchmarks/gpu.json is the list: a program with its sizes, and
 * the one that it is timed with in turns, in one worker, on the same arguments; a ratio is the median over the rounds of the other's time
 * divided by ours. A copy moves as many bytes as the program has to. Results are checked. Shares of peaks are of published figures
 * (core/target/gpu-models.h); the clock is that of the GPU while it computes.
 */
#include <stdio.h>
#include <string.h>

#include "app/commands/watch.h"
#include "core/analysis/footprint.h"
#include "core/default-schedules/default-schedule.h"
#include "core/device/gpu-clocks.h"
#include "core/measure/device-description.h"
#include "core/target/gpu-models.h"
#include "tests/bench/bench-comparison.h"

#define N_ENTRIES      2u
#define N_ROUNDS       21u
#define MIN_REPEAT_MS  20.0    /* so that clocks are those of a GPU with work … */
#define SMALL_REPEAT_MS 1.0    /* … which small sizes do not aim at */

typedef struct
{
  const char   *name;
  const char   *against;
  JsonObject   *row;        /* Borrowed from the table */
  TlModule     *program;
  TlState      *scheduled;
  char         *rules;      /* those that were applied */
  double        flops;
  gint64        n_bytes;    /* of all arguments */
  gboolean      is_half;    /* the first argument is of float16 */
  TlOutcome     outcomes[N_ENTRIES];
  GArray       *clocks;     /* guint: MHz after each round; empty without NVML */
} GpuKernel;

static void
gpu_kernel_clear (GpuKernel *kernel)
{
  for (guint i = 0; i < N_ENTRIES; i++)
    tl_outcome_clear (&kernel->outcomes[i]);
  g_clear_pointer (&kernel->scheduled, tl_state_unref);
  g_clear_pointer (&kernel->program, tl_module_unref);
  g_clear_pointer (&kernel->rules, g_free);
  g_clear_pointer (&kernel->clocks, g_array_unref);
}

static gint64
count_bytes (const TlPrimFunc *func)
{
  gint64 n_bytes = 0;

  for (guint i = 0; i < func->n_params; i++)
    n_bytes += tl_buffer_n_elements (func->params[i].buffer) * tl_dtype_bytes (func->params[i].buffer->dtype);
  return n_bytes;
}

/* --- measuring --- */

static TlExit
load_kernel (GpuKernel *kernel, const TlTarget *target, gboolean is_small)
{
  g_autoptr (TlState)   unscheduled = NULL;
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autoptr (GError)    error = NULL;
  const TlPrimFunc     *func;

  kernel->program = tl_bench_load_program (kernel->row, is_small ? "small" : "arguments");
  if (kernel->program == NULL)
    return TL_EXIT_USAGE;
  func = kernel->program->prims[0];
  kernel->flops = tl_func_flops (func);
  kernel->n_bytes = count_bytes (func);
  kernel->is_half = tl_dtype_bytes (func->params[0].buffer->dtype) == 2;
  unscheduled = tl_state_new (kernel->program, 0);
  kernel->scheduled = tl_default_schedule_with (unscheduled, func->name, target, TL_DEFAULT_ALL, notes, &error);
  if (kernel->scheduled == NULL)
    return tl_command_fail (TL_EXIT_REFUSED, error);
  kernel->rules = tl_bench_applied_rules (notes);
  return TL_EXIT_DONE;
}

static void
note_clock (const TlOutcome *outcomes, gpointer user_data)
{
  GpuKernel  *kernel = user_data;
  TlGpuClocks clocks;

  if (tl_gpu_clocks_read (0, &clocks))
    g_array_append_val (kernel->clocks, clocks.sm_mhz);
}

static TlExit
compare (GpuKernel *kernel, TlWorkerPool *pool, const TlTarget *target, const TlBenchOptions *options)
{
  const TlComparisonEntry entries[N_ENTRIES] = { { .state = kernel->scheduled }, { .baseline = kernel->against } };
  JsonNode *task_node = json_object_get_member (kernel->row, "task");
  g_autofree char *task = task_node != NULL ? json_to_string (task_node, FALSE) : NULL;
  g_autoptr (TlWatch) watch = tl_watch_new ("timing %s", kernel->name);
  TlComparison comparison = {
    .entries = entries, .n_entries = N_ENTRIES, .task = task, .target = target, .func_name = kernel->program->prims[0]->name, .max_s = 60,
    .n_rounds = options->n_rounds > 0 ? (guint) options->n_rounds : N_ROUNDS,
    .min_repeat_ms = options->is_small ? SMALL_REPEAT_MS : MIN_REPEAT_MS,
  };

  kernel->clocks = g_array_new (FALSE, FALSE, sizeof (guint));
  tl_worker_pool_compare (pool, &comparison, note_clock, kernel, NULL, kernel->outcomes);
  g_clear_pointer (&watch, tl_watch_free);
  if (kernel->outcomes[1].message != NULL && kernel->outcomes[0].kind == TL_OUTCOME_OK)
    tl_command_message ("%s: %s: %s", kernel->name, kernel->against, kernel->outcomes[1].message);
  if (kernel->outcomes[0].kind == TL_OUTCOME_OK)
    return TL_EXIT_DONE;
  tl_command_message ("%s: %s", kernel->name, kernel->outcomes[0].message);
  return TL_EXIT_FAILED;
}

/* --- results --- */

/* In 1e12 operations or 1e9 bytes a second; 0 without a time. */
static double
rate_of (const GpuKernel *kernel, guint entry, gboolean in_flops)
{
  TlLatency latency;

  if (!tl_outcome_latency (&kernel->outcomes[entry], &latency) || latency.median_s <= 0)
    return 0;
  return in_flops ? kernel->flops / latency.median_s / 1e12 : (double) kernel->n_bytes / latency.median_s / 1e9;
}

static gboolean
is_product (const GpuKernel *kernel)
{
  return strcmp (kernel->against, "cublas") == 0;
}

/* The published figure that the kernel's rate is a share of; 0: none is known. */
static double
peak_of (const GpuKernel *kernel, const TlGpuModel *model)
{
  if (model == NULL)
    return 0;
  return !is_product (kernel) ? model->memory_gb_s : kernel->is_half ? model->f16_tensor_tflops : model->fp32_tflops;
}

static gint
compare_clocks (gconstpointer a, gconstpointer b)
{
  return (gint) *(const guint *) a - (gint) *(const guint *) b;
}

static guint
median_clock (const GpuKernel *kernel)
{
  g_autoptr (GArray) sorted = g_array_copy (kernel->clocks);

  g_array_sort (sorted, compare_clocks);
  return sorted->len > 0 ? g_array_index (sorted, guint, sorted->len / 2) : 0;
}

static void
print_kernel (const GpuKernel *kernel, const TlGpuModel *model)
{
  gboolean  in_flops = is_product (kernel);
  double    rate = rate_of (kernel, 0, in_flops), other = rate_of (kernel, 1, in_flops), peak = peak_of (kernel, model);
  TlLatency latency;

  if (!tl_outcome_latency (&kernel->outcomes[0], &latency))
    return;
  g_autofree char *time = tl_format_seconds (latency.median_s);

  printf ("%-11s %10s %9.*f %-7s", kernel->name, time, in_flops ? 2 : 0, rate, in_flops ? "TFLOP/s" : "GB/s");
  if (other > 0)
    printf ("  %s %9.*f  ratio %.3f", kernel->against, in_flops ? 2 : 0, other,
            tl_bench_median_ratio (&kernel->outcomes[0], &kernel->outcomes[1]));
  if (peak > 0)
    printf ("  %4.1f %% of %g", 100 * rate / peak, peak);
  if (kernel->clocks->len > 0)
    printf ("  %u MHz", median_clock (kernel));
  printf ("  %s%s\n", kernel->rules, kernel->outcomes[0].is_checked ? "" : "  (not checked)");
  fflush (stdout);
}

static void
add_samples (JsonObject *row, const char *name, const TlOutcome *outcome)
{
  JsonArray *samples = json_array_new ();

  for (guint i = 0; i < outcome->n_samples; i++)
    json_array_add_double_element (samples, outcome->samples_s[i]);
  json_object_set_array_member (row, name, samples);
}

/* With each sample, in seconds, and each clock. */
static JsonObject *
kernel_to_json (const GpuKernel *kernel, const TlGpuModel *model)
{
  JsonObject *row = json_object_new ();
  JsonArray  *clocks = json_array_new ();
  TlLatency   latency;

  json_object_set_string_member (row, "name", kernel->name);
  json_object_set_string_member (row, "rules", kernel->rules);
  json_object_set_string_member (row, "against", kernel->against);
  json_object_set_double_member (row, "flops", kernel->flops);
  json_object_set_int_member (row, "bytes", kernel->n_bytes);
  json_object_set_double_member (row, "peak", peak_of (kernel, model));
  if (tl_outcome_latency (&kernel->outcomes[0], &latency))
    {
      json_object_set_double_member (row, "median_s", latency.median_s);
      json_object_set_double_member (row, "rate", rate_of (kernel, 0, is_product (kernel)));
      json_object_set_double_member (row, "ratio", tl_bench_median_ratio (&kernel->outcomes[0], &kernel->outcomes[1]));
    }
  for (guint i = 0; i < N_ENTRIES; i++)
    if (kernel->outcomes[i].message != NULL)
      json_object_set_string_member (row, i == 0 ? "failed" : "absent", kernel->outcomes[i].message);
  add_samples (row, "samples_s", &kernel->outcomes[0]);
  add_samples (row, "samples_against_s", &kernel->outcomes[1]);
  for (guint i = 0; kernel->clocks != NULL && i < kernel->clocks->len; i++)
    json_array_add_int_element (clocks, g_array_index (kernel->clocks, guint, i));
  json_object_set_array_member (row, "sm_mhz", clocks);
  return row;
}

static JsonObject *
device_to_json (const TlDeviceDescription *device, const char *target)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "model", device->model);
  json_object_set_string_member (object, "target", target);
  json_object_set_int_member (object, "multiprocessors", device->n_units);
  json_object_set_int_member (object, "l2_bytes", device->l2_bytes);
  return object;
}

/* --- the benchmark --- */

static TlExit
run_table (JsonArray *table, TlWorkerPool *pool, const TlDeviceDescription *device, const TlBenchOptions *options, JsonArray *rows)
{
  const TlGpuModel *model = tl_gpu_model_of_device (device->model);
  TlExit            exit = TL_EXIT_DONE;

  for (guint i = 0; i < json_array_get_length (table); i++)
    {
      JsonObject *row = json_array_get_object_element (table, i);
      GpuKernel   kernel = { .row = row, .name = json_object_get_string_member (row, "name"),
                             .against = json_object_get_string_member (row, "against") };
      TlExit      one;

      if (!tl_bench_is_chosen (options, kernel.name))
        continue;
      one = load_kernel (&kernel, &device->target, options->is_small);
      if (one == TL_EXIT_DONE)
        {
          one = compare (&kernel, pool, &device->target, options);
          if (options->as_json)
            json_array_add_object_element (rows, kernel_to_json (&kernel, model));
          else
            print_kernel (&kernel, model);
        }
      exit = MAX (exit, one);
      gpu_kernel_clear (&kernel);
    }
  return exit;
}

TlExit
tl_bench_gpu (const TlBenchOptions *options)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (JsonNode)     table = tl_bench_load_table ("benchmarks/gpu.json", &error);
  g_autoptr (TlWorkerPool) pool = table != NULL ? tl_worker_pool_new (1, &error) : NULL;
  g_auto (TlDeviceDescription) device = { 0 };
  g_autofree char *target_text = NULL;
  JsonArray *rows = json_array_new ();
  TlTarget   target;
  TlExit     exit;

  if (pool == NULL || !tl_target_parse (options->device != NULL ? options->device : "cuda", &target, &error)
      || !tl_worker_pool_describe_device (pool, &target, &device, NULL, &error))
    {
      json_array_unref (rows);
      return tl_command_fail (g_error_matches (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX) ? TL_EXIT_USAGE : TL_EXIT_FAILED, error);
    }
  target_text = tl_target_to_text (&device.target);
  if (!options->as_json)
    printf ("%s, %u multiprocessors, %s\n", device.model, device.n_units, target_text);
  exit = run_table (json_node_get_array (table), pool, &device, options, rows);
  if (options->as_json)
    {
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
      JsonObject *object = device_to_json (&device, target_text);

      json_object_set_array_member (object, "kernels", json_array_ref (rows));
      json_node_take_object (node, object);
      g_autofree char *text = json_to_string (node, TRUE);

      printf ("%s\n", text);
    }
  json_array_unref (rows);
  return exit;
}
