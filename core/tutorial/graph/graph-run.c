/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One run of a graph function. Bindings between two calls of functions of the script are a segment, which becomes a graph function of its
 * own: its kernels run in one worker, over planned memory. Without such calls all of the function is one segment. Invariant: each variable
 * has a value before it is used, which is an array, a tuple of values or a number.
 */
#include <string.h>

#include "core/base/clock.h"
#include "core/graph/executable.h"
#include "core/graph/infer-types.h"
#include "core/graph/passes/graph-passes.h"
#include "core/ir/relax-walk.h"
#include "core/measure/model-run.h"
#include "core/tutorial/graph/graph-private.h"

#define DEVICE "cpu(0)"

typedef struct
{
  TlPyInterp        *interp;
  const TlAst       *at;
  const char        *name;
  TlModule          *module;     /* owned: as it is run */
  const TlGraphFunc *func;
  const TlTarget    *target;
  TlGraphTimes      *times;
  double             script_s;   /* in functions of the script */
  GHashTable        *values;     /* const TlRelaxVar * → TlPyValue * */
  GPtrArray         *bindings;   /* const TlRelaxBinding *, of all blocks */
} GraphRun;

/* --- arguments --- */

static gboolean
fail_argument (const GraphRun *run, const TlRelaxVar *param, const TlArray *array)
{
  g_autofree char    *type = tl_relax_type_to_text (param->type);
  g_autoptr (GString) shape = g_string_new (NULL);

  for (guint d = 0; d < array->n_dims; d++)
    g_string_append_printf (shape, "%s%" G_GINT64_FORMAT, d == 0 ? " " : "×", array->shape[d]);
  return tl_py_fail (run->interp, run->at, "%s takes %s as %s; the argument is an array of %s%s", run->name, type, param->name,
                     tl_dtype_name (array->tensor->dtype), shape->str);
}

/* Symbolic sizes of the parameter are added to @sizes (TlGraphSize). */
static gboolean
check_argument (const GraphRun *run, const TlRelaxVar *param, const TlPyValue *arg, GArray *sizes)
{
  const TlRelaxType *type = param->type;
  const TlArray     *array;

  if (type->kind != TL_RELAX_TYPE_TENSOR)
    return TRUE;
  array = tl_array_of (run->interp, run->at, arg);
  if (array == NULL)
    return FALSE;
  if ((type->n_dims >= 0 && type->n_dims != (int) array->n_dims)
      || (type->dtype.code != TL_TYPE_VOID && !tl_dtype_equal (type->dtype, array->tensor->dtype)))
    return fail_argument (run, param, array);
  for (guint d = 0; type->dims != NULL && d < array->n_dims; d++)
    {
      const TlExpr *size = type->dims[d];
      TlGraphSize   given = { size->kind == TL_EXPR_VAR ? size->name : NULL, array->shape[d] };

      if (size->kind == TL_EXPR_VAR)
        g_array_append_val (sizes, given);
      else if (size->kind == TL_EXPR_INT && size->int_value != array->shape[d])
        return fail_argument (run, param, array);
    }
  return TRUE;
}

static gboolean
take_arguments (GraphRun *run, const TlPyValue *args, guint n_args, GArray *sizes)
{
  if (n_args != run->func->n_params)
    return tl_py_fail (run->interp, run->at, "%s takes %u arguments, %u given", run->name, run->func->n_params, n_args);
  for (guint i = 0; i < n_args; i++)
    if (!check_argument (run, run->func->params[i], &args[i], sizes))
      return FALSE;
  return TRUE;
}

/* --- the module as it runs --- */

typedef struct
{
  const TlGraphSize *sizes;
  guint              n;
  const char        *name;
} SizesOf;

/* Types, sizes, kernels: everything but the arguments' values is known then. NULL with an error. */
static TlModule *
prepare (TlModule *module, const SizesOf *sizes, GError **error)
{
  static const char *const passes[] = { "DispatchSortScan", "LegalizeOps" };
  g_autoptr (TlModule) current = tl_module_infer_types (module, error);
  TlModule            *next;

  for (guint i = 0; current != NULL && i < G_N_ELEMENTS (passes) + 2; i++)
    {
      next = i == 0 ? sizes->n > 0 ? tl_graph_bind_sizes (current, sizes->name, sizes->sizes, sizes->n, error) : tl_module_ref (current)
             : i == G_N_ELEMENTS (passes) + 1 ? tl_graph_link_calls (current, error)
                                             : tl_graph_pass_find (passes[i - 1])->run (current, error);
      tl_module_unref (current);
      current = next;
    }
  return g_steal_pointer (&current);
}

/* --- values --- */

static void
set_value (GraphRun *run, const TlRelaxVar *var, TlPyValue value)
{
  g_hash_table_insert (run->values, (gpointer) var, tl_arena_dup_array (run->interp->arena, TlPyValue, &value, 1));
}

static gboolean value_of (GraphRun *run, const TlRelaxExpr *expr, TlPyValue *value);

static gboolean
values_of (GraphRun *run, const TlRelaxExpr *const *exprs, guint n, TlPyValue *tuple)
{
  if (!tl_py_new_list (run->interp, run->at, TL_PY_TUPLE, n, tuple))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!value_of (run, exprs[i], &tuple->list->items[tuple->list->n++]))
      return FALSE;
  return TRUE;
}

/* Of everything but calls. */
static gboolean
value_of (GraphRun *run, const TlRelaxExpr *expr, TlPyValue *value)
{
  const TlPyValue *known;
  TlPyValue        tuple;

  switch (expr->kind)
    {
    case TL_RELAX_VAR:
      known = g_hash_table_lookup (run->values, expr);
      *value = known != NULL ? *known : TL_PY_NONE_VALUE;
      return known != NULL || tl_py_fail (run->interp, run->at, "%s: %s is used before it is computed", run->name, expr->name);
    case TL_RELAX_CONST:
      *value = tl_array_value (tl_array_over (run->interp, expr->tensor, DEVICE));
      return TRUE;
    case TL_RELAX_TUPLE:
      return values_of (run, expr->items, expr->n_items, value);
    case TL_RELAX_ITEM:
      if (!value_of (run, expr->tuple, &tuple))
        return FALSE;
      if (!tl_py_is_sequence (&tuple) || expr->index >= tuple.list->n)
        return tl_py_fail (run->interp, run->at, "%s: item %u is taken of a value without it", run->name, expr->index);
      *value = tuple.list->items[expr->index];
      return TRUE;
    case TL_RELAX_PRIM:
      *value = tl_py_expr (expr->prim);
      return TRUE;
    case TL_RELAX_STRING:
      *value = tl_py_string (run->interp, expr->name);
      return TRUE;
    default:
      return tl_py_fail (run->interp, run->at, "%s: this value cannot be handed to a function of the script", run->name);
    }
}

/* --- functions of the script --- */

static gboolean
is_script_call (const TlRelaxExpr *expr)
{
  return tl_relax_op_is (expr, "call_dps_packed") || tl_relax_op_is (expr, "call_packed") || tl_relax_op_is (expr, "call_pure_packed");
}

/* The arrays that the function writes, behind its arguments. */
static gboolean
add_outputs (GraphRun *run, const TlRelaxExpr *call, TlPyList *args)
{
  for (guint i = 0; i < call->n_type_args; i++)
    {
      const TlRelaxType *type = call->type_args[i];
      gint64             shape[TL_ARRAY_MAX_DIMS];
      TlArray           *array;

      if (type->kind != TL_RELAX_TYPE_TENSOR || type->n_dims < 0 || type->n_dims > (int) TL_ARRAY_MAX_DIMS
          || !tl_relax_type_get_shape (type, shape))
        return tl_py_fail (run->interp, run->at, "%s: the sizes of what %s computes are not known", run->name, call->args[0]->name);
      array = tl_array_new (run->interp, run->at, type->dtype, shape, (guint) type->n_dims);
      if (array == NULL)
        return FALSE;
      array->device = DEVICE;
      if (!tl_py_list_append (run->interp, run->at, args, tl_array_value (array)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
call_script (GraphRun *run, const TlRelaxBinding *binding)
{
  const TlRelaxExpr *call = binding->value;
  const char        *name = call->args[0]->name;
  gboolean           writes = tl_relax_op_is (call, "call_dps_packed");
  gboolean           has_tuple = writes && call->args[1]->type->kind == TL_RELAX_TYPE_TUPLE;
  const TlPyValue   *function = tl_tutorial_find_function (run->interp, name);
  guint              n_inputs;
  TlPyValue          args, value, result;
  gint64             start_ns;

  if (function == NULL)
    return tl_py_fail (run->interp, run->at, "%s calls \"%s\", which is neither a function of the module nor one that register_func named",
                       run->name, name);
  if (has_tuple ? !value_of (run, call->args[1], &args) : !values_of (run, call->args + 1, call->n_args - 1, &args))
    return FALSE;
  n_inputs = args.list->n;
  if (writes && !add_outputs (run, call, args.list))
    return FALSE;
  start_ns = tl_time_ns ();
  if (!tl_py_apply (run->interp, run->at, function, args.list->items, args.list->n, &value))
    return FALSE;
  run->script_s += (double) (tl_time_ns () - start_ns) / 1e9;
  if (writes && !tl_py_new_list (run->interp, run->at, TL_PY_TUPLE, args.list->n - n_inputs, &result))
    return FALSE;
  for (guint i = n_inputs; writes && i < args.list->n; i++)
    result.list->items[result.list->n++] = args.list->items[i];
  set_value (run, binding->var, !writes ? value : result.list->n == 1 ? result.list->items[0] : result);
  return TRUE;
}

/* --- segments --- */

/* Bindings first … first + n - 1. */
typedef struct
{
  guint      first, n;
  GPtrArray *inputs;     /* const TlRelaxVar * that come from before */
  GPtrArray *results;    /* const TlRelaxVar * that are used behind it */
} Segment;

static const TlRelaxBinding *
binding_at (const GraphRun *run, guint index)
{
  return run->bindings->pdata[index];
}

typedef struct
{
  GHashTable *defined;
  GPtrArray  *found;      /* those that are not among them, or are, as @wants_defined says */
  gboolean    wants_defined;
} VarSearch;

static void
note_var (const TlRelaxExpr *expr, gpointer user_data)
{
  VarSearch *search = user_data;

  if (expr->kind == TL_RELAX_VAR && g_hash_table_contains (search->defined, expr) == search->wants_defined
      && !g_ptr_array_find (search->found, expr, NULL))
    g_ptr_array_add (search->found, (gpointer) expr);
}

static void
find_ends (const GraphRun *run, Segment *segment)
{
  g_autoptr (GHashTable) defined = g_hash_table_new (NULL, NULL);
  VarSearch              before = { defined, segment->inputs, FALSE }, behind = { defined, segment->results, TRUE };

  for (guint i = segment->first; i < segment->first + segment->n; i++)
    {
      tl_relax_expr_walk (binding_at (run, i)->value, note_var, &before);
      g_hash_table_add (defined, (gpointer) binding_at (run, i)->var);
    }
  for (guint i = segment->first + segment->n; i < run->bindings->len; i++)
    tl_relax_expr_walk (binding_at (run, i)->value, note_var, &behind);
  tl_relax_expr_walk (run->func->body.result, note_var, &behind);
}

/* A module with the segment as function "segment" beside the others. */
static TlModule *
make_segment (const GraphRun *run, const Segment *segment)
{
  TlArena        *arena = tl_arena_new (run->module->arena);
  TlGraphFunc    *func = tl_arena_new0 (arena, TlGraphFunc);
  TlRelaxBinding *bindings = tl_arena_new_array (arena, TlRelaxBinding, segment->n);
  TlRelaxBlock   *block = tl_arena_new0 (arena, TlRelaxBlock);
  TlFunc         *funcs = tl_arena_new_array (arena, TlFunc, run->module->n_funcs + 1);
  TlModule       *module;

  for (guint i = 0; i < segment->n; i++)
    bindings[i] = *binding_at (run, segment->first + i);
  *block = (TlRelaxBlock) { FALSE, bindings, segment->n };
  func->params = tl_arena_dup_array (arena, const TlRelaxVar *, segment->inputs->pdata, segment->inputs->len);
  func->n_params = segment->inputs->len;
  func->body = (TlRelaxBody) { block, 1, tl_relax_tuple (arena, (const TlRelaxExpr *const *) segment->results->pdata,
                                                        segment->results->len) };
  func->result_type = func->body.result->type;
  memcpy (funcs, run->module->funcs, run->module->n_funcs * sizeof *funcs);
  funcs[run->module->n_funcs] = (TlFunc) { .kind = TL_FUNC_GRAPH, .name = "segment of the script's run", .graph = func };
  module = tl_module_new (arena, run->module->name, funcs, run->module->n_funcs + 1, run->module->next_id);
  tl_arena_unref (arena);
  return module;
}

/* Tensors for the inputs; NULL with an error. */
static GPtrArray *
input_tensors (GraphRun *run, const Segment *segment)
{
  g_autoptr (GPtrArray) tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < segment->inputs->len; i++)
    {
      const TlRelaxVar *var = segment->inputs->pdata[i];
      const TlPyValue  *value = g_hash_table_lookup (run->values, var);
      const TlArray    *array = value != NULL ? tl_array_of (run->interp, run->at, value) : NULL;
      const TlArray    *copy = array != NULL ? tl_array_copy (run->interp, run->at, array, array->tensor->dtype) : NULL;

      if (copy == NULL)
        return tl_py_fail (run->interp, run->at, "%s: %s has no value that kernels take", run->name, var->name), NULL;
      g_ptr_array_add (tensors, tl_tensor_ref (copy->tensor));
    }
  return g_steal_pointer (&tensors);
}

/* The value of a type: one tensor of @outputs for each tensor in it, in order. */
static gboolean
take_output (GraphRun *run, const TlRelaxType *type, const GPtrArray *outputs, guint *next, TlPyValue *value)
{
  if (type->kind != TL_RELAX_TYPE_TUPLE)
    {
      *value = tl_array_value (tl_array_over (run->interp, outputs->pdata[(*next)++], DEVICE));
      return TRUE;
    }
  if (!tl_py_new_list (run->interp, run->at, TL_PY_TUPLE, type->n_fields, value))
    return FALSE;
  for (guint i = 0; i < type->n_fields; i++)
    if (!take_output (run, type->fields[i], outputs, next, &value->list->items[value->list->n++]))
      return FALSE;
  return TRUE;
}

/* A run is the sum of its segments. */
static void
add_times (GraphRun *run, const TlOutcome *outcome)
{
  GArray *samples = run->times->samples_s;

  if (samples->len == 0)
    g_array_append_vals (samples, outcome->samples_s, outcome->n_samples);
  else
    {
      g_array_set_size (samples, MIN (samples->len, outcome->n_samples));
      for (guint i = 0; i < samples->len; i++)
        g_array_index (samples, double, i) += outcome->samples_s[i];
    }
}

static gboolean
take_outcome (GraphRun *run, const Segment *segment, const TlExecutable *executable, const TlModelOutcome *outcome)
{
  const TlKernelCall *failed = outcome->failed_call >= 0 ? executable->calls->pdata[outcome->failed_call] : NULL;
  guint               next = 0;

  if (outcome->whole.kind != TL_OUTCOME_OK)
    return tl_py_fail (run->interp, run->at, "%s%s%s: %s: %s", run->name, failed != NULL ? ", " : "", failed != NULL ? failed->name : "",
                       tl_outcome_title (outcome->whole.kind),
                       outcome->whole.message != NULL ? outcome->whole.message : "no reason is known");
  if (run->times != NULL)
    add_times (run, &outcome->whole);
  for (guint i = 0; i < segment->results->len; i++)
    {
      const TlRelaxVar *var = segment->results->pdata[i];
      TlPyValue         value;

      if (!take_output (run, var->type, outcome->outputs, &next, &value))
        return FALSE;
      set_value (run, var, value);
    }
  return TRUE;
}

/* The kernels as they stand in the module: they are scheduled there, or not. */
static gboolean
run_kernels (GraphRun *run, const Segment *segment, TlExecutable *executable)
{
  const TlTutorialOptions *tutorial = tl_tutorial (run->interp)->options;
  g_autoptr (GPtrArray)    inputs = input_tensors (run, segment), modules = g_ptr_array_new ();
  TlModelRunOptions        options = tl_model_run_options_default ();
  TlModelOutcome           outcome = { 0 };
  gboolean                 is_done;

  if (inputs == NULL)
    return FALSE;
  for (guint i = 0; i < executable->kernels->len; i++)
    g_ptr_array_add (modules, ((const TlKernelTask *) executable->kernels->pdata[i])->module);
  options.check = options.profile = FALSE;
  options.time = run->times != NULL;
  options.build_timeout_s = options.run_timeout_s = tutorial->timeout_s;
  tl_worker_pool_run_model (tutorial->pool, executable, modules, run->target, &options, inputs, tutorial->cancellable, &outcome);
  is_done = take_outcome (run, segment, executable, &outcome);
  tl_model_outcome_clear (&outcome);
  return is_done;
}

static gboolean
run_segment (GraphRun *run, guint first, guint n)
{
  g_autoptr (GPtrArray)    inputs = g_ptr_array_new (), results = g_ptr_array_new ();
  Segment                  segment = { first, n, inputs, results };
  g_autoptr (TlModule)     module = NULL;
  g_autoptr (TlExecutable) executable = NULL;
  g_autoptr (GError)       error = NULL;

  if (n == 0)
    return TRUE;
  find_ends (run, &segment);
  module = make_segment (run, &segment);
  executable = tl_executable_new (module, module->funcs[module->n_funcs - 1].name, &error);
  if (executable == NULL)
    return tl_py_fail (run->interp, run->at, "%s: %s", run->name, error->message);
  return run_kernels (run, &segment, executable);
}

/* --- the whole --- */

static gboolean
run_bindings (GraphRun *run, TlPyValue *value)
{
  guint first = 0;

  for (guint k = 0; k < run->func->body.n_blocks; k++)
    for (guint i = 0; i < run->func->body.blocks[k].n_bindings; i++)
      g_ptr_array_add (run->bindings, (gpointer) &run->func->body.blocks[k].bindings[i]);
  for (guint i = 0; i < run->bindings->len; i++)
    {
      if (!is_script_call (binding_at (run, i)->value))
        continue;
      if (!run_segment (run, first, i - first) || !call_script (run, binding_at (run, i)))
        return FALSE;
      first = i + 1;
    }
  return run_segment (run, first, run->bindings->len - first) && value_of (run, run->func->body.result, value);
}

static void
finish_times (const GraphRun *run)
{
  GArray *samples = run->times->samples_s;

  if (run->script_s == 0)
    return;
  tl_tutorial_note (run->interp, run->at, "%s calls functions of this script; their time is that of this interpreter, once", run->name);
  if (samples->len == 0)
    g_array_set_size (samples, 1);
  for (guint i = 0; i < samples->len; i++)
    g_array_index (samples, double, i) += run->script_s;
}

static gboolean
run_prepared (GraphRun *run, const TlPyValue *args, TlPyValue *value)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  bindings = g_ptr_array_new ();
  gboolean               is_done;

  run->values = values;
  run->bindings = bindings;
  run->func = tl_module_find_func (run->module, run->name)->graph;
  for (guint i = 0; i < run->func->n_params; i++)
    set_value (run, run->func->params[i], args[i]);
  is_done = run_bindings (run, value);
  if (is_done && run->times != NULL)
    finish_times (run);
  return is_done;
}

gboolean
tl_tutorial_run_graph (TlPyInterp *interp, const TlAst *at, TlModule *module, const char *name, const TlTarget *target,
                       const TlPyValue *args, guint n_args, TlGraphTimes *times, TlPyValue *value)
{
  const TlFunc      *func = tl_module_find_func (module, name);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (TlGraphSize));
  g_autoptr (GError) error = NULL;
  GraphRun           run = { .interp = interp, .at = at, .name = name, .target = target, .times = times };
  gboolean           is_done;

  if (func == NULL || func->kind != TL_FUNC_GRAPH)
    return tl_py_fail (interp, at, "the module has no graph function '%s'", name);
  run.func = func->graph;
  if (!take_arguments (&run, args, n_args, sizes))
    return FALSE;
  run.module = prepare (module, &(SizesOf) { (const TlGraphSize *) (gpointer) sizes->data, sizes->len, name }, &error);
  if (run.module == NULL)
    return tl_py_fail (interp, at, "%s: %s", name, error->message);
  is_done = run_prepared (&run, args, value);
  tl_module_unref (run.module);
  return is_done;
}
