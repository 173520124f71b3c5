/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the database: the connection, and statements in one call. */
#pragma once

#include <sqlite3.h>

#include "core/records/database.h"

G_BEGIN_DECLS

struct _TlDatabase
{
  gint       ref_count;    /* atomic */
  GMutex     lock;         /* around every use of @db: one call, one transaction */
  sqlite3   *db;           /* the file, or what stands in for it in memory */
  const char *path;        /* interned: callers may keep it while the database moves */
  gint64     machine_id;   /* of this machine's row; 0 until recorded */
  GHashTable *programs;    /* those of workloads as they were read last: id → its own, see database-programs.c */
  /* Where the file cannot be written (database-memory-fallback.c) */
  TlDatabaseFallback fallback;            /* nullable: then failures are the callers' */
  gpointer           fallback_data;
  sqlite3           *file;                 /* @db is in memory: the file as it was left; NULL: there was none to read */
  gint64             file_version;         /* its data_version then: changes when another program writes to it */
  GError            *fallback_reason;      /* why @db is in memory; NULL: it is the file */
};

/*
 * Prepares @sql and binds one argument per letter of @types: 'i' gint64, 'd' double, 's' const char * (NULL binds NULL),
 * 'b' gconstpointer and gsize, 'k' gint64 where 0 binds NULL (a reference to no row). Blobs and strings must outlive the statement.
 */
sqlite3_stmt *tl_database_query (TlDatabase *database, GError **error, const char *sql, const char *types, ...);

/* The next row: TRUE. FALSE at the end, or with @error. Finish with sqlite3_finalize. */
gboolean      tl_database_step (TlDatabase *database, sqlite3_stmt *query, GError **error);
/* After the last step: TRUE if there was a query (nullable) and nothing failed. Takes *@failure, which becomes @error. */
gboolean      tl_database_end_query (sqlite3_stmt *query, GError **failure, GError **error);
/* All rows of the query (nullable, then NULL) in an array that owns them; NULL with @error where @read gives NULL. */
typedef gpointer (*TlReadRow) (TlDatabase *database, sqlite3_stmt *query, gpointer user_data, GError **error);
GPtrArray    *tl_database_read_rows (TlDatabase *database, sqlite3_stmt *query, TlReadRow read, gpointer user_data,
                                     GDestroyNotify free_row, GError **error);

/* The table of programs that were read. */
GHashTable   *tl_database_programs_new (void);

/* Runs a statement without rows. */
gboolean      tl_database_execute (TlDatabase *database, GError **error, const char *sql, const char *types, ...);

/*
 * The only function that changes the database: takes the lock and runs @write as one transaction. Where the disk does not take it and a
 * fallback is set, the database moves to memory and @write runs once more there: it must not keep what it did the first time.
 */
typedef gboolean (*TlDatabaseWrite) (TlDatabase *database, gpointer data, GError **error);
gboolean      tl_database_write (TlDatabase *database, TlDatabaseWrite write, gpointer data, GError **error);

/* Such a change that adds a row where *@id is 0, and sets it to the row's once that is in the file. */
gboolean      tl_database_add_row (TlDatabase *database, TlDatabaseWrite write, gpointer row, gint64 *id, GError **error);

/* The same without the door: for opening. @rc (nullable) is SQLite's code of a failure. */
gboolean      tl_database_transact (TlDatabase *database, TlDatabaseWrite write, gpointer data, int *rc, GError **error);
/* Whether another medium would help: a full disk, a file that cannot be written. */
gboolean      tl_database_is_disk_error (int rc);
/* Under the lock. TRUE if @database is now in memory with all that the file held; reported through the fallback. */
gboolean      tl_database_move_to_memory (TlDatabase *database, const GError *why);
/* A connection as files of strangers need it: what a schema names is not run, and no value takes gigabytes. */
void          tl_database_harden_connection (sqlite3 *db);
/* Sets @error to what SQLite says last of @database; FALSE. */
gboolean      tl_database_fail (TlDatabase *database, GError **error);
/* Opens the file for reading and writing, made if absent, and brings its schema up to date. */
gboolean      tl_database_open_file (TlDatabase *database, int *rc, GError **error);
/*
 * database-schema.c: whether the file is ours (or empty), with our tables and nothing beside them; and its tables as this version wants
 * them.
 */
gboolean      tl_database_check_file (TlDatabase *database, int *rc, GError **error);
gboolean      tl_database_upgrade (TlDatabase *database, int *rc, GError **error);
/* A single number from @sql; 0 without rows. */
gboolean      tl_database_read_number (TlDatabase *database, const char *sql, gint64 *value, GError **error);

/* Outcome columns, in this order: outcome, message, samples, build_s, run_s, is_checked. */
#define TL_OUTCOME_COLUMNS "outcome, message, samples, build_s, run_s, is_checked"
/* Samples as little-endian doubles. */
GBytes       *tl_database_pack_samples (const TlOutcome *outcome);

/*
 * The row that a query is at, whose first column is an id. A value is input: one that cannot be what it should be counts as nothing, and
 * the first of these is @error, which tl_columns_end hands over. "= { database, query, "trial" }" to begin with.
 */
typedef struct
{
  TlDatabase   *database;
  sqlite3_stmt *query;
  const char   *table;     /* for the message */
  GError       *error;
} TlColumns;

#define TL_MAX_SECONDS 1e9                        /* thirty years */
#define TL_LATEST_S     G_GINT64_CONSTANT (253402300799)   /* the last second of the year 9999, since the epoch */

gint64        tl_columns_integer (TlColumns *columns, int column, gint64 least, gint64 most);
gint64        tl_columns_reference (TlColumns *columns, int column);                /* an id; 0 for NULL */
gboolean      tl_columns_flag (TlColumns *columns, int column);                     /* FALSE for NULL */
double        tl_columns_number (TlColumns *columns, int column, double absent);    /* finite; @absent for NULL */
double        tl_columns_seconds (TlColumns *columns, int column);                  /* at least 0; 0 for NULL */
char         *tl_columns_text (TlColumns *columns, int column);                     /* UTF-8 */
char         *tl_columns_optional_text (TlColumns *columns, int column);            /* NULL for NULL */
gconstpointer tl_columns_bytes (TlColumns *columns, int column, gsize *n);          /* NULL for NULL; until the next row */
double       *tl_columns_samples (TlColumns *columns, int column, guint *n);        /* NULL for none */
gboolean      tl_columns_outcome (TlColumns *columns, int first_column, TlOutcome *outcome);   /* FALSE where NULL stands */
/* Whether all that was read of the row is sound. */
gboolean      tl_columns_end (TlColumns *columns, GError **error);

/*
 * A trace in two parts: what all trials of one sketch share is a row of skeletons (0: no such part), the rest is @rest. Inside a write.
 * @skeletons: a cache of the caller's, id → text, from tl_database_skeletons_new.
 */
gboolean      tl_database_pack_trace (TlDatabase *database, const char *json, gint64 *skeleton_id, GBytes **rest, GError **error);
GHashTable   *tl_database_skeletons_new (void);
char         *tl_database_unpack_trace (TlDatabase *database, GHashTable *skeletons, gint64 skeleton_id, gconstpointer rest, gsize n_bytes,
                                        GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
