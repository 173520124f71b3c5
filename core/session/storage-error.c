/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/project-storage-private.h"

/* Set by the thread that wrote to the file; delivered on the main thread. */
struct _TlStorageError
{
  gint                 ref_count;
  GMutex               mutex;
  char                *why;         /* under the mutex: not yet delivered */
  TlStorageErrorFunc   on_error;    /* main thread; NULL: no listener */
  gpointer             user_data;
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
deliver (gpointer data)
{
  TlStorageError  *storage_error = data;
  g_autofree char *why = NULL;

  if (storage_error->on_error == NULL)
    return G_SOURCE_REMOVE;
  g_mutex_lock (&storage_error->mutex);
  why = g_steal_pointer (&storage_error->why);
  g_mutex_unlock (&storage_error->mutex);
  if (why != NULL)
    storage_error->on_error (why, storage_error->user_data);
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
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver, storage_error, storage_error_unref);
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
tl_storage_error_listen (TlStorageError *storage_error, TlStorageErrorFunc on_error, gpointer user_data)
{
  storage_error->on_error = on_error;
  storage_error->user_data = user_data;
  deliver (storage_error);
}

void
tl_storage_error_close (TlStorageError *storage_error)
{
  storage_error->on_error = NULL;
  storage_error_unref (storage_error);
}
