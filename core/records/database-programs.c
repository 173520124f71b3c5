/* SPDX-License-Identifier: Apache-2.0 */
/* Workloads and variants of a project. */
#include "core/base/error.h"
#include "core/records/database-private.h"

#include <string.h>

#include "core/ir/compare.h"
#include "core/text/script.h"

/* A program and the text that it was read from. Runs look for their workloads by structure, each task among those of all. */
typedef struct
{
  gint64    id;
  char     *script;
  TlModule *module;
} ReadProgram;

static void
read_program_free (gpointer data)
{
  ReadProgram *program = data;

  g_free (program->script);
  tl_module_unref (program->module);
  g_free (program);
}

GHashTable *
tl_database_programs_new (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, read_program_free);
}

/* A new reference; NULL with an error. Under the lock. */
static TlModule *
read_script (TlDatabase *database, gint64 id, const char *script, GError **error)
{
  ReadProgram *program = g_hash_table_lookup (database->programs, &id);
  TlModule    *module;

  if (program != NULL && strcmp (program->script, script) == 0)
    return tl_module_ref (program->module);
  module = tl_script_read_text (script, error);
  if (module == NULL)
    return NULL;
  program = g_new0 (ReadProgram, 1);
  *program = (ReadProgram) { id, g_strdup (script), tl_module_ref (module) };
  g_hash_table_replace (database->programs, &program->id, program);
  return module;
}

/* Compares by structure; the hash only says where to look first, so that a file keeps working should hashes ever change. */
static gint64
find_workload (TlDatabase *database, const TlModule *module, guint64 hash)
{
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, NULL, "SELECT id, script FROM workload ORDER BY hash != ?, id", "i",
                                                      (gint64) hash);

  while (query && tl_database_step (database, query, NULL))
    {
      const char *script = (const char *) sqlite3_column_text (query, 1);
      g_autoptr (TlModule) stored = script ? read_script (database, sqlite3_column_int64 (query, 0), script, NULL) : NULL;

      if (stored && tl_module_equal (stored, module, NULL))
        return sqlite3_column_int64 (query, 0);
    }
  return -1;
}

gint64
tl_database_find_workload (TlDatabase *database, const TlModule *module)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);

  return find_workload (database, module, tl_module_hash (module));
}

typedef struct { const TlModule *module; const char *title, *origin; gint64 id; } NewWorkload;

static gboolean
write_workload (TlDatabase *database, gpointer data, GError **error)
{
  NewWorkload *workload = data;
  guint64 hash = tl_module_hash (workload->module);
  g_autofree char *script = NULL;

  workload->id = find_workload (database, workload->module, hash);
  if (workload->id >= 0)
    return TRUE;
  script = tl_script_print (workload->module, TL_DIALECT_CLASSIC, NULL);
  if (!tl_database_execute (database, error, "INSERT INTO workload (hash, title, origin, script, created_s) VALUES (?, ?, ?, ?, ?)",
                            "isssi", (gint64) hash, workload->title ? workload->title : workload->module->name, workload->origin, script,
                            g_get_real_time () / G_USEC_PER_SEC))
    return FALSE;
  workload->id = sqlite3_last_insert_rowid (database->db);
  return TRUE;
}

gboolean
tl_database_add_workload (TlDatabase *database, const TlModule *module, const char *title, const char *origin, gint64 *id, GError **error)
{
  NewWorkload workload = { module, title, origin, -1 };
  gboolean ok = tl_database_write (database, write_workload, &workload, error);

  *id = workload.id;
  return ok;
}

gboolean
tl_database_add_program (TlDatabase *database, const TlModule *module, const char *title, const char *origin, gint64 *id, GError **error)
{
  g_autofree char *text = NULL;

  if (!tl_database_add_workload (database, module, title, origin, id, error))
    return FALSE;
  text = g_strdup_printf ("%" G_GINT64_FORMAT, *id);
  return tl_database_set (database, TL_PROGRAM_KEY, text, error);
}

static void
workload_row_free (gpointer data)
{
  TlWorkloadRow *row = data;

  g_free (row->title);
  g_free (row->origin);
  g_clear_pointer (&row->module, tl_module_unref);
  g_free (row);
}

static gpointer
read_workload (TlDatabase *database, sqlite3_stmt *query, gpointer user_data, GError **error)
{
  TlWorkloadRow *row = g_new0 (TlWorkloadRow, 1);
  TlColumns columns = { database, query, "workload" };
  g_autofree char *script = NULL;
  g_autoptr (GError) why = NULL;

  row->id = tl_columns_integer (&columns, 0, 1, G_MAXINT64);
  row->title = tl_columns_text (&columns, 1);
  row->origin = tl_columns_optional_text (&columns, 2);
  row->created_s = tl_columns_integer (&columns, 3, 0, TL_LATEST_S);
  script = tl_columns_text (&columns, 4);
  if (tl_columns_end (&columns, error))
    {
      row->module = read_script (database, row->id, script, &why);
      if (row->module && row->module->n_prims > 0)
        return row;
      g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_DAMAGED, "%s is damaged: workload \"%s\" %s", database->path, row->title,
                   why ? why->message : "has no function");
    }
  workload_row_free (row);
  return NULL;
}

GPtrArray *
tl_database_workloads (TlDatabase *database, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query = tl_database_query (database, error,
                                                      "SELECT id, title, origin, created_s, script FROM workload ORDER BY id DESC", "");

  return tl_database_read_rows (database, query, read_workload, NULL, workload_row_free, error);
}

void
tl_variant_row_free (TlVariantRow *row)
{
  g_free (row->name);
  g_free (row->trace_json);
  g_free (row->note);
  tl_outcome_clear (&row->outcome);
  g_free (row);
}

static gboolean
write_variant (TlDatabase *database, gpointer data, GError **error)
{
  const TlVariantRow *row = data;
  g_autoptr (GBytes) samples = tl_database_pack_samples (&row->outcome);
  const char *outcome = row->has_outcome ? tl_outcome_name (row->outcome.kind) : NULL;
  const char *sql = row->id == 0
                      ? "INSERT INTO variant (workload_id, parent_id, name, trace_json, note, " TL_OUTCOME_COLUMNS ")"
                        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                      : "UPDATE variant SET workload_id = ?, parent_id = ?, name = ?, trace_json = ?, note = ?, outcome = ?, message = ?,"
                        " samples = ?, build_s = ?, run_s = ?, is_checked = ? WHERE id = ?";

  if (!tl_database_execute (database, error, sql, row->id == 0 ? "iksssssbddi" : "iksssssbddii", row->workload_id, row->parent_id,
                            row->name ? row->name : "", row->trace_json ? row->trace_json : "[[], []]", row->note, outcome,
                            row->outcome.message, g_bytes_get_data (samples, NULL), g_bytes_get_size (samples), row->outcome.build_s,
                            row->outcome.run_s, (gint64) row->outcome.is_checked, row->id))
    return FALSE;
  if (row->id == 0 || sqlite3_changes (database->db) > 0)
    return TRUE;
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "%s has no variant number %" G_GINT64_FORMAT, database->path, row->id);
}

gboolean
tl_database_save_variant (TlDatabase *database, TlVariantRow *row, GError **error)
{
  return tl_database_add_row (database, write_variant, row, &row->id, error);
}

/* Children of the deleted variant become children of its parent: their traces start at the workload and stay whole. */
static gboolean
drop_variant (TlDatabase *database, gpointer data, GError **error)
{
  gint64 id = *(gint64 *) data;

  if (!tl_database_execute (database, error,
                            "UPDATE variant SET parent_id = (SELECT parent_id FROM variant WHERE id = ?1) WHERE parent_id = ?1",
                            "i", id)
      || !tl_database_execute (database, error, "DELETE FROM variant WHERE id = ?", "i", id))
    return FALSE;
  if (sqlite3_changes (database->db) > 0)
    return TRUE;
  return tl_fail (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "%s has no variant number %" G_GINT64_FORMAT, database->path, id);
}

gboolean
tl_database_delete_variant (TlDatabase *database, gint64 id, GError **error)
{
  return tl_database_write (database, drop_variant, &id, error);
}

static gpointer
read_variant (TlDatabase *database, sqlite3_stmt *query, gpointer workload_id, GError **error)
{
  g_autoptr (TlVariantRow) row = g_new0 (TlVariantRow, 1);
  TlColumns columns = { database, query, "variant" };

  row->id = tl_columns_integer (&columns, 0, 1, G_MAXINT64);
  row->workload_id = *(const gint64 *) workload_id;
  row->parent_id = tl_columns_reference (&columns, 1);
  row->name = tl_columns_text (&columns, 2);
  row->trace_json = tl_columns_text (&columns, 3);
  row->note = tl_columns_optional_text (&columns, 4);
  row->has_outcome = tl_columns_outcome (&columns, 5, &row->outcome);
  return tl_columns_end (&columns, error) ? g_steal_pointer (&row) : NULL;
}

GPtrArray *
tl_database_variants (TlDatabase *database, gint64 workload_id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&database->lock);
  g_autoptr (sqlite3_stmt) query
    = tl_database_query (database, error,
                         "SELECT id, parent_id, name, trace_json, note, "
                         TL_OUTCOME_COLUMNS " FROM variant WHERE workload_id = ? ORDER BY id",
                         "i", workload_id);

  return tl_database_read_rows (database, query, read_variant, &workload_id, (GDestroyNotify) tl_variant_row_free, error);
}
