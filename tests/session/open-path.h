/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a file in a session and waits for it. */
#pragma once

#include "core/session/session.h"

static void
take_result (GObject *source, GAsyncResult *result, gpointer place)
{
  *(GAsyncResult **) place = g_object_ref (result);
}

static void
open_path (TlSession *session, const char *path)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;

  tl_session_open_async (session, path, NULL, take_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  tl_session_open_finish (session, result, &error);
  g_assert_no_error (error);
}
