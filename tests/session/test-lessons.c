/* SPDX-License-Identifier: Apache-2.0 */
/* Lessons are read with good errors, each can be solved as its steps say, and what was reached is kept. */
#include <string.h>

#include "core/session/lessons/lesson-run.h"
#include "core/session/program-view.h"
#include "tests/must.h"
#include "tests/session/open-path.h"
#include "tests/temporary.h"

#define LEAST_LESSONS 8

/* --- solving --- */

static void
set_latency (TlSession *session, TlVariant *variant, TlState *state, double latency_s)
{
  double    samples[] = { latency_s, latency_s, latency_s };
  TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = samples, .n_samples = G_N_ELEMENTS (samples) };

  tl_variant_set_outcome (variant, state, tl_session_func_name (session), &outcome);
}

/* Timings decide nothing here: the variant "takes" what reaches @gain over a start of one second. */
static void
measure (TlSession *session, double gain)
{
  TlVariant *start = g_list_model_get_item (tl_session_variants (session), 0), *current = tl_session_current (session);

  set_latency (session, start, tl_session_root (session), 1);
  set_latency (session, current, tl_variant_state (current), 1 / gain);
  g_object_unref (start);
}

static void
select_reduction (TlSession *session)
{
  g_autoptr (GPtrArray) loops = tl_program_view_nodes (tl_session_func (session), TRUE, FALSE);

  tl_selection_pick (tl_session_selection (session), ((const TlStmt *) loops->pdata[loops->len - 1])->loop.id);
}

static void
tune (TlSession *session, guint n_trials)
{
  TlTuneConfig config = tl_tune_config_default ();

  config.budget.max_trials_global = n_trials;
  must (tl_session_tune (session, &config, NULL, &failure));
  while (tl_tuning_is_active (tl_session_tuning (session)))
    g_main_context_iteration (NULL, TRUE);
}

static void
use_threads (TlSession *session, guint n)
{
  g_autofree char *text = g_strdup_printf ("llvm -num-cores=%u", n);
  TlTarget         target;

  must (tl_target_parse (text, &target, &failure));
  tl_session_set_target (session, &target);
}

/* Does for a goal what no script can. */
static void
pursue (TlSession *session, const TlGoal *goal)
{
  if (goal->kind == tl_goal_kind_find ("reduction-selected"))
    select_reduction (session);
  else if (goal->kind == tl_goal_kind_find ("measured"))
    measure (session, 1);
  else if (goal->kind == tl_goal_kind_find ("gain"))
    {
      measure (session, goal->number * 0.99);
      g_assert_false (tl_goal_is_reached (goal, session));
      tl_session_add_variant (session, "again", tl_variant_state (tl_session_current (session)), NULL);
      measure (session, goal->number * 1.01);
    }
  else if (goal->kind == tl_goal_kind_find ("trials"))
    tune (session, (guint) goal->number);
  else if (goal->kind == tl_goal_kind_find ("trial-gain"))
    measure (session, goal->number);
  else if (goal->kind == tl_goal_kind_find ("threads"))
    use_threads (session, (guint) goal->number);
}

static void
solve_step (TlSession *session, const TlLessonStep *step)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (step->solution != NULL)
    {
      tl_session_run_script_async (session, "solution", step->solution, NULL, take_result, &result);
      must (tl_session_run_script_finish (session, wait_for (&result), &failure));
    }
  for (guint i = 0; i < step->goals->len; i++)
    pursue (session, &g_array_index (step->goals, TlGoal, i));
}

/* Tuning the model takes longer than the rest of the tests: its run is in test-tuning. */
static gboolean
is_long (const TlLessonStep *step)
{
  return g_array_index (step->goals, TlGoal, 0).kind == tl_goal_kind_find ("trials");
}

static void
solve (gconstpointer data)
{
  g_autoptr (TlSession)   session = tl_session_new ();
  TlLesson               *lesson = must (tl_lesson_read (data, &failure));
  g_autoptr (TlLessonRun) run = NULL;
  gboolean                has_trials = FALSE;

  must (open_path (session, lesson->program, &failure));
  run = tl_lesson_run_new (session, lesson);
  g_assert_cmpuint (tl_lesson_run_n_done (run), ==, 0);
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const TlLessonStep *step = lesson->steps->pdata[i];
      g_autofree char    *goals = NULL;

      g_assert_cmpuint (tl_lesson_run_step (run), ==, i);
      if (is_long (step) && !g_test_slow ())
        return;
      has_trials |= is_long (step);
      solve_step (session, step);
      tl_lesson_run_show (run, i);
      goals = tl_lesson_run_goals_text (run);
      if (tl_lesson_run_n_done (run) != i + 1)
        g_error ("%s, step %u is not done: %s", lesson->id, i + 1, goals);
      g_assert_null (strstr (goals, "○"));
      tl_lesson_run_show (run, i + 1);
    }
  g_assert_true (tl_lesson_run_is_done (run));
}

/* --- the rest --- */

static void
test_read (void)
{
  static const struct { const char *text, *message; } rows[] = {
    { "[]", "a lesson must be an object" },
    { "{\"title\": \"A\", \"summary\": \"b\", \"program\": \"none.py\", \"steps\": []}", "there is no program" },
    { "{\"title\": \"\"}", "\"title\" must be a text" },
    { "{", "lesson.json: " },
  };
  static const struct { const char *step, *message; } steps[] = {
    { "{\"text\": \"t\", \"goals\": []}", "step 1: \"goals\" must be a list that is not empty" },
    { "{\"goals\": [{\"goal\": \"measured\"}]}", "step 1: \"text\" must be a text" },
    { "{\"text\": \"t\", \"goals\": [{\"goal\": \"primitve\"}]}", "unknown goal \"primitve\"; one of: primitive, loop" },
    { "{\"text\": \"t\", \"goals\": [{\"goal\": \"primitive\", \"name\": \"splti\"}]}", "unknown primitive \"splti\"" },
    { "{\"text\": \"t\", \"goals\": [{\"goal\": \"gain\"}]}", "goal \"gain\" requires a \"number\" above 0" },
    { "{\"text\": \"t\", \"goals\": [{\"goal\": \"loop\", \"name\": \"fast\"}]}", "unknown kind of loop \"fast\"" },
    { "{\"text\": \"t\", \"hint\": \"nothing\", \"goals\": [{\"goal\": \"measured\"}]}", "unknown primitive \"nothing\" as the hint" },
  };
  g_autofree char *folder = g_dir_make_tmp ("tl-lessons-XXXXXX", NULL), *lessons = g_build_filename (folder, "lessons", NULL);
  g_autofree char *workloads = g_build_filename (folder, "workloads", NULL), *path = g_build_filename (lessons, "lesson.json", NULL);
  g_autofree char *program = g_build_filename (workloads, "a.py", NULL);

  g_assert_cmpint (g_mkdir_with_parents (lessons, 0700) | g_mkdir_with_parents (workloads, 0700), ==, 0);
  g_assert_true (g_file_set_contents (program, "", 0, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (g_file_set_contents (path, rows[i].text, -1, NULL));
      must_fail_saying (tl_lesson_read (path, &failure), rows[i].message);
    }
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"title\": \"A\", \"summary\": \"b\", \"program\": \"a.py\", \"steps\": [%s]}",
                                               steps[i].step);

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      must_fail_saying (tl_lesson_read (path, &failure), steps[i].message);
    }
  remove_folder (folder);
}

static void
test_progress (void)
{
  TlLessonProgress progress = { 3, 0.5, (char *) "/nowhere/a.tileloom" };

  tl_lesson_progress_write ("kept", &progress);
  tl_lesson_progress_read ("kept", &progress);
  g_assert_cmpuint (progress.n_done, ==, 3);
  g_assert_cmpfloat (progress.best_s, ==, 0.5);
  g_assert_cmpstr (progress.project, ==, "/nowhere/a.tileloom");
  tl_lesson_progress_clear (&progress);
  tl_lesson_progress_read ("another", &progress);
  g_assert_cmpuint (progress.n_done, ==, 0);
  tl_lesson_progress_clear (&progress);
}

static void
add_solutions (GPtrArray *paths)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free), lessons = tl_lessons_read (DATA_DIR "/lessons", problems);

  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_cmpuint (lessons->len, >=, LEAST_LESSONS);
  for (guint i = 0; i < lessons->len; i++)
    {
      const TlLesson  *lesson = lessons->pdata[i];
      char            *path = g_strconcat (DATA_DIR "/lessons/", lesson->id, ".json", NULL);
      g_autofree char *name = g_strconcat ("/session/lessons/solve/", lesson->id, NULL);

      g_ptr_array_add (paths, path);
      g_test_add_data_func (name, path, solve);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char      *home = g_dir_make_tmp ("tl-home-XXXXXX", NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  int status;

  g_setenv ("XDG_DATA_HOME", home, TRUE);   /* lessons.ini is there */
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/lessons/read", test_read);
  g_test_add_func ("/session/lessons/progress", test_progress);
  add_solutions (paths);
  status = g_test_run ();
  remove_folder (home);
  return status;
}
