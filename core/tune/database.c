/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The project file. Opening, schema and statements; rows of programs and of trials have files of their own.
 *
 * Invariant: whatever a call has reported as done is in the file. Every call is one transaction in WAL mode with synchronous=NORMAL: the
 * log is written before the call returns, so a killed process loses nothing; it is synchronised to the disk at checkpoints, so a power cut
 * may lose the last moments but never breaks the file. An fsync for each of some hundred trials per second would disturb the measurements.
 */
#include "core/tune/database-private.h"

#include <string.h>
#include <sys/utsname.h>

#include "core/device/cpu.h"
#include "tileloom-config.h"

G_DEFINE_QUARK (tl-database-error-quark, tl_database_error)

#define APPLICATION_ID  0x546c6f6d   /* "Tlom" in the header of the file */
#define BUSY_TIMEOUT_MS 5000

/* One entry per version; a file of version n is brought up to date by the entries from n on. Entries never change once released. */
static const char *const schema_steps[] = {
  "CREATE TABLE machine (id INTEGER PRIMARY KEY, model TEXT, n_logical INTEGER, n_physical INTEGER, l1d_bytes INTEGER, l2_bytes INTEGER,"
  "  l3_bytes INTEGER, vector_bits INTEGER, system TEXT, program TEXT, first_seen_s INTEGER NOT NULL);"
  "CREATE TABLE workload (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, title TEXT NOT NULL, origin TEXT, script TEXT NOT NULL,"
  "  created_s INTEGER NOT NULL);"
  "CREATE INDEX workload_by_hash ON workload (hash);"
  "CREATE TABLE variant (id INTEGER PRIMARY KEY, workload_id INTEGER NOT NULL REFERENCES workload ON DELETE CASCADE,"
  "  parent_id INTEGER REFERENCES variant ON DELETE SET NULL, name TEXT NOT NULL, trace_json TEXT NOT NULL, note TEXT,"
  "  outcome TEXT, message TEXT, samples BLOB, build_s REAL, run_s REAL, is_checked INTEGER);"
  "CREATE INDEX variant_by_workload ON variant (workload_id);"
  "CREATE INDEX variant_by_parent ON variant (parent_id);"
  "CREATE TABLE run (id INTEGER PRIMARY KEY, workload_id INTEGER NOT NULL REFERENCES workload ON DELETE CASCADE,"
  "  machine_id INTEGER REFERENCES machine, space TEXT, strategy TEXT, target TEXT, seed INTEGER NOT NULL,"
  "  n_trials_wanted INTEGER NOT NULL, is_finished INTEGER NOT NULL, created_s INTEGER NOT NULL);"
  "CREATE INDEX run_by_workload ON run (workload_id);"
  "CREATE TABLE trial (id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, number INTEGER NOT NULL,"
  "  trace_json TEXT, program_hash INTEGER NOT NULL, finished_us INTEGER NOT NULL, elapsed_s REAL NOT NULL,"
  "  outcome TEXT NOT NULL, message TEXT, samples BLOB, build_s REAL, run_s REAL, is_checked INTEGER, median_s REAL,"
  "  UNIQUE (run_id, number));"
  "CREATE INDEX trial_by_speed ON trial (run_id, median_s) WHERE outcome = 'ok';"
  "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;",
};

static gboolean
fail (TlDatabase *database, GError **error)
{
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
      fail (database, error);
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
    fail (database, error);
  return rc == SQLITE_ROW;
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
    fail (database, error);
  sqlite3_finalize (query);
  return rc == SQLITE_DONE;
}

gboolean
tl_database_begin (TlDatabase *database, GError **error)
{
  return tl_database_execute (database, error, "BEGIN IMMEDIATE", "");
}

gboolean
tl_database_end (TlDatabase *database, gboolean ok, GError **error)
{
  if (ok && tl_database_execute (database, error, "COMMIT", ""))
    return TRUE;
  sqlite3_exec (database->db, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

char *
tl_database_column_dup (sqlite3_stmt *query, int column)
{
  return g_strdup ((const char *) sqlite3_column_text (query, column));
}

GBytes *
tl_database_pack_samples (const TlOutcome *outcome)
{
  guint64 *packed = g_new (guint64, outcome->n_samples);

  for (guint i = 0; i < outcome->n_samples; i++)
    {
      memcpy (&packed[i], &outcome->samples_s[i], sizeof (guint64));
      packed[i] = GUINT64_TO_LE (packed[i]);
    }
  return g_bytes_new_take (packed, sizeof (guint64) * outcome->n_samples);
}

static void
unpack_samples (TlOutcome *outcome, const guint8 *data, gsize n_bytes)
{
  outcome->n_samples = (guint) (n_bytes / sizeof (guint64));
  outcome->samples_s = g_new0 (double, outcome->n_samples);
  for (guint i = 0; i < outcome->n_samples; i++)
    {
      guint64 bits;

      memcpy (&bits, data + i * sizeof bits, sizeof bits);
      bits = GUINT64_FROM_LE (bits);
      memcpy (&outcome->samples_s[i], &bits, sizeof bits);
    }
}

gboolean
tl_database_read_outcome (sqlite3_stmt *query, int first_column, TlOutcome *outcome)
{
  const char *name = (const char *) sqlite3_column_text (query, first_column);

  *outcome = (TlOutcome) { 0 };
  if (!name)
    return FALSE;
  /* A kind that this version does not know is a failure of some sort: it has a message and no time. */
  if (!tl_outcome_parse (name, &outcome->kind))
    outcome->kind = TL_OUTCOME_CANCELLED;
  outcome->message = tl_database_column_dup (query, first_column + 1);
  if (sqlite3_column_bytes (query, first_column + 2) > 0)
    unpack_samples (outcome, sqlite3_column_blob (query, first_column + 2), (gsize) sqlite3_column_bytes (query, first_column + 2));
  outcome->build_s = sqlite3_column_double (query, first_column + 3);
  outcome->run_s = sqlite3_column_double (query, first_column + 4);
  outcome->is_checked = sqlite3_column_int (query, first_column + 5) != 0;
  return TRUE;
}

static gboolean
read_number (TlDatabase *database, const char *sql, gint64 *value, GError **error)
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

/* Is it ours, and of which version? Also catches files that are no SQLite database: the header is read here first. */
static gboolean
check_header (TlDatabase *database, gint64 *version, GError **error)
{
  g_autoptr (GError) cause = NULL;
  gint64 application_id, n_tables;

  if (!read_number (database, "PRAGMA application_id", &application_id, &cause)
      || !read_number (database, "SELECT count(*) FROM sqlite_master", &n_tables, &cause)
      || !read_number (database, "PRAGMA user_version", version, &cause))
    {
      if (sqlite3_errcode (database->db) == SQLITE_NOTADB)
        g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "%s is not a Tileloom project: it is not an SQLite file", database->path);
      else
        g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot read project %s", cause->message);
      return FALSE;
    }
  if (application_id != APPLICATION_ID && (application_id != 0 || n_tables > 0))
    {
      g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN,
                   "%s is not a Tileloom project: it is an SQLite database of another program", database->path);
      return FALSE;
    }
  if (*version > (gint64) G_N_ELEMENTS (schema_steps))
    {
      g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_VERSION,
                   "%s was written by a newer Tileloom (format %" G_GINT64_FORMAT ", this one knows %u)", database->path, *version,
                   (guint) G_N_ELEMENTS (schema_steps));
      return FALSE;
    }
  return TRUE;
}

/* Two processes may open a new file at once, so the version is read again inside the transaction. */
static gboolean
upgrade_schema (TlDatabase *database, GError **error)
{
  g_autofree char *mark = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %u", APPLICATION_ID,
                                           (guint) G_N_ELEMENTS (schema_steps));
  gint64 version;
  gboolean ok;

  if (!tl_database_begin (database, error))
    return FALSE;
  ok = read_number (database, "PRAGMA user_version", &version, error);
  for (gsize i = (gsize) version; ok && i < G_N_ELEMENTS (schema_steps); i++)
    ok = sqlite3_exec (database->db, schema_steps[i], NULL, NULL, NULL) == SQLITE_OK || fail (database, error);
  if (ok && version < (gint64) G_N_ELEMENTS (schema_steps))
    ok = sqlite3_exec (database->db, mark, NULL, NULL, NULL) == SQLITE_OK || fail (database, error);
  return tl_database_end (database, ok, error);
}

static gboolean
open_file (TlDatabase *database, GError **error)
{
  gint64 version = 0;
  int rc = sqlite3_open_v2 (database->path, &database->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, NULL);

  if (rc != SQLITE_OK)
    {
      g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot open project %s: %s", database->path,
                   database->db ? sqlite3_errmsg (database->db) : sqlite3_errstr (rc));
      return FALSE;
    }
  sqlite3_busy_timeout (database->db, BUSY_TIMEOUT_MS);
  if (!check_header (database, &version, error))
    return FALSE;
  if (sqlite3_db_readonly (database->db, "main") == 1)
    {
      g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot open project %s for writing", database->path);
      return FALSE;
    }
  if (sqlite3_exec (database->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", NULL, NULL, NULL)
      != SQLITE_OK)
    return fail (database, error);
  return version == (gint64) G_N_ELEMENTS (schema_steps) || upgrade_schema (database, error);
}

TlDatabase *
tl_database_open (const char *path, GError **error)
{
  TlDatabase *database;

  g_return_val_if_fail (path != NULL, NULL);
  database = g_new0 (TlDatabase, 1);
  database->ref_count = 1;
  database->path = g_strdup (path);
  g_mutex_init (&database->lock);
  if (!open_file (database, error))
    g_clear_pointer (&database, tl_database_unref);
  return database;
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
  g_mutex_clear (&database->lock);
  g_free (database->path);
  g_free (database);
}

const char *
tl_database_path (const TlDatabase *database)
{
  return database->path;
}

gboolean
tl_database_set (TlDatabase *database, const char *key, const char *value, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);

  if (!value)
    return tl_database_execute (database, error, "DELETE FROM setting WHERE key = ?", "s", key);
  return tl_database_execute (database, error, "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                              "ss", key, value);
}

char *
tl_database_get (TlDatabase *database, const char *key)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, NULL, "SELECT value FROM setting WHERE key = ?", "s", key);

  return query && tl_database_step (database, query, NULL) ? tl_database_column_dup (query, 0) : NULL;
}

/* The same machine with the same system and program version is one row. */
gboolean
tl_database_record_machine (TlDatabase *database, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  const TlCpuInfo *cpu = tl_cpu_info ();
  const char *model = cpu->model_name ? cpu->model_name : "";
  struct utsname name = { 0 };
  g_autofree char *system = NULL;
  gboolean ok;

  uname (&name);
  system = g_strdup_printf ("%s %s %s", name.sysname, name.release, name.machine);
  if (!tl_database_begin (database, error))
    return FALSE;
  ok = tl_database_execute (
    database, error,
    "INSERT INTO machine (model, n_logical, n_physical, l1d_bytes, l2_bytes, l3_bytes, vector_bits, system, program, first_seen_s)"
    " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 WHERE NOT EXISTS (SELECT 1 FROM machine WHERE model = ?1 AND n_logical = ?2 AND system = ?8 AND program = ?9)",
    "siiiiiissi", model, (gint64) cpu->n_logical, (gint64) cpu->n_physical, cpu->l1d_bytes, cpu->l2_bytes, cpu->l3_bytes,
    (gint64) cpu->vector_bits, system, TL_VERSION, g_get_real_time () / G_USEC_PER_SEC);
  if (ok)
    {
      g_autoptr (sqlite3_stmt) query = tl_database_query (
        database, error, "SELECT id FROM machine WHERE model = ? AND n_logical = ? AND system = ? AND program = ?", "siss", model,
        (gint64) cpu->n_logical, system, TL_VERSION);

      ok = query && tl_database_step (database, query, error);
      if (ok)
        database->machine_id = sqlite3_column_int64 (query, 0);
    }
  return tl_database_end (database, ok, error);
}
