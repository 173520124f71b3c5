/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"

G_BEGIN_DECLS

typedef enum
{
  TL_CHANGE_STATE,     /* a variant moved from one state to another */
  TL_CHANGE_ADD,
  TL_CHANGE_REMOVE,
  TL_CHANGE_RENAME,
} TlChangeKind;

/* One entry of the history; enough to go either way. */
typedef struct
{
  TlChangeKind kind;
  TlVariant   *variant;
  TlVariant   *previous;                   /* ADD, REMOVE: what was current before */
  guint        position;                   /* ADD, REMOVE: in the list */
  TlState     *before, *before_tip;        /* STATE */
  TlState     *after, *after_tip;
  char        *name_before, *name_after;   /* RENAME */
  char        *label;
} TlChange;

/* What is wrong with a project's file, told by whichever thread writes to it. */
typedef struct _TlStorageError TlStorageError;

struct _TlSession
{
  GObject       parent_instance;
  /* The program; all NULL before anything was opened */
  char         *title;
  char         *origin;          /* path of the script it came from, or of the project */
  TlState      *root;
  const char    *func_name;
  double        flops;
  TlTarget      target;
  /* What a person makes of it */
  GListStore   *variants;
  TlVariant    *current;
  TlSelection  *selection;
  GPtrArray    *undo;            /* TlChange, newest last */
  GPtrArray    *redo;
  /* Measuring */
  TlWorkerPool *pool;
  TlTuning     *tuning;
  guint         n_timing;
  /* The project file */
  char         *project_path;    /* where to save; made up on first use */
  TlDatabase   *database;
  gint64        workload_id;
  GHashTable   *unsaved;         /* TlVariant set */
  guint         save_source;
  /* Where its file cannot be written (session-storage.c) */
  TlStorageError    *storage_error;         /* of @database, which it outlives */
  char              *storage_error_text;    /* why work is in memory alone; NULL: it is kept */
  gboolean           is_in_memory;          /* there is no folder for the file: @database never had one */
  gboolean           is_unsaved;            /* something was done since */
  gboolean           is_imported;           /* @database is in memory until there is something to keep */
  char             **problems;              /* what of the file could not be read */
  char             **warnings;              /* what its author hardly meant */
  guint              retry_source;
};

enum
{
  TL_SESSION_PROP_TITLE = 1,
  TL_SESSION_PROP_CURRENT,
  TL_SESSION_PROP_CAN_UNDO,
  TL_SESSION_PROP_CAN_REDO,
  TL_SESSION_PROP_TIMING,
  TL_SESSION_PROP_STORAGE_ERROR,
  TL_SESSION_N_PROPS,
};

/* What a file holds, read in a thread, not yet shown. */
typedef struct
{
  char           *title;
  char           *origin;
  char           *project_path;     /* NULL: a plain script */
  TlModule       *module;
  TlState        *root;
  TlDatabase     *database;
  TlStorageError *storage_error;          /* of @database */
  gint64          workload_id;
  GPtrArray      *rows;             /* TlVariantRow, with … */
  GPtrArray      *states;           /* … their states; NULL where a trace no longer applies */
  gint64          selected_row;
  char          **problems;         /* what could not be read, one sentence each; NULL: all was */
  char          **warnings;         /* of the script's reader; nullable */
} TlOpened;

void      tl_opened_free (TlOpened *opened);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlOpened, tl_opened_free)
TlOpened *tl_opened_read (const char *path, GError **error);
/* Takes what @opened holds in place of the program there is. */
void      tl_session_show_opened (TlSession *session, TlOpened *opened);
/* session-import.c: the folder of TVM's tuning that @path is or is a file of, NULL if it is neither; and what it holds. */
char     *tl_work_dir_of (const char *path);
TlOpened *tl_work_dir_read (const char *folder, GError **error);

void      tl_session_notify_prop (TlSession *session, guint prop);
void      tl_session_emit_changed (TlSession *session);
void      tl_session_make_current (TlSession *session, TlVariant *variant);
/* The variant differs from the project file: saved in a moment. */
void      tl_session_mark_unsaved (TlSession *session, TlVariant *variant);
/* The same where nothing is lost if that fails: which variant is shown. */
void      tl_session_ask_to_save (TlSession *session, TlVariant *variant);
void      tl_session_cancel_saving (TlSession *session);

void      tl_change_free (TlChange *change);
/* Takes @change; what was undone before is forgotten. */
void      tl_session_push_change (TlSession *session, TlChange *change);
void      tl_session_clear_history (TlSession *session);
/*
 * What a job made of @variant's state @start: the variant goes on there (@label, taken, names that in the history), or becomes a new one
 * named like
 * @stem if it has moved in the meantime.
 */
void      tl_session_take_state (TlSession *session, TlVariant *variant, TlState *start, TlState *state, char *label, const char *stem);
/* Moves @variant and records it. */
void      tl_session_move_variant (TlSession *session, TlVariant *variant, TlState *state, TlState *tip, char *label);

/*
 * Opens a project for work that goes on in memory when its file cannot be written. Close @storage_error after the database; NULL with an
 * error.
 */
TlDatabase *tl_storage_error_open_database (const char *path, TlStorageError **storage_error, GError **error);
void      tl_storage_error_close (TlStorageError *storage_error);
/* Takes @storage_error; hears at once what was told already. */
void      tl_session_listen_for_storage_errors (TlSession *session, TlStorageError *storage_error);
/* A database without a file, for there can be none: @why. NULL: not even that. */
TlDatabase *tl_session_open_in_memory (TlSession *session, const GError *why);
/* What to do where the project's file cannot be made: @why is told, and tried again. */
void      tl_session_stay_in_memory (TlSession *session, const GError *why);
/* The project is kept again, or there is another one. */
void      tl_session_forget_storage_error (TlSession *session);

G_END_DECLS
