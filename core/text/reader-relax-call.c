/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls in graph functions. Operators take their arguments as their row of relax-ops.def says; those that call functions of the module or
 * of libraries have forms of their own, in the spellings of all versions:
 *
 *     R.call_tir (cls.f, (x,), out_ty=R.Tensor ((1, 128), dtype="float32"))
 *     R.call_tir (f, (x,), out_sinfo=R.Tensor ((1, 128), dtype="float32"))
 *     R.call_tir (f, (x,), (1, 128), dtype="float32")
 */
#include "core/text/reader-relax-private.h"

#include <string.h>

#include "core/ir/relax-op.h"

static const TlRelaxExpr *
new_call (TlReader *reader, const TlRelaxOp *op, const TlRelaxExpr *callee, const TlRelaxExpr *const *args, guint n_args, TlAttrs attrs)
{
  TlRelaxExpr *call = tl_arena_dup_array (reader->arena, TlRelaxExpr,
                                          tl_relax_call (reader->arena, &tl_relax_any, op, args, n_args, &attrs), 1);

  call->callee = callee;
  return call;
}

static void
set_type_args (TlRelaxExpr *call, const TlRelaxType *const *types, guint n, const TlRelaxType *result)
{
  call->type_args = types;
  call->n_type_args = n;
  call->type = result;
}

/* The type of several outputs is that of a tuple. */
static const TlRelaxType *
type_of_outputs (TlReader *reader, const TlRelaxType *const *types, guint n)
{
  return n == 1 ? types[0] : tl_relax_tuple_type (reader->arena, types, n);
}

static gboolean
give (TlParsedValue *given, const TlRelaxExpr *expr)
{
  *given = tl_given_relax (expr);
  return expr != NULL;
}

/* Arguments of operators. */

static gboolean
is_sizes (const TlParsedValue *given)
{
  for (guint i = 0; i < given->n_items; i++)
    if (given->items[i].kind != TL_GIVEN_INT
        && !(given->items[i].kind == TL_GIVEN_EXPR && tl_dtype_is_integer (given->items[i].expr->dtype))
        && !(given->items[i].kind == TL_GIVEN_RELAX && given->items[i].relax->type->kind == TL_RELAX_TYPE_PRIM))
      return FALSE;
  return given->kind == TL_GIVEN_LIST;
}

static const TlExpr *
size_of_given (TlReader *reader, const TlAst *at, const TlParsedValue *given)
{
  const TlExpr *expr;

  if (given->kind == TL_GIVEN_RELAX)
    expr = given->relax->kind == TL_RELAX_PRIM ? given->relax->prim : tl_relax_symbol_of (reader, given->relax);
  else
    expr = given->kind == TL_GIVEN_INT ? tl_given_to_expr_as (reader, at, given, TL_INT64) : tl_given_to_expr (reader, at, given);
  return expr == NULL || expr->kind == TL_EXPR_VAR ? expr : tl_cast (reader->arena, TL_INT64, expr);
}

static const TlRelaxExpr *
shape_of_list (TlReader *reader, const TlAst *at, const TlParsedValue *given)
{
  const TlExpr **dims = tl_arena_new_array (reader->arena, const TlExpr *, MAX (given->n_items, 1));

  for (guint i = 0; i < given->n_items; i++)
    if ((dims[i] = size_of_given (reader, at, &given->items[i])) == NULL)
      return NULL;
  return tl_relax_shape (reader->arena, dims, given->n_items);
}

/* Where an operator takes a shape, a list of sizes is one; else it is a tuple. */
static gboolean
takes_shape (const char *name)
{
  return g_str_has_suffix (name, "shape") || strcmp (name, "size") == 0;
}

static gboolean
read_argument (TlReader *reader, const TlAst *ast, const TlRelaxParameter *parameter, const TlRelaxExpr **arg)
{
  TlParsedValue given;
  TlDType       dtype;

  *arg = NULL;
  if (!tl_read_relax (reader, ast, &given))
    return FALSE;
  if (given.kind == TL_GIVEN_NONE && parameter->default_text != NULL)
    return TRUE;
  if (given.kind == TL_GIVEN_STRING && g_str_has_suffix (parameter->name, "dtype"))
    return tl_read_dtype (reader, ast, &dtype) && (*arg = tl_relax_dtype (reader->arena, dtype)) != NULL;
  if (takes_shape (parameter->name) && is_sizes (&given))
    *arg = shape_of_list (reader, ast, &given);
  else
    *arg = tl_relax_leaf (reader, ast, &given);
  return *arg != NULL;
}

/* Texts may stand in R.str (…). */
static gboolean
read_attribute (TlReader *reader, const TlAst *ast, TlValue *value)
{
  const char *name = ast->kind == TL_AST_CALL ? tl_relax_builtin (reader, ast->value) : NULL;

  if ((g_strcmp0 (name, "str") == 0 || g_strcmp0 (name, "dtype") == 0) && ast->n_items == 1)
    ast = ast->items[0];
  return tl_read_value (reader, ast, value);
}

/* The arguments of a call of an operator, as they are written. */
typedef struct
{
  const TlRelaxOp        *op;
  const TlRelaxParameter *parameters;
  guint                   n_parameters;
  guint                   n_args;    /* of them; attributes follow */
  guint                   rest;      /* the argument "*name"; n_args: none */
  const TlRelaxExpr     **args;      /* NULL: absent */
  GPtrArray              *others;    /* of "*name" */
  GPtrArray              *keys;      /* attributes */
  GArray                 *values;
  const TlAst            *types;     /* ty_args; nullable */
} OpCall;

static gboolean
take (TlReader *reader, OpCall *call, const TlAst *ast, guint index)
{
  const TlRelaxParameter *parameter = &call->parameters[index];
  const TlRelaxExpr      *arg;
  TlValue                 value;

  if (!parameter->is_attr)
    {
      if (!read_argument (reader, ast, parameter, &arg))
        return FALSE;
      if (index == call->rest)
        g_ptr_array_add (call->others, (gpointer) arg);
      else
        call->args[index] = arg;
      return TRUE;
    }
  if (!read_attribute (reader, ast, &value))
    return FALSE;
  g_ptr_array_add (call->keys, parameter->name);
  g_array_append_val (call->values, value);
  return TRUE;
}

static gboolean
take_positional (TlReader *reader, OpCall *call, const TlAst *ast, guint position)
{
  if (call->rest < call->n_args && position > call->rest)
    position = call->rest;
  if (position < call->n_parameters)
    return take (reader, call, ast, position);
  return tl_reader_fail (reader, ast, "R.%s takes at most %u arguments", call->op->name, call->n_parameters);
}

static gboolean
take_keyword (TlReader *reader, OpCall *call, const TlAst *keyword)
{
  for (guint i = 0; i < call->n_parameters; i++)
    if (g_strcmp0 (call->parameters[i].name, keyword->name) == 0)
      return take (reader, call, keyword->value, i);
  if (g_strcmp0 (keyword->name, "ty_args") == 0 || g_strcmp0 (keyword->name, "sinfo_args") == 0)
    {
      call->types = keyword->value;
      return TRUE;
    }
  return tl_reader_fail (reader, keyword, "R.%s has no argument \"%s\"; it has: %s", call->op->name,
                         keyword->name != NULL ? keyword->name : "**", call->op->signature);
}

static gboolean
take_arguments (TlReader *reader, OpCall *call, const TlAst *ast)
{
  guint position = 0;

  for (guint i = 0; i < ast->n_items; i++)
    {
      const TlAst *item = ast->items[i];

      if (item->kind == TL_AST_STARRED)
        return tl_reader_fail (reader, item, "starred arguments are not part of TVMScript");
      if (item->kind == TL_AST_KEYWORD ? !take_keyword (reader, call, item) : !take_positional (reader, call, item, position++))
        return FALSE;
    }
  return TRUE;
}

/* The arguments in order; trailing ones that are absent are left out. NULL with an error. */
static const TlRelaxExpr **
collect_arguments (TlReader *reader, const TlAst *at, const OpCall *call, guint *n)
{
  const TlRelaxExpr **args = tl_arena_new_array (reader->arena, const TlRelaxExpr *, call->n_args + call->others->len + 1);

  *n = 0;
  for (guint i = 0; i < call->n_args; i++)
    {
      if (i != call->rest && call->args[i] == NULL && call->parameters[i].default_text == NULL)
        return tl_reader_fail_null (reader, at, "R.%s needs an argument \"%s\"", call->op->name, call->parameters[i].name);
      for (guint k = 0; i == call->rest && k < call->others->len; k++)
        args[(*n)++] = call->others->pdata[k];
      if (i != call->rest)
        args[(*n)++] = call->args[i];
    }
  return args;
}

static const TlRelaxExpr *
finish_call (TlReader *reader, const TlAst *at, const OpCall *taken)
{
  TlAttrs                   given = { taken->keys->len, (gpointer) taken->keys->pdata, (gpointer) taken->values->data };
  g_autoptr (GError)        wrong = NULL;
  const TlRelaxType *const *types;
  const TlRelaxExpr       **args;
  const TlRelaxExpr        *call;
  TlAttrs                   attrs;
  guint                     n, n_types;

  if ((args = collect_arguments (reader, at, taken, &n)) == NULL)
    return NULL;
  if (!tl_relax_op_complete (reader->arena, taken->op, &given, &attrs, &wrong))
    return tl_reader_fail_null (reader, at, "%s", wrong->message);
  call = new_call (reader, taken->op, NULL, args, n, attrs);
  if (taken->types == NULL)
    return call;
  if (!tl_read_relax_types (reader, taken->types, &types, &n_types))
    return NULL;
  set_type_args ((TlRelaxExpr *) call, types, n_types, type_of_outputs (reader, types, n_types));
  return call;
}

static void
op_call_init (TlReader *reader, OpCall *call, const TlRelaxOp *op)
{
  const GArray *parameters = tl_relax_op_parameters (op);

  *call = (OpCall) {
    .op = op,
    .parameters = (const TlRelaxParameter *) (gpointer) parameters->data,
    .n_parameters = parameters->len,
    .others = g_ptr_array_new (),
    .keys = g_ptr_array_new (),
    .values = g_array_new (FALSE, FALSE, sizeof (TlValue)),
  };
  while (call->n_args < parameters->len && !call->parameters[call->n_args].is_attr)
    call->n_args++;
  while (call->rest < call->n_args && !call->parameters[call->rest].is_rest)
    call->rest++;
  call->args = tl_arena_new_array (reader->arena, const TlRelaxExpr *, MAX (call->n_args, 1));
}

static gboolean
read_op (TlReader *reader, const TlAst *ast, const TlRelaxOp *op, TlParsedValue *given)
{
  OpCall             call;
  const TlRelaxExpr *expr = NULL;

  op_call_init (reader, &call, op);
  if (take_arguments (reader, &call, ast))
    expr = finish_call (reader, ast, &call);
  g_ptr_array_unref (call.others);
  g_ptr_array_unref (call.keys);
  g_array_unref (call.values);
  return give (given, expr);
}

gboolean
tl_relax_apply (TlReader *reader, const TlAst *at, const char *name, const TlParsedValue *operands, guint n_operands, TlParsedValue *given)
{
  const TlRelaxOp   *op = tl_relax_op_find (name);
  const TlRelaxExpr *args[2];
  TlAttrs            attrs;

  for (guint i = 0; i < n_operands; i++)
    if ((args[i] = tl_relax_leaf (reader, at, &operands[i])) == NULL)
      return FALSE;
  if (op == NULL || !tl_relax_op_complete (reader->arena, op, &tl_attrs_empty, &attrs, NULL))
    return tl_reader_fail (reader, at, "the operator R.%s is not known", name);
  return give (given, new_call (reader, op, NULL, args, n_operands, attrs));
}

/* call_tir and its kin. */

/* A function of the module or a library, by name or value. *@is_text: the name was a text. */
static const TlRelaxExpr *
read_callee (TlReader *reader, const TlAst *ast, gboolean *is_text)
{
  TlParsedValue given;

  *is_text = ast->kind == TL_AST_STRING;
  if (*is_text)
    return tl_relax_extern (reader->arena, ast->name);
  if (ast->kind == TL_AST_CALL && g_strcmp0 (tl_relax_builtin (reader, ast->value), "ExternFunc") == 0 && ast->n_items == 1
      && ast->items[0]->kind == TL_AST_STRING)
    return tl_relax_extern (reader->arena, ast->items[0]->name);
  /* Old scripts write names that are not defined where they stand. */
  if (ast->kind == TL_AST_NAME && tl_reader_lookup (reader, ast->name) == NULL)
    {
      if (!g_hash_table_contains (reader->func_names, ast->name))
        tl_source_warn (reader->source, ast->span, "the module has no function %s", ast->name);
      return tl_relax_global (reader->arena, ast->name);
    }
  if (!tl_read_relax (reader, ast, &given))
    return NULL;
  if (given.kind != TL_GIVEN_RELAX || (given.relax->kind != TL_RELAX_GLOBAL && given.relax->kind != TL_RELAX_VAR))
    return tl_reader_fail_null (reader, ast, "expected a function of the module, such as cls.f, or the name of a packed function");
  return given.relax;
}

/* One value stands for a tuple of it. */
static const TlRelaxExpr *
read_arguments (TlReader *reader, const TlAst *ast)
{
  const TlRelaxExpr *args = ast != NULL ? tl_read_relax_leaf (reader, ast) : tl_relax_tuple (reader->arena, NULL, 0);

  if (args == NULL || args->kind == TL_RELAX_TUPLE)
    return args;
  return tl_relax_tuple (reader->arena, &args, 1);
}

/* (1, 128), dtype="float32"; [(1, 128), (4,)], dtype=["float32", "int32"] */
static gboolean
read_old_outputs (TlReader *reader, const TlAst *shapes, const TlAst *dtypes, const TlRelaxType *const **types, guint *n)
{
  gboolean            is_several = shapes->kind == TL_AST_LIST && shapes->n_items > 0
                                   && (shapes->items[0]->kind == TL_AST_TUPLE || shapes->items[0]->kind == TL_AST_LIST);
  const TlRelaxType **list;

  *n = is_several ? shapes->n_items : 1;
  list = tl_arena_new_array (reader->arena, const TlRelaxType *, *n);
  for (guint i = 0; i < *n; i++)
    {
      gboolean             has_own = dtypes != NULL && dtypes->kind == TL_AST_LIST && i < dtypes->n_items;
      const TlAst         *shape = is_several ? shapes->items[i] : shapes, *dtype_ast = has_own ? dtypes->items[i] : dtypes;
      TlDType              dtype = TL_VOID;
      const TlExpr *const *dims;
      guint                n_dims;

      if (!tl_read_sizes (reader, shape, &dims, &n_dims) || (dtype_ast != NULL && !tl_read_dtype (reader, dtype_ast, &dtype)))
        return FALSE;
      list[i] = tl_relax_tensor_type (reader->arena, dtype, dims, n_dims);
    }
  *types = list;
  return TRUE;
}

static gboolean
is_shape (const TlAst *ast)
{
  const TlAst *first = (ast->kind == TL_AST_TUPLE || ast->kind == TL_AST_LIST) && ast->n_items > 0 ? ast->items[0] : NULL;

  if (ast->kind == TL_AST_TUPLE || ast->kind == TL_AST_LIST)
    return first == NULL || is_shape (first) || first->kind == TL_AST_INT || first->kind == TL_AST_STRING || first->kind == TL_AST_BINARY
           || first->kind == TL_AST_NAME;
  return FALSE;
}

static gboolean
read_outputs (TlReader *reader, const TlAst *call, const TlRelaxType *const **types, guint *n)
{
  const TlAst *outputs = tl_call_argument (call, 2, "out_ty");

  outputs = outputs != NULL ? outputs : tl_call_argument (call, G_MAXUINT, "out_sinfo");
  if (outputs == NULL)
    return tl_reader_fail (reader, call, "the call needs the type of its result: out_ty=R.Tensor (…)");
  if (is_shape (outputs))
    return read_old_outputs (reader, outputs, tl_call_argument (call, 3, "dtype"), types, n);
  return tl_read_relax_types (reader, outputs, types, n);
}

static gboolean
read_call_function (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlAst              *callee = tl_call_argument (call, 0, "func"), *args_ast = tl_call_argument (call, 1, "args");
  const TlAst              *vars = tl_call_argument (call, G_MAXUINT, "tir_vars"), *inplace = tl_call_argument (call, G_MAXUINT,
                                                                                                                 "inplace_indices");
  const TlRelaxExpr        *args[3] = { NULL };
  const TlRelaxType *const *types;
  gboolean                  is_text;
  const char               *key = "inplace_indices";
  TlRelaxExpr              *expr;
  TlAttrs                   attrs = tl_attrs_empty;
  TlValue                   value;
  guint                     n_types;

  if (callee == NULL)
    return tl_reader_fail (reader, call, "R.%s needs a function", name);
  if (!tl_call_check (reader, call, 2, 4, "func args out_ty out_sinfo dtype tir_vars inplace_indices")
      || (args[0] = read_callee (reader, callee, &is_text)) == NULL || (args[1] = read_arguments (reader, args_ast)) == NULL
      || (vars != NULL && (args[2] = tl_read_relax_leaf (reader, vars)) == NULL) || !read_outputs (reader, call, &types, &n_types))
    return FALSE;
  /* A text names a function of the module, or else one of a library. */
  if (is_text && g_str_has_prefix (name, "call_tir") && g_hash_table_contains (reader->func_names, args[0]->name))
    args[0] = tl_relax_global (reader->arena, args[0]->name);
  else if (is_text)
    name = "call_dps_packed";
  if (inplace != NULL)
    {
      if (!tl_read_value (reader, inplace, &value))
        return FALSE;
      attrs = tl_attrs_with_all (reader->arena, &attrs, &key, &value, 1);
    }
  expr = (TlRelaxExpr *) new_call (reader, tl_relax_op_find (name), NULL, args, args[2] != NULL ? 3 : 2, attrs);
  set_type_args (expr, types, n_types, type_of_outputs (reader, types, n_types));
  return give (given, expr);
}

/* R.call_packed ("f", x, 3, ty_args=(R.Tensor,)) */
static gboolean
read_call_packed (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlAst              *types_ast = tl_call_argument (call, G_MAXUINT, "ty_args");
  const TlRelaxType *const *types = NULL;
  g_autoptr (GPtrArray)     args = g_ptr_array_new ();
  TlRelaxExpr              *expr;
  gboolean                  is_text;
  guint                     n_types = 0;

  types_ast = types_ast != NULL ? types_ast : tl_call_argument (call, G_MAXUINT, "sinfo_args");
  if (!tl_call_check (reader, call, 1, G_MAXUINT, "ty_args sinfo_args"))
    return FALSE;
  for (guint i = 0; i < call->n_items; i++)
    if (call->items[i]->kind != TL_AST_KEYWORD)
      {
        const TlRelaxExpr *arg = args->len == 0 ? read_callee (reader, call->items[i], &is_text)
                                                : tl_read_relax_leaf (reader, call->items[i]);

        if (arg == NULL)
          return FALSE;
        g_ptr_array_add (args, (gpointer) arg);
      }
  if (types_ast != NULL && !tl_read_relax_types (reader, types_ast, &types, &n_types))
    return FALSE;
  expr = (TlRelaxExpr *) new_call (reader, tl_relax_op_find (name), NULL, (const TlRelaxExpr *const *) args->pdata, args->len,
                                   tl_attrs_empty);
  set_type_args (expr, types, n_types, n_types > 0 ? type_of_outputs (reader, types, n_types) : &tl_relax_any);
  return give (given, expr);
}

/* Constructors. */

static gboolean
read_shape_call (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlAst  *sizes = tl_call_argument (call, 0, "shape");
  TlParsedValue list;

  if (!tl_call_check (reader, call, 1, 1, "shape") || !tl_read_relax (reader, sizes, &list))
    return FALSE;
  if (!is_sizes (&list))
    return tl_reader_fail (reader, sizes, "R.shape takes a list of sizes, such as [128, n]");
  return give (given, shape_of_list (reader, sizes, &list));
}

static gboolean
read_const_call (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  return give (given, tl_read_relax_const (reader, call));
}

static gboolean
read_prim_call (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlRelaxExpr *value;

  if (!tl_call_check (reader, call, 1, 1, "value") || (value = tl_read_relax_leaf (reader, tl_call_argument (call, 0, "value"))) == NULL)
    return FALSE;
  if (value->kind != TL_RELAX_PRIM && value->type->kind != TL_RELAX_TYPE_PRIM)
    return tl_reader_fail (reader, call, "R.prim_value takes a number or a scalar");
  return give (given, value);
}

static gboolean
read_string_call (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const char *text;

  if (!tl_call_check (reader, call, 1, 1, "value")
      || (text = tl_read_string (reader, tl_call_argument (call, 0, "value"), "a text")) == NULL)
    return FALSE;
  return give (given, tl_relax_string (reader->arena, text));
}

static gboolean
read_dtype_call (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  TlDType dtype;

  if (!tl_call_check (reader, call, 1, 1, "value") || !tl_read_dtype (reader, tl_call_argument (call, 0, "value"), &dtype))
    return FALSE;
  return give (given, tl_relax_dtype (reader->arena, dtype));
}

static gboolean
read_tuple_call (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  const TlRelaxExpr **items = tl_arena_new_array (reader->arena, const TlRelaxExpr *, MAX (call->n_items, 1));

  if (!tl_call_check (reader, call, 0, G_MAXUINT, ""))
    return FALSE;
  for (guint i = 0; i < call->n_items; i++)
    if ((items[i] = tl_read_relax_leaf (reader, call->items[i])) == NULL)
      return FALSE;
  return give (given, tl_relax_tuple (reader->arena, items, call->n_items));
}

static gboolean
refuse_match (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given)
{
  return tl_reader_fail (reader, call, "R.match_cast stands alone behind the name that takes its value");
}

/* f (x), where f is a function of the module or a variable. */
static gboolean
read_function_call (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  const TlRelaxExpr **args = tl_arena_new_array (reader->arena, const TlRelaxExpr *, MAX (ast->n_items, 1));
  TlParsedValue       callee;

  if (ast->value->kind != TL_AST_NAME && ast->value->kind != TL_AST_ATTRIBUTE)
    return tl_reader_fail (reader, ast, "this cannot be called");
  if (!tl_read_relax (reader, ast->value, &callee))
    return FALSE;
  if (callee.kind != TL_GIVEN_RELAX || (callee.relax->kind != TL_RELAX_GLOBAL && callee.relax->kind != TL_RELAX_VAR))
    return tl_reader_fail (reader, ast->value, "this cannot be called");
  if (!tl_call_check (reader, ast, 0, G_MAXUINT, ""))
    return FALSE;
  for (guint i = 0; i < ast->n_items; i++)
    if ((args[i] = tl_read_relax_leaf (reader, ast->items[i])) == NULL)
      return FALSE;
  return give (given, new_call (reader, NULL, callee.relax, args, ast->n_items, tl_attrs_empty));
}

gboolean
tl_read_relax_call (TlReader *reader, const TlAst *call, TlParsedValue *given)
{
  static const struct
  {
    const char *name;
    gboolean  (*read) (TlReader *reader, const TlAst *call, const char *name, TlParsedValue *given);
  } forms[] = {
    { "call_tir", read_call_function },        { "call_tir_inplace", read_call_function }, { "call_dps_packed", read_call_function },
    { "call_packed", read_call_packed },       { "call_pure_packed", read_call_packed },   { "shape", read_shape_call },
    { "const", read_const_call },              { "prim_value", read_prim_call },           { "str", read_string_call },
    { "dtype", read_dtype_call },              { "tuple", read_tuple_call },               { "match_cast", refuse_match },
  };
  const char      *name = tl_relax_builtin (reader, call->value);
  const TlRelaxOp *op;

  if (name == NULL)
    return read_function_call (reader, call, given);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (strcmp (forms[i].name, name) == 0)
      return forms[i].read (reader, call, name, given);
  if ((op = tl_relax_op_find (name)) == NULL)
    return tl_reader_fail (reader, call->value, "the operator R.%s is not known", name);
  return read_op (reader, call, op, given);
}
