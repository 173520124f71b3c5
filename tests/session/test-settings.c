/* SPDX-License-Identifier: Apache-2.0 */
/* Preferences and layout are kept in their file, and the session follows the preferences. */
#include <string.h>

#include "core/session/program-view.h"
#include "core/session/session.h"
#include "tests/must.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

static void
on_changed (TlSettings *settings, guint setting, guint *last)
{
  *last = setting;
}

static void
test_kept (void)
{
  g_autofree char       *folder = g_dir_make_tmp ("tl-settings-XXXXXX", NULL), *path = g_build_filename (folder, "a", "settings.ini", NULL);
  g_autoptr (TlSettings) settings = tl_settings_new (path), again = NULL;
  guint                  last = TL_N_SETTINGS;

  for (TlSetting i = 0; i < TL_N_SETTINGS; i++)
    {
      const TlSettingRow *row = tl_setting_row (i);

      g_assert_cmpuint (tl_settings_get (settings, i), ==, row->usual);
      g_assert_true (row->usual >= row->least && row->usual <= row->most);
      g_assert_true (row->choices == NULL || g_strv_length ((char **) row->choices) == row->most + 1);
    }
  g_signal_connect (settings, "changed", G_CALLBACK (on_changed), &last);
  tl_settings_set (settings, TL_SETTING_SAMPLES, 21);
  g_assert_cmpuint (last, ==, TL_N_SETTINGS);
  tl_settings_set (settings, TL_SETTING_SAMPLES, 7);
  g_assert_cmpuint (last, ==, TL_SETTING_SAMPLES);
  tl_settings_set (settings, TL_SETTING_STYLE, 99);
  tl_settings_set_layout (settings, "width", 1000);
  tl_settings_set_layout_text (settings, "code-tab", "asm");
  tl_settings_keep_layout (settings);
  again = tl_settings_new (path);
  g_assert_cmpuint (tl_settings_get (again, TL_SETTING_SAMPLES), ==, 7);
  g_assert_cmpuint (tl_settings_get (again, TL_SETTING_STYLE), ==, 2);
  g_assert_cmpint (tl_settings_layout (again, "width"), ==, 1000);
  g_assert_cmpint (tl_settings_layout (again, "height"), ==, -1);
  remove_folder (folder);
}

/* A file that somebody edited: what is no number has its default, what is out of range the nearest value. */
static void
test_edited (void)
{
  g_autofree char       *folder = g_dir_make_tmp ("tl-settings-XXXXXX", NULL), *path = g_build_filename (folder, "settings.ini", NULL);
  g_autoptr (TlSettings) settings = NULL;

  g_assert_true (g_file_set_contents (path, "[preferences]\nsamples=many\nsample-ms=100000\nanimations=-1\n[layout]\nwidth=wide\n", -1,
                                      NULL));
  settings = tl_settings_new (path);
  g_assert_cmpuint (tl_settings_get (settings, TL_SETTING_SAMPLES), ==, 21);
  g_assert_cmpuint (tl_settings_get (settings, TL_SETTING_SAMPLE_MS), ==, 1000);
  g_assert_cmpuint (tl_settings_get (settings, TL_SETTING_ANIMATIONS), ==, 1);
  g_assert_cmpint (tl_settings_layout (settings, "width"), ==, -1);
  remove_folder (folder);
}

static void
count (guint *n)
{
  ++*n;
}

/* The number of samples is that of the next measurement, the dialect that of the next text. */
static void
test_session (void)
{
  g_autofree char         *folder = g_dir_make_tmp ("tl-settings-XXXXXX", NULL), *path = g_build_filename (folder, "settings.ini", NULL);
  g_autoptr (TlSettings)   settings = tl_settings_new (path);
  g_autoptr (TlSession)    session = tl_session_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char         *script = NULL;
  TlOutcome                outcome = { 0 };
  guint                    n_dialects = 0;

  tl_session_use_settings (session, settings);
  tl_settings_set (settings, TL_SETTING_SAMPLES, 3);
  must (open_path (session, DATA_DIR "/workloads/matmul-128.py", &failure));
  tl_session_time_async (session, tl_session_current (session), NULL, take_result, &result);
  must (tl_session_time_finish (session, wait_for (&result), &outcome, &failure));
  g_assert_cmpuint (outcome.n_samples, ==, 3);
  tl_outcome_clear (&outcome);
  g_signal_connect_swapped (session, "notify::dialect", G_CALLBACK (count), &n_dialects);
  tl_settings_set (settings, TL_SETTING_DIALECT, TL_DIALECT_SBLOCK);
  g_assert_cmpuint (n_dialects, ==, 1);
  script = tl_program_view_script (tl_session_root (session), tl_session_dialect (session), NULL);
  g_assert_nonnull (strstr (script, "T.sblock"));
  remove_folder (folder);
}

/* The project is opened at the loop that was selected. */
static void
test_view (void)
{
  g_autofree char      *folder = g_dir_make_tmp ("tl-settings-XXXXXX", NULL), *path = g_build_filename (folder, "a.tileloom", NULL);
  g_autofree char      *page = NULL;
  g_autoptr (TlSession) session = tl_session_new (), again = tl_session_new ();
  g_autoptr (GPtrArray) loops = NULL, loops_again = NULL;

  must (open_path (session, DATA_DIR "/workloads/matmul-128.py", &failure));
  must (tl_session_save_as (session, path, &failure));
  loops = tl_program_view_nodes (tl_session_func (session), TRUE, FALSE);
  tl_selection_pick (tl_session_selection (session), ((const TlStmt *) loops->pdata[1])->loop.id);
  tl_session_keep_view (session, "shown-page", "tune");
  tl_session_flush (session);
  must (open_path (again, path, &failure));
  loops_again = tl_program_view_nodes (tl_session_func (again), TRUE, FALSE);
  g_assert_cmpuint (tl_selection_primary (tl_session_selection (again)), ==, ((const TlStmt *) loops_again->pdata[1])->loop.id);
  page = tl_session_view (again, "shown-page");
  g_assert_cmpstr (page, ==, "tune");
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/settings/kept", test_kept);
  g_test_add_func ("/session/settings/edited", test_edited);
  g_test_add_func ("/session/settings/session", test_session);
  g_test_add_func ("/session/settings/view", test_view);
  return g_test_run ();
}
