/* SPDX-License-Identifier: Apache-2.0 */
/* The cost model features of a scheduled program. */
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>

#include "app/commands/command.h"
#include "app/commands/watch.h"
#include "core/base/error.h"
#include "core/graph/task.h"
#include "core/cost-model/training-set.h"

static void
print_definitions (void)
{
  const TlFeatureGroup *group = NULL;
  for (guint i = 0; i < TL_ALL_COLUMNS; i++)
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
  printf ("\nValues of columns other than flags are sign (x) log2 (|x| + 1).\n");
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
print_json (const char *function, const TlFeatures *features)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  json_builder_set_member_name (json, "function");
  json_builder_add_string_value (json, function);
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

/* --- explaining --- */

/* A model trained on all trials of the workload; it is saved in the project. */
static TlCostModel *
train_model (TlDatabase *database, gint64 workload_id, const TlModule *module, const TlTarget *target,
             const TlComponent *component,
             const char *machine, GError **error)
{
  g_auto (TlTrainingSet) training_set = { NULL };
  if (!tl_training_set_load (&training_set, database, workload_id, module, module->prims[0]->name, target, error))
    return NULL;
  g_autoptr (TlCostModel) model = tl_cost_model_new (component, 1);
  if (!tl_cost_model_update (model, 1, (TlFeatures **) training_set.features->pdata, (double *) (gpointer) training_set.costs_s->data,
                             training_set.features->len, error))
    return NULL;
  g_autoptr (GBytes) bytes = tl_cost_model_to_bytes (model, machine, error);
  if (bytes == NULL)
    {
      g_prefix_error (error, "The project has %u different trials of this program, too few to train on. ", training_set.features->len);
      return NULL;
    }
  return tl_database_save_model (database, workload_id, tl_cost_model_name (model), bytes, error) ? g_steal_pointer (&model) : NULL;
}

static TlCostModel *
find_model (const char *project, const char *text, const TlModule *module, const TlTarget *target, GError **error)
{
  guint n;
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  const TlComponent *component = tl_component_list_parse (arena, &tl_cost_model_table, text, &n, error);
  if (component == NULL)
    return NULL;
  g_autoptr (TlDatabase) database = tl_database_open (project, error);
  if (database == NULL)
    return NULL;
  gint64 workload_id = tl_database_find_workload (database, module);
  if (workload_id < 0)
    return tl_fail_null (error, TL_COST_MODEL_ERROR, TL_COST_MODEL_ERROR_FAILED,
                         "%s has no trials of this program; tune it with --db %s first", project, project);
  g_autofree char *machine = tl_cost_model_this_machine ();
  g_autoptr (GBytes) kept = tl_database_load_model (database, workload_id, component->info->name);
  g_autoptr (GError) misfit = NULL;
  TlCostModel *model = kept != NULL ? tl_cost_model_from_bytes (kept, machine, &misfit) : NULL;
  if (misfit != NULL)
    fprintf (stderr, "tileloom-cli: %s\n", misfit->message);
  return model != NULL ? model : train_model (database, workload_id, module, target, component, machine, error);
}

typedef struct
{
  char  *name;
  double sum;
} Contribution;

static gint
by_weight (gconstpointer a, gconstpointer b)
{
  const Contribution *x = a, *y = b;
  return (fabs (x->sum) < fabs (y->sum)) - (fabs (x->sum) > fabs (y->sum));
}

#define N_EXPLAINED 12u

/* The score, the contribution of each group of columns, and the columns that contribute most. */
static gboolean
explain (TlCostModel *model, TlFeatures *features)
{
  g_autofree double *moved = g_new (double, features->n_columns);
  g_autofree Contribution *columns = g_new0 (Contribution, features->n_columns);
  double base, score;
  if (!tl_cost_model_explain (model, features, moved, &base))
    return FALSE;
  tl_cost_model_predict (model, &features, 1, &score);
  printf ("score %.4f by %s: base score %.4f and\n", score, tl_cost_model_name (model), base);
  for (guint i = 0, first = 0; tl_feature_group_nth (i) != NULL && first < features->n_columns; i++)
    {
      const TlFeatureGroup *group = tl_feature_group_nth (i);
      double sum = 0;
      for (guint k = 0; k < group->n_columns * group->n_repeats; k++)
        sum += moved[first++];
      printf ("  %+.4f  %s\n", sum, group->name);
    }
  for (guint i = 0; i < features->n_columns; i++)
    columns[i] = (Contribution) { .name = tl_feature_column_name (i), .sum = moved[i] };
  qsort (columns, features->n_columns, sizeof *columns, by_weight);
  printf ("largest contributions\n");
  for (guint i = 0; i < features->n_columns; i++)
    {
      if (i < N_EXPLAINED && columns[i].sum != 0)
        printf ("  %+.4f  %s\n", columns[i].sum, columns[i].name);
      g_free (columns[i].name);
    }
  return TRUE;
}

typedef struct
{
  const char     *project;      /* NULL: no explanation */
  const char     *model;
  const TlTarget *target;
  gboolean        with_zeros, as_json;
  TlFeatures   *(*extract) (const TlModule *module, const char *func_name, const TlTarget *target, GError **error);
} Request;

static TlExit
print_function (const TlModule *module, const TlState *state, const char *func_name, const Request *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlFeatures) features = request->extract (tl_state_module (state), func_name, request->target, &error);
  if (features == NULL)
    return tl_command_fail (TL_EXIT_REFUSED, error);
  if (request->project != NULL)
    {
      g_autoptr (TlWatch) watch = tl_watch_new ("training on the trials of %s", request->project);
      g_autoptr (TlModule) task = tl_task_module (module, func_name);
      g_autoptr (TlCostModel) model = find_model (request->project, request->model, task, request->target, &error);
      g_clear_pointer (&watch, tl_watch_free);
      if (model != NULL && explain (model, features))
        return TL_EXIT_DONE;
      if (error != NULL)
        tl_command_error (error);
      return TL_EXIT_FAILED;
    }
  if (request->as_json)
    print_json (func_name, features);
  else
    print_text (features, request->with_zeros);
  return TL_EXIT_DONE;
}

static TlExit
features_run (int argc, char **argv)
{
  gboolean as_json = FALSE, list = FALSE, all = FALSE, workload = FALSE, body = FALSE, explains = FALSE;
  g_autofree char *target_text = NULL, *project = NULL, *model_text = NULL, *name = NULL;
  g_auto (TlScheduleOptions) schedule = { .seed = tl_command_fresh_seed () };
  const GOptionEntry options[] = {
    { "schedule", 's', 0, G_OPTION_ARG_FILENAME, &schedule.file, "Schedule to apply first", "FILE" },
    TL_SCHEDULE_OPTIONS (schedule),
    TL_FUNCS_OPTION (name),
    { "target", 0, 0, G_OPTION_ARG_STRING, &target_text, "Target, as in \"llvm\" or \"cuda -arch=sm_80\"", "TARGET" },
    { "workload", 0, 0, G_OPTION_ARG_NONE, &workload, "Include the columns of the workload", NULL },
    { "body", 0, 0, G_OPTION_ARG_NONE, &body,
      "Include the columns of the workload and of the vector body: all columns that cost models use", NULL },
    { "all", 0, 0, G_OPTION_ARG_NONE, &all, "Include columns that are 0", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
    { "explain", 0, 0, G_OPTION_ARG_NONE, &explains, "Print each column's contribution to the score of a model trained on --db", NULL },
    { "db", 0, 0, G_OPTION_ARG_FILENAME, &project, "Project with trials of the program (--explain); stores the model", "FILE.tileloom" },
    { "cost-model", 0, 0, G_OPTION_ARG_STRING, &model_text, "Cost model (--explain); \"xgb\" by default", "MODEL" },
    { "list", 0, 0, G_OPTION_ARG_NONE, &list, "List the columns and what they mean", NULL },
    { NULL },
  };
  const TlNumberOption numbers[] = {
    TL_SCHEDULE_NUMBERS (schedule),
    { NULL },
  };
  TlTarget target;
  TlExit exit = TL_EXIT_DONE;
  if (!tl_command_parse (&tl_command_features_row, &argc, &argv, options, numbers, 0, 1))
    return TL_EXIT_USAGE;
  if (list)
    {
      print_definitions ();
      return TL_EXIT_DONE;
    }
  if (argc < 1)
    return tl_command_usage ("features requires MODULE.py or --list");
  if (explains && project == NULL)
    return tl_command_usage ("--explain requires --db FILE.tileloom with trials of the program");
  if (!tl_command_load_target (target_text, NULL, &target))
    return TL_EXIT_USAGE;
  g_autoptr (TlModule) module = tl_command_load_module (argv[0], schedule.shapes);
  g_autoptr (GPtrArray) funcs = module != NULL ? tl_command_choose_functions (module, argv[0], name) : NULL;
  if (funcs == NULL || !tl_command_have_sizes (funcs, argv[0]))
    return TL_EXIT_USAGE;
  g_autoptr (TlState) state = tl_command_apply_own (module, argv[0], &schedule, &exit);
  if (state == NULL)
    return exit;
  const Request request = { .project = explains ? project : NULL, .model = model_text != NULL ? model_text : "xgb", .target = &target,
                            .with_zeros = all, .as_json = as_json,
                            .extract = body || explains ? tl_features_extract_all : workload ? tl_features_extract_with_workload
                            : tl_features_extract };
  for (guint i = 0; i < funcs->len && exit == TL_EXIT_DONE; i++)
    {
      const TlPrimFunc *func = funcs->pdata[i];
      if (funcs->len > 1 && !as_json)
        printf ("%s# %s\n", i > 0 ? "\n" : "", func->name);
      exit = print_function (module, state, func->name, &request);
    }
  return exit;
}

const TlCommand tl_command_features_row = {
  "features", "MODULE.py [-s SCHEDULE.py] [--json | --explain --db P.tileloom] | --list",
  "Print the cost model features of a scheduled program", features_run,
};
