/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Some random schedules for GPUs, checked as gpu-check.h says; those that ptxas assembles and OpenCL runs are a few, the long form is
 * `tileloom-bench gpu-soundness`. GPU_SOUNDNESS_SEED and GPU_SOUNDNESS_SCHEDULES say which and how many.
 */
#include <stdlib.h>

#include "tests/soundness/gpu/gpu-faults.h"
#include "tests/soundness/gpu/gpu-soundness.h"

#define N_THREADS     2
#define N_FAULT_SEEDS 32u

static guint64
number_of (const char *variable, guint64 usual)
{
  const char *text = g_getenv (variable);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : usual;
}

static guint
n_of (const char *variable, guint usual)
{
  return (guint) number_of (variable, g_getenv ("TL_FEWER") != NULL ? usual / 4 : usual);
}

static void
report_reasons (const GpuSoundness *sum)
{
  GHashTableIter iter;
  gpointer       reason, number;

  g_hash_table_iter_init (&iter, sum->reasons);
  while (g_hash_table_iter_next (&iter, &reason, &number))
    g_test_message ("  refused %u times: %s", GPOINTER_TO_UINT (number), (const char *) reason);
  g_hash_table_iter_init (&iter, sum->programs);
  while (g_hash_table_iter_next (&iter, &reason, &number))
    g_test_message ("  %u schedules of %s", GPOINTER_TO_UINT (number), (const char *) reason);
}

static void
check_schedules (GpuCheckKind kind, TlWorkerPool *pool, guint64 first, guint n)
{
  GpuSoundness sum;

  gpu_soundness_init (&sum);
  gpu_soundness_run (&sum, kind, pool, first, n, N_THREADS, NULL, NULL);
  g_test_message ("%u schedules of %u seeds (%u of design spaces, %u of rules, %u of steps), %u without a schedule, %u refused; "
                  "%u assembled, %u listings compiled, %u run by OpenCL, %u not; %.0f M thread instructions per second of a core",
                  sum.n_checked, sum.n_seeds, sum.n_of[0], sum.n_of[1], sum.n_of[2], sum.n_none, sum.n_refused, sum.n_assembled,
                  sum.n_listed, sum.n_ran, sum.n_no_code,
                  sum.emulation_s > 0 ? (double) sum.n_thread_instructions / sum.emulation_s * 1e-6 : 0);
  report_reasons (&sum);
  if (sum.n_wrong > 0)
    g_test_fail_printf ("%u of %u schedules are wrong:\n%s", sum.n_wrong, sum.n_checked, sum.problems->str);
  else
    g_assert_cmpuint (sum.n_checked, >=, n);
  gpu_soundness_clear (&sum);
}

static void
test_kernels (void)
{
  check_schedules (GPU_CHECK_KERNELS, NULL, number_of ("GPU_SOUNDNESS_SEED", 1), n_of ("GPU_SOUNDNESS_SCHEDULES", 150));
}

static void
check_code (GpuCheckKind kind, guint n)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (N_THREADS, &error);

  g_assert_no_error (error);
  check_schedules (kind, pool, number_of ("GPU_SOUNDNESS_SEED", 100001), n_of ("GPU_SOUNDNESS_SCHEDULES", n));
}

static void
test_code (void)
{
  check_code (GPU_CHECK_PTX, 24);
}

static void
test_opencl (void)
{
  check_code (GPU_CHECK_OPENCL, 6);
}

/* At least 19 of 20; the benchmark asks 195 of 200, of more schedules. */
static void
test_faults (void)
{
  GpuFaults sum;

  gpu_faults_init (&sum);
  gpu_faults_run (&sum, number_of ("GPU_SOUNDNESS_SEED", 1), n_of ("GPU_SOUNDNESS_FAULTS", N_FAULT_SEEDS), N_THREADS);
  for (GpuFault fault = 0; fault < GPU_N_FAULTS; fault++)
    g_test_message ("%s: %u, of these %u found by checks, %u by the results", gpu_fault_name (fault), sum.n_seeded[fault],
                    sum.n_by_check[fault], sum.n_by_result[fault]);
  for (GpuFault fault = 0; fault < GPU_N_FAULTS; fault++)
    g_assert_cmpuint (sum.n_seeded[fault], >, 0);
  if (gpu_faults_n_found (&sum) * 20 < gpu_faults_n_seeded (&sum) * 19)
    g_test_fail_printf ("%u of %u faults are found; not\n%s", gpu_faults_n_found (&sum), gpu_faults_n_seeded (&sum), sum.missed->str);
  else if (sum.missed->len > 0)
    g_test_message ("not found:\n%s", sum.missed->str);
  gpu_faults_clear (&sum);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu-soundness/kernels", test_kernels);
  g_test_add_func ("/gpu-soundness/code", test_code);
  g_test_add_func ("/gpu-soundness/opencl", test_opencl);
  g_test_add_func ("/gpu-soundness/faults", test_faults);
  return g_test_run ();
}
