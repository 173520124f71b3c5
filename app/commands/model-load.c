/* SPDX-License-Identifier: Apache-2.0 */
/* From a file to a module and to what workers run. */
#include <stdio.h>
#include <string.h>

#include "app/commands/model.h"
#include "core/graph/import/onnx.h"
#include "core/graph/import/safetensors.h"
#include "core/graph/passes/graph-passes.h"
#include "core/interp/npz.h"

void
tl_model_flags_clear (TlModelFlags *flags)
{
  g_strfreev (flags->shapes);
  g_free (flags->input);
  g_free (flags->output);
  g_free (flags->params);
  g_free (flags->database);
  g_free (flags->picture);
  g_free (flags->view);
  g_free (flags->pass);
  g_free (flags->target_text);
  g_free (flags->floats);
}

gboolean
tl_model_load_target (TlModelFlags *flags)
{
  if (!tl_command_load_target (flags->target_text, flags->floats, &flags->target))
    return FALSE;
  if (flags->threads > 0)
    flags->target.num_cores = flags->threads;
  return TRUE;
}

/* "batch=1", "x:0=1". FALSE after printing what is wrong with it. */
static gboolean
read_dims (char *const *shapes, GArray *dims)
{
  for (char *const *shape = shapes; shape != NULL && *shape != NULL; shape++)
    {
      const char  *equals = strrchr (*shape, '=');
      TlDimBinding dim = { NULL, 0 };

      if (equals == NULL || equals == *shape || !g_ascii_string_to_signed (equals + 1, 10, 1, G_MAXINT32, &dim.value, NULL))
        {
          tl_command_message ("--shape takes NAME=N with a size N, not \"%s\"", *shape);
          return FALSE;
        }
      dim.name = g_strndup (*shape, (gsize) (equals - *shape));
      g_array_append_val (dims, dim);
    }
  return TRUE;
}

static void
clear_dim (gpointer dim)
{
  g_free ((char *) ((TlDimBinding *) dim)->name);
}

static GArray *
new_dims (void)
{
  GArray *dims = g_array_new (FALSE, FALSE, sizeof (TlDimBinding));

  g_array_set_clear_func (dims, clear_dim);
  return dims;
}

static gboolean
has_main (const TlModelFlags *flags, const TlModule *module)
{
  const TlFunc *func = tl_module_find_func (module, "main");

  if (func != NULL && func->kind == TL_FUNC_GRAPH)
    return TRUE;
  tl_command_message ("%s has no R.function main; \"tileloom-cli run\" runs programs without a graph", flags->path);
  return FALSE;
}

/* NULL after printing why. A model that lacks nodes is none. */
static TlModule *
read_onnx (const TlModelFlags *flags)
{
  g_autoptr (GArray)    dims = new_dims ();
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TlModule)  module = NULL;
  g_autoptr (GError)    error = NULL;

  if (!read_dims (flags->shapes, dims))
    return NULL;
  module = tl_onnx_read (flags->path, (const TlDimBinding *) (gpointer) dims->data, dims->len, &problems, &error);
  if (module == NULL)
    tl_command_error (error);
  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      const TlImportProblem *problem = problems->pdata[i];

      tl_command_message ("%s: node %s (%s): %s", flags->path, problem->node, problem->op_type, problem->reason);
    }
  return problems == NULL || problems->len == 0 ? g_steal_pointer (&module) : NULL;
}

/* The options --shape as sizes of the graph. */
static TlModule *
bind_sizes (TlModule *module, const GArray *dims, GError **error)
{
  g_autofree TlGraphSize *sizes = g_new0 (TlGraphSize, dims->len + 1);

  for (guint i = 0; i < dims->len; i++)
    sizes[i] = (TlGraphSize) { g_array_index (dims, TlDimBinding, i).name, g_array_index (dims, TlDimBinding, i).value };
  return dims->len > 0 ? tl_graph_bind_sizes (module, "main", sizes, dims->len, error) : tl_module_ref (module);
}

static TlModule *
read_script (const TlModelFlags *flags)
{
  g_autoptr (GArray)   dims = new_dims ();
  g_autoptr (TlModule) module = read_dims (flags->shapes, dims) ? tl_command_load_module (flags->path, NULL) : NULL, sized = NULL;
  g_autoptr (GError)   error = NULL;

  if (module == NULL || !has_main (flags, module))
    return NULL;
  sized = bind_sizes (module, dims, &error);
  if (sized == NULL)
    tl_command_message ("%s: %s", flags->path, error->message);
  return g_steal_pointer (&sized);
}

/* Weights that are parameters become constants. Those of safetensors stay in their file, which the arena of the result keeps mapped. */
static TlModule *
bind_params (const TlModelFlags *flags, TlModule *module)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (TlArena)    arena = tl_arena_new (module->arena);
  g_autoptr (TlModule)   holder = tl_module_new (arena, module->name, module->funcs, module->n_funcs, module->next_id);
  gboolean               is_safetensors = g_str_has_suffix (flags->params, ".safetensors");
  g_autoptr (GHashTable) arrays = is_safetensors ? tl_safetensors_read (arena, flags->params, &error) : tl_npz_read (flags->params, &error);
  TlModule              *bound = NULL;

  tl_module_set_attrs (holder, &module->attrs, module->global_infos);
  if (arrays == NULL && is_safetensors)
    g_prefix_error (&error, "%s: ", flags->params);
  if (arrays != NULL)
    bound = tl_graph_bind_params (holder, "main", arrays, &error);

  if (bound == NULL)
    tl_command_error (error);
  return bound;
}

TlModule *
tl_model_read (const TlModelFlags *flags)
{
  g_autoptr (TlModule) module = g_str_has_suffix (flags->path, ".onnx") ? read_onnx (flags) : read_script (flags);

  return module == NULL || flags->params == NULL ? g_steal_pointer (&module) : bind_params (flags, module);
}

/* FALSE after printing the first size of an input that is no number. */
static gboolean
check_sizes (const TlModelFlags *flags, const TlModule *module)
{
  const TlGraphFunc *func = tl_module_find_func (module, "main")->graph;

  for (guint i = 0; i < func->n_params; i++)
    for (int d = 0; func->params[i]->type->dims != NULL && d < func->params[i]->type->n_dims; d++)
      {
        const TlExpr    *size = func->params[i]->type->dims[d];
        g_autofree char *own = g_strdup_printf ("%s_%d", func->params[i]->name, d);   /* of a dimension that ONNX does not name */
        g_autofree char *place = g_strdup_printf ("%s:%d", func->params[i]->name, d);

        if (size->kind != TL_EXPR_VAR)
          continue;
        tl_command_message ("%s: input %s has a size %s that is not known; set it: --shape %s=1", flags->path, func->params[i]->name,
                            size->name, strcmp (size->name, own) == 0 ? place : size->name);
        return FALSE;
      }
  return TRUE;
}

TlExecutable *
tl_model_plan (const TlModelFlags *flags, TlModule **lowered)
{
  g_autoptr (TlModule) module = tl_model_read (flags), result = NULL;
  g_autoptr (GError)   error = NULL;
  TlExecutable        *executable;

  if (module == NULL || !check_sizes (flags, module))
    return NULL;
  result = tl_graph_run_passes (module, tl_graph_default_passes, &error);
  executable = result != NULL ? tl_executable_new (result, "main", &error) : NULL;
  if (executable == NULL)
    tl_command_message ("%s: %s", flags->path, error->message);
  else if (lowered != NULL)
    *lowered = g_steal_pointer (&result);
  return executable;
}

TlRecords *
tl_model_open_records (const char *path, GError **error)
{
  g_autoptr (TlDatabase) database = NULL;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return tl_records_open_work_dir (path, TL_MODULE_EQUALITY_STRUCTURAL, error);
  database = tl_command_read_database (path, error);
  return database != NULL ? tl_records_new_project (database, TL_MODULE_EQUALITY_STRUCTURAL) : NULL;
}
