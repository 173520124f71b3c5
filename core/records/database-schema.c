/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of a project file, and how files of earlier versions become files of this one. */
#include "core/base/error.h"
#include "core/records/database-private.h"

#include <string.h>

#define APPLICATION_ID 0x546c6f6d   /* "Tlom" in the header of the file */

/* Version 2: traces in two parts (database-trace.c). */
static gboolean
pack_traces (TlDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, error, "SELECT id, trace_json FROM trial WHERE trace_json IS NOT NULL", "");
  g_autoptr (GError) failure = NULL;

  while (query && tl_database_step (database, query, &failure))
    {
      g_autoptr (GBytes) rest = NULL;
      gint64 skeleton_id;

      if (!tl_database_pack_trace (database, (const char *) sqlite3_column_text (query, 1), &skeleton_id, &rest, error)
          || !tl_database_execute (database, error, "UPDATE trial SET skeleton_id = ?, trace = ? WHERE id = ?", "kbi", skeleton_id,
                                   g_bytes_get_data (rest, NULL), g_bytes_get_size (rest), sqlite3_column_int64 (query, 0)))
        return FALSE;
    }
  return tl_database_end_query (query, &failure, error);
}

/* Undoes an old format's division of the times by a speed factor ("slowdown"). */
static gboolean
restore_samples (TlDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error,
                         "SELECT id, samples, slowdown, median_s FROM trial WHERE slowdown IS NOT NULL AND slowdown != 1 AND samples IS "
                         "NOT NULL", "");
  g_autoptr (GError) failure = NULL;

  while (query && tl_database_step (database, query, &failure))
    {
      TlColumns columns = { database, query, "trial" };
      TlOutcome outcome = { 0 };
      g_autoptr (GBytes) samples = NULL;
      gint64 id = tl_columns_integer (&columns, 0, 1, G_MAXINT64);
      double slowdown = tl_columns_seconds (&columns, 2), median_s = tl_columns_seconds (&columns, 3);

      outcome.samples_s = tl_columns_samples (&columns, 1, &outcome.n_samples);
      if (!tl_columns_end (&columns, error))
        {
          tl_outcome_clear (&outcome);
          return FALSE;
        }
      for (guint i = 0; i < outcome.n_samples; i++)
        outcome.samples_s[i] *= slowdown;
      samples = tl_database_pack_samples (&outcome);
      tl_outcome_clear (&outcome);
      if (!tl_database_execute (database, error, "UPDATE trial SET samples = ?, median_s = ? WHERE id = ?", "bdi",
                                g_bytes_get_data (samples, NULL), g_bytes_get_size (samples), median_s * slowdown, id))
        return FALSE;
    }
  return tl_database_end_query (query, &failure, error);
}

/*
 * Version 6: times are as they were measured, and numbers go on over the runs of a workload, each run's first being the program as it
 * stands, which earlier runs did not measure. Those that were timed again at the end of a run took part in a comparison, the first, second
 * … of the workload.
 */
static gboolean
number_trials (TlDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, error, "SELECT id, workload_id FROM run ORDER BY workload_id, id", "");
  g_autoptr (GError) failure = NULL;
  gint64 workload_id = 0, first_number = 0, n_comparisons = 0;

  if (!restore_samples (database, error))
    return FALSE;
  while (query && tl_database_step (database, query, &failure))
    {
      gint64 run_id = sqlite3_column_int64 (query, 0);
      g_autoptr (sqlite3_stmt) facts
        = tl_database_query (database, error, "SELECT max (number) + 1, count (first_samples) FROM trial WHERE run_id = ?", "i", run_id);

      if (sqlite3_column_int64 (query, 1) != workload_id)
        first_number = n_comparisons = 0;
      workload_id = sqlite3_column_int64 (query, 1);
      if (!facts || !tl_database_step (database, facts, &failure))
        break;
      /* By way of negative numbers: two trials of a run may not have the same one, not for a moment. */
      if (!tl_database_execute (database, error, "UPDATE run SET first_number = ? WHERE id = ?", "ii", first_number, run_id)
          || !tl_database_execute (database, error,
                                   "UPDATE trial SET number = -1 - ? - number, after_comparison = ?,"
                                   " comparison = CASE WHEN first_samples IS NULL THEN 0 ELSE ? END WHERE run_id = ?",
                                   "iiii", first_number + 1, n_comparisons, n_comparisons + 1, run_id)
          || !tl_database_execute (database, error, "UPDATE trial SET number = -1 - number WHERE run_id = ?", "i", run_id))
        return FALSE;
      first_number += 1 + sqlite3_column_int64 (facts, 0);
      n_comparisons += sqlite3_column_int64 (facts, 1) > 0;
    }
  return tl_database_end_query (query, &failure, error);
}

/* One entry per version; a file of version n is brought up to date by the entries from n on. Entries never change once released. */
static const struct { const char *before; gboolean (*convert) (TlDatabase *database,
                                                               GError **error); const char *after; } schema_steps[] = {
  {
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
    NULL, NULL,
  },
  {
    "CREATE TABLE skeleton (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, text BLOB NOT NULL);"
    "ALTER TABLE trial ADD COLUMN skeleton_id INTEGER REFERENCES skeleton;"
    "ALTER TABLE trial ADD COLUMN trace BLOB;"
    "ALTER TABLE trial ADD COLUMN first_samples BLOB;",
    pack_traces,
    "ALTER TABLE trial DROP COLUMN trace_json;",
  },
  {
    "CREATE TABLE model (id INTEGER PRIMARY KEY, workload_id INTEGER NOT NULL REFERENCES workload ON DELETE CASCADE, name TEXT NOT NULL,"
    "  bytes BLOB NOT NULL, saved_s INTEGER NOT NULL, UNIQUE (workload_id, name));",
    NULL, NULL,
  },
  { "ALTER TABLE trial ADD COLUMN score REAL;", NULL, NULL },
  { "ALTER TABLE trial ADD COLUMN slowdown REAL;", NULL, NULL },
  {
    "ALTER TABLE run ADD COLUMN first_number INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE trial ADD COLUMN lower_bound_s REAL;"
    "ALTER TABLE trial ADD COLUMN calibration_s REAL;"
    "ALTER TABLE trial ADD COLUMN is_implausible INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE trial ADD COLUMN comparison INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE trial ADD COLUMN after_comparison INTEGER NOT NULL DEFAULT 0;",
    number_trials,
    "ALTER TABLE trial DROP COLUMN slowdown;",
  },
  {
    "ALTER TABLE trial ADD COLUMN is_starred INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE trial ADD COLUMN tags TEXT;"
    "ALTER TABLE trial ADD COLUMN note TEXT;",
    NULL, NULL,
  },
  {
    "ALTER TABLE trial ADD COLUMN origin TEXT;"
    "ALTER TABLE trial ADD COLUMN parent_hash INTEGER;"
    "ALTER TABLE trial ADD COLUMN mutators TEXT;",
    NULL, NULL,
  },
};

static gboolean
run_sql (TlDatabase *database, const char *sql, GError **error)
{
  if (sql == NULL || sqlite3_exec (database->db, sql, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "%s: %s", database->path, sqlite3_errmsg (database->db));
}

/* Statements alone: tables without rows have nothing to convert. */
static gboolean
run_steps (TlDatabase *database, gint64 version, GError **error)
{
  for (gint64 i = 0; i < version; i++)
    if (!run_sql (database, schema_steps[i].before, error) || !run_sql (database, schema_steps[i].after, error))
      return FALSE;
  return TRUE;
}

/*
 * Tables, indices, views and triggers by name: name → "type of table: sql". What SQLite makes by itself, the indices of UNIQUE and what
 * ANALYZE writes, is left out. NULL with @error.
 */
static GHashTable *
read_schema (TlDatabase *database, GError **error)
{
  g_autoptr (GHashTable) schema = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error,
                         "SELECT name, type || ' of ' || tbl_name || ': ' || coalesce (sql, '') FROM sqlite_master"
                         " WHERE NOT (name LIKE 'sqlite\\_autoindex\\_%' ESCAPE '\\' AND type = 'index' AND sql IS NULL)"
                         " AND NOT (name GLOB 'sqlite_stat[1-4]' AND type = 'table')", "");
  g_autoptr (GError) failure = NULL;

  while (query && tl_database_step (database, query, &failure))
    {
      const char *name = (const char *) sqlite3_column_text (query, 0), *text = (const char *) sqlite3_column_text (query, 1);

      g_hash_table_insert (schema, g_strdup (name ? name : ""), g_strdup (text ? text : ""));
    }
  return tl_database_end_query (query, &failure, error) ? g_steal_pointer (&schema) : NULL;
}

/* This version's: what it is in a file, and the statements that make it without altering what earlier versions made. */
typedef struct
{
  GHashTable *schema;
  char       *statements;
} Newest;

static char *
read_statements (TlDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid", "");
  g_autoptr (GString) statements = g_string_new (NULL);
  g_autoptr (GError) failure = NULL;

  while (query && tl_database_step (database, query, &failure))
    g_string_append_printf (statements, "%s;", (const char *) sqlite3_column_text (query, 0));
  return tl_database_end_query (query, &failure, error) ? g_strdup (statements->str) : NULL;
}

/* NULL: there is no memory for it. */
static gpointer
make_newest (gpointer user_data)
{
  TlDatabase fresh = { .path = ":memory:" };
  Newest *newest = g_new0 (Newest, 1);

  if (sqlite3_open (":memory:", &fresh.db) == SQLITE_OK && run_steps (&fresh, G_N_ELEMENTS (schema_steps), NULL))
    {
      newest->schema = read_schema (&fresh, NULL);
      newest->statements = read_statements (&fresh, NULL);
    }
  sqlite3_close (fresh.db);
  if (newest->schema && newest->statements)
    return newest;
  g_clear_pointer (&newest->schema, g_hash_table_unref);
  g_free (newest->statements);
  g_free (newest);
  return NULL;
}

static const Newest *
newest (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, make_newest, NULL);
}

static gpointer
learn_schema (gpointer data)
{
  newest ();
  return NULL;
}

void
tl_database_learn_schema (void)
{
  g_thread_unref (g_thread_new ("schema", learn_schema, NULL));
}

/* As a file of @version has it. NULL with @error. */
static GHashTable *
expected_schema (TlDatabase *of, gint64 version, GError **error)
{
  TlDatabase fresh = { .path = of->path };
  GHashTable *schema = NULL;

  if (version == G_N_ELEMENTS (schema_steps) && newest ())
    return g_hash_table_ref (newest ()->schema);

  if (sqlite3_open (":memory:", &fresh.db) == SQLITE_OK && run_steps (&fresh, version, error))
    schema = read_schema (&fresh, error);
  sqlite3_close (fresh.db);
  return schema;
}

static gboolean
refuse (TlDatabase *database, const char *name, const char *how, GError **error)
{
  g_autofree char *shown = g_utf8_make_valid (name, -1);

  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_DAMAGED, "%s is not a valid Tileloom project: \"%s\" %s; nothing was read",
                  database->path, shown, how);
}

/* A view can be an endless query and a trigger can delete what is there: files are data, and come from anywhere. */
static gboolean
check_schema (TlDatabase *database, gint64 version, GError **error)
{
  g_autoptr (GHashTable) schema = read_schema (database, error), expected = schema ? expected_schema (database, version, error) : NULL;
  GHashTableIter iter;
  gpointer name, text;

  if (!expected)
    return FALSE;
  g_hash_table_iter_init (&iter, schema);
  while (g_hash_table_iter_next (&iter, &name, &text))
    {
      const char *wanted = g_hash_table_lookup (expected, name);

      if (!wanted)
        return refuse (database, name, "does not belong there", error);
      if (strcmp (text, wanted) != 0)
        return refuse (database, name, "is another", error);
    }
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (schema, name))
      return refuse (database, name, "is missing", error);
  return TRUE;
}

static void
set_read_error (TlDatabase *database, int rc, const GError *cause, GError **error)
{
  if (rc == SQLITE_NOTADB)
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "%s is not a Tileloom project: it is not an SQLite file",
                 database->path);
  else if ((rc & 0xff) == SQLITE_READONLY)
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot open project %s for writing", database->path);
  else
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN, "cannot read project %s", cause->message);
}

static gboolean
check_file (TlDatabase *database, int *rc, GError **error)
{
  g_autoptr (GError) cause = NULL;
  gint64 application_id, n_tables, version;

  if (!tl_database_read_number (database, "PRAGMA application_id", &application_id, &cause)
      || !tl_database_read_number (database, "SELECT count(*) FROM sqlite_master", &n_tables, &cause)
      || !tl_database_read_number (database, "PRAGMA user_version", &version, &cause))
    {
      *rc = sqlite3_errcode (database->db);
      set_read_error (database, *rc, cause, error);
      return FALSE;
    }
  if (application_id != APPLICATION_ID && (application_id != 0 || n_tables > 0))
    return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_OPEN,
                    "%s is not a Tileloom project: it is an SQLite database of another program", database->path);
  if (version < 0)
    return refuse (database, "user_version", "is below 0", error);
  if (version > (gint64) G_N_ELEMENTS (schema_steps))
    return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_VERSION,
                    "%s was written by a newer Tileloom (format %" G_GINT64_FORMAT ", this one knows %u)", database->path, version,
                    (guint) G_N_ELEMENTS (schema_steps));
  return check_schema (database, version, error);
}

/* Also catches files that are no SQLite database. One reading transaction: another process may be making the file right now. */
gboolean
tl_database_check_file (TlDatabase *database, int *rc, GError **error)
{
  gboolean ok;

  *rc = SQLITE_OK;
  sqlite3_exec (database->db, "BEGIN", NULL, NULL, NULL);
  ok = check_file (database, rc, error);
  sqlite3_exec (database->db, "COMMIT", NULL, NULL, NULL);
  return ok;
}

/* Two processes may open a new file at once, so the version is read again inside the transaction. */
static gboolean
write_schema (TlDatabase *database, gpointer data, GError **error)
{
  g_autofree char *mark = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %u", APPLICATION_ID,
                                           (guint) G_N_ELEMENTS (schema_steps));
  gint64 version;

  if (!tl_database_read_number (database, "PRAGMA user_version", &version, error))
    return FALSE;
  if (version == 0 && newest ())
    return run_sql (database, newest ()->statements, error) && run_sql (database, mark, error);
  for (gsize i = (gsize) version; i < G_N_ELEMENTS (schema_steps); i++)
    if (!run_sql (database, schema_steps[i].before, error) || (schema_steps[i].convert && !schema_steps[i].convert (database, error))
        || !run_sql (database, schema_steps[i].after, error))
      return FALSE;
  return version == (gint64) G_N_ELEMENTS (schema_steps) || run_sql (database, mark, error);
}

gboolean
tl_database_upgrade (TlDatabase *database, int *rc, GError **error)
{
  gint64 version;

  if (!tl_database_read_number (database, "PRAGMA user_version", &version, error))
    {
      *rc = sqlite3_errcode (database->db);
      return FALSE;
    }
  return version == (gint64) G_N_ELEMENTS (schema_steps) || tl_database_transact (database, write_schema, NULL, rc, error);
}
