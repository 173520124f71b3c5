/* SPDX-License-Identifier: Apache-2.0 */
/* Reading lessons. */
#include "core/session/lessons/lesson.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/base/json-depth.h"
#include "core/base/json-members.h"
#include "core/schedule/primitive.h"

#define MAX_DEPTH   16
#define MAX_MINUTES 600

G_DEFINE_QUARK (tl-lesson-error-quark, tl_lesson_error)

#define fail(error, ...) tl_fail (error, TL_LESSON_ERROR, TL_LESSON_ERROR_FORMAT, __VA_ARGS__)

static void
clear_goal (gpointer goal)
{
  g_free (((TlGoal *) goal)->name);
}

static TlLessonStep *
step_new (void)
{
  TlLessonStep *step = g_new0 (TlLessonStep, 1);

  step->goals = g_array_new (FALSE, TRUE, sizeof (TlGoal));
  g_array_set_clear_func (step->goals, clear_goal);
  return step;
}

static void
step_free (gpointer data)
{
  TlLessonStep *step = data;

  g_array_unref (step->goals);
  g_free (step->text);
  g_free (step->hint);
  g_free (step->solution);
  g_free (step);
}

void
tl_lesson_free (TlLesson *lesson)
{
  g_free (lesson->id);
  g_free (lesson->title);
  g_free (lesson->summary);
  g_free (lesson->program);
  g_ptr_array_unref (lesson->steps);
  g_free (lesson);
}

/* --- members --- */

/* Borrowed; NULL with an error where there is none. */
static const char *
need_text (JsonObject *object, const char *name, GError **error)
{
  const char *text = tl_json_string (object, name);

  if (text != NULL && *text != '\0')
    return text;
  return tl_fail_null (error, TL_LESSON_ERROR, TL_LESSON_ERROR_FORMAT, _("\"%s\" must be a text"), name);
}

/* A text of several lines is a list of them. */
static char *
lines_of (JsonObject *object, const char *name)
{
  JsonNode                *node = json_object_get_member (object, name);
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_auto (GStrv)           all = NULL;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return g_strdup (tl_json_string (object, name));
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      JsonNode *line = json_array_get_element (json_node_get_array (node), i);

      g_strv_builder_add (lines, JSON_NODE_HOLDS_VALUE (line) && json_node_get_value_type (line) == G_TYPE_STRING
                          ? json_node_get_string (line) : "");
    }
  all = g_strv_builder_end (lines);
  return g_strjoinv ("\n", all);
}

static JsonArray *
need_list (JsonObject *object, const char *name, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) > 0)
    return json_node_get_array (node);
  return tl_fail_null (error, TL_LESSON_ERROR, TL_LESSON_ERROR_FORMAT, _("\"%s\" must be a list that is not empty"), name);
}

static JsonObject *
object_at (JsonArray *list, guint index)
{
  JsonNode *node = json_array_get_element (list, index);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* --- goals and steps --- */

static gboolean
read_goal (JsonObject *object, GArray *goals, GError **error)
{
  const char *kind = object != NULL ? need_text (object, "goal", error) : NULL;
  JsonNode   *number = object != NULL ? json_object_get_member (object, "number") : NULL;
  TlGoal      goal = { 0 };

  if (object == NULL)
    return fail (error, _("a goal must be an object"));
  if (kind == NULL)
    return FALSE;
  goal.kind = tl_goal_kind_find (kind);
  if (goal.kind == NULL)
    {
      g_autofree char *names = tl_goal_kind_names ();

      return fail (error, _("unknown goal \"%s\"; one of: %s"), kind, names);
    }
  goal.name = g_strdup (tl_json_string (object, "name"));
  goal.number = number != NULL && JSON_NODE_HOLDS_VALUE (number) ? json_node_get_double (number) : 0;
  g_array_append_val (goals, goal);
  return tl_goal_check (&goal, error);
}

static gboolean
read_step (JsonObject *object, TlLessonStep *step, GError **error)
{
  JsonArray *goals;

  if (object == NULL)
    return fail (error, _("a step must be an object"));
  if (need_text (object, "text", error) == NULL)
    return FALSE;
  step->text = g_strdup (tl_json_string (object, "text"));
  step->hint = g_strdup (tl_json_string (object, "hint"));
  step->solution = lines_of (object, "solution");
  if (step->hint != NULL && tl_primitive_find (step->hint) == NULL)
    return fail (error, _("unknown primitive \"%s\" as the hint"), step->hint);
  goals = need_list (object, "goals", error);
  for (guint i = 0; goals != NULL && i < json_array_get_length (goals); i++)
    if (!read_goal (object_at (goals, i), step->goals, error))
      return FALSE;
  return goals != NULL;
}

static gboolean
read_steps (JsonObject *object, TlLesson *lesson, GError **error)
{
  JsonArray *steps = need_list (object, "steps", error);

  for (guint i = 0; steps != NULL && i < json_array_get_length (steps); i++)
    {
      TlLessonStep *step = step_new ();

      g_ptr_array_add (lesson->steps, step);
      if (!read_step (object_at (steps, i), step, error))
        {
          g_prefix_error (error, _("step %u: "), i + 1);
          return FALSE;
        }
    }
  return steps != NULL;
}

/* --- files --- */

static char *
program_path (const char *lesson_path, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (lesson_path);

  return g_build_filename (folder, "..", "workloads", name, NULL);
}

static gboolean
read_object (JsonObject *object, const char *path, TlLesson *lesson, GError **error)
{
  g_autofree char *base = g_path_get_basename (path);

  if (need_text (object, "title", error) == NULL || need_text (object, "summary", error) == NULL
      || need_text (object, "program", error) == NULL)
    return FALSE;
  lesson->id = g_strndup (base, strcspn (base, "."));
  lesson->title = g_strdup (tl_json_string (object, "title"));
  lesson->summary = g_strdup (tl_json_string (object, "summary"));
  lesson->program = program_path (path, tl_json_string (object, "program"));
  lesson->minutes = (guint) tl_clamp (tl_json_int (object, "minutes", 0), 0, MAX_MINUTES);
  if (!g_file_test (lesson->program, G_FILE_TEST_EXISTS))
    return fail (error, _("there is no program %s"), lesson->program);
  return read_steps (object, lesson, error);
}

TlLesson *
tl_lesson_read (const char *path, GError **error)
{
  g_autofree char        *text = NULL;
  g_autoptr (JsonParser)  parser = json_parser_new ();
  g_autoptr (TlLesson)    lesson = g_new0 (TlLesson, 1);
  JsonNode               *root;

  lesson->steps = g_ptr_array_new_with_free_func (step_free);
  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  if (tl_json_is_too_deep (text, MAX_DEPTH))
    return tl_fail_null (error, TL_LESSON_ERROR, TL_LESSON_ERROR_FORMAT, _("%s: brackets nest too deeply"), path);
  if (!json_parser_load_from_data (parser, text, -1, error))
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return tl_fail_null (error, TL_LESSON_ERROR, TL_LESSON_ERROR_FORMAT, _("%s: a lesson must be an object"), path);
  if (!read_object (json_node_get_object (root), path, lesson, error))
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  return g_steal_pointer (&lesson);
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

GPtrArray *
tl_lessons_read (const char *folder, GPtrArray *problems)
{
  GPtrArray            *lessons = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_lesson_free);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir)      dir = g_dir_open (folder, 0, NULL);
  const char           *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_texts);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (GError) error = NULL;
      TlLesson          *lesson = tl_lesson_read (paths->pdata[i], &error);

      if (lesson != NULL)
        g_ptr_array_add (lessons, lesson);
      else if (problems != NULL)
        g_ptr_array_add (problems, g_strdup (error->message));
    }
  return lessons;
}
