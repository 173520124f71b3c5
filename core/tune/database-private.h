/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the database share: the connection, and statements in one call. */
#pragma once

#include <sqlite3.h>

#include "core/tune/database.h"

G_BEGIN_DECLS

struct _TlDatabase
{
  gint       ref_count;    /* atomic */
  GMutex     lock;         /* around every use of @db: one call, one transaction */
  sqlite3   *db;
  char      *path;
  gint64     machine_id;   /* of this machine's row; 0 until recorded */
};

/*
 * Prepares @sql and binds one argument per letter of @types: 'i' gint64, 'd' double, 's' const char * (NULL binds NULL),
 * 'b' gconstpointer and gsize, 'k' gint64 where 0 binds NULL (a reference to no row). Blobs and strings must outlive the statement.
 */
sqlite3_stmt *tl_database_query (TlDatabase *database, GError **error, const char *sql, const char *types, ...);

/* The next row: TRUE. FALSE at the end, or with @error. Finish with sqlite3_finalize. */
gboolean      tl_database_step (TlDatabase *database, sqlite3_stmt *query, GError **error);

/* Runs a statement without rows. */
gboolean      tl_database_execute (TlDatabase *database, GError **error, const char *sql, const char *types, ...);

gboolean      tl_database_begin (TlDatabase *database, GError **error);
/* Commits if @ok, else rolls back and keeps the error that is already set; FALSE if nothing was committed. */
gboolean      tl_database_end (TlDatabase *database, gboolean ok, GError **error);

/* Outcome columns, in this order: outcome, message, samples, build_s, run_s, is_checked. */
#define TL_OUTCOME_COLUMNS "outcome, message, samples, build_s, run_s, is_checked"
gboolean      tl_database_read_outcome (sqlite3_stmt *query, int first_column, TlOutcome *outcome);   /* FALSE where NULL stands */
/* Samples as little-endian doubles. */
GBytes       *tl_database_pack_samples (const TlOutcome *outcome);

char         *tl_database_column_dup (sqlite3_stmt *query, int column);   /* NULL for NULL */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
