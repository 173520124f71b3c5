/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a file in a session and waits for it. */
#pragma once

#include "core/session/session.h"
#include "tests/must.h"

static inline void
take_result (GObject *source, GAsyncResult *result, gpointer place)
{
  *(GAsyncResult **) place = g_object_ref (result);
}

/* Also until the task's thread has let go of it: with the task it would hold, and end, the session. */
static inline GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  while (g_atomic_int_get ((int *) &G_OBJECT (*result)->ref_count) > 1)
    g_usleep (100);
  return *result;
}

static inline gboolean
open_path (TlSession *session, const char *path, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  tl_session_open_async (session, path, NULL, take_result, &result);
  return tl_session_open_finish (session, wait_for (&result), error);
}

/* A session with @script, which lies in a new folder, for @target (nullable: this machine). */
static inline TlSession *
open_script (const char *script, const char *target, char **folder)
{
  g_autofree char *path = NULL;
  TlSession       *session = tl_session_new ();
  TlTarget         of_text;

  *folder = g_dir_make_tmp ("tl-session-XXXXXX", NULL);
  path = g_build_filename (*folder, "program.py", NULL);
  g_assert_true (g_file_set_contents (path, script, -1, NULL));
  must (open_path (session, path, &failure));
  if (target == NULL)
    return session;
  must (tl_target_parse (target, &of_text, &failure));
  tl_session_set_target (session, &of_text);
  return session;
}
