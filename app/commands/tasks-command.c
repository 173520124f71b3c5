/* SPDX-License-Identifier: Apache-2.0 */
/* The tuning tasks of a module: its functions and their weights. */
#include <json-glib/json-glib.h>
#include <stdio.h>

#include "app/commands/command.h"
#include "core/graph/task.h"

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
  const char *const  settings[] = { "ops", "weight", NULL };
  TlTuneConfig       config = tl_tune_config_default ();
  g_auto (GStrv)     shapes = NULL;
  gboolean           as_json = FALSE;
  const GOptionEntry options[] = {
    TL_SHAPE_OPTION (shapes),
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (TlModule)  module = NULL;
  g_autoptr (GPtrArray) tasks = NULL;
  g_autoptr (GError)    error = NULL;
  TlExit                exit;

  if (!tl_command_parse_config (&tl_command_tasks_row, &argc, &argv, &config, settings, options, NULL, 1, 1))
    return TL_EXIT_USAGE;
  module = tl_command_load_scheduled (argv[0], shapes, &exit);
  if (module == NULL)
    return exit;
  if (!tl_command_has_functions (module, argv[0]))
    return TL_EXIT_USAGE;
  tasks = tl_tune_config_tasks (&config, module, &error);
  if (tasks == NULL)
    return tl_command_fail (TL_EXIT_USAGE, error);
  if (as_json)
    print_json (tasks);
  else
    print_text (tasks);
  return TL_EXIT_DONE;
}

const TlCommand tl_command_tasks_row = {
  "tasks", "MODULE.py [--ops A,B] [--json]", "List the tuning tasks of a module with their FLOPs and weights", run_tasks,
};
