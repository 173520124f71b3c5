/* SPDX-License-Identifier: Apache-2.0 */
/* Graph functions: parameters, dataflow blocks, bindings, branches, functions in functions. */
#include "core/text/reader-relax-private.h"

#include <string.h>

#include "core/ir/relax-op.h"
#include "core/ir/relax-walk.h"

/* Bodies. */

static void
frame_init (TlReader *reader, TlRelaxFrame *frame, gboolean is_dataflow, guint *n_named)
{
  *frame = (TlRelaxFrame) {
    .parent = reader->relax,
    .blocks = g_array_new (FALSE, FALSE, sizeof (TlRelaxBlock)),
    .bindings = g_array_new (FALSE, FALSE, sizeof (TlRelaxBinding)),
    .is_dataflow = is_dataflow,
    .n_named = n_named,
  };
  reader->relax = frame;
}

static void
frame_clear (TlReader *reader, TlRelaxFrame *frame)
{
  g_array_unref (frame->blocks);
  g_array_unref (frame->bindings);
  reader->relax = frame->parent;
}

/* Ends the open block; one that follows another of its kind continues it, as in TVM. */
static void
end_block (TlReader *reader, gboolean is_dataflow)
{
  TlRelaxFrame   *frame = reader->relax;
  TlRelaxBlock   *last = frame->blocks->len > 0 ? &g_array_index (frame->blocks, TlRelaxBlock, frame->blocks->len - 1) : NULL;
  TlRelaxBlock    block = { .is_dataflow = frame->is_dataflow };

  if (last != NULL && last->is_dataflow == frame->is_dataflow)
    {
      g_array_prepend_vals (frame->bindings, last->bindings, last->n_bindings);
      g_array_set_size (frame->blocks, frame->blocks->len - 1);
    }
  block.bindings = tl_arena_dup_array (reader->arena, TlRelaxBinding, frame->bindings->data, frame->bindings->len);
  block.n_bindings = frame->bindings->len;
  if (block.n_bindings > 0)
    g_array_append_val (frame->blocks, block);
  g_array_set_size (frame->bindings, 0);
  frame->is_dataflow = is_dataflow;
}

static void
frame_finish (TlReader *reader, const TlRelaxExpr *result, TlRelaxBody *body)
{
  end_block (reader, FALSE);
  body->n_blocks = reader->relax->blocks->len;
  body->blocks = tl_arena_dup_array (reader->arena, TlRelaxBlock, reader->relax->blocks->data, body->n_blocks);
  body->result = result;
}

/* The name that TVM gives to the next binding without one. */
static const char *
next_name (TlReader *reader)
{
  const TlRelaxFrame *frame = reader->relax;
  guint               n = frame->n_named[frame->is_dataflow];
  const char         *stem = frame->is_dataflow ? "lv" : "gv";

  return n > 0 ? tl_arena_printf (reader->arena, "%s%u", stem, n) : stem;
}

const TlRelaxVar *
tl_relax_bind (TlReader *reader, const char *name, const TlRelaxType *type, TlRelaxBindingKind kind, const TlRelaxExpr *value)
{
  TlRelaxFrame  *frame = reader->relax;
  TlRelaxBinding binding = { .kind = kind, .value = value, .type = kind == TL_RELAX_BIND_MATCH ? type : NULL };

  binding.var = tl_relax_var (reader->arena, name != NULL ? name : next_name (reader), type, frame->is_dataflow);
  frame->n_named[frame->is_dataflow] += value->kind == TL_RELAX_CALL;
  g_array_append_val (frame->bindings, binding);
  return binding.var;
}

/* Statements. */

static gboolean read_statements (TlReader *reader, const TlAst *const *body, guint n, const TlRelaxExpr **result);

static const char *
called (TlReader *reader, const TlAst *ast)
{
  return ast != NULL && ast->kind == TL_AST_CALL ? tl_relax_builtin (reader, ast->value) : NULL;
}

/* T.int64 () */
static gboolean
is_declaration (TlReader *reader, const TlAst *ast)
{
  return ast->kind == TL_AST_CALL && ast->n_items == 0 && tl_reader_builtin (reader, ast->value) != NULL;
}

/* m = T.int64 (), and the same of several names. */
static gboolean
read_declaration (TlReader *reader, const TlAst *target, const TlAst *value, gboolean *done)
{
  gboolean is_several = target->kind == TL_AST_TUPLE && value->kind == TL_AST_TUPLE && target->n_items == value->n_items;

  *done = FALSE;
  for (guint i = 0; is_several && i < target->n_items; i++)
    {
      if (!read_declaration (reader, target->items[i], value->items[i], done))
        return FALSE;
      if (!*done)
        return tl_reader_fail (reader, target, "a value of a graph is bound to one name; take items by number");
    }
  if (is_several || target->kind != TL_AST_NAME || !is_declaration (reader, value))
    return TRUE;
  *done = TRUE;
  tl_reader_bind (reader, target->name, tl_given_expr (tl_reader_symbol (reader, target->name)));
  return TRUE;
}

/* A number alone becomes a constant, unless its type says that it is a scalar. */
static const TlRelaxExpr *
bound_value (TlReader *reader, const TlAst *ast, const TlParsedValue *given, const TlRelaxType *type)
{
  TlDType   dtype = given->kind == TL_GIVEN_FLOAT ? TL_FLOAT32 : given->kind == TL_GIVEN_BOOL ? TL_BOOL : TL_INT32;
  TlTensor *tensor;

  if (type != NULL && type->kind == TL_RELAX_TYPE_PRIM && tl_given_is_number (given) && type->dtype.code != TL_TYPE_VOID)
    {
      const TlExpr *number = tl_given_to_expr_as (reader, ast, given, type->dtype);

      return number != NULL ? tl_relax_prim (reader->arena, number) : NULL;
    }
  if (type != NULL || !tl_given_is_number (given))
    return tl_relax_of_given (reader, ast, given);
  if ((tensor = tl_tensor_new (dtype, NULL, 0, FALSE, NULL)) == NULL)
    return tl_reader_fail_null (reader, ast, "there is no memory for this constant");
  tl_tensor_set (tensor, 0, given->kind == TL_GIVEN_FLOAT ? given->number : (double) given->integer);
  return tl_relax_const (reader->arena, tensor);
}

/* A symbol stands for itself as a scalar; a scalar that is bound to a variable has a type, not a value. */
static gboolean
bind_name (TlReader *reader, const TlAst *target, const TlRelaxType *type, TlRelaxBindingKind kind, const TlRelaxExpr *value)
{
  const TlRelaxVar *var = tl_relax_bind (reader, target->name, type, kind, value);

  tl_reader_bind (reader, var->name, tl_given_relax (var));
  return TRUE;
}

/* x = R.match_cast (value, T) */
static gboolean
read_match (TlReader *reader, const TlAst *target, const TlAst *call)
{
  const TlAst       *value_ast = tl_call_argument (call, 0, "value"), *type_ast = tl_call_argument (call, 1, "struct_info");
  const TlRelaxExpr *value;
  const TlRelaxType *type;

  type_ast = type_ast != NULL ? type_ast : tl_call_argument (call, 1, "ty");
  if (value_ast == NULL || type_ast == NULL)
    return tl_reader_fail (reader, call, "R.match_cast takes a value and a type");
  return (value = tl_read_relax_leaf (reader, value_ast)) != NULL && (type = tl_read_relax_type (reader, type_ast)) != NULL
         && bind_name (reader, target, type, TL_RELAX_BIND_MATCH, value);
}

static gboolean
read_binding (TlReader *reader, const TlAst *target, const TlAst *annotation, const TlAst *ast)
{
  const TlRelaxType *type = NULL;
  const TlRelaxExpr *value;
  TlParsedValue      given;
  gboolean           is_done;

  if (!read_declaration (reader, target, ast, &is_done) || is_done)
    return is_done;
  if (target->kind != TL_AST_NAME)
    return tl_reader_fail (reader, target, "a value of a graph is bound to one name; take items by number");
  if (annotation != NULL && (type = tl_read_relax_type (reader, annotation)) == NULL)
    return FALSE;
  if (g_strcmp0 (called (reader, ast), "match_cast") == 0)
    return read_match (reader, target, ast);
  if (!tl_read_relax (reader, ast, &given))
    return FALSE;
  if (given.kind == TL_GIVEN_MODULE)
    {
      tl_reader_bind (reader, target->name, given);
      return TRUE;
    }
  value = bound_value (reader, ast, &given, type);
  return value != NULL && bind_name (reader, target, type != NULL ? type : value->type, TL_RELAX_BIND_VALUE, value);
}

/* R.output (a, b): they are used behind the block. */
static gboolean
read_output (TlReader *reader, const TlAst *call, GPtrArray *outputs)
{
  for (guint i = 0; i < call->n_items; i++)
    {
      const TlAst         *name = call->items[i];
      const TlParsedValue *found = name->kind == TL_AST_NAME ? tl_reader_lookup (reader, name->name) : NULL;

      if (found == NULL || found->kind != TL_GIVEN_RELAX || found->relax->kind != TL_RELAX_VAR)
        return tl_reader_fail (reader, name, "R.output takes variables of its block");
      /* The variable is still this reader's own. */
      ((TlRelaxExpr *) found->relax)->is_dataflow = FALSE;
      g_ptr_array_add (outputs, (gpointer) found->relax);
    }
  return TRUE;
}

static gboolean
is_output (TlReader *reader, const TlAst *ast)
{
  return ast->kind == TL_AST_EXPR_STMT && g_strcmp0 (called (reader, ast->value), "output") == 0;
}

/* with R.dataflow (): … */
static gboolean
read_dataflow (TlReader *reader, const TlAst *with)
{
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();
  guint                 n = with->n_body, mark;
  gboolean              is_read;

  if (with->n_items != 1 || g_strcmp0 (called (reader, with->items[0]->value), "dataflow") != 0)
    return tl_reader_fail (reader, with, "a graph function knows only \"with R.dataflow():\"");
  if (reader->relax->is_dataflow)
    return tl_reader_fail (reader, with, "a dataflow block inside another");
  end_block (reader, TRUE);
  mark = tl_reader_open_scope (reader);
  n -= n > 0 && is_output (reader, with->body[n - 1]);
  is_read = read_statements (reader, with->body, n, NULL)
            && (n == with->n_body || read_output (reader, with->body[n]->value, outputs));
  tl_reader_close_scope (reader, mark);
  end_block (reader, FALSE);
  for (guint i = 0; is_read && i < outputs->len; i++)
    tl_reader_bind (reader, ((const TlRelaxVar *) outputs->pdata[i])->name, tl_given_relax (outputs->pdata[i]));
  return is_read;
}

/* "r" of a branch that ends with r = value, or with branches that do; NULL if it does not. */
static const TlAst *
branch_target (const TlAst *const *body, guint n)
{
  const TlAst *last = n > 0 ? body[n - 1] : NULL;

  while (last != NULL && last->kind == TL_AST_IF)
    last = last->n_body > 0 ? last->body[last->n_body - 1] : NULL;
  if (last != NULL && (last->kind == TL_AST_ANN_ASSIGN ? last->value != NULL : last->kind == TL_AST_ASSIGN && last->n_items == 2)
      && last->items[0]->kind == TL_AST_NAME)
    return last->items[0];
  return NULL;
}

/* The value of the last statement. */
static const TlRelaxExpr *
read_branch_result (TlReader *reader, const TlAst *last, const char *name, const char *suffix)
{
  const TlAst       *value_ast;
  const TlRelaxExpr *value;
  TlParsedValue      given;

  if (last->kind == TL_AST_IF)
    return read_statements (reader, &last, 1, NULL) ? tl_reader_lookup (reader, name)->relax : NULL;
  value_ast = last->kind == TL_AST_ANN_ASSIGN ? last->value : last->items[1];
  if (!tl_read_relax (reader, value_ast, &given) || (value = bound_value (reader, value_ast, &given, NULL)) == NULL)
    return NULL;
  if (value->kind == TL_RELAX_VAR || value->kind == TL_RELAX_CONST || value->kind == TL_RELAX_TUPLE)
    return value;
  return tl_relax_bind (reader, tl_arena_printf (reader->arena, "%s%s", name, suffix), value->type, TL_RELAX_BIND_VALUE, value);
}

static const TlRelaxBody *
read_branch (TlReader *reader, const TlAst *const *body, guint n, const char *name, const char *suffix)
{
  TlRelaxBody       *branch = tl_arena_new0 (reader->arena, TlRelaxBody);
  const TlRelaxExpr *result = NULL;
  TlRelaxFrame       frame;
  guint              mark = tl_reader_open_scope (reader);

  frame_init (reader, &frame, FALSE, reader->relax->n_named);
  if (read_statements (reader, body, n - 1, NULL) && (result = read_branch_result (reader, body[n - 1], name, suffix)) != NULL)
    frame_finish (reader, result, branch);
  frame_clear (reader, &frame);
  tl_reader_close_scope (reader, mark);
  return result != NULL ? branch : NULL;
}

/* The annotation of the value, if there is one. */
static const TlRelaxType *
read_branch_type (TlReader *reader, const TlAst *last)
{
  while (last->kind == TL_AST_IF)
    last = last->body[last->n_body - 1];
  return last->kind == TL_AST_ANN_ASSIGN ? tl_read_relax_type (reader, last->other) : &tl_relax_any;
}

static gboolean
read_if (TlReader *reader, const TlAst *ast)
{
  const TlAst *target = branch_target (ast->body, ast->n_body), *other = branch_target (ast->orelse, ast->n_orelse);
  TlRelaxExpr *branches = tl_arena_new0 (reader->arena, TlRelaxExpr);

  if (target == NULL || other == NULL || strcmp (target->name, other->name) != 0)
    return tl_reader_fail (reader, ast, "both branches of an if end with a value for the same name");
  if (reader->relax->is_dataflow)
    return tl_reader_fail (reader, ast, "a dataflow block has no branches");
  branches->kind = TL_RELAX_IF;
  if ((branches->cond = tl_read_relax_leaf (reader, ast->value)) == NULL
      || (branches->if_true = read_branch (reader, ast->body, ast->n_body, target->name, "_then")) == NULL
      || (branches->if_false = read_branch (reader, ast->orelse, ast->n_orelse, target->name, "_else")) == NULL
      || (branches->type = read_branch_type (reader, ast->body[ast->n_body - 1])) == NULL)
    return FALSE;
  return bind_name (reader, target, branches->type, TL_RELAX_BIND_VALUE, branches);
}

static gboolean
read_inner_function (TlReader *reader, const TlAst *ast)
{
  TlRelaxExpr       *expr = tl_arena_new0 (reader->arena, TlRelaxExpr);
  const TlAst        name = { .kind = TL_AST_NAME, .span = ast->span, .name = ast->name };

  expr->kind = TL_RELAX_FUNCTION;
  expr->type = &tl_relax_any;
  expr->function = tl_read_graph (reader, ast, ast->n_items > 0 ? ast->items[0] : ast);
  return expr->function != NULL && bind_name (reader, &name, expr->type, TL_RELAX_BIND_VALUE, expr);
}

/* A call for its effect, or a statement about the function. */
static gboolean
read_effect (TlReader *reader, const TlAst *call)
{
  const char   *name = called (reader, call);
  const TlAst   nowhere = { .kind = TL_AST_NAME, .span = call->span, .name = "_" };

  if (call->kind == TL_AST_STRING)
    return TRUE;
  if (g_strcmp0 (name, "func_attr") == 0)
    return tl_call_check (reader, call, 1, 1, "attrs") && tl_read_attrs (reader, tl_call_argument (call, 0, "attrs"), &reader->attrs);
  if (g_strcmp0 (name, "is_impure") == 0)
    {
      reader->attrs = tl_attrs_with (reader->arena, &reader->attrs, "is_impure", tl_value_int (1));
      return TRUE;
    }
  if (g_strcmp0 (name, "output") == 0)
    return tl_reader_fail (reader, call, "R.output ends a dataflow block");
  if (call->kind != TL_AST_CALL)
    return tl_reader_fail (reader, call, "this value is not used: bind it to a name");
  return read_binding (reader, &nowhere, NULL, call);
}

static gboolean
read_return (TlReader *reader, const TlAst *ast, gboolean is_last, const TlRelaxExpr **result)
{
  if (result == NULL || !is_last)
    return tl_reader_fail (reader, ast, "\"return\" is the last statement of a graph function");
  if (ast->value == NULL)
    return tl_reader_fail (reader, ast, "a graph function returns a value");
  *result = tl_read_relax_leaf (reader, ast->value);
  return *result != NULL;
}

static gboolean
read_statement (TlReader *reader, const TlAst *ast, gboolean is_last, const TlRelaxExpr **result)
{
  switch (ast->kind)
    {
    case TL_AST_ASSIGN:
      return ast->n_items == 2 ? read_binding (reader, ast->items[0], NULL, ast->items[1])
                               : tl_reader_fail (reader, ast, "bind one name at a time");
    case TL_AST_ANN_ASSIGN:
      return ast->value != NULL ? read_binding (reader, ast->items[0], ast->other, ast->value)
                                : tl_reader_fail (reader, ast, "this name has a type and no value");
    case TL_AST_EXPR_STMT:
      return read_effect (reader, ast->value);
    case TL_AST_WITH:
      return read_dataflow (reader, ast);
    case TL_AST_IF:
      return read_if (reader, ast);
    case TL_AST_FUNCTION:
      return read_inner_function (reader, ast);
    case TL_AST_RETURN:
      return read_return (reader, ast, is_last, result);
    case TL_AST_PASS:
    case TL_AST_IMPORT:
      return TRUE;
    default:
      return tl_reader_fail (reader, ast, "this statement is not part of graph functions");
    }
}

/* @result: of the function; NULL inside of it. */
static gboolean
read_statements (TlReader *reader, const TlAst *const *body, guint n, const TlRelaxExpr **result)
{
  gboolean is_read = n == 0 || tl_reader_enter (reader, body[0]);

  for (guint i = 0; is_read && i < n; i++)
    is_read = read_statement (reader, body[i], i + 1 == n, result);
  if (n > 0)
    tl_reader_leave (reader);
  return is_read;
}

/* Functions. */

static const TlRelaxVar *
read_graph_param (TlReader *reader, const TlAstParam *param)
{
  const TlAst        place = { .kind = TL_AST_NAME, .span = param->span };
  const TlRelaxType *type;
  const TlRelaxVar  *var;

  if (param->annotation == NULL || param->is_star || param->is_double_star || param->value != NULL)
    return tl_reader_fail_null (reader, &place, "parameter %s needs a type, such as R.Tensor ((128, 128), \"float32\")", param->name);
  if ((type = tl_read_relax_type (reader, param->annotation)) == NULL)
    return NULL;
  var = tl_relax_var (reader->arena, param->name, type, FALSE);
  /* The shape of a parameter before it may have brought the scalar in. */
  if (type->kind == TL_RELAX_TYPE_PRIM && type->dims == NULL)
    tl_relax_symbol_of (reader, var);
  tl_reader_bind (reader, var->name, tl_given_relax (var));
  return var;
}

static void
note_effect (const TlRelaxExpr *expr, gpointer user_data)
{
  const char **name = user_data;

  if (expr->kind == TL_RELAX_CALL && expr->op != NULL && tl_relax_op_has_effects (expr->op))
    *name = expr->op->name;
}

/* Old scripts do not say that a function has effects. */
static gboolean
has_unsaid_effects (TlReader *reader, const TlAst *ast, const TlGraphFunc *func)
{
  const char *name = NULL;

  if (tl_attrs_find (&reader->attrs, "relax.force_pure") != NULL)
    return FALSE;
  tl_graph_func_walk (func, note_effect, &name);
  if (name != NULL)
    tl_source_warn (reader->source, ast->span, "R.%s may have effects: %s is read as @R.function(pure=False)", name, ast->name);
  return name != NULL;
}

static gboolean
decorator_says (const TlAst *decorator, const char *name, const char *value)
{
  const TlAst *given = decorator->kind == TL_AST_CALL ? tl_call_argument (decorator, G_MAXUINT, name) : NULL;

  return given != NULL && given->kind == TL_AST_CONSTANT && strcmp (given->name, value) == 0;
}

static gboolean
read_graph_body (TlReader *reader, const TlAst *ast, TlGraphFunc *func)
{
  guint              n_named[2] = { 0, 0 };
  const TlRelaxExpr *result = tl_relax_tuple (reader->arena, NULL, 0);
  TlRelaxFrame       frame;
  gboolean           is_read;

  frame_init (reader, &frame, FALSE, reader->relax != NULL ? reader->relax->n_named : n_named);
  is_read = read_statements (reader, ast->body, ast->n_body, &result);
  if (is_read)
    frame_finish (reader, result, &func->body);
  frame_clear (reader, &frame);
  return is_read;
}

const TlGraphFunc *
tl_read_graph (TlReader *reader, const TlAst *ast, const TlAst *decorator)
{
  TlGraphFunc *func = tl_arena_new0 (reader->arena, TlGraphFunc);
  TlAttrs      outer = reader->attrs;
  guint        mark = tl_reader_open_scope (reader);
  g_autoptr (GPtrArray) params = g_ptr_array_new ();
  gboolean     is_read = TRUE;

  reader->attrs = tl_attrs_empty;
  for (guint i = 0; is_read && i < ast->n_params; i++)
    {
      g_ptr_array_add (params, (gpointer) read_graph_param (reader, &ast->params[i]));
      is_read = params->pdata[i] != NULL;
    }
  func->result_type = &tl_relax_any;
  if (is_read && ast->other != NULL)
    is_read = (func->result_type = tl_read_relax_type (reader, ast->other)) != NULL;
  is_read = is_read && read_graph_body (reader, ast, func);
  tl_reader_close_scope (reader, mark);
  if (!is_read)
    return NULL;
  if (ast->other == NULL)
    func->result_type = func->body.result->type;
  /* Constants that the text does not have are parameters behind the others. */
  for (guint i = 0; reader->relax == NULL && i < reader->placeholders->len; i++)
    g_ptr_array_add (params, reader->placeholders->pdata[i]);
  func->params = tl_arena_memdup (reader->arena, params->pdata, params->len * sizeof (gpointer));
  func->n_params = params->len;
  func->is_private = decorator_says (decorator, "private", "True");
  func->is_impure = decorator_says (decorator, "pure", "False") || tl_attrs_find (&reader->attrs, "is_impure") != NULL
                     || has_unsaid_effects (reader, ast, func);
  func->attrs = tl_attrs_without (reader->arena, &reader->attrs, "is_impure");
  reader->attrs = outer;
  return func;
}
