/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From bindings to calls. Invariant: each variable has a value before it is used, which is a tensor at its place, a tuple of values, or an
 * expression that no memory holds. Views, tuples and other names are values alone: no call computes them.
 */
#include "core/graph/executable.h"

#include <string.h>

#include "core/analysis/footprint.h"
#include "core/base/error.h"
#include "core/graph/memory-plan.h"
#include "core/graph/operators/operators.h"
#include "core/graph/task.h"
#include "core/ir/compare.h"
#include "core/ir/relax-rewrite.h"

typedef struct _Value Value;

struct _Value
{
  enum { VALUE_TENSOR, VALUE_TUPLE, VALUE_EXPR } kind;
  TlModelTensor      tensor;      /* without a name */
  const Value      **fields;
  guint              n_fields;
  const TlRelaxExpr *expr;        /* of a shape, number or text */
};

typedef struct
{
  const TlModule    *module;
  const TlGraphFunc *func;
  const char        *name;         /* of the function, for errors */
  TlMemoryPlan      *plan;
  TlExecutable      *made;
  TlArena           *arena;        /* of values */
  GHashTable        *values;       /* const TlRelaxVar * -> Value * */
  GHashTable        *constants;    /* const TlTensor * -> TlModelConstant * */
  GHashTable        *kernels;      /* name of a PrimFunc -> index + 1 */
  GArray            *hashes;       /* guint64, of the modules of kernels */
} CallPlanner;

static gboolean
fail (const CallPlanner *planner, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (const CallPlanner *planner, GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list          arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return tl_fail (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "%s: %s", planner->name, text);
}

/* --- freeing --- */

static void
kernel_free (gpointer data)
{
  TlKernelTask *kernel = data;

  tl_module_unref (kernel->module);
  tl_module_unref (kernel->program);
  g_free (kernel->name);
  g_free (kernel);
}

static void
call_free (gpointer data)
{
  TlKernelCall *call = data;

  g_free (call->name);
  g_free (call->args);
  g_free (call);
}

static void
model_tensor_free (gpointer data)
{
  TlModelTensor *tensor = data;

  g_free (tensor->name);
  g_free (tensor);
}

static void
constant_free (gpointer data)
{
  TlModelConstant *constant = data;

  tl_tensor_unref (constant->tensor);
  g_free (constant);
}

static TlExecutable *
executable_alloc (void)
{
  TlExecutable *executable = g_new0 (TlExecutable, 1);

  executable->kernels = g_ptr_array_new_with_free_func (kernel_free);
  executable->calls = g_ptr_array_new_with_free_func (call_free);
  executable->setup = g_ptr_array_new_with_free_func (call_free);
  executable->inputs = g_ptr_array_new_with_free_func (model_tensor_free);
  executable->outputs = g_ptr_array_new_with_free_func (model_tensor_free);
  executable->constants = g_ptr_array_new_with_free_func (constant_free);
  executable->copies = g_array_new (FALSE, FALSE, sizeof (TlResultCopy));
  return executable;
}

void
tl_executable_free (TlExecutable *executable)
{
  g_ptr_array_unref (executable->kernels);
  g_ptr_array_unref (executable->calls);
  g_ptr_array_unref (executable->setup);
  g_ptr_array_unref (executable->inputs);
  g_ptr_array_unref (executable->outputs);
  g_ptr_array_unref (executable->constants);
  g_array_unref (executable->copies);
  g_free (executable);
}

/* --- values --- */

static TlPlace
reserve (TlExecutable *made, TlMemoryRegion region, gint64 n_bytes)
{
  gint64 *end = &made->n_bytes[region];
  TlPlace place = { region, *end, n_bytes };

  *end += (n_bytes + TL_PLAN_ALIGNMENT - 1) / TL_PLAN_ALIGNMENT * TL_PLAN_ALIGNMENT;
  return place;
}

/* A tensor's type, and its bytes in the place; FALSE if that is not known. */
static gboolean
describe (const TlRelaxType *type, TlModelTensor *tensor)
{
  gint64 n_bytes = tl_dtype_bytes (type->dtype);

  if (type->kind != TL_RELAX_TYPE_TENSOR || type->n_dims < 0 || type->n_dims > TL_TENSOR_MAX_DIMS
      || !tl_dtype_is_computable (type->dtype) || type->dtype.code >= TL_TYPE_HANDLE || !tl_relax_type_get_shape (type, tensor->shape))
    return FALSE;
  tensor->dtype = type->dtype;
  tensor->n_dims = (guint) type->n_dims;
  for (guint i = 0; i < tensor->n_dims; i++)
    if (tensor->shape[i] < 0 || __builtin_mul_overflow (n_bytes, tensor->shape[i], &n_bytes))
      return FALSE;
  tensor->place.n_bytes = n_bytes;
  return TRUE;
}

static Value *
new_value (CallPlanner *planner, int kind)
{
  Value *value = tl_arena_new0 (planner->arena, Value);

  value->kind = kind;
  return value;
}

static const Value *
constant_of (CallPlanner *planner, const TlTensor *tensor)
{
  TlModelConstant *constant = g_hash_table_lookup (planner->constants, tensor);
  Value           *value = new_value (planner, VALUE_TENSOR);

  if (constant == NULL)
    {
      constant = g_new0 (TlModelConstant, 1);
      constant->tensor = tl_tensor_ref ((TlTensor *) tensor);
      constant->place = reserve (planner->made, TL_REGION_CONSTANTS, (gint64) tensor->n_bytes);
      g_ptr_array_add (planner->made->constants, constant);
      g_hash_table_insert (planner->constants, (gpointer) tensor, constant);
    }
  value->tensor = (TlModelTensor) { .place = constant->place, .dtype = tensor->dtype, .n_dims = tensor->n_dims };
  memcpy (value->tensor.shape, tensor->shape, sizeof tensor->shape);
  return value;
}

static const Value *value_of (CallPlanner *planner, const TlRelaxExpr *expr, GError **error);

static const Value *
tuple_of (CallPlanner *planner, const TlRelaxExpr *tuple, GError **error)
{
  Value *value = new_value (planner, VALUE_TUPLE);

  value->n_fields = tuple->n_items;
  value->fields = tl_arena_new_array (planner->arena, const Value *, MAX (tuple->n_items, 1));
  for (guint i = 0; i < tuple->n_items; i++)
    if ((value->fields[i] = value_of (planner, tuple->items[i], error)) == NULL)
      return NULL;
  return value;
}

static const Value *
item_of (CallPlanner *planner, const TlRelaxExpr *item, GError **error)
{
  const Value *tuple = value_of (planner, item->tuple, error);

  if (tuple == NULL || (tuple->kind == VALUE_TUPLE && item->index < tuple->n_fields))
    return tuple != NULL ? tuple->fields[item->index] : NULL;
  fail (planner, error, "item %u is taken of a value that has no such item", item->index);
  return NULL;
}

/* Of everything but calls; NULL with an error. */
static const Value *
value_of (CallPlanner *planner, const TlRelaxExpr *expr, GError **error)
{
  const Value *known;
  Value       *value;

  switch (expr->kind)
    {
    case TL_RELAX_VAR:
      known = g_hash_table_lookup (planner->values, expr);
      if (known == NULL)
        fail (planner, error, "%s is used before it is computed", expr->name);
      return known;
    case TL_RELAX_CONST:
      return constant_of (planner, expr->tensor);
    case TL_RELAX_TUPLE:
      return tuple_of (planner, expr, error);
    case TL_RELAX_ITEM:
      return item_of (planner, expr, error);
    case TL_RELAX_SHAPE:
    case TL_RELAX_PRIM:
    case TL_RELAX_STRING:
    case TL_RELAX_DTYPE:
      value = new_value (planner, VALUE_EXPR);
      value->expr = expr;
      return value;
    default:
      fail (planner, error, expr->kind == TL_RELAX_IF         ? "branches cannot be run"
                            : expr->kind == TL_RELAX_FUNCTION ? "functions in a function cannot be run"
                                                              : "names of functions are no values that can be run");
      return NULL;
    }
}

/* --- kernels --- */

static void
note_bytes (TlKernelTask *kernel, const TlPrimFunc *func)
{
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      kernel->n_bytes += tl_buffer_n_elements (func->params[i].buffer) * tl_dtype_bytes (func->params[i].buffer->dtype);
}

/* Functions that are equal but for their names are one kernel. */
static guint
kernel_of (CallPlanner *planner, const TlPrimFunc *func)
{
  guint               known = GPOINTER_TO_UINT (g_hash_table_lookup (planner->kernels, func->name));
  GPtrArray          *kernels = planner->made->kernels;
  g_autoptr (TlModule) module = known == 0 ? tl_task_module (planner->module, func->name) : NULL;
  guint64             hash = known == 0 ? tl_module_hash (module) : 0;
  TlKernelTask       *kernel;

  for (guint i = 0; known == 0 && i < kernels->len; i++)
    if (g_array_index (planner->hashes, guint64, i) == hash
        && tl_module_equal (((const TlKernelTask *) kernels->pdata[i])->module, module, NULL))
      known = i + 1;
  if (known == 0)
    {
      kernel = g_new0 (TlKernelTask, 1);
      kernel->name = g_strdup (func->name);
      kernel->flops = tl_func_flops (func);
      note_bytes (kernel, func);
      kernel->module = g_steal_pointer (&module);
      kernel->program = tl_module_ref (kernel->module);
      g_ptr_array_add (kernels, kernel);
      g_array_append_val (planner->hashes, hash);
      known = kernels->len;
    }
  g_hash_table_insert (planner->kernels, (gpointer) func->name, GUINT_TO_POINTER (known));
  return known - 1;
}

/* A number as a tensor of the type that the kernel takes. */
static gboolean
add_number (CallPlanner *planner, GArray *args, TlDType dtype, const TlExpr *number)
{
  TlTensor *tensor;
  gint64    value;

  if (!tl_expr_get_int (number, &value) || !tl_dtype_is_computable (dtype))
    return FALSE;
  tensor = tl_tensor_new (dtype, NULL, 0, FALSE, NULL);
  if (tensor == NULL)
    return FALSE;
  tl_tensor_set (tensor, 0, (double) value);
  g_array_append_val (args, constant_of (planner, tensor)->tensor.place);
  tl_tensor_unref (tensor);
  return TRUE;
}

static gboolean
fits (const TlBuffer *buffer, const TlModelTensor *tensor)
{
  gint64 n = tl_buffer_n_elements (buffer);

  return tl_dtype_equal (buffer->dtype, tensor->dtype) && n >= 0 && n * tl_dtype_bytes (buffer->dtype) == tensor->place.n_bytes;
}

static gboolean
add_arg (CallPlanner *planner, GArray *args, const TlPrimFunc *func, const Value *value, GError **error)
{
  const TlParam *param = args->len < func->n_params ? &func->params[args->len] : NULL;

  if (param == NULL)
    return fail (planner, error, "%s has %u parameters, and is called with more", func->name, func->n_params);
  if (value->kind == VALUE_TENSOR && param->buffer != NULL && fits (param->buffer, &value->tensor))
    {
      g_array_append_val (args, value->tensor.place);
      return TRUE;
    }
  if (value->kind == VALUE_EXPR && value->expr->kind == TL_RELAX_PRIM && param->buffer == NULL
      && add_number (planner, args, param->var->dtype, value->expr->prim))
    return TRUE;
  if (param->buffer != NULL && tl_buffer_n_elements (param->buffer) < 0)
    return fail (planner, error, "parameter %s of %s has sizes that are no numbers", param->name, func->name);
  return fail (planner, error, "argument %u of %s does not fit its parameter %s", args->len + 1, func->name, param->name);
}

/* --- calls --- */

/* The memory of an output: its part of the arena, or of the results. NULL with an error if its type is not known. */
static const Value *
output_of (CallPlanner *planner, const TlRelaxVar *var, guint field, const TlRelaxType *type, GError **error)
{
  const TlPlannedTensor *planned = tl_memory_plan_find (planner->plan, var, field);
  Value                 *value = new_value (planner, VALUE_TENSOR);

  if (planned == NULL || !describe (type, &value->tensor))
    {
      fail (planner, error, "the type of %s is not known", var->name);
      return NULL;
    }
  if (planned->offset < 0)
    value->tensor.place = reserve (planner->made, TL_REGION_OUTPUTS, value->tensor.place.n_bytes);
  else
    value->tensor.place = (TlPlace) { TL_REGION_ARENA, planned->offset, value->tensor.place.n_bytes };
  return value;
}

/* The argument that the call writes its output into; memory that others own is not written. */
static const Value *
written_argument (CallPlanner *planner, const TlRelaxVar *var, const Value *inputs, gint64 index, GError **error)
{
  const Value *value = inputs->kind == VALUE_TUPLE && index < inputs->n_fields ? inputs->fields[index] : NULL;

  if (value != NULL && value->kind == VALUE_TENSOR && value->tensor.place.region >= TL_REGION_OUTPUTS)
    return value;
  fail (planner, error, "%s is written in place of argument %" G_GINT64_FORMAT ", which is no intermediate tensor", var->name, index + 1);
  return NULL;
}

/* The outputs as a tuple. @fresh: those that are arguments of their own. */
static Value *
outputs_of (CallPlanner *planner, const TlRelaxVar *var, const TlRelaxExpr *call, const Value *inputs, Value *fresh, GError **error)
{
  Value *tuple = new_value (planner, VALUE_TUPLE);

  tuple->n_fields = call->n_type_args;
  tuple->fields = tl_arena_new_array (planner->arena, const Value *, MAX (tuple->n_fields, 1));
  fresh->fields = tl_arena_new_array (planner->arena, const Value *, MAX (tuple->n_fields, 1));
  for (guint i = 0; i < tuple->n_fields; i++)
    {
      gint64 in_place = tl_relax_inplace_index (call, i);

      tuple->fields[i] = in_place >= 0 ? written_argument (planner, var, inputs, in_place, error)
                                       : output_of (planner, var, i, call->type_args[i], error);
      if (tuple->fields[i] == NULL)
        return NULL;
      if (in_place < 0)
        fresh->fields[fresh->n_fields++] = tuple->fields[i];
    }
  return tuple;
}

/* Each field of a tuple, or the one value that is none. */
static gboolean
add_args (CallPlanner *planner, GArray *args, const TlPrimFunc *func, const Value *value, GError **error)
{
  if (value->kind != VALUE_TUPLE)
    return add_arg (planner, args, func, value, error);
  for (guint i = 0; i < value->n_fields; i++)
    if (!add_arg (planner, args, func, value->fields[i], error))
      return FALSE;
  return TRUE;
}

/* Symbolic values of the call, which are numbers: arguments behind the outputs. */
static gboolean
add_sizes (CallPlanner *planner, GArray *args, const TlPrimFunc *func, const TlRelaxExpr *sizes, GError **error)
{
  for (guint i = 0; sizes != NULL && i < sizes->n_dims; i++)
    if (args->len >= func->n_params || !add_number (planner, args, TL_INT64, sizes->dims[i]))
      return fail (planner, error, "%s is called with sizes that are no numbers", func->name);
  return TRUE;
}

static const Value *
call_kernel (CallPlanner *planner, const TlRelaxVar *var, const TlRelaxExpr *call, GError **error)
{
  const char        *name = call->args[0]->kind == TL_RELAX_GLOBAL ? call->args[0]->name : "";
  const TlPrimFunc  *func = tl_module_prim (planner->module, name);
  g_autoptr (GArray) args = g_array_new (FALSE, FALSE, sizeof (TlPlace));
  const Value       *inputs;
  Value             *outputs, *fresh = new_value (planner, VALUE_TUPLE);
  TlKernelCall      *made;

  if (func == NULL)
    {
      fail (planner, error, "%s calls \"%s\", which is no PrimFunc of the module", var->name, name);
      return NULL;
    }
  inputs = value_of (planner, call->args[1], error);
  outputs = inputs != NULL ? outputs_of (planner, var, call, inputs, fresh, error) : NULL;
  if (outputs == NULL || !add_args (planner, args, func, inputs, error) || !add_args (planner, args, func, fresh, error)
      || !add_sizes (planner, args, func, call->n_args > 2 ? call->args[2] : NULL, error))
    return NULL;
  if (args->len != func->n_params)
    {
      fail (planner, error, "%s has %u parameters, and is called with %u arguments", func->name, func->n_params, args->len);
      return NULL;
    }
  made = g_new0 (TlKernelCall, 1);
  made->kernel = kernel_of (planner, func);
  made->name = g_strdup (var->name);
  made->n_args = args->len;
  made->args = (TlPlace *) (gpointer) g_array_free (g_steal_pointer (&args), FALSE);
  g_ptr_array_add (planner->made->calls, made);
  ((TlKernelTask *) planner->made->kernels->pdata[made->kernel])->n_calls++;
  return outputs->n_fields == 1 ? outputs->fields[0] : outputs;
}

/* The same bytes in another shape. */
static const Value *
view_of (CallPlanner *planner, const TlRelaxVar *var, const TlRelaxExpr *source, const TlRelaxType *type, GError **error)
{
  const Value *from = value_of (planner, source, error);
  Value       *value = new_value (planner, VALUE_TENSOR);

  if (from == NULL)
    return NULL;
  if (from->kind == VALUE_TENSOR && describe (type, &value->tensor) && value->tensor.place.n_bytes == from->tensor.place.n_bytes)
    {
      value->tensor.place = from->tensor.place;
      return value;
    }
  fail (planner, error, "%s is no view of all of a tensor", var->name);
  return NULL;
}

static const Value *
call_of (CallPlanner *planner, const TlRelaxVar *var, const TlRelaxExpr *call, GError **error)
{
  if (tl_relax_op_is (call, "call_tir") || tl_relax_op_is (call, "call_tir_inplace"))
    return call_kernel (planner, var, call, error);
  if (tl_relax_op_is (call, "reshape"))
    return view_of (planner, var, call->args[0], var->type->dims != NULL ? var->type : call->type, error);
  if (tl_relax_op_is (call, "call_dps_packed") || tl_relax_op_is (call, "call_packed") || tl_relax_op_is (call, "call_pure_packed"))
    fail (planner, error, "%s calls \"%s\", a function that is not part of the module", var->name, call->args[0]->name);
  else if (call->op != NULL)
    fail (planner, error, "%s is R.%s, which is not computed by a PrimFunc", var->name, call->op->name);
  else
    fail (planner, error, "%s calls %s, which is no PrimFunc of the module", var->name,
          call->callee != NULL ? call->callee->name : "nothing");
  return NULL;
}

/* --- the function --- */

static gboolean
plan_binding (CallPlanner *planner, const TlRelaxBinding *binding, GError **error)
{
  const Value *value;

  if (binding->kind == TL_RELAX_BIND_MATCH && binding->type->kind == TL_RELAX_TYPE_TENSOR)
    value = view_of (planner, binding->var, binding->value, binding->type, error);
  else if (binding->value->kind == TL_RELAX_CALL)
    value = call_of (planner, binding->var, binding->value, error);
  else
    value = value_of (planner, binding->value, error);
  if (value != NULL)
    g_hash_table_insert (planner->values, (gpointer) binding->var, (gpointer) value);
  return value != NULL;
}

static gboolean
plan_bindings (CallPlanner *planner, GError **error)
{
  const TlRelaxBody *body = &planner->func->body;

  for (guint i = 0; i < body->n_blocks; i++)
    for (guint k = 0; k < body->blocks[i].n_bindings; k++)
      if (!plan_binding (planner, &body->blocks[i].bindings[k], error))
        return FALSE;
  return TRUE;
}

static gboolean
plan_params (CallPlanner *planner, GError **error)
{
  for (guint i = 0; i < planner->func->n_params; i++)
    {
      const TlRelaxVar *param = planner->func->params[i];
      Value            *value = new_value (planner, VALUE_TENSOR);
      TlModelTensor    *input;

      if (!describe (param->type, &value->tensor))
        return fail (planner, error, "parameter %s is no tensor whose type and sizes are known", param->name);
      value->tensor.place = reserve (planner->made, TL_REGION_INPUTS, value->tensor.place.n_bytes);
      input = g_memdup2 (&value->tensor, sizeof value->tensor);
      input->name = g_strdup (param->name);
      g_ptr_array_add (planner->made->inputs, input);
      g_hash_table_insert (planner->values, (gpointer) param, value);
    }
  return TRUE;
}

static gboolean
is_taken (const TlExecutable *made, const TlPlace *place)
{
  for (guint i = 0; i < made->outputs->len; i++)
    if (((const TlModelTensor *) made->outputs->pdata[i])->place.offset == place->offset)
      return TRUE;
  return FALSE;
}

/* A kernel has computed it in place, or it is copied there. @name: nullable. */
static gboolean
plan_result (CallPlanner *planner, const Value *value, const char *name, GError **error)
{
  TlModelTensor *output;

  if (value->kind == VALUE_EXPR)
    return fail (planner, error, "the function returns what is no tensor");
  for (guint i = 0; value->kind == VALUE_TUPLE && i < value->n_fields; i++)
    if (!plan_result (planner, value->fields[i], NULL, error))
      return FALSE;
  if (value->kind == VALUE_TUPLE)
    return TRUE;
  output = g_memdup2 (&value->tensor, sizeof value->tensor);
  output->name = name != NULL ? g_strdup (name) : g_strdup_printf ("output_%u", planner->made->outputs->len);
  if (output->place.region != TL_REGION_OUTPUTS || is_taken (planner->made, &output->place))
    {
      TlResultCopy copy = { .from = output->place, .to = reserve (planner->made, TL_REGION_OUTPUTS, output->place.n_bytes) };

      output->place = copy.to;
      g_array_append_val (planner->made->copies, copy);
    }
  g_ptr_array_add (planner->made->outputs, output);
  return TRUE;
}

static gboolean
plan_function (CallPlanner *planner, GError **error)
{
  const TlRelaxExpr *result = planner->func->body.result;
  const Value       *value;

  if (!plan_params (planner, error) || !plan_bindings (planner, error))
    return FALSE;
  value = value_of (planner, result, error);
  planner->made->n_bytes[TL_REGION_ARENA] = planner->plan->arena_bytes;
  planner->made->unshared_bytes = planner->plan->unshared_bytes;
  return value != NULL && plan_result (planner, value, result->kind == TL_RELAX_VAR ? result->name : NULL, error);
}

TlExecutable *
tl_executable_new (const TlModule *module, const char *func_name, GError **error)
{
  const TlFunc            *func = tl_module_find_func (module, func_name);
  g_autoptr (TlMemoryPlan) plan = NULL;
  CallPlanner                  planner = { .module = module, .name = func_name };
  gboolean                 is_done;

  if (func == NULL || func->kind != TL_FUNC_GRAPH)
    return tl_fail_null (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_INVALID, "the module has no R.function \"%s\"", func_name);
  plan = tl_memory_plan_new (func->graph, error);
  if (plan == NULL)
    return NULL;
  planner.func = func->graph;
  planner.plan = plan;
  planner.made = executable_alloc ();
  planner.arena = tl_arena_new (NULL);
  planner.values = g_hash_table_new (NULL, NULL);
  planner.constants = g_hash_table_new (NULL, NULL);
  planner.kernels = g_hash_table_new (g_str_hash, g_str_equal);
  planner.hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  is_done = plan_function (&planner, error);
  g_hash_table_unref (planner.values);
  g_hash_table_unref (planner.constants);
  g_hash_table_unref (planner.kernels);
  g_array_unref (planner.hashes);
  tl_arena_unref (planner.arena);
  if (is_done)
    return planner.made;
  tl_executable_free (planner.made);
  return NULL;
}

/* --- constants that are prepared --- */

static gboolean
has_constants (const TlKernelCall *setup, const TlKernelCall *call, const guint *constants, guint n_constants)
{
  for (guint i = 0; i < n_constants; i++)
    if (setup->args[i].offset != call->args[constants[i]].offset)
      return FALSE;
  return TRUE;
}

/* The call that prepares the same constants for another call, or a new one. */
static const TlKernelCall *
find_or_add_setup (TlExecutable *executable, guint kernel, const TlPrimFunc *func, const TlKernelCall *call, const guint *constants,
                   guint n_constants)
{
  TlKernelCall *made;

  for (guint i = 0; i < executable->setup->len; i++)
    {
      const TlKernelCall *known = executable->setup->pdata[i];

      if (known->kernel == kernel && has_constants (known, call, constants, n_constants))
        return known;
    }
  made = g_new0 (TlKernelCall, 1);
  made->kernel = kernel;
  made->name = g_strdup (call->name);
  made->n_args = func->n_params;
  made->args = g_new0 (TlPlace, made->n_args + 1);
  for (guint i = 0; i < n_constants; i++)
    made->args[i] = call->args[constants[i]];
  for (guint i = n_constants; i < made->n_args; i++)
    {
      const TlBuffer *buffer = func->params[i].buffer;

      made->args[i] = reserve (executable, TL_REGION_CONSTANTS, tl_buffer_n_elements (buffer) * tl_dtype_bytes (buffer->dtype));
    }
  g_ptr_array_add (executable->setup, made);
  return made;
}

void
tl_executable_add_setup (TlExecutable *executable, guint kernel, TlModule *setup, const guint *constants, guint n_constants)
{
  TlKernelTask *added = g_new0 (TlKernelTask, 1);
  guint         index = executable->kernels->len;

  added->name = g_strdup_printf ("%s_weight_prepack", ((TlKernelTask *) executable->kernels->pdata[kernel])->name);
  added->module = tl_module_ref (setup);
  added->program = tl_module_ref (setup);
  added->flops = -1;
  note_bytes (added, setup->prims[0]);
  g_ptr_array_add (executable->kernels, added);
  for (guint i = 0; i < executable->calls->len; i++)
    {
      TlKernelCall       *call = executable->calls->pdata[i];
      const TlKernelCall *of_call = call->kernel == kernel
                                        ? find_or_add_setup (executable, index, setup->prims[0], call, constants, n_constants)
                                        : NULL;
      guint               n_more = of_call != NULL ? of_call->n_args - n_constants : 0;

      if (of_call == NULL)
        continue;
      call->args = g_renew (TlPlace, call->args, call->n_args + n_more);
      memcpy (call->args + call->n_args, of_call->args + n_constants, n_more * sizeof *call->args);
      call->n_args += n_more;
    }
}

/* --- layouts --- */

gboolean
tl_executable_is_constant (const TlExecutable *executable, guint kernel, guint param)
{
  for (guint i = 0; i < executable->calls->len; i++)
    {
      const TlKernelCall *call = executable->calls->pdata[i];

      if (call->kernel == kernel && call->args[param].region != TL_REGION_CONSTANTS)
        return FALSE;
    }
  return TRUE;
}

void
tl_executable_set_program (TlExecutable *executable, guint kernel, const TlModule *program)
{
  TlKernelTask *task = executable->kernels->pdata[kernel];

  tl_module_unref (task->program);
  task->program = tl_module_ref (program);
}
