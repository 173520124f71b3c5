/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A project whose file cannot be written: work goes on in memory, the session tells why, once, and comes back to the file when that works again.
 *
 * Invariant: while the session has a trouble its database holds all that was done, and the file, if there is one, what was committed before.
 */
#include "core/session/session-private.h"

#include "core/base/i18n.h"
#include "core/session/recent.h"

#define RETRY_DELAY_S 20

/* Told by whichever thread wrote; heard by the session on the main one. */
struct _TlTrouble
{
  gint       ref_count;
  GMutex     mutex;
  char      *why;         /* under the mutex: told, not yet heard */
  TlSession *session;     /* main thread; NULL: nobody listens yet, or any more */
};

static void
trouble_unref (gpointer data)
{
  TlTrouble *trouble = data;

  if (!g_atomic_int_dec_and_test (&trouble->ref_count))
    return;
  g_mutex_clear (&trouble->mutex);
  g_free (trouble->why);
  g_free (trouble);
}

static gboolean
on_retry (gpointer session)
{
  return tl_session_restore (session, NULL) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* Takes @why. */
static void
set_trouble (TlSession *self, char *why)
{
  g_free (self->trouble_text);
  self->trouble_text = why;
  if (why == NULL)
    g_clear_handle_id (&self->retry_source, g_source_remove);
  else if (self->retry_source == 0)
    self->retry_source = g_timeout_add_seconds (RETRY_DELAY_S, on_retry, self);
  tl_session_notify_prop (self, TL_SESSION_PROP_TROUBLE);
}

static gboolean
hear (gpointer data)
{
  TlTrouble *trouble = data;
  char      *why;

  if (trouble->session == NULL)
    return G_SOURCE_REMOVE;
  g_mutex_lock (&trouble->mutex);
  why = g_steal_pointer (&trouble->why);
  g_mutex_unlock (&trouble->mutex);
  if (why != NULL)
    set_trouble (trouble->session, why);
  return G_SOURCE_REMOVE;
}

static void
on_fallback_in_any_thread (const GError *why, gpointer data)
{
  TlTrouble *trouble = data;

  g_mutex_lock (&trouble->mutex);
  g_free (trouble->why);
  trouble->why = g_strdup (why->message);
  g_mutex_unlock (&trouble->mutex);
  g_atomic_int_inc (&trouble->ref_count);
  g_idle_add_full (G_PRIORITY_DEFAULT, hear, trouble, trouble_unref);
}

TlDatabase *
tl_trouble_open_database (const char *path, TlTrouble **trouble, GError **error)
{
  TlDatabase *database;

  *trouble = g_new0 (TlTrouble, 1);
  (*trouble)->ref_count = 1;
  g_mutex_init (&(*trouble)->mutex);
  database = tl_database_open_or_fall_back (path, on_fallback_in_any_thread, *trouble, error);
  if (database == NULL)
    g_clear_pointer (trouble, tl_trouble_close);
  return database;
}

void
tl_trouble_close (TlTrouble *trouble)
{
  trouble->session = NULL;
  trouble_unref (trouble);
}

void
tl_session_listen_for_trouble (TlSession *self, TlTrouble *trouble)
{
  self->trouble = trouble;
  trouble->session = self;
  hear (trouble);
}

void
tl_session_stay_in_memory (TlSession *self, const GError *why)
{
  self->is_homeless = TRUE;
  set_trouble (self, g_strdup_printf (_("%s. The project continues in memory only: save a copy to keep further changes"), why->message));
}

TlDatabase *
tl_session_open_homeless (TlSession *self, const GError *why)
{
  TlDatabase *database = tl_database_open (":memory:", NULL);

  if (database != NULL)
    tl_session_stay_in_memory (self, why);
  return database;
}

void
tl_session_forget_trouble (TlSession *self)
{
  self->is_homeless = FALSE;
  self->is_unkept = FALSE;
  if (self->trouble_text != NULL)
    set_trouble (self, NULL);
}

const char *
tl_session_trouble (TlSession *self)
{
  return self->trouble_text;
}

gboolean
tl_session_is_unkept (TlSession *self)
{
  return self->trouble_text != NULL && (self->is_unkept || tl_tuning_state (self->tuning) != TL_TUNING_IDLE);
}

gboolean
tl_session_restore (TlSession *self, GError **error)
{
  g_autofree char *folder = NULL;

  if (self->trouble_text == NULL)
    return TRUE;
  folder = self->is_homeless ? tl_drafts_folder () : NULL;
  if (self->is_homeless ? !tl_database_move_to (self->database, self->project_path, error) : !tl_database_restore (self->database, error))
    return FALSE;
  tl_session_forget_trouble (self);
  tl_recent_add (self->project_path, self->title);
  return TRUE;
}
