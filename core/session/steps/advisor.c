/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/advisor.h"

#include "core/analysis/asm-report.h"
#include "core/analysis/footprint.h"
#include "core/analysis/roofline.h"
#include "core/session/predicted-traffic.h"
#include "core/session/target-choice.h"

struct _TlAdvisor
{
  GObject       parent_instance;
  TlSession    *session;
  guint         n_asking;
  GPtrArray    *items;       /* nullable */
  TlState      *start;       /* nullable */
  GCancellable *finding;     /* NULL: nothing is under way */
};

G_DEFINE_FINAL_TYPE (TlAdvisor, tl_advisor, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

typedef struct
{
  TlState  *state;
  char     *func_name;
  TlTarget  target;
  TlMachine machine;
  double    measured_s;
  char     *assembly;     /* NULL: it cannot be compiled */
} AdviceJob;

static void
job_free (gpointer data)
{
  AdviceJob *job = data;

  tl_state_unref (job->state);
  g_free (job->func_name);
  g_free (job->assembly);
  g_free (job);
}

static void
forget (TlAdvisor *self)
{
  gboolean had_items = self->items != NULL;

  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->start, tl_state_unref);
  if (had_items)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  AdviceJob            *job = task_data;
  const TlPrimFunc     *func = tl_module_prim (tl_state_module (job->state), job->func_name);
  TlAdviceFacts         facts = { .state = job->state, .func_name = job->func_name, .target = &job->target, .machine = &job->machine,
                                  .measured_s = job->measured_s };
  g_autoptr (GPtrArray) report = job->assembly != NULL ? tl_asm_report (job->assembly) : NULL;

  if (report != NULL)
    facts.hot = tl_hot_loop_of (report, tl_func_flops (func), tl_roof_of (func, &job->machine, 1).dtype.bits);
  g_task_return_pointer (task, tl_advice_find (&facts, cancellable), (GDestroyNotify) g_ptr_array_unref);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TlAdvisor *self = TL_ADVISOR (source);
  AdviceJob *job = g_task_get_task_data (G_TASK (result));
  GPtrArray *items = g_task_propagate_pointer (G_TASK (result), NULL);

  if (items == NULL)   /* cancelled: another search is under way, or none is wanted */
    return;
  g_clear_object (&self->finding);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->start, tl_state_unref);
  self->items = items;
  self->start = tl_state_ref (job->state);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_compiled (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AdviceJob        *job = g_task_get_task_data (task);

  job->assembly = tl_session_show_finish (TL_SESSION (source), result, NULL, NULL);
  if (!g_task_return_error_if_cancelled (task))
    g_task_run_in_thread (task, find_in_thread);
}

static void
stop (TlAdvisor *self)
{
  if (self->finding != NULL)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
}

/* A measurement under way is not disturbed: its end asks again. */
static void
find (TlAdvisor *self)
{
  TlVariant        *variant = tl_session_current (self->session);
  g_autoptr (GTask) task = NULL;
  AdviceJob        *job;
  TlMachine         machine;
  TlTarget          target;

  stop (self);
  if (self->start != NULL && (variant == NULL || tl_variant_state (variant) != self->start))
    forget (self);
  if (self->n_asking == 0 || variant == NULL || tl_session_is_timing (self->session) || !tl_session_has_traffic (self->session))
    return;
  target = tl_session_target (self->session);
  if (!tl_target_is_here (&target) || !tl_machine_load (&machine))
    return;
  self->finding = g_cancellable_new ();
  task = g_task_new (self, self->finding, on_found, NULL);
  job = g_new0 (AdviceJob, 1);
  *job = (AdviceJob) { .state = tl_state_ref (tl_variant_state (variant)), .func_name = g_strdup (tl_session_func_name (self->session)),
                       .target = target, .machine = machine };
  job->measured_s = tl_variant_latency_s (variant, job->state, job->func_name);
  g_task_set_task_data (task, job, job_free);
  tl_session_show_async (self->session, job->state, "asm", self->finding, on_compiled, g_object_ref (task));
}

void
tl_advisor_begin (TlAdvisor *self)
{
  if (self->n_asking++ == 0)
    find (self);
}

void
tl_advisor_end (TlAdvisor *self)
{
  g_return_if_fail (self->n_asking > 0);

  if (--self->n_asking > 0)
    return;
  forget (self);
  find (self);
}

GPtrArray *
tl_advisor_items (TlAdvisor *self)
{
  return self->items;
}

TlState *
tl_advisor_start (TlAdvisor *self)
{
  return self->start;
}

/* --- object --- */

static void
tl_advisor_dispose (GObject *object)
{
  TlAdvisor *self = TL_ADVISOR (object);

  stop (self);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->start, tl_state_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_advisor_parent_class)->dispose (object);
}

static void
tl_advisor_class_init (TlAdvisorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_advisor_dispose;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_ADVISOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_advisor_init (TlAdvisor *self)
{
}

TlAdvisor *
tl_advisor_new (TlSession *session)
{
  TlAdvisor *self = g_object_new (TL_TYPE_ADVISOR, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (find), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timing", G_CALLBACK (find), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "machine-measured", G_CALLBACK (find), self, G_CONNECT_SWAPPED);
  return self;
}
