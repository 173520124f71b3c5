/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Predicted times of GPU kernels against figures that others have measured: `tileloom-bench gpu-static`. data/benchmarks/gpu-static.json
 * has a program, a schedule, a GPU and the figure of a publication in each row. The order is what a search needs: rank correlations by GPU,
 * and of all rows together, there as parts of the peak of the row's GPU.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/analysis/footprint.h"
#include "core/analysis/gpu/kernel-cost.h"
#include "core/base/clock.h"
#include "core/lower/lower.h"
#include "tests/bench/bench-comparison.h"

#define FEWEST 5   /* kernels that an order says something of */

/* A row of the table. Strings are the table's. */
typedef struct
{
  const char       *name, *gpu, *source;
  gboolean          is_bytes;      /* figures in GB/s, not GFLOP/s */
  double            figure, predicted;
  double            peak;          /* of the GPU, in the same unit */
  double            milliseconds;  /* of the prediction */
  const char       *limit;
} KnownKernel;

/* --- correlations --- */

static double
rank_of (const double *values, guint n, guint index)
{
  double rank = 1;

  for (guint i = 0; i < n; i++)
    rank += values[i] < values[index] ? 1 : i != index && values[i] == values[index] ? .5 : 0;
  return rank;
}

static double
spearman (const double *x, const double *y, guint n)
{
  double mean = (n + 1) / 2., both = 0, of_x = 0, of_y = 0;

  for (guint i = 0; i < n; i++)
    {
      double a = rank_of (x, n, i) - mean, b = rank_of (y, n, i) - mean;

      both += a * b;
      of_x += a * a;
      of_y += b * b;
    }
  return both / sqrt (of_x * of_y);
}

/* Tau-b. */
static double
kendall (const double *x, const double *y, guint n)
{
  double both = 0, of_x = 0, of_y = 0;

  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n; k++)
      {
        int a = x[i] < x[k] ? -1 : x[i] > x[k], b = y[i] < y[k] ? -1 : y[i] > y[k];

        both += a * b;
        of_x += a != 0;
        of_y += b != 0;
      }
  return both / sqrt (of_x * of_y);
}

static void
print_correlations (const GArray *kernels, const char *gpu)
{
  g_autofree double *told = g_new (double, kernels->len), *predicted = g_new (double, kernels->len);
  double             logs = 0;
  guint              n = 0;

  for (guint i = 0; i < kernels->len; i++)
    {
      const KnownKernel *kernel = &g_array_index (kernels, KnownKernel, i);

      if (gpu != NULL && !g_str_equal (kernel->gpu, gpu))
        continue;
      told[n] = kernel->figure / kernel->peak;
      predicted[n++] = kernel->predicted / kernel->peak;
      logs += fabs (log (kernel->predicted / kernel->figure));
    }
  printf ("%-16s %2u kernels  mean factor between %.2f", gpu != NULL ? gpu : "all", n, exp (logs / n));
  if (n >= FEWEST)
    printf ("  Spearman %5.2f  Kendall %5.2f", spearman (told, predicted, n), kendall (told, predicted, n));
  printf ("\n");
}

/* --- a row --- */

static double
useful_bytes (const TlPrimFunc *func)
{
  double n_bytes = 0;

  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      n_bytes += (double) tl_buffer_n_elements (func->params[i].buffer) * tl_dtype_bytes (func->params[i].buffer->dtype);
  return n_bytes;
}

static double
peak_of (const TlGpuModel *model, gboolean is_bytes, TlDType dtype)
{
  return is_bytes ? model->memory_gb_s : (dtype.bits == 16 ? model->f16_tensor_tflops : model->fp32_tflops) * 1e3;
}

/* Seconds of the prediction; NaN after printing why there is none. */
static double
predict (KnownKernel *kernel, const TlState *state, const TlGpuModel *model)
{
  g_autofree char      *text = g_strdup_printf ("cuda -arch=%s -max_shared_memory_per_block=%" G_GINT64_FORMAT, model->arch,
                                                tl_gpu_limits (model->arch)->shared_of_block);
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlModule)  lowered = NULL;
  g_autoptr (TlGpuCost) cost = NULL;
  TlTarget              target;
  gint64                start;

  if (!tl_target_parse (text, &target, &error)
      || (lowered = tl_lower (tl_state_module (state), tl_state_module (state)->prims[0]->name, &target, NULL, &error)) == NULL)
    {
      tl_command_message ("%s: %s", kernel->name, error->message);
      return NAN;
    }
  start = tl_time_ns ();
  cost = tl_gpu_cost_new (lowered->prims[0], &target, &(TlCostOptions) { .model = model }, &error);
  kernel->milliseconds = (tl_time_ns () - start) / 1e6;
  if (cost == NULL)
    {
      tl_command_message ("%s: %s", kernel->name, error->message);
      return NAN;
    }
  kernel->limit = tl_cost_term_name (((const TlKernelCost *) g_ptr_array_index (cost->kernels, 0))->limit);
  return cost->seconds;
}

static gboolean
read_row (JsonObject *row, KnownKernel *kernel)
{
  TlExit               exit;
  const TlGpuModel    *model = tl_gpu_model_find (json_object_get_string_member (row, "gpu"));
  g_autoptr (TlModule) program = tl_bench_load_program (row, "arguments");
  g_autoptr (TlState)  state = program != NULL ? tl_bench_row_schedule (row, program, &exit) : NULL;
  const TlPrimFunc    *func;
  double               seconds;

  if (model == NULL || state == NULL)
    return FALSE;
  func = program->prims[0];
  kernel->gpu = model->name;
  kernel->source = json_object_get_string_member (row, "source");
  kernel->figure = json_object_get_double_member (row, "figure");
  kernel->is_bytes = g_str_equal (json_object_get_string_member (row, "unit"), "GB/s");
  kernel->peak = peak_of (model, kernel->is_bytes, func->params[0].buffer->dtype);
  seconds = predict (kernel, state, model);
  kernel->predicted = (kernel->is_bytes ? useful_bytes (func) : tl_func_flops (func)) / seconds / 1e9;
  return !isnan (seconds);
}

static void
print_kernel (const KnownKernel *kernel)
{
  printf ("%-15s %-22s %8.0f %8.0f %s  × %5.2f  %-13s %5.2f ms\n", kernel->gpu, kernel->name, kernel->figure, kernel->predicted,
          kernel->is_bytes ? "GB/s   " : "GFLOP/s", kernel->predicted / kernel->figure, kernel->limit, kernel->milliseconds);
}

static void
print_by_gpu (const GArray *kernels)
{
  for (guint i = 0; i < kernels->len; i++)
    {
      const char *gpu = g_array_index (kernels, KnownKernel, i).gpu;
      gboolean    is_first = TRUE;

      for (guint k = 0; k < i; k++)
        is_first = is_first && !g_str_equal (g_array_index (kernels, KnownKernel, k).gpu, gpu);
      if (is_first)
        print_correlations (kernels, gpu);
    }
  print_correlations (kernels, NULL);
}

TlExit
tl_bench_gpu_static (const TlBenchOptions *options)
{
  g_autofree char     *path = tl_command_data_file ("benchmarks/gpu-static.json"), *text = NULL;
  g_autoptr (GError)   error = NULL;
  g_autoptr (GArray)   kernels = g_array_new (FALSE, FALSE, sizeof (KnownKernel));
  g_autoptr (JsonNode) table = g_file_get_contents (path, &text, NULL, &error) ? json_from_string (text, &error) : NULL;
  JsonArray           *rows = table != NULL ? json_node_get_array (table) : NULL;
  TlExit               exit = TL_EXIT_DONE;

  if (rows == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  printf ("%-15s %-22s %8s %8s\n", "GPU", "kernel", "reported", "predicted");
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      KnownKernel kernel = { .name = json_object_get_string_member (row, "name") };

      if (!tl_bench_is_chosen (options, kernel.name))
        continue;
      if (read_row (row, &kernel))
        {
          print_kernel (&kernel);
          g_array_append_val (kernels, kernel);
        }
      else
        exit = TL_EXIT_FAILED;
    }
  if (kernels->len > 0)
    print_by_gpu (kernels);
  return exit;
}
