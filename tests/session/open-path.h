/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a file in a session and waits for it. */
#pragma once

#include "core/session/session.h"

static inline void
take_result (GObject *source, GAsyncResult *result, gpointer place)
{
  *(GAsyncResult **) place = g_object_ref (result);
}

static inline GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static inline gboolean
open_path (TlSession *session, const char *path, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_session_open_async (session, path, NULL, take_result, &result);
  return tl_session_open_finish (session, wait_for (&result), error);
}
