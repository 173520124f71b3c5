/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A project whose file cannot be written: work goes on in memory, the session tells why, once, and comes back to the file when that works
 * again.
 *
 * Invariant: while the session has a storage error its database holds all that was done, and the file, if there is one, what was committed
 * before.
 */
#include "core/session/session-private.h"

#include "core/base/i18n.h"
#include "core/session/recent.h"

#define RETRY_DELAY_S 20

/* Told by whichever thread wrote; heard by the session on the main one. */
struct _TlStorageError
{
  gint       ref_count;
  GMutex     mutex;
  char      *why;         /* under the mutex: told, not yet heard */
  TlSession *session;     /* main thread; NULL: nobody listens yet, or any more */
};

static void
storage_error_unref (gpointer data)
{
  TlStorageError *storage_error = data;

  if (!g_atomic_int_dec_and_test (&storage_error->ref_count))
    return;
  g_mutex_clear (&storage_error->mutex);
  g_free (storage_error->why);
  g_free (storage_error);
}

static gboolean
on_retry (gpointer session)
{
  return tl_session_restore (session, NULL) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* Takes @why. */
static void
set_storage_error (TlSession *self, char *why)
{
  g_free (self->storage_error_text);
  self->storage_error_text = why;
  if (why == NULL)
    g_clear_handle_id (&self->retry_source, g_source_remove);
  else if (self->retry_source == 0)
    self->retry_source = g_timeout_add_seconds (RETRY_DELAY_S, on_retry, self);
  tl_session_notify_prop (self, TL_SESSION_PROP_STORAGE_ERROR);
}

static gboolean
hear (gpointer data)
{
  TlStorageError *storage_error = data;
  char           *why;

  if (storage_error->session == NULL)
    return G_SOURCE_REMOVE;
  g_mutex_lock (&storage_error->mutex);
  why = g_steal_pointer (&storage_error->why);
  g_mutex_unlock (&storage_error->mutex);
  if (why != NULL)
    set_storage_error (storage_error->session, why);
  return G_SOURCE_REMOVE;
}

static void
on_fallback_in_any_thread (const GError *why, gpointer data)
{
  TlStorageError *storage_error = data;

  g_mutex_lock (&storage_error->mutex);
  g_free (storage_error->why);
  storage_error->why = g_strdup (why->message);
  g_mutex_unlock (&storage_error->mutex);
  g_atomic_int_inc (&storage_error->ref_count);
  g_idle_add_full (G_PRIORITY_DEFAULT, hear, storage_error, storage_error_unref);
}

TlDatabase *
tl_storage_error_open_database (const char *path, TlStorageError **storage_error, GError **error)
{
  TlDatabase *database;

  *storage_error = g_new0 (TlStorageError, 1);
  (*storage_error)->ref_count = 1;
  g_mutex_init (&(*storage_error)->mutex);
  database = tl_database_open_or_fall_back (path, on_fallback_in_any_thread, *storage_error, error);
  if (database == NULL)
    g_clear_pointer (storage_error, tl_storage_error_close);
  return database;
}

void
tl_storage_error_close (TlStorageError *storage_error)
{
  storage_error->session = NULL;
  storage_error_unref (storage_error);
}

void
tl_session_listen_for_storage_errors (TlSession *self, TlStorageError *storage_error)
{
  self->storage_error = storage_error;
  storage_error->session = self;
  hear (storage_error);
}

void
tl_session_stay_in_memory (TlSession *self, const GError *why)
{
  self->is_in_memory = TRUE;
  set_storage_error (self,
                     g_strdup_printf (_("%s. The project continues in memory only: save a copy to keep further changes"), why->message));
}

TlDatabase *
tl_session_open_in_memory (TlSession *self, const GError *why)
{
  TlDatabase *database = tl_database_open (":memory:", NULL);

  if (database != NULL)
    tl_session_stay_in_memory (self, why);
  return database;
}

void
tl_session_forget_storage_error (TlSession *self)
{
  self->is_in_memory = FALSE;
  self->is_unsaved = FALSE;
  if (self->storage_error_text != NULL)
    set_storage_error (self, NULL);
}

const char *
tl_session_storage_error (TlSession *self)
{
  return self->storage_error_text;
}

gboolean
tl_session_is_unsaved (TlSession *self)
{
  return self->storage_error_text != NULL && (self->is_unsaved || tl_tuning_state (self->tuning) != TL_TUNING_IDLE);
}

gboolean
tl_session_restore (TlSession *self, GError **error)
{
  g_autofree char *folder = NULL;

  if (self->storage_error_text == NULL)
    return TRUE;
  folder = self->is_in_memory ? tl_drafts_folder () : NULL;
  if (self->is_in_memory ? !tl_database_move_to (self->database, self->project_path, error) : !tl_database_restore (self->database, error))
    return FALSE;
  tl_session_forget_storage_error (self);
  tl_recent_add (self->project_path, self->title);
  return TRUE;
}
