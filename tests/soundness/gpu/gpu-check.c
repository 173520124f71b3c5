/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/gpu/gpu-check.h"

#include <string.h>
#include <time.h>

#include "core/codegen/source/gpu-source.h"
#include "core/device/cuda-tools.h"
#include "core/lower/lower.h"
#include "tests/gpu/tools.h"

#define MAX_STEPS  G_GUINT64_CONSTANT (200000000)
#define BUILD_S    300
#define RUN_S      300

static gint64
thread_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

/* --- the emulator --- */

static char *
compare (const GpuSubject *subject, GPtrArray *args)
{
  TlCheckResult result = { 0 };
  char         *problem = NULL;

  tl_reference_check (subject->reference, (TlTensor *const *) args->pdata, &result);
  if (!result.ok)
    problem = g_strdup_printf ("wrong: %s", result.where != NULL ? result.where : result.unwritten);
  tl_check_result_clear (&result);
  return problem;
}

/* Copies of more than was computed may hold what nobody wrote, as long as nobody uses it: the schedule reads that on one core, too. */
static gboolean
reads_unwritten (const GpuSubject *subject, const TlPrimFunc *scheduled)
{
  const GPtrArray *inputs = subject->inputs;
  g_autofree char *unwritten = NULL;

  return tl_interp_find_unwritten (scheduled, (TlTensor *const *) inputs->pdata, inputs->len, MAX_STEPS, NULL, &unwritten, NULL)
         && unwritten != NULL;
}

static gboolean
all_are_of_kind (const TlEmulation *emulation, TlFaultKind kind)
{
  for (guint i = 0; i < emulation->findings->len; i++)
    if (((const TlFinding *) emulation->findings->pdata[i])->kind != kind)
      return FALSE;
  return emulation->n_more == 0;
}

char *
gpu_check_kernels (const GpuSubject *subject, const TlTarget *target, const TlPrimFunc *kernels, const TlPrimFunc *scheduled,
                   TlEmulation **emulation)
{
  g_autoptr (GPtrArray)   args = gpu_subject_args (subject);
  g_autoptr (GError)      error = NULL;
  TlEmulatorOptions       options = { .checks = TRUE, .n_workers = 1, .scheduled = scheduled, .max_steps = MAX_STEPS };
  g_autoptr (TlEmulation) emulated = tl_emulate (kernels, (TlTensor *const *) args->pdata, args->len, &options, NULL, &error);
  char                   *problem;

  if (emulated == NULL)
    return g_strdup_printf ("not emulated: %s", error->message);
  problem = compare (subject, args);
  if (emulated->findings->len > 0
      && (problem != NULL || !all_are_of_kind (emulated, TL_FAULT_UNINITIALISED) || !reads_unwritten (subject, scheduled)))
    {
      g_free (problem);
      problem = g_strdup (((const TlFinding *) emulated->findings->pdata[0])->text);
    }
  if (emulation != NULL)
    *emulation = g_steal_pointer (&emulated);
  return problem;
}

static char *
emulate (GpuCheck *check, const TlModule *scheduled, const TlModule *lowered)
{
  g_autoptr (TlEmulation) emulation = NULL;
  gint64 start = thread_ns ();
  char  *problem = gpu_check_kernels (check->subject, &check->target, tl_module_entry (lowered), tl_module_entry (scheduled), &emulation);

  check->emulation_ns = thread_ns () - start;
  /* Schedules with many threads that do nothing. */
  if (problem != NULL && emulation == NULL && strstr (problem, "stopped after") != NULL)
    check->refusal = g_steal_pointer (&problem);
  check->n_thread_instructions = emulation != NULL ? emulation->n_thread_instructions : 0;
  return problem;
}

/* --- code --- */

/* Without ptxas nothing is checked but that there is PTX. */
static char *
assemble (GpuCheck *check, const TlModule *scheduled)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *ptx = tl_worker_pool_compile_to_text (check->pool, scheduled, tl_module_entry (scheduled)->name, &check->target, "ptx",
                                                           NULL, NULL, NULL, &error);
  gboolean is_assembled;

  if (ptx == NULL)
    return g_strdup_printf ("no PTX: %s", error->message);
  is_assembled = tl_cuda_can_assemble (ptx, check->target.arch, &error);
  check->n_assembled += is_assembled;
  if (!is_assembled && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return g_strdup_printf ("not assembled for %s: %s", check->target.arch, error->message);
  return NULL;
}

static char *
compile_listing (GpuCheck *check, const TlModule *scheduled, const TlModule *lowered)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *source = tl_gpu_source (lowered, scheduled, TL_GPU_CUDA, &check->target, NULL, &error), *log = NULL;

  if (source == NULL)
    return g_strdup_printf ("no listing: %s", error->message);
  if (nvrtc_missing () != NULL)
    return NULL;
  if (!nvrtc_compile (source, check->target.arch, &log))
    return strstr (log, "--gpu-architecture") != NULL ? NULL   /* which this version does not know any more */
                                                      : g_strdup_printf ("NVRTC: %s", log);
  check->n_listed++;
  return NULL;
}

/* A device that lacks what the kernels need (half precision, memory) is no fault of theirs. */
static char *
run_opencl (GpuCheck *check, TlState *state)
{
  TlMeasureOptions options = tl_measure_options_quick ();
  TlOutcome        outcome = { 0 };
  char            *problem = NULL;

  options.repeat = 0;
  options.check = TRUE;
  options.build_timeout_s = BUILD_S;
  options.run_timeout_s = RUN_S;
  tl_worker_pool_measure (check->pool, state, tl_module_entry (tl_state_module (state))->name, &check->target, &options, NULL, &outcome);
  if (outcome.kind == TL_OUTCOME_OK && outcome.is_checked)
    check->n_ran++;
  else if (outcome.kind == TL_OUTCOME_BUILD_ERROR && strstr (outcome.message, "cannot compile") == NULL)
    check->no_code = g_strdup (outcome.message);
  else
    problem = g_strdup_printf ("OpenCL: %s: %s", tl_outcome_name (outcome.kind),
                               outcome.message != NULL ? outcome.message : "not checked");
  tl_outcome_clear (&outcome);
  return problem;
}

void
gpu_check_clear (GpuCheck *check)
{
  g_clear_pointer (&check->refusal, g_free);
  g_clear_pointer (&check->no_code, g_free);
  check->n_thread_instructions = 0;
  check->emulation_ns = 0;
  check->n_assembled = check->n_ran = check->n_listed = 0;
}

char *
gpu_check_find_problem (TlState *state, gpointer user_data)
{
  GpuCheck            *check = user_data;
  const TlModule      *module = tl_state_module (state);
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlModule) lowered = tl_lower (module, tl_module_entry (module)->name, &check->target, NULL, &error);
  char                *problem = NULL;

  gpu_check_clear (check);
  if (lowered == NULL)
    {
      check->refusal = g_strdup (error->message);
      return error->domain == TL_LOWER_ERROR ? NULL : g_strdup_printf ("not lowered: %s", error->message);
    }
  switch (check->kind)
    {
    case GPU_CHECK_KERNELS:
      problem = emulate (check, module, lowered);
      break;
    case GPU_CHECK_PTX:
      problem = assemble (check, module);
      if (problem == NULL && check->lists_source)
        problem = compile_listing (check, module, lowered);
      break;
    case GPU_CHECK_OPENCL:
      problem = run_opencl (check, state);
      break;
    }
  return problem;
}
