/* SPDX-License-Identifier: Apache-2.0 */
/* What cost models see of a scheduled program. */
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>

#include "app/commands/command.h"
#include "core/tune/features.h"

static void
print_definitions (void)
{
  const TlFeatureGroup *group = NULL;
  for (guint i = 0; i < TL_FEATURE_COLUMNS + TL_WORKLOAD_COLUMNS; i++)
    {
      TlFeatureColumn column = tl_feature_column (i);
      if (column.repeat > 0)
        continue;
      if (column.group != group)
        printf ("%s%s: %s\n", group != NULL ? "\n" : "", column.group->name, column.group->summary);
      group = column.group;
      guint step = group->n_columns, last = i + step * (group->n_repeats - 1);
      g_autofree char *name = tl_feature_column_name (i), *end = tl_feature_column_name (last);
      g_autofree char *names = last > i ? g_strdup_printf ("%s … %s", name, end) : g_strdup (name);
      printf ("  %3u  %-44s %s%s\n", i, names, column.definition, column.scale == TL_FEATURE_LOG ? "" : " (0 or 1)");
    }
  printf ("\nAll but flags are given as sign (x) log2 (|x| + 1).\n");
}

static void
print_text (const TlFeatures *features, gboolean with_zeros)
{
  for (guint row = 0; row < features->n_rows; row++)
    {
      const TlFeatureGroup *group = NULL;
      printf ("%sstores to %s\n", row > 0 ? "\n" : "", features->row_names[row]);
      for (guint i = 0; i < features->n_columns; i++)
        {
          float value = features->values[row * features->n_columns + i];
          if (value == 0 && !with_zeros)
            continue;
          TlFeatureColumn column = tl_feature_column (i);
          g_autofree char *name = tl_feature_column_name (i);
          if (column.group != group)
            printf ("  %s\n", column.group->name);
          group = column.group;
          printf ("    %-44s %10.4f", name, (double) value);
          if (column.scale == TL_FEATURE_LOG)
            printf ("  (%.6g)", exp2 ((double) value) - 1);
          printf ("\n");
        }
    }
}

static void
print_json (const TlFeatures *features)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  json_builder_set_member_name (json, "schema");
  json_builder_add_int_value (json, TL_FEATURE_SCHEMA);
  json_builder_set_member_name (json, "columns");
  json_builder_begin_array (json);
  for (guint i = 0; i < features->n_columns; i++)
    {
      g_autofree char *name = tl_feature_column_name (i);
      json_builder_add_string_value (json, name);
    }
  json_builder_end_array (json);
  json_builder_set_member_name (json, "rows");
  json_builder_begin_array (json);
  for (guint row = 0; row < features->n_rows; row++)
    {
      json_builder_begin_object (json);
      json_builder_set_member_name (json, "buffer");
      json_builder_add_string_value (json, features->row_names[row]);
      json_builder_set_member_name (json, "values");
      json_builder_begin_array (json);
      for (guint i = 0; i < features->n_columns; i++)
        json_builder_add_double_value (json, (double) features->values[row * features->n_columns + i]);
      json_builder_end_array (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
  g_autoptr (JsonNode) root = json_builder_get_root (json);
  g_autofree char *text = json_to_string (root, FALSE);
  printf ("%s\n", text);
}

static TlExit
features_run (int argc, char **argv)
{
  gboolean as_json = FALSE, list = FALSE, all = FALSE, workload = FALSE;
  g_autofree char *target_text = NULL;
  g_auto (TlScheduleOptions) schedule = { .file = NULL };
  const GOptionEntry options[] = {
    { "schedule", 's', 0, G_OPTION_ARG_FILENAME, &schedule.file, "Schedule to apply first", "FILE" },
    TL_SCHEDULE_OPTIONS (schedule),
    { "target", 0, 0, G_OPTION_ARG_STRING, &target_text, "Target, as in \"llvm\" or \"cuda -arch=sm_80\"", "TARGET" },
    { "workload", 0, 0, G_OPTION_ARG_NONE, &workload, "With the columns for the kind of program", NULL },
    { "all", 0, 0, G_OPTION_ARG_NONE, &all, "Columns that are 0, too", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "For programs", NULL },
    { "list", 0, 0, G_OPTION_ARG_NONE, &list, "What each column means", NULL },
    { NULL },
  };
  TlTarget target;
  TlExit exit = TL_EXIT_DONE;
  if (!tl_command_parse (&tl_command_features_row, &argc, &argv, options, 0, 1))
    return TL_EXIT_USAGE;
  if (list)
    {
      print_definitions ();
      return TL_EXIT_DONE;
    }
  if (argc < 1)
    {
      fprintf (stderr, "tileloom-cli: features needs a MODULE.py, or --list\n");
      return TL_EXIT_USAGE;
    }
  if (!tl_command_load_target (target_text, NULL, &target))
    return TL_EXIT_USAGE;
  g_autoptr (TlModule) module = tl_command_load_module (argv[0]);
  gint func = module != NULL ? tl_command_entry (module, argv[0]) : -1;
  if (func < 0)
    return TL_EXIT_USAGE;
  g_autoptr (TlState) state = tl_command_apply (module, &schedule, &exit);
  if (state == NULL)
    return exit;
  g_autoptr (GError) error = NULL;
  g_autoptr (TlFeatures) features = (workload ? tl_features_extract_with_workload : tl_features_extract) (tl_state_module (state), (guint) func,
                                                                                                         &target, &error);
  if (features == NULL)
    {
      tl_command_error (error);
      return TL_EXIT_REFUSED;
    }
  if (as_json)
    print_json (features);
  else
    print_text (features, all);
  return TL_EXIT_DONE;
}

const TlCommand tl_command_features_row = {
  "features", "MODULE.py [-s SCHEDULE.py] [--json] | --list", "What cost models see of a scheduled program", features_run,
};
