/* SPDX-License-Identifier: Apache-2.0 */
/* The tuning tasks of a module: its functions and their weights. The options for them are shared with the tune command. */
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "core/graph/task.h"

/* Reads weights, "NAME=4" each. */
static gboolean
read_weights (char **texts, GArray *weights)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      char        *equals = strrchr (texts[i], '='), *end = NULL;
      TlTaskWeight weight = { .name = texts[i], .weight = equals != NULL ? g_ascii_strtod (equals + 1, &end) : 0 };

      if (equals == NULL || equals == texts[i] || end == equals + 1 || *end != '\0' || !isfinite (weight.weight) || weight.weight <= 0)
        {
          fprintf (stderr, "tileloom-cli: --weight must be NAME=NUMBER with a number above 0, for example matmul=4, not \"%s\"\n",
                   texts[i]);
          return FALSE;
        }
      *equals = '\0';
      g_array_append_val (weights, weight);
    }
  return TRUE;
}

GPtrArray *
tl_command_read_tasks (const TlModule *module, const char *ops, char **weight_texts)
{
  g_autoptr (GArray)    weights = g_array_new (FALSE, FALSE, sizeof (TlTaskWeight));
  g_autoptr (GError)    error = NULL;
  g_auto (GStrv)        parts = ops != NULL ? g_strsplit (ops, ",", -1) : NULL, names = NULL;
  g_autoptr (GPtrArray) tasks = NULL;

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    g_strstrip (parts[i]);
  if (!read_weights (weight_texts, weights))
    return NULL;
  if (parts == NULL || (names = tl_task_names_with (module, (const char *const *) parts, &error)) != NULL)
    tasks = tl_tasks_extract (module, (const char *const *) names, (const TlTaskWeight *) (gpointer) weights->data, weights->len, &error);
  if (tasks == NULL)
    tl_command_error (error);
  return g_steal_pointer (&tasks);
}

static void
print_json (const GPtrArray *tasks)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonNode)    root = NULL;
  g_autofree char        *text = NULL;

  json_builder_begin_array (json);
  for (guint i = 0; i < tasks->len; i++)
    {
      const TlTask *task = tasks->pdata[i];

      json_builder_begin_object (json);
      json_builder_set_member_name (json, "name");
      json_builder_add_string_value (json, task->name);
      json_builder_set_member_name (json, "weight");
      json_builder_add_double_value (json, task->weight);
      json_builder_set_member_name (json, "flop");
      if (task->flops >= 0)
        json_builder_add_double_value (json, task->flops);
      else
        json_builder_add_null_value (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  root = json_builder_get_root (json);
  text = json_to_string (root, FALSE);
  printf ("%s\n", text);
}

static void
print_text (const GPtrArray *tasks)
{
  int width = 4;

  for (guint i = 0; i < tasks->len; i++)
    width = MAX (width, (int) strlen (((const TlTask *) tasks->pdata[i])->name));
  printf (" ID | %*s | %12s | Weight\n", width, "Name", "FLOP");
  for (guint i = 0; i < tasks->len; i++)
    {
      const TlTask *task = tasks->pdata[i];

      printf ("%3u | %*s | ", i, width, task->name);
      if (task->flops >= 0)
        printf ("%12.0f", task->flops);
      else
        printf ("%12s", "N/A");
      printf (" | %6g\n", task->weight);
    }
}

static TlExit
run_tasks (int argc, char **argv)
{
  g_autofree char *ops = NULL;
  g_auto (GStrv)   weights = NULL, shapes = NULL;
  gboolean         as_json = FALSE;
  const GOptionEntry options[] = {
    { "ops", 0, 0, G_OPTION_ARG_STRING, &ops, "Only functions whose names contain one of these words; all by default", "A,B" },
    { "weight", 0, 0, G_OPTION_ARG_STRING_ARRAY, &weights,
      "Weight of a task; overrides the weight from the module (repeatable)", "NAME=X" },
    TL_SHAPE_OPTION (shapes),
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (TlModule)  module = NULL;
  g_autoptr (GPtrArray) tasks = NULL;
  TlExit                exit;

  if (!tl_command_parse (&tl_command_tasks_row, &argc, &argv, options, NULL, 1, 1))
    return TL_EXIT_USAGE;
  module = tl_command_load_scheduled (argv[0], shapes, &exit);
  if (module == NULL)
    return exit;
  tasks = tl_command_has_functions (module, argv[0]) ? tl_command_read_tasks (module, ops, weights) : NULL;
  if (tasks == NULL)
    return TL_EXIT_USAGE;
  if (as_json)
    print_json (tasks);
  else
    print_text (tasks);
  return TL_EXIT_DONE;
}

const TlCommand tl_command_tasks_row = {
  "tasks", "MODULE.py [--ops A,B] [--json]", "List the tuning tasks of a module with their FLOPs and weights", run_tasks,
};
