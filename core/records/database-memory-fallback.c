/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A full disk, or a file that cannot be written: the database goes on in memory, and comes back when asked.
 *
 * Invariant: what stands in for the file began as a copy of all that was committed to it, so ids and rows stay what they were, and the way
 * back is a copy again, in one transaction; unless another program has written to the file meanwhile.
 */
#include "core/base/error.h"
#include "core/records/database-private.h"

#include <errno.h>
#include <glib/gstdio.h>

gboolean
tl_database_is_disk_error (int rc)
{
  switch (rc & 0xff)
    {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return TRUE;
    default:
      return FALSE;
    }
}

/* SQLite's code; @from is not changed, @to is only if all went well. */
static int
copy (sqlite3 *to, sqlite3 *from)
{
  sqlite3_backup *backup = sqlite3_backup_init (to, "main", from, "main");
  int rc;

  if (!backup)
    return sqlite3_errcode (to);
  rc = sqlite3_backup_step (backup, -1);
  sqlite3_backup_finish (backup);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* With its log if possible, else as it stands. */
static sqlite3 *
open_for_reading (const char *path)
{
  static const char *const ways[] = { "mode=ro", "mode=ro&immutable=1" };
  g_autofree char *escaped = g_uri_escape_string (path, "/", TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *uri = g_strdup_printf ("file:%s?%s", escaped, ways[i]);
      sqlite3 *file = NULL;

      if (sqlite3_open_v2 (uri, &file, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX, NULL) == SQLITE_OK
          && sqlite3_exec (file, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) == SQLITE_OK)
        return file;
      sqlite3_close (file);
    }
  return NULL;
}

/* Only a folder that exists can hold the file some day; anything else is a name mistyped. */
static gboolean
is_plausible_path (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  return g_file_test (folder, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* The file as far as it can be read, in @memory; FALSE if there is one that cannot. @file: the connection that could, or NULL. */
static gboolean
fill_memory (TlDatabase *database, sqlite3 *memory, sqlite3 **file)
{
  *file = database->db;
  if (*file && copy (memory, *file) == SQLITE_OK)
    return TRUE;
  *file = NULL;
  if (!g_file_test (database->path, G_FILE_TEST_EXISTS))
    return TRUE;
  *file = open_for_reading (database->path);
  if (*file && copy (memory, *file) == SQLITE_OK)
    return TRUE;
  sqlite3_close (g_steal_pointer (file));
  return FALSE;
}

/* PRAGMA data_version: changes when another connection writes to the file. */
static gint64
data_version (sqlite3 *file)
{
  g_autoptr (sqlite3_stmt) query = NULL;

  sqlite3_prepare_v2 (file, "PRAGMA data_version", -1, &query, NULL);
  return query && sqlite3_step (query) == SQLITE_ROW ? sqlite3_column_int64 (query, 0) : -1;
}

gboolean
tl_database_move_to_memory (TlDatabase *database, const GError *why)
{
  sqlite3 *memory = NULL, *before = database->db, *file = NULL;
  gboolean ok;
  int rc;

  if (database->fallback_reason || !is_plausible_path (database->path)
      || sqlite3_open_v2 (":memory:", &memory, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, NULL) != SQLITE_OK)
    return FALSE;
  ok = fill_memory (database, memory, &file);
  tl_database_harden_connection (memory);
  database->db = memory;
  ok = ok && tl_database_check_file (database, &rc, NULL);
  ok = ok && sqlite3_exec (memory, "PRAGMA foreign_keys = ON", NULL, NULL, NULL) == SQLITE_OK && tl_database_upgrade (database, &rc, NULL);
  if (!ok)
    {
      if (file != before)
        sqlite3_close (file);
      sqlite3_close (memory);
      database->db = before;
      return FALSE;
    }
  if (file != before)
    sqlite3_close (before);
  database->file = file;
  database->file_version = file ? data_version (file) : 0;
  g_set_error (&database->fallback_reason, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN,
               "%s: changes from here on are only in memory and will be lost unless the project becomes writable again", why->message);
  database->fallback (database->fallback_reason, database->fallback_data);
  return TRUE;
}

gboolean
tl_database_is_in_memory (TlDatabase *database)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);

  return database->fallback_reason != NULL;
}

static gboolean
changed_meanwhile (TlDatabase *database)
{
  return g_file_test (database->path, G_FILE_TEST_IS_REGULAR)
         && (!database->file || data_version (database->file) != database->file_version);
}

gboolean
tl_database_restore (TlDatabase *database, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  sqlite3 *memory = database->db;
  int rc;

  if (!database->fallback_reason)
    return TRUE;
  if (changed_meanwhile (database))
    return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "%s was changed by another program: save under another name",
                    database->path);
  database->db = NULL;
  if (tl_database_open_file (database, &rc, error))
    {
      rc = copy (database->db, memory);
      if (rc == SQLITE_OK)
        {
          sqlite3_close (memory);
          sqlite3_close (g_steal_pointer (&database->file));
          g_clear_error (&database->fallback_reason);
          return TRUE;
        }
      g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot write project %s: %s", database->path, sqlite3_errstr (rc));
    }
  sqlite3_close (database->db);
  database->db = memory;
  return FALSE;
}

/* By way of a file beside it, so that what was there stays until the copy is whole. */
static gboolean
copy_to_locked (TlDatabase *database, const char *path, GError **error)
{
  g_autofree char *partial = g_strconcat (path, ".part", NULL), *log = g_strconcat (path, "-wal", NULL),
                   *index = g_strconcat (path, "-shm", NULL);

  g_unlink (partial);
  if (!tl_database_execute (database, error, "VACUUM INTO ?", "s", partial))
    {
      g_unlink (partial);
      return FALSE;
    }
  g_unlink (log);
  g_unlink (index);
  if (g_rename (partial, path) == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "cannot write %s: %s", path, g_strerror (errno));
  g_unlink (partial);
  return FALSE;
}

/* One hold of the lock for both, so that nothing is written between the copy and the move. */
gboolean
tl_database_move_to (TlDatabase *database, const char *path, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  sqlite3 *before = database->db;
  const char *path_before = database->path;
  int rc;

  if (!copy_to_locked (database, path, error))
    return FALSE;
  database->db = NULL;
  database->path = g_intern_string (path);
  if (!tl_database_open_file (database, &rc, error))
    {
      sqlite3_close (database->db);
      database->db = before;
      database->path = path_before;
      return FALSE;
    }
  sqlite3_close (before);
  sqlite3_close (g_steal_pointer (&database->file));
  g_clear_error (&database->fallback_reason);
  return TRUE;
}
