/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/records/database.h"
#include "core/session/history-private.h"
#include "core/session/session-program-private.h"

G_BEGIN_DECLS

typedef struct
{
  void   (*error_changed) (gpointer user_data);                        /* tl_storage_error_text says something else */
  void   (*save_failed) (const char *message, gpointer user_data);     /* it is written again later */
  gpointer user_data;
} TlStorageListener;

/* A write error of a project's file, reported by whichever thread writes to it. */
typedef struct _TlStorageError TlStorageError;

/*
 * Opens a project for work that goes on in memory when its file cannot be written. Close @storage_error after the database; NULL with an
 * error.
 */
TlDatabase *tl_storage_error_open_database (const char *path, TlStorageError **storage_error, GError **error);
/* Main thread: calls @on_error for each error, at once for one that was reported already. */
typedef void (*TlStorageErrorFunc) (const char *why, gpointer user_data);
void        tl_storage_error_listen (TlStorageError *storage_error, TlStorageErrorFunc on_error, gpointer user_data);
void        tl_storage_error_close (TlStorageError *storage_error);
/* The setting of the project with a variant's tensor intrinsics. Free with g_free. */
char       *tl_storage_intrins_key (gint64 row_id);
/* The setting with the measurements of a variant's functions besides the default one, as JSON. Free with g_free. */
char       *tl_storage_outcomes_key (gint64 row_id);
void        tl_storage_read_outcomes (TlVariant *variant, const char *json);
/* The setting with the name of the function that is shown. */
#define TL_SHOWN_FUNCTION_KEY "shown-function"
/* The setting with the target as text. */
#define TL_TARGET_KEY "target"
/* The function that a module shows first: its entry, or its first PrimFunc. */
const TlPrimFunc *tl_session_default_func (const TlModule *module);

/**
 * TlStorage: the project file of a program and what of its variants is not yet in it. A program that came from a script gets a file in the
 * drafts folder as soon as there is something to keep; from then on every edit is in it within half a second. Where the file cannot be
 * written, changes stay in memory, and the storage writes the file again from time to time. Main thread.
 *
 * Invariant: while there is a storage error the database holds all that was done, and the file, if there is one, the data committed before.
 */
typedef struct _TlStorage TlStorage;

/* Borrows @program and @history for as long as it lives; copies @listener. */
TlStorage  *tl_storage_new (const TlSessionProgram *program, TlHistory *history, const TlStorageListener *listener);
void        tl_storage_free (TlStorage *storage);

/*
 * The file of the program that was opened, closed before. Takes all: @path NULL without a project, @database NULL until there is something
 * to keep, @error the one of @database. A database without a path is an import, in memory until there is something to keep.
 */
void        tl_storage_open (TlStorage *storage, char *path, TlDatabase *database, TlStorageError *error, gint64 workload_id);
/* Saves pending changes and forgets the file. */
void        tl_storage_close (TlStorage *storage);

const char *tl_storage_path (TlStorage *storage);                            /* NULL until something was saved */
TlDatabase *tl_storage_ensure_database (TlStorage *storage, GError **error);        /* borrowed; made when first needed */
TlDatabase *tl_storage_peek_database (TlStorage *storage);                   /* borrowed; NULL if it was not needed yet */

/* The variant differs from the project file: saved in a moment. */
void        tl_storage_mark_unsaved (TlStorage *storage, TlVariant *variant);
/* The same where nothing is lost if that fails: which variant is shown. */
void        tl_storage_queue_save (TlStorage *storage, TlVariant *variant);
/* It is no longer in the list. */
void        tl_storage_delete_variant (TlStorage *storage, TlVariant *variant);
/* Saves pending changes now. */
void        tl_storage_flush (TlStorage *storage);
/* Around a change of the program's target: keeps the measurements for the one, takes up those for the other. */
void        tl_storage_leave_target (TlStorage *storage, const char *target);
void        tl_storage_enter_target (TlStorage *storage, const char *target);
gboolean    tl_storage_save_as (TlStorage *storage, const char *path, GError **error);

/* Why changes are in memory alone; NULL: they are kept. */
const char *tl_storage_error_text (TlStorage *storage);
/* Whether something was done since the storage error. */
gboolean    tl_storage_has_changes_since_error (TlStorage *storage);
/* Puts the project back into its file. FALSE: it stays in memory. */
gboolean    tl_storage_restore (TlStorage *storage, GError **error);

G_END_DECLS
