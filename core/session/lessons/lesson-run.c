/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/lessons/lesson-run.h"

#include <string.h>

struct _TlLessonRun
{
  GObject          parent_instance;
  TlSession       *session;
  TlLesson        *lesson;
  TlState         *root;        /* of the lesson's program */
  TlLessonProgress progress;
  guint            step;
};

G_DEFINE_FINAL_TYPE (TlLessonRun, tl_lesson_run, G_TYPE_OBJECT)

enum { CHANGED, ENDED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- what is kept --- */

static char *
progress_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "tileloom", "lessons.ini", NULL);
}

void
tl_lesson_progress_read (const char *id, TlLessonProgress *progress)
{
  g_autofree char     *path = progress_path ();
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL);
  *progress = (TlLessonProgress) { .n_done = (guint) g_key_file_get_uint64 (file, id, "done", NULL),
                                   .best_s = g_key_file_get_double (file, id, "best", NULL),
                                   .project = g_key_file_get_string (file, id, "project", NULL) };
}

/* Losing this costs some steps: failures to write it are not reported. */
void
tl_lesson_progress_write (const char *id, const TlLessonProgress *progress)
{
  g_autofree char     *path = progress_path (), *folder = g_path_get_dirname (path);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_mkdir_with_parents (folder, 0700);
  g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL);
  g_key_file_set_uint64 (file, id, "done", progress->n_done);
  g_key_file_set_double (file, id, "best", progress->best_s);
  if (progress->project != NULL)
    g_key_file_set_string (file, id, "project", progress->project);
  g_key_file_save_to_file (file, path, NULL);
}

void
tl_lesson_progress_clear (TlLessonProgress *progress)
{
  g_free (progress->project);
  *progress = (TlLessonProgress) { 0 };
}

char *
tl_lesson_file (const TlLesson *lesson)
{
  TlLessonProgress progress;
  char            *path;

  tl_lesson_progress_read (lesson->id, &progress);
  path = progress.project != NULL && g_file_test (progress.project, G_FILE_TEST_EXISTS) ? g_strdup (progress.project)
                                                                                          : g_strdup (lesson->program);
  tl_lesson_progress_clear (&progress);
  return path;
}

/* --- following the session --- */

static double
fastest_s (TlLessonRun *self)
{
  const TlOutcome *outcome = tl_variant_outcome (tl_session_current (self->session), tl_session_func_name (self->session));
  TlTuning        *tuning = tl_session_tuning (self->session);
  double           tuned_s = tl_tuning_is_predicted (tuning) ? 0 : tl_tuning_total_s (tuning), fastest = self->progress.best_s;
  TlLatency        latency;

  if (outcome != NULL && tl_outcome_latency (outcome, &latency) && (fastest <= 0 || latency.median_s < fastest))
    fastest = latency.median_s;
  return tuned_s > 0 && (fastest <= 0 || tuned_s < fastest) ? tuned_s : fastest;
}

static void
note_progress (TlLessonRun *self)
{
  const char *project = tl_session_project_path (self->session);
  double      best_s = fastest_s (self);

  if (best_s == self->progress.best_s && g_strcmp0 (project, self->progress.project) == 0)
    return;
  self->progress.best_s = best_s;
  g_free (self->progress.project);
  self->progress.project = g_strdup (project);
  tl_lesson_progress_write (self->lesson->id, &self->progress);
}

static void
follow (TlLessonRun *self)
{
  if (tl_session_root (self->session) != self->root)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_emit (self, signals[ENDED], 0);
      return;
    }
  note_progress (self);
  if (self->step == self->progress.n_done && self->step < self->lesson->steps->len
      && tl_lesson_step_is_reached (tl_lesson_run_current (self), self->session))
    {
      self->progress.n_done++;
      tl_lesson_progress_write (self->lesson->id, &self->progress);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- object --- */

static void
tl_lesson_run_finalize (GObject *object)
{
  TlLessonRun *self = TL_LESSON_RUN (object);

  tl_lesson_progress_clear (&self->progress);
  tl_state_unref (self->root);
  tl_lesson_free (self->lesson);
  g_object_unref (self->session);
  G_OBJECT_CLASS (tl_lesson_run_parent_class)->finalize (object);
}

static void
tl_lesson_run_class_init (TlLessonRunClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_lesson_run_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_LESSON_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", TL_TYPE_LESSON_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_lesson_run_init (TlLessonRun *self)
{
}

TlLessonRun *
tl_lesson_run_new (TlSession *session, TlLesson *lesson)
{
  TlLessonRun *self = g_object_new (TL_TYPE_LESSON_RUN, NULL);

  self->session = g_object_ref (session);
  self->lesson = lesson;
  self->root = tl_state_ref (tl_session_root (session));
  tl_lesson_progress_read (lesson->id, &self->progress);
  self->progress.n_done = MIN (self->progress.n_done, lesson->steps->len);
  self->step = MIN (self->progress.n_done, lesson->steps->len - 1);
  g_signal_connect_object (session, "changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timing", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_tuning (session), "changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  follow (self);
  return self;
}

const TlLesson *
tl_lesson_run_lesson (TlLessonRun *self)
{
  return self->lesson;
}

guint
tl_lesson_run_step (TlLessonRun *self)
{
  return self->step;
}

const TlLessonStep *
tl_lesson_run_current (TlLessonRun *self)
{
  return g_ptr_array_index (self->lesson->steps, self->step);
}

guint
tl_lesson_run_n_done (TlLessonRun *self)
{
  return self->progress.n_done;
}

gboolean
tl_lesson_run_is_done (TlLessonRun *self)
{
  return self->progress.n_done == self->lesson->steps->len;
}

void
tl_lesson_run_show (TlLessonRun *self, guint step)
{
  self->step = MIN (step, MIN (self->progress.n_done, self->lesson->steps->len - 1));
  follow (self);
}

char *
tl_lesson_run_goals_text (TlLessonRun *self)
{
  const TlLessonStep *step = tl_lesson_run_current (self);
  GString            *text = g_string_new (NULL);

  for (guint i = 0; i < step->goals->len; i++)
    {
      const TlGoal    *goal = &g_array_index (step->goals, TlGoal, i);
      g_autofree char *described = tl_goal_describe (goal, self->session);

      g_string_append_printf (text, "%s%s %s", i > 0 ? "\n" : "",
                              self->step < self->progress.n_done || tl_goal_is_reached (goal, self->session) ? "✓" : "○", described);
    }
  return g_string_free (text, FALSE);
}
