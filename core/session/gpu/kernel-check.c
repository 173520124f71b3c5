/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/gpu/kernel-check.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/interp/check.h"
#include "core/lower/lower.h"
#include "core/schedule/interface.h"

#define SEED 1u

typedef struct
{
  TlState    *state;
  const char *func_name;
  TlTarget    target;
} CheckJob;

static void
job_free (gpointer data)
{
  CheckJob *job = data;

  tl_state_unref (job->state);
  g_free (job);
}

static void
problem_free (gpointer data)
{
  TlKernelProblem *problem = data;

  g_free (problem->text);
  g_free (problem);
}

void
tl_kernel_check_free (TlKernelCheck *check)
{
  g_ptr_array_unref (check->problems);
  g_free (check->unchecked);
  g_free (check);
}

/* --- the run --- */

/*
 * The function whose meaning the kernels must have, and whose arguments they take: of the program without steps, or of the scheduled one
 * where steps changed the layout of arguments.
 */
static const TlPrimFunc *
meant_func (const CheckJob *job)
{
  g_autofree char *interface = tl_interface_describe (job->state, job->func_name);

  return tl_module_prim (tl_state_module (interface == NULL ? tl_state_root (job->state) : job->state), job->func_name);
}

static void
add_problem (TlKernelCheck *check, TlFaultKind kind, const char *text, guint64 count, const TlStmt *stmt, const TlStmt *other)
{
  TlKernelProblem *problem = g_new0 (TlKernelProblem, 1);

  *problem = (TlKernelProblem) { kind, g_strdup (text), count, stmt != NULL ? stmt->origin.id : 0,
                                 other != NULL ? other->origin.id : 0 };
  g_ptr_array_add (check->problems, problem);
}

static void
take_findings (TlKernelCheck *check, const TlEmulation *emulation)
{
  for (guint i = 0; i < emulation->findings->len; i++)
    {
      const TlFinding *finding = g_ptr_array_index (emulation->findings, i);

      add_problem (check, finding->kind, finding->text, finding->count, finding->stmt, finding->other_stmt);
    }
  check->n_more = emulation->n_more;
  check->n_thread_instructions = emulation->n_thread_instructions;
}

static void
compare (TlKernelCheck *check, const TlReference *reference, const GPtrArray *args)
{
  TlCheckResult result = { 0 };

  tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
  check->n_checked = result.n_checked;
  if (!result.ok)
    {
      g_autofree char *text = g_strdup_printf (_("%s; %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " elements compared are wrong"),
                                               result.where != NULL ? result.where : result.unwritten != NULL ? result.unwritten : "",
                                               result.n_wrong, result.n_checked);

      add_problem (check, TL_N_FAULT_KINDS, text, result.n_wrong, NULL, NULL);
    }
  tl_check_result_clear (&result);
}

static TlKernelCheck *
run_check (const CheckJob *job, GCancellable *cancellable, GError **error)
{
  const TlPrimFunc         *meant = meant_func (job);
  TlEmulatorOptions         options = { .checks = TRUE, .scheduled = tl_module_prim (tl_state_module (job->state), job->func_name) };
  gint64                    start_us = g_get_monotonic_time ();
  g_autoptr (TlModule)      lowered = tl_lower (tl_state_module (job->state), job->func_name, &job->target, NULL, error);
  g_autoptr (GPtrArray)     args = lowered != NULL ? tl_interp_make_args (meant, SEED, FALSE, error) : NULL;
  g_autoptr (TlReference)   reference = NULL;
  g_autoptr (TlEmulation)   emulation = NULL;
  g_autoptr (TlKernelCheck) check = NULL;
  g_autoptr (GError)        unchecked = NULL;

  if (args == NULL)
    return NULL;
  reference = tl_reference_new (meant, (TlTensor *const *) args->pdata, args->len, 0, cancellable, &unchecked);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  emulation = tl_emulate (lowered->prims[0], (TlTensor *const *) args->pdata, args->len, &options, cancellable, error);
  if (emulation == NULL)
    return NULL;
  check = g_new0 (TlKernelCheck, 1);
  check->problems = g_ptr_array_new_with_free_func (problem_free);
  take_findings (check, emulation);
  if (reference != NULL)
    compare (check, reference, args);
  else
    check->unchecked = g_strdup (unchecked->message);
  check->seconds = (double) (g_get_monotonic_time () - start_us) / G_USEC_PER_SEC;
  return g_steal_pointer (&check);
}

static void
check_in_thread (GTask *task, gpointer source, gpointer job, GCancellable *cancellable)
{
  GError        *error = NULL;
  TlKernelCheck *check = run_check (job, cancellable, &error);

  if (check != NULL)
    g_task_return_pointer (task, check, (GDestroyNotify) tl_kernel_check_free);
  else
    g_task_return_error (task, error);
}

void
tl_session_check_kernels_async (TlSession *session, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (session, cancellable, callback, user_data);
  CheckJob         *job = g_new0 (CheckJob, 1);

  *job = (CheckJob) { tl_state_ref (state), tl_session_func_name (session), tl_session_target (session) };
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, check_in_thread);
}

TlKernelCheck *
tl_session_check_kernels_finish (TlSession *session, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- texts --- */

const char *
tl_kernel_problem_title (const TlKernelProblem *problem)
{
  return problem->kind == TL_N_FAULT_KINDS ? _("wrong result") : _(tl_fault_kind_name (problem->kind));
}

char *
tl_kernel_check_summary (const TlKernelCheck *check)
{
  guint            n = check->problems->len + check->n_more;
  g_autofree char *time = tl_format_seconds (check->seconds);
  g_autofree char *faults = n == 0 ? g_strdup (_("No faults")) : g_strdup_printf (ngettext ("%u problem", "%u problems", n), n);

  if (check->unchecked != NULL)
    return g_strdup_printf (_("%s in %s; the result is not compared: %s"), faults, time, check->unchecked);
  return n > 0 ? g_strdup_printf (_("%s in %s"), faults, time)
               : g_strdup_printf (_("%s in %s; %" G_GUINT64_FORMAT " elements of the result are right"), faults, time, check->n_checked);
}
