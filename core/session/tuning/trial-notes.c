/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-notes.h"

#include <string.h>

struct _TlTrialNotes
{
  GObject           parent_instance;
  TlSession        *session;     /* borrowed */
  TlTrialSelection *selection;
  GHashTable       *by_number;   /* guint → TlTrialNote, whose tags stand one a line; unread while NULL */
};

G_DEFINE_FINAL_TYPE (TlTrialNotes, tl_trial_notes, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* "fast, narrow tile" → "fast\nnarrow tile"; NULL for none. */
static char *
tags_to_lines (const char *tags)
{
  g_auto (GStrv)      words = g_strsplit_set (tags != NULL ? tags : "", ",\n", -1);
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_strstrip (words[i]);
      if (words[i][0] != '\0')
        g_string_append_printf (lines, "%s%s", lines->len > 0 ? "\n" : "", words[i]);
    }
  return lines->len > 0 ? g_strdup (lines->str) : NULL;
}

/* The workload of the trials that are shown; 0: they are in no file. */
static gint64
workload_of (TlTrialNotes *self, TlDatabase *database)
{
  TlTrialStore       *trials = tl_trial_selection_trials (self->selection);
  guint               n = trials != NULL ? tl_trial_store_n_runs (trials) : 0;
  gint64              run_id = n > 0 ? tl_trial_store_run (trials, n - 1).id : 0;
  g_autoptr (TlRunRow) run = run_id > 0 ? tl_database_run (database, run_id, NULL) : NULL;

  return run != NULL ? run->workload_id : 0;
}

/*
 * Files without notes are the rule: one that cannot be read is like them, and says so where it is written. Reading makes no project file of
 * a program that has none.
 */
static void
read_notes (TlTrialNotes *self)
{
  gboolean              has_file = tl_session_project_path (self->session) != NULL;
  TlDatabase           *database = has_file ? tl_session_database (self->session, NULL) : NULL;
  gint64                workload_id = database != NULL ? workload_of (self, database) : 0;
  g_autoptr (GPtrArray) rows = workload_id > 0 ? tl_database_notes (database, workload_id, NULL) : NULL;

  self->by_number = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tl_trial_note_free);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      TlTrialNote *note = rows->pdata[i];

      g_hash_table_insert (self->by_number, GUINT_TO_POINTER (note->number), note);
    }
  if (rows != NULL)
    g_ptr_array_set_free_func (rows, NULL);
}

static const TlTrialNote *
note_of (TlTrialNotes *self, guint index)
{
  TlTrialStore *trials = tl_trial_selection_trials (self->selection);

  if (trials == NULL || index >= tl_trial_store_n (trials))
    return NULL;
  if (self->by_number == NULL)
    read_notes (self);
  return g_hash_table_lookup (self->by_number, GUINT_TO_POINTER (tl_trial_store_number (trials)[index]));
}

gboolean
tl_trial_notes_is_starred (TlTrialNotes *self, guint index)
{
  const TlTrialNote *note = note_of (self, index);

  return note != NULL && note->is_starred;
}

const char *
tl_trial_notes_tags (TlTrialNotes *self, guint index)
{
  const TlTrialNote *note = note_of (self, index);

  return note != NULL && note->tags != NULL ? note->tags : "";
}

const char *
tl_trial_notes_text (TlTrialNotes *self, guint index)
{
  const TlTrialNote *note = note_of (self, index);

  return note != NULL && note->text != NULL ? note->text : "";
}

/* --- changing --- */

static TlTrialNote *
note_dup (TlTrialNotes *self, guint index)
{
  TlTrialRecord      record = tl_trial_store_get (tl_trial_selection_trials (self->selection), index);
  const TlTrialNote *old = note_of (self, index);
  TlTrialNote       *note = g_new0 (TlTrialNote, 1);

  note->run_id = record.run_id;
  note->number = record.number;
  if (old == NULL)
    return note;
  note->is_starred = old->is_starred;
  note->tags = g_strdup (old->tags);
  note->text = g_strdup (old->text);
  return note;
}

/* Takes @note. */
static gboolean
save (TlTrialNotes *self, TlTrialNote *note, GError **error)
{
  TlDatabase *database = tl_session_database (self->session, error);

  if (database == NULL || !tl_database_save_note (database, note, error))
    {
      tl_trial_note_free (note);
      return FALSE;
    }
  g_hash_table_replace (self->by_number, GUINT_TO_POINTER (note->number), note);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

gboolean
tl_trial_notes_set_starred (TlTrialNotes *self, guint index, gboolean is_starred, GError **error)
{
  TlTrialNote *note = note_dup (self, index);

  note->is_starred = is_starred;
  return save (self, note, error);
}

gboolean
tl_trial_notes_set_tags (TlTrialNotes *self, guint index, const char *tags, GError **error)
{
  TlTrialNote *note = note_dup (self, index);

  g_free (note->tags);
  note->tags = tags_to_lines (tags);
  return save (self, note, error);
}

gboolean
tl_trial_notes_set_text (TlTrialNotes *self, guint index, const char *text, GError **error)
{
  TlTrialNote *note = note_dup (self, index);

  g_free (note->text);
  note->text = text != NULL && text[0] != '\0' ? g_strdup (text) : NULL;
  return save (self, note, error);
}

/* --- class --- */

static void
on_trials_changed (TlTrialNotes *self)
{
  g_clear_pointer (&self->by_number, g_hash_table_unref);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
tl_trial_notes_finalize (GObject *object)
{
  TlTrialNotes *self = TL_TRIAL_NOTES (object);

  g_clear_pointer (&self->by_number, g_hash_table_unref);
  g_object_unref (self->selection);
  G_OBJECT_CLASS (tl_trial_notes_parent_class)->finalize (object);
}

static void
tl_trial_notes_class_init (TlTrialNotesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_trial_notes_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_trial_notes_init (TlTrialNotes *self)
{
}

TlTrialNotes *
tl_trial_notes_new (TlSession *session)
{
  TlTrialNotes *self = g_object_new (TL_TYPE_TRIAL_NOTES, NULL);

  self->session = session;
  self->selection = g_object_ref (tl_tuning_selection (tl_session_tuning (session)));
  g_signal_connect_object (self->selection, "trials-changed", G_CALLBACK (on_trials_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_trials_changed), self, G_CONNECT_SWAPPED);
  return self;
}
