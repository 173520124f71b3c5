/* SPDX-License-Identifier: Apache-2.0 */
/* Trials that are compared: each is read in a thread and becomes a variant. */
#include "core/session/compare/compared.h"

#include "core/base/i18n.h"
#include "core/session/tuning/trial-detail.h"

typedef struct
{
  TlCompared   *compared;
  TlTrialStore *trials;
  guint         task;
  gboolean      against_best;
} TrialAddition;

static void
addition_free (TrialAddition *addition)
{
  g_object_unref (addition->compared);
  g_object_unref (addition->trials);
  g_free (addition);
}

static void
tell (TlCompared *compared, const char *sentence)
{
  g_signal_emit_by_name (compared, "told", sentence);
}

static void
add_pair (const TrialAddition *addition, TlSession *session, const TlTrialDetail *detail)
{
  g_autoptr (GError) error = NULL;
  TlVariant         *best = tl_session_keep_trial (session, addition->task, detail, TRUE, &error);
  TlVariant         *variant = best != NULL ? tl_session_keep_trial (session, addition->task, detail, FALSE, &error) : NULL;

  if (variant == NULL)
    tell (addition->compared, error->message);
  else if (!tl_compared_add_pair (addition->compared, best, variant))
    tell (addition->compared, _("Compare has no room for both trials: remove a column first"));
}

static gboolean
has_variant (TlCompared *compared, TlVariant *variant)
{
  for (guint i = 0; i < tl_compared_n (compared); i++)
    if (tl_compared_variant (compared, i) == variant)
      return TRUE;
  return FALSE;
}

/* A new variant is a column of its own accord while the columns are not chosen by hand. */
static void
add_one (const TrialAddition *addition, TlSession *session, const TlTrialDetail *detail)
{
  g_autoptr (GError) error = NULL;
  guint              n_before = g_list_model_get_n_items (tl_session_variants (session));
  TlVariant         *variant = tl_session_keep_trial (session, addition->task, detail, FALSE, &error);

  if (variant == NULL)
    tell (addition->compared, error->message);
  else if (n_before < g_list_model_get_n_items (tl_session_variants (session)) && has_variant (addition->compared, variant))
    {
      g_autofree char *sentence = g_strdup_printf (_("%s was added to Compare"), tl_variant_name (variant));

      tell (addition->compared, sentence);
    }
  else
    tl_compared_add_and_tell (addition->compared, variant, NULL);
}

/* The task that has these trials; -1: none has. */
static gint
find_task (TlSession *session, TlTrialStore *trials)
{
  GListModel *tasks = tl_tuning_tasks (tl_session_tuning (session));

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);

      if (tl_tuning_task_trials (task) == trials)
        return (gint) i;
    }
  return -1;
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TrialAddition                 *addition = user_data;
  g_autoptr (GError)        error = NULL;
  g_autoptr (TlTrialDetail) detail = tl_trial_detail_read_finish (TL_SESSION (source), result, &error);

  if (detail == NULL)
    tell (addition->compared, error->message);
  else if (find_task (TL_SESSION (source), addition->trials) != (gint) addition->task)
    ;   /* another program is open */
  else if (addition->against_best)
    add_pair (addition, TL_SESSION (source), detail);
  else
    add_one (addition, TL_SESSION (source), detail);
  addition_free (addition);
}

void
tl_compared_add_trial (TlCompared *self, TlTrialStore *trials, guint index, gboolean against_best)
{
  TlSession *session = tl_compared_session (self);
  gint       task = find_task (session, trials);
  TrialAddition  *addition;

  if (task < 0 || index >= tl_trial_store_n (trials))
    return;
  if (!against_best && tl_compared_n (self) >= TL_COMPARED_COLUMNS_MAX)
    {
      g_autofree char *sentence = g_strdup_printf (_("Compare has %u columns: remove one of them first"), tl_compared_n (self));

      tell (self, sentence);
      return;
    }
  addition = g_new0 (TrialAddition, 1);
  *addition = (TrialAddition) { g_object_ref (self), g_object_ref (trials), (guint) task, against_best };
  tl_trial_detail_read_async (session, (guint) task, index, NULL, on_read, addition);
}
