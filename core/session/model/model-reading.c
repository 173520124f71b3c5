/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/model/model-reading-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/graph/infer-types.h"
#include "core/graph/passes/graph-passes.h"
#include "core/ir/relax-op.h"
#include "core/te/te.h"
#include "core/text/notebook.h"
#include "core/text/script.h"

#define USUAL_BATCH 1
#define USUAL_SIZE  128

void
tl_model_size_free (TlModelSize *size)
{
  g_free (size->name);
  g_free (size->title);
  g_free (size);
}

/* --- files --- */

/* Function main, else the first graph there is. */
static const TlFunc *
find_graph (const TlModule *module)
{
  const TlFunc *first = tl_module_find_func (module, "main");

  if (first != NULL && first->kind == TL_FUNC_GRAPH)
    return first;
  for (guint i = 0; i < module->n_funcs; i++)
    if (module->funcs[i].kind == TL_FUNC_GRAPH)
      return &module->funcs[i];
  return NULL;
}

static char **
problem_texts (const GPtrArray *problems)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();

  if (problems == NULL || problems->len == 0)
    return NULL;
  for (guint i = 0; i < problems->len; i++)
    {
      const TlImportProblem *problem = problems->pdata[i];
      g_autofree char       *text = g_strdup_printf (_("Node %s (%s): %s"), problem->node, problem->op_type, problem->reason);

      g_strv_builder_add (texts, text);
    }
  return g_strv_builder_end (texts);
}

static TlModule *
read_onnx (const char *path, const TlDimBinding *sizes, guint n_sizes, char ***texts, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  TlModule             *module = tl_onnx_read (path, sizes, n_sizes, &problems, error);

  *texts = problem_texts (problems);
  return module;
}

static TlModule *
bind_sizes (const char *path, const TlModule *module, const TlDimBinding *sizes, guint n_sizes, GError **error)
{
  g_autofree TlGraphSize *values = g_new0 (TlGraphSize, n_sizes + 1);
  const TlFunc           *func = find_graph (module);

  if (func == NULL)
    return tl_fail_null (error, TL_TEXT_ERROR, TL_TEXT_ERROR_MEANING, _("%s has no @R.function"), path);
  for (guint i = 0; i < n_sizes; i++)
    values[i] = (TlGraphSize) { sizes[i].name, sizes[i].value };
  return n_sizes > 0 ? tl_graph_bind_sizes ((TlModule *) module, func->name, values, n_sizes, error) : tl_module_ref (module);
}

static TlModule *
read_script (const char *path, GError **error)
{
  g_autoptr (TlSource) source = tl_script_load (path, error);
  g_autoptr (TlModule) written = source != NULL ? tl_program_read (source, error) : NULL;

  return written != NULL ? tl_module_infer_types (written, error) : NULL;
}

/* NULL with an error, and with @problems where parts are left out. */
static TlModule *
read_module (const char *path, const TlModule *given, const TlDimBinding *sizes, guint n_sizes, char ***problems, GError **error)
{
  g_autoptr (TlModule) script = NULL;

  if (given == NULL && g_str_has_suffix (path, ".onnx"))
    return read_onnx (path, sizes, n_sizes, problems, error);
  script = given != NULL ? tl_module_ref (given) : read_script (path, error);
  return script != NULL ? bind_sizes (path, script, sizes, n_sizes, error) : NULL;
}

/* --- sizes without a value --- */

static gboolean
has_size (const GPtrArray *missing, const char *name)
{
  for (guint i = 0; i < missing->len; i++)
    if (strcmp (((TlModelSize *) missing->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Dimensions that ONNX does not name are called after their input. */
static void
add_size (GPtrArray *missing, const TlRelaxVar *input, int dim)
{
  const char      *variable = input->type->dims[dim]->name;
  g_autofree char *own = g_strdup_printf ("%s_%d", input->name, dim), *place = g_strdup_printf ("%s:%d", input->name, dim);
  const char      *name = strcmp (variable, own) == 0 ? place : variable;
  TlModelSize     *size;

  if (has_size (missing, name))
    return;
  size = g_new0 (TlModelSize, 1);
  size->name = g_strdup (name);
  size->title = g_strdup_printf (_("Dimension %d of input %s"), dim, input->name);
  size->value = dim == 0 ? USUAL_BATCH : USUAL_SIZE;
  g_ptr_array_add (missing, size);
}

static GPtrArray *
missing_sizes (const TlGraphFunc *func)
{
  GPtrArray *missing = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_model_size_free);

  for (guint i = 0; i < func->n_params; i++)
    for (int d = 0; func->params[i]->type->dims != NULL && d < func->params[i]->type->n_dims; d++)
      if (func->params[i]->type->dims[d]->kind == TL_EXPR_VAR)
        add_size (missing, func->params[i], d);
  return missing;
}

/* --- kernels --- */

static void
kernel_free (gpointer data)
{
  TlModelKernel *kernel = data;

  g_free (kernel->name);
  g_free (kernel->label);
  g_free (kernel->how);
  g_clear_pointer (&kernel->module, tl_module_unref);
  g_clear_pointer (&kernel->state, tl_state_unref);
  g_free (kernel);
}

/* Kernels that prepare constants before the first run are no part of it. */
static void
add_kernels (TlModelFacts *facts, const TlExecutable *executable)
{
  facts->kernels = g_ptr_array_new_with_free_func (kernel_free);
  for (guint i = 0; i < executable->kernels->len; i++)
    {
      const TlKernelTask *task = executable->kernels->pdata[i];
      TlModelKernel      *kernel;

      if (task->n_calls == 0)
        continue;
      kernel = g_new0 (TlModelKernel, 1);
      *kernel = (TlModelKernel) {
        .id = facts->kernels->len, .name = g_strdup (task->name), .label = g_strdup (task->name), .module = tl_module_ref (task->module),
        .n_calls = task->n_calls,
        .flops = task->flops >= 0 ? task->flops * task->n_calls : -1, .n_bytes = task->n_bytes, .seconds = -1, .share = -1, .rules_s = -1,
      };
      facts->flops += MAX (kernel->flops, 0);
      facts->n_calls += task->n_calls;
      g_ptr_array_add (facts->kernels, kernel);
    }
}

static gint
find_kernel (const TlModelFacts *facts, const char *name)
{
  for (guint i = 0; i < facts->kernels->len; i++)
    if (strcmp (((TlModelKernel *) facts->kernels->pdata[i])->name, name) == 0)
      return (gint) i;
  return -1;
}

/* Calls have the names of the variables that they are bound to. */
static void
link_nodes (TlModelFacts *facts, const TlExecutable *executable)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < executable->calls->len; i++)
    {
      const TlKernelCall *call = executable->calls->pdata[i];

      g_hash_table_insert (names, call->name, ((TlKernelTask *) executable->kernels->pdata[call->kernel])->name);
    }
  facts->kernel_of_node = g_new (gint, facts->graph->n_nodes + 1);
  for (guint i = 0; i < facts->graph->n_nodes; i++)
    {
      const TlModelNode *node = &facts->graph->nodes[i];
      const char        *name = node->kind == TL_MODEL_CALL ? g_hash_table_lookup (names, node->var->name) : NULL;
      gint               kernel = name != NULL ? find_kernel (facts, name) : -1;
      TlModelKernel     *row = kernel >= 0 ? facts->kernels->pdata[kernel] : NULL;

      facts->kernel_of_node[i] = kernel;
      if (row != NULL && row->flops >= 0)
        facts->graph->nodes[i].flops = row->flops / row->n_calls;
      if (row != NULL && strcmp (row->label, row->name) == 0)
        {
          g_free (row->label);
          row->label = g_strdup (node->label);
        }
    }
}

/* --- the whole --- */

static TlModelFacts *
plan (TlModule *module, const char *func_name, GError **error)
{
  g_autoptr (TlModelFacts) facts = g_new0 (TlModelFacts, 1);
  g_autoptr (TlExecutable) executable = NULL;

  facts->median_s = facts->most_s = facts->rules_s = -1;
  facts->func_name = g_strdup (func_name);
  facts->read = tl_module_ref (module);
  facts->module = tl_graph_run_passes (module, tl_graph_default_passes, error);
  executable = facts->module != NULL ? tl_executable_new (facts->module, func_name, error) : NULL;
  if (executable == NULL)
    return NULL;
  facts->plan = tl_memory_plan_new (tl_module_find_func (facts->module, func_name)->graph, error);
  if (facts->plan == NULL)
    return NULL;
  facts->graph = tl_model_graph_new (facts->module, func_name);
  tl_model_graph_collapse (facts->graph, TRUE);
  memcpy (facts->n_bytes, executable->n_bytes, sizeof facts->n_bytes);
  add_kernels (facts, executable);
  link_nodes (facts, executable);
  return g_steal_pointer (&facts);
}

/* The file's own name. */
static char *
title_of (const char *path)
{
  char *base = g_path_get_basename (path), *dot = strrchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = '\0';
  return base;
}

TlModelFacts *
tl_model_facts_read (const char *path, const TlModule *given, const TlDimBinding *sizes, guint n_sizes, GPtrArray **missing,
                     GError **error)
{
  g_auto (GStrv)        problems = NULL;
  g_autoptr (TlModule)  module = read_module (path, given, sizes, n_sizes, &problems, error);
  g_autoptr (GPtrArray) unknown = NULL;
  g_autofree char      *func_name = NULL;
  TlModelFacts         *facts;

  if (module == NULL)
    return NULL;
  func_name = g_strdup (find_graph (module)->name);
  unknown = missing_sizes (tl_module_find_func (module, func_name)->graph);
  if (unknown->len > 0)
    {
      *missing = g_steal_pointer (&unknown);
      return NULL;
    }
  facts = plan (module, func_name, error);
  if (facts == NULL && problems != NULL)   /* nothing is left behind them */
    {
      g_autofree char *text = g_strjoinv ("\n", problems);

      g_clear_error (error);
      return tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED, "%s", text);
    }
  if (facts == NULL)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  facts->title = title_of (path);
  facts->problems = g_steal_pointer (&problems);
  return facts;
}
