/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/suggestion-list.h"

#define MEASURE_S 1.5   /* of one pair, with its rounds */

struct _TlSuggestionList
{
  GObject            parent_instance;
  TlSession         *session;
  const TlStepGains *gains;       /* borrowed, nullable */
  TlState           *start;       /* nullable */
  GPtrArray         *items;       /* nullable */
  GCancellable      *listing;     /* nullable: nothing is being listed */
  GQueue             waiting;     /* TlSuggestion, the first is measured next */
  TlSuggestion      *measuring;   /* nullable */
  GCancellable      *timing;      /* of that */
};

G_DEFINE_FINAL_TYPE (TlSuggestionList, tl_suggestion_list, G_TYPE_OBJECT)

enum { LISTED, MEASURED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- measuring --- */

static void measure_next (TlSuggestionList *self);

static void
set_status (TlSuggestionList *self, TlSuggestion *suggestion, TlGainStatus status)
{
  suggestion->measured.status = status;
  g_signal_emit (self, signals[MEASURED], 0, suggestion);
}

static void
take_gain (TlSuggestion *suggestion, const TlExplanation *explanation)
{
  const TlExplainedStep *step = explanation->n_steps > 1 ? &explanation->steps[1] : NULL;

  if (step == NULL || step->gain <= 0)
    return;
  suggestion->measured.gain = step->gain;
  suggestion->measured.low = step->low;
  suggestion->measured.high = step->high;
  suggestion->measured.time_s = step->time_s;
}

typedef struct
{
  TlSuggestionList *list;         /* owned */
  TlSuggestion     *suggestion;   /* owned */
  GCancellable     *timing;       /* owned */
} GainJob;

/* Whether it was not stopped. */
static gboolean
is_current (const GainJob *job)
{
  return job->list->timing == job->timing;
}

static void
on_round (TlExplanation *explanation, gpointer user_data)
{
  GainJob *job = user_data;

  if (!is_current (job))
    return;
  take_gain (job->suggestion, explanation);
  set_status (job->list, job->suggestion, TL_GAIN_MEASURING);
}

static void
take_end (TlSuggestionList *self, TlSuggestion *suggestion, const TlExplanation *explanation, const GError *error)
{
  const char *problem = error != NULL ? error->message : explanation->problem;

  if (problem == NULL)
    take_gain (suggestion, explanation);
  suggestion->measured.problem = g_strdup (problem);
  set_status (self, suggestion, problem != NULL                     ? TL_GAIN_FAILED
                                : suggestion->measured.gain > 0 ? TL_GAIN_MEASURED
                                                                    : TL_GAIN_UNKNOWN);
}

static void
on_measured (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GainJob                  *job = user_data;
  TlSuggestionList         *self = job->list;
  g_autoptr (GError)        error = NULL;
  g_autoptr (TlExplanation) explanation = tl_session_explain_finish (TL_SESSION (source), result, &error);

  if (is_current (job))
    {
      g_clear_object (&self->timing);
      self->measuring = NULL;
      take_end (self, job->suggestion, explanation, error);
      measure_next (self);
    }
  tl_suggestion_unref (job->suggestion);
  g_object_unref (job->timing);
  g_object_unref (self);
  g_free (job);
}

static void
measure_next (TlSuggestionList *self)
{
  TlSuggestion *next = self->measuring == NULL ? g_queue_pop_head (&self->waiting) : NULL;
  GainJob      *job;

  if (next == NULL)
    return;
  job = g_new (GainJob, 1);
  self->measuring = next;
  self->timing = g_cancellable_new ();
  *job = (GainJob) { g_object_ref (self), next, g_object_ref (self->timing) };
  set_status (self, next, TL_GAIN_MEASURING);
  tl_session_compare_states_async (self->session, self->start, next->state, MEASURE_S, on_round, job, self->timing, on_measured,
                                   job);
}

void
tl_suggestion_list_measure (TlSuggestionList *self, TlSuggestion *suggestion)
{
  if (suggestion->state == NULL || suggestion->measured.status == TL_GAIN_WAITING || suggestion->measured.status == TL_GAIN_MEASURING)
    return;
  g_clear_pointer (&suggestion->measured.problem, g_free);
  suggestion->measured = (TlMeasuredGain) { 0 };
  g_queue_push_tail (&self->waiting, tl_suggestion_ref (suggestion));
  set_status (self, suggestion, TL_GAIN_WAITING);
  measure_next (self);
}

static double
predicted_gain (const TlSuggestion *suggestion)
{
  return suggestion->predicted != NULL ? suggestion->predicted->median : 1;
}

static gint
compare_predicted (gconstpointer a, gconstpointer b)
{
  double left = predicted_gain (*(const TlSuggestion *const *) a), right = predicted_gain (*(const TlSuggestion *const *) b);

  return left > right ? -1 : left < right;
}

void
tl_suggestion_list_measure_top (TlSuggestionList *self, guint n)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();

  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      TlSuggestion *suggestion = g_ptr_array_index (self->items, i);

      if (suggestion->state != NULL && suggestion->measured.status == TL_GAIN_UNKNOWN)
        g_ptr_array_add (steps, suggestion);
    }
  g_ptr_array_sort (steps, compare_predicted);
  for (guint i = 0; i < MIN (n, steps->len); i++)
    tl_suggestion_list_measure (self, g_ptr_array_index (steps, i));
}

void
tl_suggestion_list_stop (TlSuggestionList *self)
{
  TlSuggestion *running = g_steal_pointer (&self->measuring), *waiting;

  if (self->timing != NULL)
    g_cancellable_cancel (self->timing);
  g_clear_object (&self->timing);
  while ((waiting = g_queue_pop_head (&self->waiting)) != NULL)
    {
      set_status (self, waiting, TL_GAIN_UNKNOWN);
      tl_suggestion_unref (waiting);
    }
  if (running != NULL)
    {
      running->measured = (TlMeasuredGain) { 0 };
      set_status (self, running, TL_GAIN_UNKNOWN);
    }
}

gboolean
tl_suggestion_list_is_measuring (TlSuggestionList *self)
{
  return self->measuring != NULL;
}

/* --- listing --- */

typedef struct
{
  TlState  *state;
  TlNodeId *nodes;
  guint     n_nodes;
  TlTarget  target;
} FindJob;

static void
find_job_free (FindJob *job)
{
  tl_state_unref (job->state);
  g_free (job->nodes);
  g_free (job);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  FindJob *job = task_data;

  g_task_return_pointer (task, tl_suggestions_find (job->state, job->nodes, job->n_nodes, &job->target, cancellable),
                         (GDestroyNotify) g_ptr_array_unref);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TlSuggestionList *self = TL_SUGGESTION_LIST (source);
  FindJob          *job = g_task_get_task_data (G_TASK (result));
  GPtrArray        *items = g_task_propagate_pointer (G_TASK (result), NULL);

  if (items == NULL)   /* cancelled */
    return;
  g_clear_object (&self->listing);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->start, tl_state_unref);
  self->items = items;
  self->start = tl_state_ref (job->state);
  tl_suggestions_rank (items, self->gains, &job->target);
  g_signal_emit (self, signals[LISTED], 0);
}

void
tl_suggestion_list_update (TlSuggestionList *self)
{
  TlVariant        *variant = tl_session_current (self->session);
  g_autoptr (GTask) task = NULL;
  const TlNodeId   *nodes;
  FindJob          *job;

  tl_suggestion_list_stop (self);
  if (self->listing != NULL)
    g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  if (variant == NULL)
    return;
  self->listing = g_cancellable_new ();
  task = g_task_new (self, self->listing, on_listed, NULL);
  job = g_new0 (FindJob, 1);
  nodes = tl_selection_nodes (tl_session_selection (self->session), &job->n_nodes);
  job->nodes = g_memdup2 (nodes, job->n_nodes * sizeof *nodes);
  job->state = tl_state_ref (tl_variant_state (variant));
  job->target = tl_session_target (self->session);
  g_task_set_task_data (task, job, (GDestroyNotify) find_job_free);
  g_task_run_in_thread (task, find_in_thread);
}

GPtrArray *
tl_suggestion_list_items (TlSuggestionList *self)
{
  return self->items;
}

TlState *
tl_suggestion_list_start (TlSuggestionList *self)
{
  return self->start;
}

void
tl_suggestion_list_sort (TlSuggestionList *self)
{
  TlTarget target = tl_session_target (self->session);

  if (self->items == NULL)
    return;
  tl_suggestions_rank (self->items, self->gains, &target);
  g_signal_emit (self, signals[LISTED], 0);
}

/* --- object --- */

static void
tl_suggestion_list_dispose (GObject *object)
{
  TlSuggestionList *self = TL_SUGGESTION_LIST (object);

  tl_suggestion_list_stop (self);
  if (self->listing != NULL)
    g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->start, tl_state_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_suggestion_list_parent_class)->dispose (object);
}

static void
tl_suggestion_list_class_init (TlSuggestionListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_suggestion_list_dispose;
  signals[LISTED] = g_signal_new ("listed", TL_TYPE_SUGGESTION_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MEASURED] = g_signal_new ("measured", TL_TYPE_SUGGESTION_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                    G_TYPE_POINTER);
}

static void
tl_suggestion_list_init (TlSuggestionList *self)
{
  g_queue_init (&self->waiting);
}

TlSuggestionList *
tl_suggestion_list_new (TlSession *session, const TlStepGains *gains)
{
  TlSuggestionList *self = g_object_new (TL_TYPE_SUGGESTION_LIST, NULL);

  self->session = g_object_ref (session);
  self->gains = gains;
  return self;
}
