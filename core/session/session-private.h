/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/history-private.h"
#include "core/session/opened-private.h"
#include "core/session/session.h"
#include "core/session/project-storage-private.h"
#include "core/session/session-program-private.h"
#include "core/session/state-results-private.h"

G_BEGIN_DECLS

/* The façade: it owns the objects, passes calls on to them and emits what they report. */
struct _TlSession
{
  GObject          parent_instance;
  TlSessionProgram program;
  char           **problems;     /* parts of the file that could not be read */
  char           **warnings;     /* of the script's reader */
  TlHistory       *history;
  TlStorage       *storage;
  TlWorkerPool    *pool;         /* NULL until it is needed */
  guint            n_builders;   /* of the pool, as asked for */
  TlStateResults  *results;      /* texts and passes of states */
  guint            n_timing;     /* measurements under way */
  GCancellable    *baseline;     /* of the one of the program without steps, which nobody asked for; NULL: none */
  TlState         *tried_root;   /* what was measured so, whatever came of it … */
  const char      *tried_func;   /* … and its function */
  GPtrArray       *devices;      /* TlListedDevice; NULL: not known yet … */
  GCancellable    *finding_devices;   /* … and not asked for either, where this is NULL */
  GCancellable    *machine_job;  /* of the measurement of this machine's rates that nobody asked for; NULL: none */
  TlState         *preview;      /* nullable, as is … */
  char            *preview_title;
  TlSettings      *settings;     /* nullable */
  TlState         *visited;    /* nullable: the state that is shown in place of the current one */
  TlSelection     *selection;
  TlTuning        *tuning;
};

/* Takes what @opened holds in place of the program there is. */
void tl_session_show_opened (TlSession *session, TlOpened *opened);
void tl_session_emit_changed (TlSession *session);
/* Ends measurements that nobody asked for, before one that somebody did. */
void tl_session_cancel_unasked (TlSession *session);
/* session-view.c */
void tl_session_keep_selection (TlSession *session);
void tl_session_restore_selection (TlSession *session);
void tl_session_note_recent (TlSession *session);
/* Without a word to anyone. */
void tl_session_apply_target (TlSession *session, const TlTarget *target);
/* Without "changed". */
void tl_session_end_visit (TlSession *session);
/* With so many builders, 0: one per core, except the core that measures. A pool of another number is replaced. Borrowed. */
TlWorkerPool *tl_session_start_pool (TlSession *session, guint n_builders, GError **error);
guint tl_session_n_builders (TlSession *session);
/* How the session measures one program. */
TlMeasureOptions tl_session_measure_options (TlSession *session);
/* More or fewer measurements under way. */
void tl_session_count_timing (TlSession *session, gint by);

G_END_DECLS
