/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/task.h"

#include <math.h>
#include <string.h>

#include "core/analysis/footprint.h"
#include "core/base/error.h"
#include "core/ir/compare.h"
#include "core/ir/relax-walk.h"
#include "core/schedule/trace.h"

G_DEFINE_QUARK (tl-task-error-quark, tl_task_error)

static void
task_free (gpointer data)
{
  TlTask *task = data;

  g_free (task->name);
  g_ptr_array_unref (task->func_names);
  tl_module_unref (task->module);
  g_free (task);
}

static char *
list_functions (const TlModule *module)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < module->n_prims; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ", module->prims[i]->name);
  return g_string_free (names, FALSE);
}

static gboolean
check_name (const TlModule *module, const char *name, GError **error)
{
  g_autofree char *names = NULL;

  if (tl_module_prim (module, name) != NULL)
    return TRUE;
  names = list_functions (module);
  return tl_fail (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID, "the module has no function \"%s\"; its functions are %s", name, names);
}

static gboolean
check_weight (const char *name, double weight, GError **error)
{
  if (weight > 0 && isfinite (weight))
    return TRUE;
  return tl_fail (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID, "the weight of %s is %g: it must be a number above 0", name, weight);
}

/* A weight that an attribute gives. FALSE if it is no number above 0. */
static gboolean
read_weight (const char *name, const TlValue *value, double *weight, GError **error)
{
  TlValue number;

  if (!tl_value_get_number (value, &number))
    return tl_fail (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID, "the weight of %s in the module's attributes is not a number", name);
  *weight = number.kind == TL_VALUE_INT ? (double) number.integer : number.number;
  return check_weight (name, *weight, error);
}

/* --- calls in graphs --- */

/* The places in a module's graphs that call a function. */
typedef struct
{
  const char *name;
  GHashTable *known;       /* TlRelaxExpr: variables that are constants, or views of them */
  guint       n;
  TlParamSet  constants;   /* parameters that are constants at all of them */
} Calls;

static gboolean
is_constant (const TlRelaxExpr *expr, GHashTable *known)
{
  return expr->kind == TL_RELAX_CONST || g_hash_table_contains (known, expr);
}

/* A view, where weights are shared in several shapes. */
static void
note_constants (const TlGraphFunc *graph, GHashTable *known)
{
  for (guint i = 0; i < graph->body.n_blocks; i++)
    for (guint k = 0; k < graph->body.blocks[i].n_bindings; k++)
      {
        const TlRelaxBinding *binding = &graph->body.blocks[i].bindings[k];
        const TlRelaxExpr    *value = binding->value;

        if (is_constant (tl_relax_op_is (value, "reshape") ? value->args[0] : value, known))
          g_hash_table_add (known, (gpointer) binding->var);
      }
}

static TlParamSet
constants_of (const TlRelaxExpr *call, GHashTable *known)
{
  const TlRelaxExpr *args = call->args[1];
  TlParamSet         constants = 0;

  if (!tl_relax_op_is (call, "call_tir") || args->kind != TL_RELAX_TUPLE)
    return 0;
  for (guint i = 0; i < MIN (args->n_items, TL_PARAM_SET_MAX); i++)
    constants |= is_constant (args->items[i], known) ? (TlParamSet) 1 << i : 0;
  return constants;
}

static void
note_call (const TlRelaxExpr *expr, gpointer user_data)
{
  Calls *calls = user_data;

  if (!tl_relax_op_is (expr, "call_tir") && !tl_relax_op_is (expr, "call_tir_inplace") && !tl_relax_op_is (expr, "call_dps_packed"))
    return;
  if (strcmp (expr->args[0]->name, calls->name) != 0)
    return;
  calls->constants &= constants_of (expr, calls->known);
  calls->n++;
}

static void
find_calls (const TlModule *module, const char *name, guint *n_calls, TlParamSet *constants)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  Calls                  calls = { name, known, 0, ~(TlParamSet) 0 };

  for (guint i = 0; i < module->n_funcs; i++)
    if (module->funcs[i].kind == TL_FUNC_GRAPH)
      {
        note_constants (module->funcs[i].graph, known);
        tl_graph_func_walk (module->funcs[i].graph, note_call, &calls);
      }
  *n_calls = calls.n;
  *constants = calls.n > 0 ? calls.constants : 0;
}

/* @n_calls: in graphs. */
static gboolean
find_weight (const TlModule *module, const TlPrimFunc *func, guint n_calls, const TlTaskWeight *weights, guint n_weights, double *weight,
             GError **error)
{
  const TlValue *of_module = tl_attrs_find (&module->attrs, TL_TASK_WEIGHTS_ATTR);
  const TlValue *value = of_module != NULL && of_module->kind == TL_VALUE_DICT ? tl_attrs_find (&of_module->dict, func->name) : NULL;

  for (guint i = 0; i < n_weights; i++)
    if (strcmp (weights[i].name, func->name) == 0)
      {
        *weight = weights[i].weight;
        return check_weight (func->name, *weight, error);
      }
  value = value != NULL ? value : tl_attrs_find (&func->attrs, TL_TASK_WEIGHT_ATTR);
  if (value != NULL)
    return read_weight (func->name, value, weight, error);
  *weight = MAX (n_calls, 1);
  return TRUE;
}

/* One PrimFunc and nothing beside it, neither graphs nor attributes. */
static gboolean
is_task (const TlModule *module)
{
  return module->n_funcs == 1 && module->n_prims == 1 && module->attrs.n == 0 && module->global_infos == NULL;
}

/* The weight of a function is no part of its computation: equal ones may differ in it. */
TlModule *
tl_task_module (const TlModule *module, const char *func_name)
{
  g_autoptr (TlArena) arena = NULL;
  TlPrimFunc        *func;

  if (is_task (module))
    return tl_module_ref (module);
  arena = tl_arena_new (module->arena);
  func = tl_arena_dup_array (arena, TlPrimFunc, tl_module_prim (module, func_name), 1);
  func->name = "main";
  func->attrs = tl_attrs_without (arena, &func->attrs, TL_TASK_WEIGHT_ATTR);
  return tl_module_new_prims (arena, module->name, tl_arena_dup_array (arena, const TlPrimFunc *, &func, 1), 1, module->next_id);
}

/* Takes @module. */
static TlTask *
find_or_add (GPtrArray *tasks, const TlPrimFunc *func, TlModule *module)
{
  guint64 hash = tl_module_hash (module);
  TlTask *task;

  for (guint i = 0; i < tasks->len; i++)
    {
      task = tasks->pdata[i];
      if (tl_module_hash (task->module) == hash && tl_module_equal (task->module, module, NULL))
        {
          tl_module_unref (module);
          return task;
        }
    }
  task = g_new0 (TlTask, 1);
  task->name = g_strdup (func->name);
  task->module = module;
  task->func_names = g_ptr_array_new_with_free_func (g_free);
  task->flops = tl_func_flops (func);
  task->constants = ~(TlParamSet) 0;
  g_ptr_array_add (tasks, task);
  return task;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const TlPrimFunc *const *) a)->name, (*(const TlPrimFunc *const *) b)->name);
}

static GPtrArray *
prims_by_name (const TlModule *module)
{
  GPtrArray *prims = g_ptr_array_new ();

  for (guint i = 0; i < module->n_prims; i++)
    g_ptr_array_add (prims, (gpointer) module->prims[i]);
  g_ptr_array_sort (prims, compare_names);
  return prims;
}

static gboolean
check_request (const TlModule *module, const char *const *ops, const TlTaskWeight *weights, guint n_weights, GError **error)
{
  for (guint i = 0; ops != NULL && ops[i] != NULL; i++)
    if (!check_name (module, ops[i], error))
      return FALSE;
  for (guint i = 0; i < n_weights; i++)
    if (!check_name (module, weights[i].name, error))
      return FALSE;
  if (module->n_prims > 0)
    return TRUE;
  return tl_fail (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID, "the module has no @T.prim_func function: there is nothing to tune");
}

/* Whether a part of @name is @part, or all of it is what follows "=". */
static gboolean
has_part (const char *name, const char *part)
{
  return part[0] == '=' ? strcmp (name, part + 1) == 0 : strstr (name, part) != NULL;
}

char **
tl_task_names_with (const TlModule *module, const char *const *parts, GError **error)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char         *all = list_functions (module);

  for (guint i = 0; i < module->n_prims; i++)
    for (guint k = 0; parts[k] != NULL; k++)
      if (has_part (module->prims[i]->name, parts[k]))
        {
          g_strv_builder_add (names, module->prims[i]->name);
          break;
        }
  for (guint k = 0; parts[k] != NULL; k++)
    {
      gboolean is_found = FALSE;

      for (guint i = 0; i < module->n_prims; i++)
        is_found |= has_part (module->prims[i]->name, parts[k]);
      if (is_found)
        continue;
      return tl_fail_null (error, TL_TASK_ERROR, TL_TASK_ERROR_INVALID, "no function name contains \"%s\"; the functions are %s", parts[k],
                           all);
    }
  return g_strv_builder_end (names);
}

GPtrArray *
tl_tasks_extract (const TlModule *module, const char *const *ops, const TlTaskWeight *weights, guint n_weights, GError **error)
{
  g_autoptr (GPtrArray) tasks = g_ptr_array_new_with_free_func (task_free);
  g_autoptr (GPtrArray) prims = prims_by_name (module);

  if (!check_request (module, ops, weights, n_weights, error))
    return NULL;
  for (guint i = 0; i < prims->len; i++)
    {
      const TlPrimFunc *func = prims->pdata[i];
      TlTask           *task;
      TlParamSet        constants;
      guint             n_calls;
      double            weight;

      if (ops != NULL && ops[0] != NULL && !g_strv_contains (ops, func->name))
        continue;
      find_calls (module, func->name, &n_calls, &constants);
      if (!find_weight (module, func, n_calls, weights, n_weights, &weight, error))
        return NULL;
      task = find_or_add (tasks, func, tl_task_module (module, func->name));
      g_ptr_array_add (task->func_names, g_strdup (func->name));
      task->weight += weight;
      task->constants &= constants;
    }
  return g_steal_pointer (&tasks);
}

TlState *
tl_task_apply (const TlTask *task, TlState *whole, const char *trace_json, GError **error)
{
  const TlModule     *module = tl_state_module (whole);
  g_autoptr (TlState) bare = NULL, start = NULL, alone = NULL, result = tl_state_ref (whole);

  if (is_task (module))
    return tl_trace_replay_json (whole, trace_json, TRUE, FALSE, error);
  bare = tl_state_new (task->module, 0);
  start = tl_state_with_intrins (bare, tl_state_intrins (whole));
  alone = tl_trace_replay_json (start, trace_json, TRUE, FALSE, error);
  for (guint i = 0; alone != NULL && i < task->func_names->len; i++)
    {
      TlState *next = tl_trace_replay_on_function (result, alone, task->func_names->pdata[i], error);

      if (next == NULL)
        return NULL;
      tl_state_unref (result);
      result = next;
    }
  return alone != NULL ? g_steal_pointer (&result) : NULL;
}
