/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The project file. Opening, statements and settings; its schema, the way to memory, and the rows of programs and of trials have files of
 * their own.
 *
 * Invariant: whatever a call has reported as done is in the file. Every call is one transaction in WAL mode with synchronous=NORMAL: the
 * log is written before the call returns, so a killed process loses nothing; it is synchronised to the disk at checkpoints, so a power cut
 * may lose the last moments but never breaks the file. An fsync for each of some hundred trials per second would disturb the measurements.
 */
#include "core/records/database-private.h"

#include <string.h>
#include <sys/utsname.h>

#include "core/base/error.h"
#include "core/device/device.h"
#include "tileloom-config.h"

G_DEFINE_QUARK (tl-database-error-quark, tl_database_error)

#define BUSY_TIMEOUT_MS  5000
#define BUSY_STEP_MS     20
#define MAX_VALUE_BYTES (64 << 20)   /* of one value; models are the largest, some MiB */

gboolean
tl_database_fail (TlDatabase *database, GError **error)
{
  if ((sqlite3_errcode (database->db) & 0xff) == SQLITE_CORRUPT)
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_DAMAGED, "%s is damaged: a part of the file is missing or changed (%s)",
                 database->path,
                 sqlite3_errmsg (database->db));
  else if ((sqlite3_errcode (database->db) & 0xff) == SQLITE_BUSY)
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "another program is writing to %s: try again when it has finished",
                 database->path);
  else
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "%s: %s", database->path, sqlite3_errmsg (database->db));
  return FALSE;
}

static gboolean
bind_arguments (sqlite3_stmt *query, const char *types, va_list args)
{
  int rc = SQLITE_OK;

  for (int i = 0; types[i] != '\0' && rc == SQLITE_OK; i++)
    switch (types[i])
      {
      case 'i':
        rc = sqlite3_bind_int64 (query, i + 1, va_arg (args, gint64));
        break;
      case 'k':
        {
          gint64 id = va_arg (args, gint64);

          rc = id != 0 ? sqlite3_bind_int64 (query, i + 1, id) : sqlite3_bind_null (query, i + 1);
          break;
        }
      case 'd':
        rc = sqlite3_bind_double (query, i + 1, va_arg (args, double));
        break;
      case 's':
        rc = sqlite3_bind_text (query, i + 1, va_arg (args, const char *), -1, SQLITE_STATIC);
        break;
      case 'b':
        {
          gconstpointer data = va_arg (args, gconstpointer);

          rc = sqlite3_bind_blob64 (query, i + 1, data, va_arg (args, gsize), SQLITE_STATIC);
          break;
        }
      default:
        g_assert_not_reached ();
      }
  return rc == SQLITE_OK;
}

static sqlite3_stmt *
query_valist (TlDatabase *database, GError **error, const char *sql, const char *types, va_list args)
{
  sqlite3_stmt *query = NULL;

  if (sqlite3_prepare_v2 (database->db, sql, -1, &query, NULL) != SQLITE_OK || !bind_arguments (query, types, args))
    {
      tl_database_fail (database, error);
      sqlite3_finalize (query);
      return NULL;
    }
  return query;
}

sqlite3_stmt *
tl_database_query (TlDatabase *database, GError **error, const char *sql, const char *types, ...)
{
  sqlite3_stmt *query;
  va_list args;

  va_start (args, types);
  query = query_valist (database, error, sql, types, args);
  va_end (args);
  return query;
}

gboolean
tl_database_step (TlDatabase *database, sqlite3_stmt *query, GError **error)
{
  int rc = sqlite3_step (query);

  if (rc != SQLITE_ROW && rc != SQLITE_DONE)
    tl_database_fail (database, error);
  return rc == SQLITE_ROW;
}

gboolean
tl_database_end_query (sqlite3_stmt *query, GError **failure, GError **error)
{
  gboolean is_whole = query && !*failure;

  if (*failure)
    g_propagate_error (error, g_steal_pointer (failure));
  return is_whole;
}

GPtrArray *
tl_database_read_rows (TlDatabase *database, sqlite3_stmt *query, TlReadRow read, gpointer user_data, GDestroyNotify free_row,
                       GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (free_row);
  g_autoptr (GError) failure = NULL;
  gpointer row;

  while (query && tl_database_step (database, query, &failure) && (row = read (database, query, user_data, &failure)))
    g_ptr_array_add (rows, row);
  return tl_database_end_query (query, &failure, error) ? g_steal_pointer (&rows) : NULL;
}

gboolean
tl_database_execute (TlDatabase *database, GError **error, const char *sql, const char *types, ...)
{
  sqlite3_stmt *query;
  va_list args;
  int rc;

  va_start (args, types);
  query = query_valist (database, error, sql, types, args);
  va_end (args);
  if (!query)
    return FALSE;
  do
    rc = sqlite3_step (query);
  while (rc == SQLITE_ROW);
  if (rc != SQLITE_DONE)
    tl_database_fail (database, error);
  sqlite3_finalize (query);
  return rc == SQLITE_DONE;
}

gboolean
tl_database_transact (TlDatabase *database, TlDatabaseWrite write, gpointer data, int *rc, GError **error)
{
  gboolean is_part = !sqlite3_get_autocommit (database->db);   /* of what tl_database_begin began */
  gboolean ok = tl_database_execute (database, error, is_part ? "SAVEPOINT part" : "BEGIN IMMEDIATE", "") && write (database, data, error)
                && tl_database_execute (database, error, is_part ? "RELEASE part" : "COMMIT", "");

  if (rc)
    *rc = ok ? SQLITE_OK : sqlite3_errcode (database->db);
  if (!ok)
    sqlite3_exec (database->db, is_part ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK", NULL, NULL, NULL);
  return ok;
}

gboolean
tl_database_begin (TlDatabase *database, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);

  return tl_database_execute (database, error, "BEGIN IMMEDIATE", "");
}

gboolean
tl_database_end (TlDatabase *database, gboolean is_kept, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);

  if (is_kept && tl_database_execute (database, error, "COMMIT", ""))
    return TRUE;
  sqlite3_exec (database->db, "ROLLBACK", NULL, NULL, NULL);
  return !is_kept;
}

gboolean
tl_database_write (TlDatabase *database, TlDatabaseWrite write, gpointer data, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (GError) failure = NULL;
  int rc;

  if (tl_database_transact (database, write, data, &rc, &failure))
    return TRUE;
  if (database->fallback && tl_database_is_disk_error (rc) && tl_database_move_to_memory (database, failure))
    return tl_database_transact (database, write, data, NULL, error);
  return tl_propagate (error, g_steal_pointer (&failure));
}

typedef struct { TlDatabaseWrite write; gpointer row; gint64 *id, new_id; } NewRow;

static gboolean
write_new_row (TlDatabase *database, gpointer data, GError **error)
{
  NewRow *row = data;

  if (!row->write (database, row->row, error))
    return FALSE;
  row->new_id = *row->id != 0 ? *row->id : sqlite3_last_insert_rowid (database->db);
  return TRUE;
}

gboolean
tl_database_add_row (TlDatabase *database, TlDatabaseWrite write, gpointer row, gint64 *id, GError **error)
{
  NewRow job = { write, row, id, 0 };

  if (!tl_database_write (database, write_new_row, &job, error))
    return FALSE;
  *id = job.new_id;
  return TRUE;
}

gboolean
tl_database_read_number (TlDatabase *database, const char *sql, gint64 *value, GError **error)
{
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, error, sql, "");
  g_autoptr (GError) failure = NULL;

  *value = 0;
  if (!query)
    return FALSE;
  if (tl_database_step (database, query, &failure))
    *value = sqlite3_column_int64 (query, 0);
  if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  return sqlite3_errcode (database->db) == SQLITE_ROW;
}

void
tl_database_harden_connection (sqlite3 *db)
{
  sqlite3_limit (db, SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_exec (db, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
}

/* SQLite does not wait for whoever is making the file, as it waits for other locks. */
static int
set_up_connection (TlDatabase *database)
{
  int rc = SQLITE_BUSY;

  for (guint waited_ms = 0; (rc & 0xff) == SQLITE_BUSY && waited_ms <= BUSY_TIMEOUT_MS; waited_ms += BUSY_STEP_MS)
    {
      if (waited_ms > 0)
        g_usleep (BUSY_STEP_MS * 1000);
      rc = sqlite3_exec (database->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", NULL, NULL,
                         NULL);
    }
  return rc;
}

gboolean
tl_database_open_file (TlDatabase *database, int *rc, GError **error)
{
  *rc = sqlite3_open_v2 (database->path, &database->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, NULL);
  if (*rc != SQLITE_OK)
    return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot open project %s: %s", database->path,
                    database->db ? sqlite3_errmsg (database->db) : sqlite3_errstr (*rc));
  sqlite3_busy_timeout (database->db, BUSY_TIMEOUT_MS);
  tl_database_harden_connection (database->db);
  if (!tl_database_check_file (database, rc, error))
    return FALSE;
  if (sqlite3_db_readonly (database->db, "main") == 1)
    {
      *rc = SQLITE_READONLY;
      return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot open project %s for writing", database->path);
    }
  *rc = set_up_connection (database);
  return *rc == SQLITE_OK ? tl_database_upgrade (database, rc, error) : tl_database_fail (database, error);
}

static TlDatabase *
database_new (const char *path)
{
  TlDatabase *database = g_new0 (TlDatabase, 1);

  database->ref_count = 1;
  database->path = g_intern_string (path);
  g_mutex_init (&database->lock);
  database->programs = tl_database_programs_new ();
  return database;
}

TlDatabase *
tl_database_open (const char *path, GError **error)
{
  TlDatabase *database;
  int rc;

  g_return_val_if_fail (path != NULL, NULL);
  database = database_new (path);
  if (!tl_database_open_file (database, &rc, error))
    g_clear_pointer (&database, tl_database_unref);
  return database;
}

TlDatabase *
tl_database_open_or_fall_back (const char *path, TlDatabaseFallback fallback, gpointer user_data, GError **error)
{
  TlDatabase *database;
  g_autoptr (GError) failure = NULL;
  int rc;

  g_return_val_if_fail (path != NULL && fallback != NULL, NULL);
  database = database_new (path);
  database->fallback = fallback;
  database->fallback_data = user_data;
  if (tl_database_open_file (database, &rc, &failure) || (tl_database_is_disk_error (rc) && tl_database_move_to_memory (database, failure)))
    return database;
  g_propagate_error (error, g_steal_pointer (&failure));
  tl_database_unref (database);
  return NULL;
}

TlDatabase *
tl_database_ref (TlDatabase *database)
{
  g_atomic_int_inc (&database->ref_count);
  return database;
}

void
tl_database_unref (TlDatabase *database)
{
  if (!g_atomic_int_dec_and_test (&database->ref_count))
    return;
  sqlite3_close (database->db);
  sqlite3_close (database->file);
  g_clear_error (&database->fallback_reason);
  g_hash_table_unref (database->programs);
  g_mutex_clear (&database->lock);
  g_free (database);
}

const char *
tl_database_path (const TlDatabase *database)
{
  return database->path;
}

typedef struct { const char *key, *value; } Setting;

static gboolean
write_setting (TlDatabase *database, gpointer data, GError **error)
{
  const Setting *setting = data;

  if (!setting->value)
    return tl_database_execute (database, error, "DELETE FROM setting WHERE key = ?", "s", setting->key);
  return tl_database_execute (database, error,
                              "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                              "ss", setting->key, setting->value);
}

gboolean
tl_database_set (TlDatabase *database, const char *key, const char *value, GError **error)
{
  Setting setting = { key, value };

  return tl_database_write (database, write_setting, &setting, error);
}

char *
tl_database_get (TlDatabase *database, const char *key)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, NULL, "SELECT value FROM setting WHERE key = ?", "s", key);
  TlColumns columns = { database, query, "setting" };
  char *value = query && tl_database_step (database, query, NULL) ? tl_columns_optional_text (&columns, 0) : NULL;

  g_clear_error (&columns.error);
  return value;
}

/* The same machine with the same system and program version is one row. */
static gboolean
write_machine (TlDatabase *database, gpointer data, GError **error)
{
  const TlDeviceInfo *cpu = tl_device_host ();
  const char *model = cpu->model ? cpu->model : "";
  struct utsname name = { 0 };
  g_autofree char *system = NULL;
  g_autoptr (sqlite3_stmt) query = NULL;

  uname (&name);
  system = g_strdup_printf ("%s %s %s", name.sysname, name.release, name.machine);
  if (!tl_database_execute (
        database, error,
        "INSERT INTO machine (model, n_logical, n_physical, l1d_bytes, l2_bytes, l3_bytes, vector_bits, system, program, first_seen_s)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 WHERE NOT EXISTS (SELECT 1 FROM machine WHERE model = ?1 AND n_logical = ?2 AND "
        "system = ?8 AND program = ?9)",
        "siiiiiissi", model, (gint64) cpu->n_units, (gint64) cpu->n_cores, cpu->l1d_bytes, cpu->l2_bytes, cpu->l3_bytes,
        (gint64) cpu->vector_bits, system, TL_VERSION, g_get_real_time () / G_USEC_PER_SEC))
    return FALSE;
  query = tl_database_query (database, error, "SELECT id FROM machine WHERE model = ? AND n_logical = ? AND system = ? AND program = ?",
                             "siss", model,
                             (gint64) cpu->n_units, system, TL_VERSION);
  if (!query || !tl_database_step (database, query, error))
    return FALSE;
  database->machine_id = sqlite3_column_int64 (query, 0);
  return TRUE;
}

gboolean
tl_database_record_machine (TlDatabase *database, GError **error)
{
  return tl_database_write (database, write_machine, NULL, error);
}
