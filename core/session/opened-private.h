/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/project-storage-private.h"

G_BEGIN_DECLS

/* The contents of a file, read in a thread, not yet shown. */
typedef struct
{
  char           *title;
  char           *origin;
  char           *project_path;     /* NULL: a plain script */
  TlModule       *module;
  TlState        *root;
  TlState        *scheduled;        /* the root with the steps that the script itself takes; NULL: none */
  TlDatabase     *database;
  TlStorageError *storage_error;    /* of @database */
  gint64          workload_id;
  GPtrArray      *rows;             /* TlVariantRow, with … */
  GPtrArray      *states;           /* … their states; NULL where a trace no longer applies */
  GPtrArray      *outcomes;         /* … and the measurements of functions besides the default one: JSON, NULL where there are none */
  gint64          selected_row;
  char           *func_name;        /* the one that was shown; NULL: the default one */
  char           *target;           /* as text, of a script "# target: …" in its first lines; NULL: this machine */
  char          **problems;         /* parts that could not be read, one sentence each; NULL: all was */
  char          **warnings;         /* of the script's reader; nullable */
} TlOpened;

void      tl_opened_free (TlOpened *opened);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlOpened, tl_opened_free)
TlOpened *tl_opened_read (const char *path, GError **error);

/* session-import.c: the folder of TVM's tuning that @path is or is a file of, NULL if it is neither; and what it holds. */
char     *tl_work_dir_of (const char *path);
TlOpened *tl_work_dir_read (const char *folder, GError **error);

G_END_DECLS
