/* SPDX-License-Identifier: Apache-2.0 */
/* Trained cost models, kept beside the trials that they learned from. */
#include "core/records/database-private.h"

typedef struct
{
  gint64      workload_id;
  const char *name;
  GBytes     *bytes;
} ModelRow;

static gboolean
write_model (TlDatabase *database, gpointer data, GError **error)
{
  const ModelRow *row = data;
  gsize size;
  gconstpointer bytes = g_bytes_get_data (row->bytes, &size);

  return tl_database_execute (database, error,
                              "INSERT INTO model (workload_id, name, bytes, saved_s) VALUES (?, ?, ?, ?)"
                              " ON CONFLICT (workload_id, name) DO UPDATE SET bytes = excluded.bytes, saved_s = excluded.saved_s",
                              "isbi", row->workload_id, row->name, bytes, size, g_get_real_time () / G_USEC_PER_SEC);
}

gboolean
tl_database_save_model (TlDatabase *database, gint64 workload_id, const char *name, GBytes *bytes, GError **error)
{
  ModelRow row = { workload_id, name, bytes };

  return tl_database_write (database, write_model, &row, error);
}

GBytes *
tl_database_load_model (TlDatabase *database, gint64 workload_id, const char *name)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, NULL, "SELECT bytes FROM model WHERE workload_id = ? AND name = ?", "is",
                                                      workload_id, name);

  if (!query || !tl_database_step (database, query, NULL) || sqlite3_column_type (query, 0) != SQLITE_BLOB)
    return NULL;
  return g_bytes_new (sqlite3_column_blob (query, 0), (gsize) sqlite3_column_bytes (query, 0));
}
