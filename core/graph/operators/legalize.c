/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From calls of operators to PrimFuncs. A row of relax-ops.def names a function of legalize-*.py, "op_" in front: it is called with tensors
 * for the arguments, and attributes by name, and returns the tensors that te makes a PrimFunc of; a pair of
 * a text and a tensor is one of another name. The scripts are resources of the library.
 */
#include <gio/gio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/graph/operators/operator-resources.h"
#include "core/graph/operators/operators.h"
#include "core/te/te.h"

#define MAX_EVALUATED 2000000u
#define RESOURCES     "/tileloom/operators/"

static const char *const legalizations[] = {
#define RELAX_OP(name, signature, type_rule, legalization) legalization,
#include "core/ir/relax-ops.def"
#undef RELAX_OP
};

/* The scripts as one. */

typedef struct
{
  TlSource    *source;
  const TlAst *script;
} Library;

static gpointer
load_library (gpointer unused)
{
  static const char *const names[] = {
    "legalize-elements.py", "legalize-products.py", "legalize-windows.py", "legalize-normalization.py", "legalize-axes.py",
    "legalize-shapes.py", "legalize-order.py",
  };
  Library            *library = g_new0 (Library, 1);
  g_autoptr (GString) text = g_string_new (NULL);
  TlArena            *tree = tl_arena_new (NULL);
  GError             *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char   *path = g_strconcat (RESOURCES, names[i], NULL);
      g_autoptr (GBytes) bytes = g_resource_lookup_data (tl_operators_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);

      if (bytes == NULL)
        g_error ("%s", error->message);
      g_string_append_len (text, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
    }
  library->source = tl_source_new ("operators", text->str, (gssize) text->len);
  library->script = tl_ast_parse (tree, library->source, &error);
  if (library->script == NULL)
    g_error ("%s", error->message);
  return library;
}

/* Lives as long as the process. */
static const Library *
get_library (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, load_library, NULL);
}

/* One call. */

/* A tensor that the function is given. */
typedef struct
{
  TlPyValue          tensor;
  const TlRelaxExpr *arg;
  const TlExpr      *literal;    /* of a constant of one element; nullable */
  gboolean           is_left_out;    /* no argument of the PrimFunc */
} Input;

typedef struct
{
  TlPyInterp         interp;
  const TlAst       *script;
  const TlRelaxExpr *call;
  TlLegalizeFlags    flags;
  GArray            *inputs;     /* Input */
} LegalizeRun;

static const TlExpr *
literal_of (TlArena *arena, const TlRelaxExpr *constant)
{
  const TlTensor *tensor = constant->tensor;

  if (tensor->n_dims > 0)
    return NULL;
  if (tl_dtype_is_float (tensor->dtype))
    return tl_expr_float (arena, tensor->dtype, tl_tensor_get (tensor, 0));
  return tl_expr_int (arena, tensor->dtype, tl_tensor_get_int (tensor, 0));
}

/* Constants are A, B … by their number among the tensors. */
static TlPyValue
tensor_value (LegalizeRun *run, const TlRelaxExpr *arg)
{
  Input input = { .arg = arg };
  char  letter[] = { (char) ('A' + run->inputs->len % 26), '\0' };

  input.tensor = tl_te_input (&run->interp, run->script, arg->kind == TL_RELAX_VAR ? arg->name : letter, arg->type->dtype, arg->type->dims,
                              (guint) arg->type->n_dims);
  if (arg->kind == TL_RELAX_CONST)
    input.literal = literal_of (run->interp.program_arena, arg);
  g_array_append_val (run->inputs, input);
  return input.tensor;
}

static gboolean arg_value (LegalizeRun *run, const TlRelaxExpr *arg, TlPyValue *value);

static gboolean
items_value (LegalizeRun *run, const TlRelaxExpr *const *items, guint n, TlPyValue *value)
{
  if (!tl_py_new_list (&run->interp, run->script, TL_PY_LIST, n, value))
    return FALSE;
  value->list->n = n;
  for (guint i = 0; i < n; i++)
    if (!arg_value (run, items[i], &value->list->items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
sizes_value (const LegalizeRun *run, const TlExpr *const *sizes, guint n, TlPyValue *value)
{
  if (!tl_py_new_list ((TlPyInterp *) &run->interp, run->script, TL_PY_LIST, n, value))
    return FALSE;
  value->list->n = n;
  for (guint i = 0; i < n; i++)
    value->list->items[i] = tl_py_expr (sizes[i]);
  return TRUE;
}

static gboolean
arg_value (LegalizeRun *run, const TlRelaxExpr *arg, TlPyValue *value)
{
  *value = TL_PY_NONE_VALUE;
  if (arg == NULL)
    return TRUE;
  switch (arg->kind)
    {
    case TL_RELAX_PRIM:
      *value = tl_py_expr (arg->prim);
      return TRUE;
    case TL_RELAX_TUPLE:
      return items_value (run, arg->items, arg->n_items, value);
    case TL_RELAX_STRING:
      *value = tl_py_string (&run->interp, arg->name);
      return TRUE;
    default:
      break;
    }
  if (arg->type->kind == TL_RELAX_TYPE_SHAPE)
    return sizes_value (run, arg->type->dims, (guint) arg->type->n_dims, value);
  if (arg->type->kind == TL_RELAX_TYPE_TUPLE)
    {
      const TlRelaxExpr **items = tl_arena_new_array (run->interp.program_arena, const TlRelaxExpr *, arg->type->n_fields + 1);

      for (guint i = 0; i < arg->type->n_fields; i++)
        items[i] = tl_relax_item (run->interp.program_arena, arg, i);
      return items_value (run, items, arg->type->n_fields, value);
    }
  *value = tensor_value (run, arg);
  return TRUE;
}

static gboolean
attr_value (LegalizeRun *run, const TlValue *attr, TlPyValue *value)
{
  *value = TL_PY_NONE_VALUE;
  switch (attr->kind)
    {
    case TL_VALUE_BOOL:
      *value = tl_py_bool (attr->boolean);
      return TRUE;
    case TL_VALUE_INT:
      *value = tl_py_int (attr->integer);
      return TRUE;
    case TL_VALUE_FLOAT:
      *value = tl_py_float (attr->number);
      return TRUE;
    case TL_VALUE_STRING:
      *value = tl_py_string (&run->interp, attr->string);
      return TRUE;
    case TL_VALUE_EXPR:
      *value = tl_py_expr (attr->expr);
      return TRUE;
    case TL_VALUE_LIST:
      if (!tl_py_new_list (&run->interp, run->script, TL_PY_LIST, attr->n_items, value))
        return FALSE;
      value->list->n = attr->n_items;
      for (guint i = 0; i < attr->n_items; i++)
        if (!attr_value (run, &attr->items[i], &value->list->items[i]))
          return FALSE;
      return TRUE;
    default:
      return TRUE;
    }
}

static gboolean
is_input (const Input *input, const TlPyValue *value)
{
  return value->kind == TL_PY_OBJECT && input->tensor.object == value->object;
}

/* literal (tensor): the number in place of a constant of one element. */
static gboolean
call_literal (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const LegalizeRun *run = interp->host;

  if (args->n_positional != 1)
    return tl_py_fail (interp, args->call, "literal takes a tensor");
  *value = args->positional[0];
  for (guint i = 0; i < run->inputs->len; i++)
    {
      Input *input = &g_array_index (run->inputs, Input, i);

      if (input->literal == NULL || !is_input (input, &args->positional[0]))
        continue;
      *value = tl_py_expr (input->literal);
      input->is_left_out = TRUE;
    }
  return TRUE;
}

/* leave_out (x): where only the shape of an argument counts, the PrimFunc does not take it. */
static gboolean
call_leave_out (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const LegalizeRun *run = interp->host;

  *value = TL_PY_NONE_VALUE;
  for (guint i = 0; i < run->inputs->len; i++)
    {
      Input *input = &g_array_index (run->inputs, Input, i);

      input->is_left_out = input->is_left_out || (args->n_positional == 1 && is_input (input, &args->positional[0]));
    }
  return TRUE;
}

/* refuse (message) */
static gboolean
call_refuse (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gboolean is_text = args->n_positional == 1 && args->positional[0].kind == TL_PY_STRING;

  return tl_py_fail (interp, args->call, "%s", is_text ? args->positional[0].string : "this call is not done here");
}

/* same (a, b): two sizes are one. */
static gboolean
call_same (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlExpr *a, *b;
  gint64        x, y;

  if (args->n_positional != 2 || (a = tl_py_to_expr (interp, args->call, &args->positional[0])) == NULL
      || (b = tl_py_to_expr (interp, args->call, &args->positional[1])) == NULL)
    return tl_py_fail (interp, args->call, "same takes two sizes");
  *value = tl_py_bool (tl_expr_get_int (a, &x) && tl_expr_get_int (b, &y) ? x == y : tl_expr_equal (a, b));
  return TRUE;
}

/* is_number (size): it is not symbolic. */
static gboolean
call_is_number (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gint64 integer;

  *value = tl_py_bool (args->n_positional == 1 && tl_py_get_int (&args->positional[0], &integer));
  return TRUE;
}

/* result_shape (), result_dtype (): of the call's result, a tensor. */
static gboolean
call_result_shape (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const LegalizeRun       *run = interp->host;
  const TlRelaxType *type = run->call->type;

  if (type->kind != TL_RELAX_TYPE_TENSOR)
    return tl_py_fail (interp, args->call, "the result is no tensor");
  return sizes_value (run, type->dims, (guint) type->n_dims, value);
}

static gboolean
call_result_dtype (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const LegalizeRun *run = interp->host;

  *value = tl_py_string (interp, tl_dtype_name (run->call->type->dtype));
  return TRUE;
}

/* has_copies (): a tensor may be copied for nothing, as TVM does. */
static gboolean
call_has_copies (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const LegalizeRun *run = interp->host;

  *value = tl_py_bool ((run->flags & TL_LEGALIZE_NO_COPIES) == 0);
  return TRUE;
}

static const TlPyNative own_natives[] = {
  { "graph", "literal", call_literal, FALSE },
  { "graph", "leave_out", call_leave_out, FALSE },
  { "graph", "refuse", call_refuse, FALSE },
  { "graph", "same", call_same, FALSE },
  { "graph", "is_number", call_is_number, FALSE },
  { "graph", "has_copies", call_has_copies, FALSE },
  { "graph", "result_shape", call_result_shape, FALSE },
  { "graph", "result_dtype", call_result_dtype, FALSE },
  { NULL, NULL, NULL, FALSE },
};

/* Calls the function of the operator. */
static gboolean
run_function (LegalizeRun *run, const char *name, TlPyValue *result)
{
  const TlRelaxExpr *call = run->call;
  g_autofree char   *function_name = g_strconcat ("op_", name, NULL);
  const TlPyValue   *function;
  TlPyArgs           args = { .call = run->script };

  if (tl_py_run (&run->interp, run->interp.globals, run->script->body, run->script->n_body, result) == TL_PY_FLOW_ERROR)
    return FALSE;
  function = tl_py_scope_find (&run->interp, run->interp.globals, function_name);
  if (function == NULL)
    return tl_py_fail (&run->interp, run->script, "there is no %s", function_name);
  args.positional = tl_arena_new_array (run->interp.arena, TlPyValue, call->n_args + 1);
  args.named = tl_arena_new_array (run->interp.arena, TlPyValue, call->attrs.n + 1);
  args.n_positional = call->n_args;
  args.names = (const char **) call->attrs.keys;
  args.n_named = call->attrs.n;
  for (guint i = 0; i < call->n_args; i++)
    if (!arg_value (run, call->args[i], &args.positional[i]))
      return FALSE;
  for (guint i = 0; i < call->attrs.n; i++)
    if (!attr_value (run, &call->attrs.values[i], &args.named[i]))
      return FALSE;
  return tl_py_call (&run->interp, function, &args, result);
}

/* The function of the inputs and results. */
static gboolean
make_func (LegalizeRun *run, TlBuilder *builder, const char *name, const TlPyValue *result, TlLegalized *legalized)
{
  TlPyList            results = { .items = (TlPyValue *) result, .n = 1 };
  const TlRelaxExpr **args = tl_arena_new_array (builder->arena, const TlRelaxExpr *, run->inputs->len + 1);
  TlPrimFunc         *func;
  TlPyValue           all;
  TlDType             dtype;

  if (result->kind == TL_PY_TUPLE && result->list->n == 2 && result->list->items[0].kind == TL_PY_STRING)
    {
      name = tl_arena_strdup (builder->arena, result->list->items[0].string);
      results.items = &result->list->items[1];
    }
  else if (tl_py_is_sequence (result))
    results = *result->list;
  for (guint i = 0; i < results.n; i++)
    if (!tl_te_get_tensor (&results.items[i], &dtype))
      return tl_py_fail (&run->interp, run->script, "%s gives no tensor", name);
  if (!tl_py_new_list (&run->interp, run->script, TL_PY_LIST, (guint64) run->inputs->len + results.n, &all))
    return FALSE;
  for (guint i = 0; i < run->inputs->len; i++)
    {
      const Input *input = &g_array_index (run->inputs, Input, i);

      if (input->is_left_out)
        continue;
      all.list->items[all.list->n++] = input->tensor;
      args[legalized->n_args++] = input->arg;
    }
  for (guint i = 0; i < results.n; i++)
    all.list->items[all.list->n++] = results.items[i];
  func = (TlPrimFunc *) tl_te_make_prim_func (&run->interp, run->script, builder, NULL, all.list);
  if (func == NULL)
    return FALSE;
  func->name = name;
  legalized->func = func;
  legalized->args = args;
  return TRUE;
}

/* Sizes of all tensors are known, as expressions at least. */
static gboolean
is_known (const TlRelaxType *type)
{
  for (guint i = 0; i < type->n_fields; i++)
    if (!is_known (type->fields[i]))
      return FALSE;
  if (type->kind == TL_RELAX_TYPE_TENSOR)
    return type->dims != NULL && type->dtype.code != TL_TYPE_VOID;
  return type->kind == TL_RELAX_TYPE_TUPLE || type->kind == TL_RELAX_TYPE_PRIM || (type->kind == TL_RELAX_TYPE_SHAPE && type->dims != NULL)
         || type->kind == TL_RELAX_TYPE_ANY;
}

static gboolean
is_call_known (const TlRelaxExpr *call)
{
  for (guint i = 0; i < call->n_args; i++)
    if (call->args[i] != NULL && !is_known (call->args[i]->type))
      return FALSE;
  return is_known (call->type) && call->type->kind != TL_RELAX_TYPE_ANY;
}

gboolean
tl_relax_op_is_of_runtime (const TlRelaxOp *op)
{
  static const char *const names[] = { "arange", "argsort", "cumprod", "cumsum", "scatter_elements", "scatter_nd", "sort", "topk", NULL };

  return g_strv_contains (names, op->name);
}

gboolean
tl_relax_legalize (TlBuilder *builder, const TlRelaxExpr *call, TlLegalizeFlags flags, TlLegalized *legalized, GError **error)
{
  static const TlPyNative *const libraries[] = { own_natives, tl_te_natives, NULL };
  const char                    *name = call->op != NULL ? legalizations[call->op - tl_relax_op_nth (0)] : NULL;
  const Library                 *library;
  LegalizeRun                    run = { .call = call, .flags = flags };
  TlPyValue                      result;
  gboolean                       is_made;

  *legalized = (TlLegalized) { NULL };
  if (name == NULL || !is_call_known (call) || ((flags & TL_LEGALIZE_ALL) == 0 && tl_relax_op_is_of_runtime (call->op)))
    return TRUE;
  library = get_library ();
  run.script = library->script;
  run.inputs = g_array_new (FALSE, TRUE, sizeof (Input));
  tl_py_interp_init (&run.interp, library->source, run.script, libraries, MAX_EVALUATED, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED);
  run.interp.host = &run;
  is_made = run_function (&run, name, &result) && make_func (&run, builder, name, &result, legalized);
  if (!is_made)
    g_set_error (error, TL_GRAPH_ERROR, TL_GRAPH_ERROR_UNSUPPORTED, "R.%s: %s", call->op->name, run.interp.error->message);
  tl_py_interp_clear (&run.interp);
  g_array_unref (run.inputs);
  return is_made;
}
