/* SPDX-License-Identifier: Apache-2.0 */
/* A person's remarks on trials: columns of their rows. */
#include "core/base/error.h"
#include "core/records/database-private.h"

#define MAX_NUMBER (1 << 24)

void
tl_trial_note_free (TlTrialNote *note)
{
  g_free (note->tags);
  g_free (note->text);
  g_free (note);
}

static gboolean
write_note (TlDatabase *database, gpointer data, GError **error)
{
  const TlTrialNote *note = data;

  if (!tl_database_execute (database, error, "UPDATE trial SET is_starred = ?, tags = ?, note = ? WHERE run_id = ? AND number = ?", "issii",
                            (gint64) note->is_starred, note->tags, note->text, note->run_id, (gint64) note->number))
    return FALSE;
  if (sqlite3_changes (database->db) > 0)
    return TRUE;
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "%s has no trial number %u of run %" G_GINT64_FORMAT, database->path,
                  note->number, note->run_id);
}

gboolean
tl_database_save_note (TlDatabase *database, const TlTrialNote *note, GError **error)
{
  return tl_database_write (database, write_note, (gpointer) note, error);
}

static gpointer
read_note (TlDatabase *database, sqlite3_stmt *query, gpointer user_data, GError **error)
{
  g_autoptr (TlTrialNote) note = g_new0 (TlTrialNote, 1);
  TlColumns columns = { database, query, "trial" };

  tl_columns_integer (&columns, 0, 1, G_MAXINT64);
  note->run_id = tl_columns_integer (&columns, 1, 1, G_MAXINT64);
  note->number = (guint) tl_columns_integer (&columns, 2, 0, MAX_NUMBER);
  note->is_starred = tl_columns_flag (&columns, 3);
  note->tags = tl_columns_optional_text (&columns, 4);
  note->text = tl_columns_optional_text (&columns, 5);
  return tl_columns_end (&columns, error) ? g_steal_pointer (&note) : NULL;
}

GPtrArray *
tl_database_notes (TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error,
                         "SELECT id, run_id, number, is_starred, tags, note FROM trial WHERE (is_starred OR tags IS NOT NULL OR note IS NOT"
                         " NULL) AND run_id IN (SELECT id FROM run WHERE workload_id = ?) ORDER BY number", "i", workload_id);

  return tl_database_read_rows (database, query, read_note, NULL, (GDestroyNotify) tl_trial_note_free, error);
}
