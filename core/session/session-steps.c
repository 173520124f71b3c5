/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of the current variant: a look at one of them, and changes, which are replayed in a thread and taken as one edit. */
#include "core/session/session-private.h"

#include "core/base/i18n.h"
#include "core/schedule/legal-order.h"
#include "core/schedule/step-reason.h"

/* --- a look --- */

TlState *
tl_session_state (TlSession *self)
{
  TlVariant *current = tl_session_current (self);

  if (self->visited != NULL)
    return self->visited;
  return current != NULL ? tl_variant_state (current) : NULL;
}

TlState *
tl_session_visited (TlSession *self)
{
  return self->visited;
}

void
tl_session_end_visit (TlSession *self)
{
  g_clear_pointer (&self->visited, tl_state_unref);
}

void
tl_session_visit (TlSession *self, TlState *state)
{
  TlState *shown = tl_session_state (self);

  g_return_if_fail (tl_session_current (self) != NULL);
  if (state == tl_variant_state (tl_session_current (self)))
    state = NULL;
  if (state == self->visited)
    return;
  shown = tl_state_ref (shown);
  tl_session_end_visit (self);
  self->visited = state != NULL ? tl_state_ref (state) : NULL;
  tl_session_emit_changed (self);
  tl_state_unref (shown);   /* until now something may have been drawn from it */
}

static gboolean
is_listed (TlState *state)
{
  const TlInst *inst = tl_state_inst (state);

  return inst == NULL || inst->primitive == NULL || inst->primitive->family != TL_FAMILY_GET;
}

guint
tl_session_n_listed_steps (TlState *state)
{
  guint n = 0;

  for (; state != NULL && tl_state_parent (state) != NULL; state = tl_state_parent (state))
    n += is_listed (state);
  return n;
}

GPtrArray *
tl_session_steps (TlSession *self)
{
  TlVariant *current = tl_session_current (self);
  GPtrArray *shown = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  TlState   *tip = current != NULL ? tl_variant_tip (current) : NULL;

  for (TlState *state = tip; state != NULL; state = tl_state_parent (state))
    if (is_listed (state))
      g_ptr_array_insert (shown, 0, tl_state_ref (state));
  return shown;
}

guint
tl_session_branch_of (TlSession *self, TlState *state)
{
  GListModel *variants = tl_session_variants (self);
  guint       n = g_list_model_get_n_items (variants);

  for (guint i = 0; n > 1 && i < n; i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (variants, i);

      for (TlState *step = tl_variant_tip (variant); step != NULL; step = tl_state_parent (step))
        if (step == state)
          return i;
    }
  return G_MAXUINT;
}

guint
tl_session_step_number (TlSession *self, guint *n_steps)
{
  g_autoptr (GPtrArray) steps = tl_session_steps (self);
  guint                 number = 0;

  for (TlState *state = tl_session_state (self); state != NULL; state = tl_state_parent (state))
    if (g_ptr_array_find (steps, state, &number))
      break;
  *n_steps = steps->len > 0 ? steps->len - 1 : 0;
  return number;
}

gboolean
tl_session_visit_by (TlSession *self, int by)
{
  g_autoptr (GPtrArray) steps = tl_session_steps (self);
  guint                 n;
  gint64                number = (gint64) tl_session_step_number (self, &n) + by;

  if (number < 0 || number >= (gint64) steps->len)
    return FALSE;
  tl_session_visit (self, g_ptr_array_index (steps, (guint) number));
  return TRUE;
}

/* --- the reason of one --- */

typedef struct
{
  TlState *state;
  char    *func_name;
  TlTarget target;
} ReasonJob;

static void
reason_job_free (gpointer data)
{
  ReasonJob *job = data;

  tl_state_unref (job->state);
  g_free (job->func_name);
  g_free (job);
}

static void
find_reason_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ReasonJob *job = task_data;

  g_task_return_pointer (task, tl_step_reason (job->state, job->func_name, &job->target), g_free);
}

void
tl_session_step_reason_async (TlSession *self, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  ReasonJob         job = { tl_state_ref (state), g_strdup (tl_session_func_name (self)), tl_session_target (self) };

  g_task_set_task_data (task, g_memdup2 (&job, sizeof job), reason_job_free);
  g_task_run_in_thread (task, find_reason_in_thread);
}

char *
tl_session_step_reason_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- changes --- */

typedef struct
{
  TlState    *base;
  TlTraceEdit edit;
  TlInst      inst;
  TlArena    *arena;   /* of its arguments */
} StepsJob;

static void
steps_job_free (StepsJob *job)
{
  tl_state_unref (job->base);
  g_clear_pointer (&job->edit.taken, tl_state_unref);
  tl_arena_unref (job->arena);
  g_free (job);
}

static void
edit_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  StepsJob      *job = task_data;
  GError        *error = NULL;
  TlEditedSteps *edited = tl_trace_replay_edit (job->base, &job->edit, cancellable, &error);

  if (edited != NULL)
    g_task_return_pointer (task, edited, (GDestroyNotify) tl_edited_steps_unref);
  else
    g_task_return_error (task, error);
}

static void
copy_inst (StepsJob *job, const TlInst *inst)
{
  TlArg *args = tl_arena_new_array (job->arena, TlArg, MAX (inst->n_args, 1));

  for (guint i = 0; i < inst->n_args; i++)
    args[i] = tl_arg_dup (job->arena, &inst->args[i]);
  job->inst = *inst;
  job->inst.args = args;
  job->inst.decision = tl_arg_dup (job->arena, &inst->decision);
  job->edit.inst = &job->inst;
}

void
tl_session_edit_steps_async (TlSession *self, const TlTraceEdit *edit, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  StepsJob         *job = g_new0 (StepsJob, 1);

  job->base = tl_state_ref (tl_variant_tip (tl_session_current (self)));
  job->arena = tl_arena_new (NULL);
  job->edit = *edit;
  if (edit->taken != NULL)
    tl_state_ref (edit->taken);
  if (edit->inst != NULL)
    copy_inst (job, edit->inst);
  g_task_set_task_data (task, job, (GDestroyNotify) steps_job_free);
  g_task_run_in_thread (task, edit_in_thread);
}

TlEditedSteps *
tl_session_edit_steps_finish (TlSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- the fix of a step that no longer applies --- */

typedef struct
{
  TlState *base, *refused;
  char    *sentence;
} FixJob;

static void
fix_job_free (FixJob *job)
{
  tl_state_unref (job->base);
  g_free (job->sentence);
  g_free (job);
}

/* @arg with blocks and loops in place of their variables. FALSE: one is not known. */
static gboolean
by_node (TlState *before, TlArena *arena, const TlArg *arg, TlArg *node)
{
  const TlRvValue *value = arg->kind == TL_ARG_RV && arg->rv < tl_state_n_rvs (before) ? tl_state_rv (before, arg->rv) : NULL;
  TlArg           *items;

  *node = *arg;
  if (arg->kind == TL_ARG_RV && (value == NULL || value->is_unknown))
    return FALSE;
  if (value != NULL && value->kind != TL_RV_INT)
    *node = tl_arg_node (value->node);
  if (arg->kind != TL_ARG_LIST)
    return TRUE;
  node->items = items = tl_arena_new_array (arena, TlArg, MAX (arg->n_items, 1));
  for (guint i = 0; i < arg->n_items; i++)
    if (!by_node (before, arena, &arg->items[i], &items[i]))
      return FALSE;
  return TRUE;
}

static TlRepair *
find_repair (TlState *refused, GCancellable *cancellable)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlState            *before = tl_state_parent (refused);
  TlRepairLimits      limits = tl_repair_default_limits;
  TlInst              inst = *tl_state_inst (refused);
  TlArg              *args = tl_arena_new_array (arena, TlArg, MAX (inst.n_args, 1));

  for (guint i = 0; i < inst.n_args; i++)
    if (!by_node (before, arena, &inst.args[i], &args[i]))
      return NULL;
  inst.args = args;
  inst.status = TL_INST_APPLIED;
  inst.is_draft = FALSE;
  inst.words = NULL;
  inst.reason = NULL;
  limits.keeps_past = TRUE;   /* the steps before are not replayed */
  return tl_repair_find (before, &inst, TRUE, &limits, cancellable);
}

/* Why it does not apply, or what it breaks. */
static const char *
reason_of (const TlState *refused)
{
  const GPtrArray *broken = tl_state_broken_orders (refused);

  return broken != NULL ? tl_refusal_reason (broken->pdata[0]) : tl_state_inst (refused)->reason;
}

/* The step in another place, with the same program at the end. */
static TlEditedSteps *
find_place (FixJob *job, GCancellable *cancellable)
{
  TlEditedSteps   *edited = NULL;
  g_autofree char *words = tl_state_describe (job->refused);

  if (tl_state_broken_orders (job->refused) != NULL)
    edited = tl_trace_find_legal_order (job->base, job->refused, cancellable);
  if (edited != NULL)
    job->sentence = g_strdup_printf (edited->states->pdata[tl_state_n_steps (job->refused) - 1] == NULL
                                       ? _("The same program without “%s”") : _("The same program with “%s” later"), words);
  return edited;
}

static void
fix_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  FixJob              *job = task_data;
  GError              *error = NULL;
  TlTraceEdit          edit = { .kind = TL_TRACE_REPAIR, .step = job->refused };
  TlEditedSteps       *edited = find_place (job, cancellable);
  g_autoptr (TlRepair) repair = edited == NULL ? find_repair (job->refused, cancellable) : NULL;

  if (repair != NULL)
    {
      job->sentence = tl_repair_sentence (repair);
      edit.taken = repair->state;
      edited = tl_trace_replay_edit (job->base, &edit, cancellable, &error);
    }
  else if (edited == NULL && !g_cancellable_set_error_if_cancelled (cancellable, &error))
    tl_refuse (&error, NULL, 0, NULL, _("%s. No fix within %d steps found"), reason_of (job->refused), TL_REPAIR_MAX_STEPS);
  if (edited != NULL)
    g_task_return_pointer (task, edited, (GDestroyNotify) tl_edited_steps_unref);
  else
    g_task_return_error (task, error);
}

void
tl_session_fix_step_async (TlSession *self, TlState *refused, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  FixJob           *job = g_new0 (FixJob, 1);

  job->base = tl_state_ref (tl_variant_tip (tl_session_current (self)));
  job->refused = refused;   /* of the past of @base */
  g_task_set_task_data (task, job, (GDestroyNotify) fix_job_free);
  g_task_run_in_thread (task, fix_in_thread);
}

TlEditedSteps *
tl_session_fix_step_finish (TlSession *self, GAsyncResult *result, char **sentence, GError **error)
{
  FixJob *job = g_task_get_task_data (G_TASK (result));

  *sentence = g_strdup (job->sentence);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- taking --- */

/* Whether the edit loses nothing that the undo list alone would keep: of the last step, or in a branch that was made for such edits. */
static gboolean
stays_in_variant (TlVariant *variant, const TlEditedSteps *edited)
{
  TlState *before_last = tl_state_parent (edited->base);

  return tl_variant_takes_edits (variant) || tl_edited_steps_find (edited, before_last) == before_last;
}

void
tl_session_take_edited_steps (TlSession *self, TlEditedSteps *edited, const char *label)
{
  TlVariant       *variant = tl_session_current (self), *branch;
  g_autofree char *name = NULL;

  g_return_if_fail (variant != NULL);
  tl_session_end_visit (self);
  if (tl_variant_tip (variant) == edited->base && stays_in_variant (variant, edited))
    {
      tl_history_move (self->history, variant, edited->end, edited->end, g_strdup (label));
      return;
    }
  name = tl_history_free_name (self->history, tl_variant_name (variant));
  branch = tl_history_branch (self->history, name, edited->end, g_strdup (label));
  tl_variant_copy_outcomes (branch, variant);
  tl_variant_set_takes_edits (branch, TRUE);
}
