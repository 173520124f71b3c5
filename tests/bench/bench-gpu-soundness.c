/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Correctness of schedules for GPUs: `tileloom-bench gpu-soundness`, as tests/soundness/gpu/ describes. "kernels": random schedules in the
 * emulator; "code": as many for CUDA, whose PTX is assembled by ptxas, some as CUDA C by NVRTC, too; "opencl": fewer, run by an OpenCL
 * device; "faults": faults put into kernels; "emulator": its speed.
 */
#include <stdio.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/default-schedules/default-schedule.h"
#include "core/lower/lower.h"
#include "tests/bench/bench.h"
#include "tests/read-module.h"
#include "tests/soundness/gpu/gpu-faults.h"
#include "tests/soundness/gpu/gpu-soundness.h"
#include "tileloom-config.h"

#define N_KERNELS      3000
#define OPENCL_SHARE   6      /* of so many schedules one in "opencl" */
#define FAULTS_SHARE   30u
#define FAULTS_SEEDS   8u     /* at least: not all have a sound schedule */
#define PROGRESS_SHARE 50u
#define SPEED_S        2.0

typedef struct
{
  guint n, reported;
} GpuProgress;

static guint
n_of (const TlBenchOptions *options, guint share)
{
  guint n = options->n_schedules > 0 ? (guint) options->n_schedules : N_KERNELS;

  return MAX (n / share, 1);
}

static guint64
first_of (const TlBenchOptions *options)
{
  return options->seed != 0 ? (guint64) options->seed : 1;
}

/* --- schedules --- */

static void
report_progress (const GpuSoundness *sum, gpointer user_data)
{
  GpuProgress *progress = user_data;

  if (!isatty (STDERR_FILENO) || sum->n_checked < progress->reported + MAX (progress->n / PROGRESS_SHARE, 1))
    return;
  progress->reported = sum->n_checked;
  fprintf (stderr, "\r%u of %u schedules, %u wrong%s", sum->n_checked, progress->n, sum->n_wrong,
           sum->n_checked == progress->n ? "\n" : "");
}

static void
print_counts (const char *title, GHashTable *counts)
{
  GHashTableIter iter;
  gpointer       key, number;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &key, &number))
    printf ("  %s %u times: %s\n", title, GPOINTER_TO_UINT (number), (const char *) key);
}

static void
print_check (const GpuSoundness *sum, GpuCheckKind kind)
{
  switch (kind)
    {
    case GPU_CHECK_KERNELS:
      printf ("  emulated: %.0f M thread instructions, %.0f M per second of a core\n", (double) sum->n_thread_instructions * 1e-6,
              (double) sum->n_thread_instructions * 1e-6 / sum->emulation_s);
      break;
    case GPU_CHECK_PTX:
      printf ("  code: %u assembled by ptxas, %u listings compiled by NVRTC\n", sum->n_assembled, sum->n_listed);
      break;
    case GPU_CHECK_OPENCL:
      printf ("  OpenCL: %u run and compared, %u that the device does not take\n", sum->n_ran, sum->n_no_code);
      break;
    }
}

/* FALSE: there are wrong ones. */
static gboolean
bench_schedules (const TlBenchOptions *options, GpuCheckKind kind, TlWorkerPool *pool, guint n)
{
  GpuProgress  progress = { .n = n };
  gint64       start_ns = tl_time_ns ();
  GpuSoundness sum;
  gboolean     is_sound;

  gpu_soundness_init (&sum);
  gpu_soundness_run (&sum, kind, pool, first_of (options), n, (guint) MAX (options->n_threads, 1), report_progress, &progress);
  printf ("gpu-soundness  %u schedules of %u seeds in %.0f s: %u of design spaces, %u of rules, %u of single steps (%u steps taken); %u "
          "seeds without a schedule, %u refused by lowering; %u wrong\n",
          sum.n_checked, sum.n_seeds, (double) (tl_time_ns () - start_ns) * 1e-9, sum.n_of[GPU_SOURCE_SPACE], sum.n_of[GPU_SOURCE_RULES],
          sum.n_of[GPU_SOURCE_STEPS], sum.tally.n_taken, sum.n_none, sum.n_refused, sum.n_wrong);
  print_check (&sum, kind);
  print_counts ("checked", sum.programs);
  print_counts ("refused", sum.reasons);
  fflush (stdout);   /* the next part takes minutes */
  fprintf (stderr, "%s", sum.problems->str);
  is_sound = sum.n_wrong == 0;
  gpu_soundness_clear (&sum);
  return is_sound;
}

static gboolean
bench_code (const TlBenchOptions *options, GpuCheckKind kind, guint n)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new ((guint) MAX (options->n_threads, 1), &error);

  if (pool == NULL)
    tl_command_error (error);
  return pool != NULL && bench_schedules (options, kind, pool, n);
}

/* --- faults --- */

static gboolean
bench_faults (const TlBenchOptions *options)
{
  guint     n_seeds = n_of (options, FAULTS_SHARE);
  GpuFaults sum;
  gboolean  are_found;

  gpu_faults_init (&sum);
  gpu_faults_run (&sum, first_of (options), MAX (n_seeds, FAULTS_SEEDS), (guint) MAX (options->n_threads, 1));
  printf ("gpu-soundness  %u faults in sound kernels, %u found\n", gpu_faults_n_seeded (&sum), gpu_faults_n_found (&sum));
  for (GpuFault fault = 0; fault < GPU_N_FAULTS; fault++)
    {
      printf ("  %-26s %4u, found by checks %4u, by results %4u  ", gpu_fault_name (fault), sum.n_seeded[fault], sum.n_by_check[fault],
              sum.n_by_result[fault]);
      for (TlFaultKind kind = 0; kind < TL_N_FAULT_KINDS; kind++)
        if (sum.n_kinds[fault][kind] > 0)
          printf (" %s %u", tl_fault_kind_name (kind), sum.n_kinds[fault][kind]);
      printf ("\n");
    }
  fprintf (stderr, "%s", sum.missed->str);
  are_found = gpu_faults_n_found (&sum) * 200 >= gpu_faults_n_seeded (&sum) * 195;
  gpu_faults_clear (&sum);
  return are_found;
}

/* --- speed --- */

/* M thread instructions per second. */
static double
measure_speed (const TlPrimFunc *kernels, const TlPrimFunc *program, guint n_workers, gboolean checks)
{
  g_autoptr (GPtrArray) args = must (tl_interp_make_args (program, 1, FALSE, &failure));
  TlEmulatorOptions     options = { .checks = checks, .n_workers = n_workers };
  gint64                start_ns = tl_time_ns (), took_ns = 0;
  guint64               n = 0;

  while ((double) took_ns * 1e-9 < SPEED_S)
    {
      g_autoptr (TlEmulation) emulation = must (tl_emulate (kernels, (TlTensor *const *) args->pdata, args->len, &options, NULL, &failure));

      n += emulation->n_thread_instructions;
      took_ns = tl_time_ns () - start_ns;
    }
  return (double) n * 1e3 / (double) took_ns;
}

static void
bench_emulator (void)
{
  static const char *const names[] = { "matmul-128", "mm-relu-128", "conv2d-nchw", "softmax", "layer-norm", "transpose" };
  TlTarget target;

  must (tl_target_parse ("cuda -arch=sm_80", &target, &failure));
  printf ("emulator, M thread instructions per second   1 core, checks   2 cores, checks   2 cores\n");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char     *path = g_strdup_printf ("%s/workloads/%s.py", TL_SOURCE_DATADIR, names[i]);
      g_autoptr (TlModule) module = read_module_file (path);
      g_autoptr (TlState)  start = tl_state_new (module, 0);
      g_autoptr (TlState)  state = must (tl_default_schedule (start, tl_module_entry (module)->name, &target, &failure));
      const TlModule      *scheduled = tl_state_module (state);
      g_autoptr (TlModule) lowered = must (tl_lower (scheduled, tl_module_entry (scheduled)->name, &target, NULL, &failure));
      const TlPrimFunc    *kernels = tl_module_entry (lowered), *program = tl_module_entry (module);

      printf ("  %-42s %13.0f %17.0f %9.0f\n", names[i], measure_speed (kernels, program, 1, TRUE),
              measure_speed (kernels, program, 2, TRUE), measure_speed (kernels, program, 2, FALSE));
    }
}

TlExit
tl_bench_gpu_soundness (const TlBenchOptions *options)
{
  gboolean is_sound = TRUE;

  if (tl_bench_is_chosen (options, "kernels"))
    is_sound &= bench_schedules (options, GPU_CHECK_KERNELS, NULL, n_of (options, 1));
  if (tl_bench_is_chosen (options, "code"))
    is_sound &= bench_code (options, GPU_CHECK_PTX, n_of (options, 1));
  if (tl_bench_is_chosen (options, "opencl"))
    is_sound &= bench_code (options, GPU_CHECK_OPENCL, n_of (options, OPENCL_SHARE));
  if (tl_bench_is_chosen (options, "faults"))
    is_sound &= bench_faults (options);
  if (tl_bench_is_chosen (options, "emulator"))
    bench_emulator ();
  return is_sound ? TL_EXIT_DONE : TL_EXIT_NO;
}
