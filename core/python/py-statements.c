/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/python/python.h"

/* "a, *rest, b = values". */
static gboolean
unpack (TlPyInterp *interp, TlPyScope *scope, const TlAst *target, const TlPyValue *value)
{
  TlPyList  elements;
  TlPyValue middle;
  gint      star = -1;
  guint     n_fixed = target->n_items;

  if (!tl_py_elements (interp, target, value, &elements))
    return FALSE;
  for (guint i = 0; i < target->n_items; i++)
    if (target->items[i]->kind == TL_AST_STARRED)
      {
        if (star >= 0)
          return tl_py_fail (interp, target, "only one name can take the rest");
        star = (gint) i;
        n_fixed--;
      }
  if (star < 0 ? elements.n != n_fixed : elements.n < n_fixed)
    return tl_py_fail (interp, target, "%u values cannot be unpacked into %s%u names", elements.n, star >= 0 ? "at least " : "", n_fixed);
  for (guint i = 0, from = 0; i < target->n_items; i++)
    {
      if ((gint) i != star)
        {
          if (!tl_py_assign (interp, scope, target->items[i], &elements.items[from++]))
            return FALSE;
          continue;
        }
      if (!tl_py_new_list (interp, target, TL_PY_LIST, elements.n - n_fixed, &middle))
        return FALSE;
      for (guint j = 0; j < elements.n - n_fixed; j++)
        tl_py_list_append (interp, target, middle.list, elements.items[from++]);
      if (!tl_py_assign (interp, scope, target->items[i]->value, &middle))
        return FALSE;
    }
  return TRUE;
}

static gboolean
assign_element (TlPyInterp *interp, TlPyScope *scope, const TlAst *target, const TlPyValue *value)
{
  TlPyValue self, index;
  guint     position;

  if (!tl_py_eval (interp, scope, target->value, &self))
    return FALSE;
  if (tl_py_is (&self, &tl_py_foreign_class))
    return TRUE;
  if (self.kind == TL_PY_OBJECT && self.class->put != NULL)
    {
      TlPyItem items[TL_PY_MAX_ITEMS];
      guint    n_items;

      return tl_py_eval_items (interp, scope, target, items, TL_PY_MAX_ITEMS, &n_items)
             && self.class->put (interp, target, &self, items, n_items, value);
    }
  if (target->n_items != 1 || target->items[0]->kind == TL_AST_SLICE)
    return tl_py_fail (interp, target, "only single elements can be assigned");
  if (!tl_py_eval (interp, scope, target->items[0], &index))
    return FALSE;
  if (self.kind == TL_PY_DICT)
    return tl_py_dict_set (interp, target, self.dict, index, *value);
  if (self.kind != TL_PY_LIST)
    return tl_py_fail (interp, target, "elements of a %s cannot be assigned", tl_py_type_name (&self));
  if (!tl_py_index (interp, target, &index, self.list->n, &position))
    return FALSE;
  self.list->items[position] = *value;
  return TRUE;
}

/* self.name = value */
static gboolean
assign_attribute (TlPyInterp *interp, TlPyScope *scope, const TlAst *target, const TlPyValue *value)
{
  TlPyValue self;

  if (!tl_py_eval (interp, scope, target->value, &self))
    return FALSE;
  if (self.kind == TL_PY_OBJECT && self.class->set_attribute != NULL)
    return self.class->set_attribute (interp, target, &self, target->name, value);
  return tl_py_is (&self, &tl_py_foreign_class)
         || tl_py_fail (interp, target, "attributes of a %s cannot be assigned", tl_py_type_name (&self));
}

gboolean
tl_py_assign (TlPyInterp *interp, TlPyScope *scope, const TlAst *target, const TlPyValue *value)
{
  switch (target->kind)
    {
    case TL_AST_NAME:
      return tl_py_scope_set (interp, target, scope, target->name, *value);
    case TL_AST_TUPLE:
    case TL_AST_LIST:
      return unpack (interp, scope, target, value);
    case TL_AST_SUBSCRIPT:
      return assign_element (interp, scope, target, value);
    case TL_AST_ATTRIBUTE:
      return assign_attribute (interp, scope, target, value);
    default:
      return tl_py_fail (interp, target, "this cannot be assigned to");
    }
}

/* "a = b = value": the value is the last item of a plain assignment. */
static gboolean
run_assign (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast)
{
  gboolean     is_plain = ast->kind == TL_AST_ASSIGN;
  guint        n_targets = is_plain ? ast->n_items - 1 : 1;
  const TlAst *source = is_plain ? ast->items[n_targets] : ast->value;
  TlPyValue    value;

  if (source == NULL)
    return TRUE;
  interp->pending_target = ast->items[0];
  if (!tl_py_eval (interp, scope, source, &value))
    return FALSE;
  for (guint i = 0; i < n_targets; i++)
    if (!tl_py_assign (interp, scope, ast->items[i], &value))
      return FALSE;
  return TRUE;
}

static gboolean
run_aug_assign (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast)
{
  TlPyValue before, operand, after;

  return tl_py_eval (interp, scope, ast->items[0], &before) && tl_py_eval (interp, scope, ast->value, &operand)
         && tl_py_binary (interp, ast, ast->name, &before, &operand, &after) && tl_py_assign (interp, scope, ast->items[0], &after);
}

static TlPyFlow
run_for (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *result)
{
  TlPyValue iterable;
  TlPyList  elements;

  if (!tl_py_eval (interp, scope, ast->value, &iterable) || !tl_py_elements (interp, ast->value, &iterable, &elements))
    return TL_PY_FLOW_ERROR;
  for (guint i = 0; i < elements.n; i++)
    {
      TlPyFlow flow;

      if (!tl_py_tick (interp, ast) || !tl_py_assign (interp, scope, ast->items[0], &elements.items[i]))
        return TL_PY_FLOW_ERROR;
      flow = tl_py_run (interp, scope, ast->body, ast->n_body, result);
      if (flow == TL_PY_FLOW_BREAK)
        return TL_PY_FLOW_NEXT;
      if (flow == TL_PY_FLOW_RETURN || flow == TL_PY_FLOW_ERROR)
        return flow;
    }
  return tl_py_run (interp, scope, ast->orelse, ast->n_orelse, result);
}

static TlPyFlow
run_while (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *result)
{
  for (;;)
    {
      gboolean condition;
      TlPyFlow flow;

      if (!tl_py_eval_truth (interp, scope, ast->value, &condition))
        return TL_PY_FLOW_ERROR;
      if (!condition)
        return TL_PY_FLOW_NEXT;
      flow = tl_py_run (interp, scope, ast->body, ast->n_body, result);
      if (flow == TL_PY_FLOW_BREAK)
        return TL_PY_FLOW_NEXT;
      if (flow == TL_PY_FLOW_RETURN || flow == TL_PY_FLOW_ERROR)
        return flow;
    }
}

static TlPyFlow
run_if (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *result)
{
  gboolean condition;

  if (!tl_py_eval_truth (interp, scope, ast->value, &condition))
    return TL_PY_FLOW_ERROR;
  if (condition)
    return tl_py_run (interp, scope, ast->body, ast->n_body, result);
  return tl_py_run (interp, scope, ast->orelse, ast->n_orelse, result);
}

/* Evaluates the context and enters it. FALSE with an error. */
static gboolean
enter (TlPyInterp *interp, TlPyScope *scope, const TlAst *item, TlPyValue *context)
{
  TlPyValue value;

  if (!tl_py_eval (interp, scope, item->value, context))
    return FALSE;
  value = *context;
  if (context->kind == TL_PY_OBJECT && context->class->enter != NULL)
    {
      if (!context->class->enter (interp, item, context, &value))
        return FALSE;
    }
  else if (!tl_py_is (context, &tl_py_foreign_class))
    return tl_py_fail (interp, item, "\"with\" does not take a %s here", tl_py_type_name (context));
  return item->other == NULL || tl_py_assign (interp, scope, item->other, &value);
}

/* All contexts are left, the last first, however the block ends. Unknown contexts set a stage that scripts do not play on. */
static TlPyFlow
run_with (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *result)
{
  TlPyValue *contexts = tl_arena_new_array (interp->arena, TlPyValue, MAX (ast->n_items, 1));
  guint      n_entered = 0;
  TlPyFlow   flow = TL_PY_FLOW_NEXT;

  while (n_entered < ast->n_items && enter (interp, scope, ast->items[n_entered], &contexts[n_entered]))
    n_entered++;
  flow = n_entered < ast->n_items ? TL_PY_FLOW_ERROR : tl_py_run (interp, scope, ast->body, ast->n_body, result);
  for (guint i = n_entered; i-- > 0;)
    if (contexts[i].kind == TL_PY_OBJECT && contexts[i].class->leave != NULL
        && !contexts[i].class->leave (interp, ast->items[i], &contexts[i]))
      flow = TL_PY_FLOW_ERROR;
  return flow;
}

/* TRUE if @caught names what a refused step raises. */
static gboolean
catches (const TlAst *caught)
{
  static const char *const names[] = { "ScheduleError", "TVMError", "RuntimeError", "Exception", "BaseException" };

  if (caught == NULL)
    return TRUE;
  for (guint i = 0; caught->kind == TL_AST_TUPLE && i < caught->n_items; i++)
    if (catches (caught->items[i]))
      return TRUE;
  for (guint i = 0; (caught->kind == TL_AST_NAME || caught->kind == TL_AST_ATTRIBUTE) && i < G_N_ELEMENTS (names); i++)
    if (strcmp (caught->name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

/* Refused steps can be caught, as they leave the program as it is; what is wrong with the script itself cannot. */
static const TlAst *
find_handler (const TlPyInterp *interp, const TlAst *ast)
{
  if (interp->error == NULL || g_error_matches (interp->error, interp->error_domain, interp->error_code))
    return NULL;
  for (guint i = 0; i < ast->n_items; i++)
    if (catches (ast->items[i]->value))
      return ast->items[i];
  return NULL;
}

static TlPyFlow
run_handler (TlPyInterp *interp, TlPyScope *scope, const TlAst *handler, TlPyValue *result)
{
  TlPyValue message = tl_py_string (interp, interp->error->message);

  g_clear_error (&interp->error);
  if (handler->name != NULL && !tl_py_scope_set (interp, handler, scope, handler->name, message))
    return TL_PY_FLOW_ERROR;
  return tl_py_run (interp, scope, handler->body, handler->n_body, result);
}

static TlPyFlow
run_try (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *result)
{
  guint        depth = interp->depth;
  TlPyFlow     flow = tl_py_run (interp, scope, ast->body, ast->n_body, result), last;
  const TlAst *handler = flow == TL_PY_FLOW_ERROR ? find_handler (interp, ast) : NULL;

  if (handler != NULL)
    {
      interp->depth = depth;
      flow = run_handler (interp, scope, handler, result);
    }
  else if (flow == TL_PY_FLOW_NEXT)
    flow = tl_py_run (interp, scope, ast->orelse, ast->n_orelse, result);
  if (ast->other == NULL || flow == TL_PY_FLOW_ERROR)
    return flow;
  last = tl_py_run (interp, scope, ast->other->body, ast->other->n_body, result);
  return last != TL_PY_FLOW_NEXT ? last : flow;
}

static gboolean
run_declaration (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast)
{
  for (guint i = 0; i < ast->n_items; i++)
    if (!tl_py_scope_declare (interp, ast, scope, ast->items[i]->name, ast->kind == TL_AST_GLOBAL))
      return FALSE;
  return TRUE;
}

static gboolean
run_assert (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast)
{
  TlPyValue message = TL_PY_NONE_VALUE;
  gboolean  condition;

  if (!tl_py_eval_truth (interp, scope, ast->value, &condition))
    return FALSE;
  if (condition)
    return TRUE;
  if (ast->other != NULL && !tl_py_eval (interp, scope, ast->other, &message))
    return FALSE;
  return tl_py_fail (interp, ast, "the assertion does not hold%s%s", message.kind == TL_PY_STRING ? ": " : "",
                     message.kind == TL_PY_STRING ? message.string : "");
}

/* Whether the decorator does something here: a function or class of the script, or a function that the package has here. */
static gboolean
is_known_decorator (TlPyInterp *interp, TlPyScope *scope, const TlAst *name, gboolean *is_known)
{
  const TlAst *first = name;
  TlPyValue    decorator;

  while (first->kind == TL_AST_ATTRIBUTE)
    first = first->value;
  *is_known = first->kind == TL_AST_NAME
              && (strcmp (first->name, "property") == 0 || tl_py_scope_find (interp, scope, first->name) != NULL);
  if (!*is_known)
    return TRUE;
  if (!tl_py_eval (interp, scope, name, &decorator))
    return FALSE;
  *is_known = decorator.kind == TL_PY_FUNCTION || decorator.kind == TL_PY_BUILTIN
              || (decorator.kind == TL_PY_OBJECT && decorator.class->call != NULL && decorator.class != &tl_py_foreign_class)
              || (decorator.kind == TL_PY_NAMESPACE && tl_py_find_native (interp, decorator.string) != NULL);
  return TRUE;
}

/* Other decorators of packages register, cache or mark, which changes nothing here. */
static gboolean
decorate (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *defined)
{
  for (guint i = ast->n_items; i-- > 0;)
    {
      const TlAst *name = ast->items[i]->kind == TL_AST_CALL ? ast->items[i]->value : ast->items[i];
      TlPyValue    decorator, plain = *defined;
      gboolean     is_known;

      if (!is_known_decorator (interp, scope, name, &is_known))
        return FALSE;
      if (is_known && (!tl_py_eval (interp, scope, ast->items[i], &decorator)
                       || !tl_py_apply (interp, ast->items[i], &decorator, &plain, 1, defined)))
        return FALSE;
    }
  return TRUE;
}

/*
 * A program is kept unread: what a tutorial shows beside the steps need not be understood. Of other classes nothing is known where a script
 * only makes and transforms programs.
 */
static gboolean
run_definition (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast)
{
  TlPyValue value;

  if (tl_script_is_definition (ast))
    value = tl_py_module_of_definition (interp, scope, ast);
  else if (ast->kind == TL_AST_CLASS && interp->print == NULL)
    {
      g_autofree char *what = g_strdup_printf ("class %s (of classes, only programs are read here)", ast->name);

      value = tl_py_foreign (interp, what);
    }
  else if (!(ast->kind == TL_AST_CLASS ? tl_py_define_class : tl_py_new_function) (interp, scope, ast, &value)
           || !decorate (interp, scope, ast, &value))
    return FALSE;
  return tl_py_scope_set (interp, ast, scope, ast->name, value);
}

/* "raise RuntimeError (text)": the names of errors are only in the message. */
static gboolean
run_raise (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast)
{
  const TlAst *raised = ast->value, *error = raised != NULL && raised->kind == TL_AST_CALL ? raised->value : raised;
  const char  *name = error != NULL && error->name != NULL ? error->name : "error", *text = NULL;
  TlPyValue    value;

  if (raised != NULL && raised->kind == TL_AST_CALL && raised->n_items == 1 && raised->items[0]->kind != TL_AST_KEYWORD)
    {
      if (!tl_py_eval (interp, scope, raised->items[0], &value) || (text = tl_py_to_text (interp, ast, &value, FALSE)) == NULL)
        return FALSE;
    }
  return tl_py_fail (interp, ast, "%s%s%s", name, text != NULL ? ": " : " is raised", text != NULL ? text : "");
}

static TlPyFlow
run_return (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *result)
{
  *result = TL_PY_NONE_VALUE;
  if (ast->value != NULL && !tl_py_eval (interp, scope, ast->value, result))
    return TL_PY_FLOW_ERROR;
  return TL_PY_FLOW_RETURN;
}

static TlPyFlow
run_statement (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *result)
{
  TlPyValue ignored;
  gboolean  ok = TRUE;

  switch (ast->kind)
    {
    case TL_AST_EXPR_STMT:
      interp->pending_target = NULL;
      ok = tl_py_eval (interp, scope, ast->value, &ignored);
      break;
    case TL_AST_ASSIGN:
    case TL_AST_ANN_ASSIGN:
      ok = run_assign (interp, scope, ast);
      break;
    case TL_AST_AUG_ASSIGN:
      ok = run_aug_assign (interp, scope, ast);
      break;
    case TL_AST_FOR:
      return run_for (interp, scope, ast, result);
    case TL_AST_WHILE:
      return run_while (interp, scope, ast, result);
    case TL_AST_IF:
      return run_if (interp, scope, ast, result);
    case TL_AST_WITH:
      return run_with (interp, scope, ast, result);
    case TL_AST_TRY:
      return run_try (interp, scope, ast, result);
    case TL_AST_GLOBAL:
    case TL_AST_NONLOCAL:
      ok = run_declaration (interp, scope, ast);
      break;
    case TL_AST_FUNCTION:
    case TL_AST_CLASS:
      ok = run_definition (interp, scope, ast);
      break;
    case TL_AST_RETURN:
      return run_return (interp, scope, ast, result);
    case TL_AST_ASSERT:
      ok = run_assert (interp, scope, ast);
      break;
    case TL_AST_BREAK:
      return TL_PY_FLOW_BREAK;
    case TL_AST_CONTINUE:
      return TL_PY_FLOW_CONTINUE;
    case TL_AST_IMPORT:
      ok = tl_py_import (interp, scope, ast);
      break;
    case TL_AST_PASS:
      break;
    case TL_AST_RAISE:
      ok = run_raise (interp, scope, ast);
      break;
    default:
      ok = tl_py_fail (interp, ast, "this statement is not part of the Python of scripts");
      break;
    }
  return ok ? TL_PY_FLOW_NEXT : TL_PY_FLOW_ERROR;
}

TlPyFlow
tl_py_run (TlPyInterp *interp, TlPyScope *scope, const TlAst *const *body, guint n_body, TlPyValue *result)
{
  for (guint i = 0; i < n_body; i++)
    {
      TlPyFlow flow;

      if (!tl_py_tick (interp, body[i]))
        return TL_PY_FLOW_ERROR;
      flow = run_statement (interp, scope, body[i], result);
      if (flow != TL_PY_FLOW_NEXT)
        return flow;
    }
  return TL_PY_FLOW_NEXT;
}

gboolean
tl_py_new_function (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  TlPyFunction *function = tl_arena_new0 (interp->arena, TlPyFunction);

  function->ast = ast;
  function->scope = scope;
  function->source = interp->source;
  function->defaults = tl_arena_new_array (interp->arena, TlPyValue, MAX (ast->n_params, 1));
  for (guint i = 0; i < ast->n_params; i++)
    if (ast->params[i].value != NULL && !tl_py_eval (interp, scope, ast->params[i].value, &function->defaults[i]))
      return FALSE;
  *value = (TlPyValue) { .kind = TL_PY_FUNCTION, .function = function };
  return TRUE;
}

/* The named arguments that no other parameter takes. */
static gboolean
bind_rest (TlPyInterp *interp, const TlPyFunction *function, const TlPyArgs *args, const char *name, TlPyScope *scope)
{
  TlPyValue rest = tl_py_new_dict (interp);

  for (guint i = 0; i < args->n_named; i++)
    {
      guint position = 0;

      while (position < function->ast->n_params && strcmp (function->ast->params[position].name, args->names[i]) != 0)
        position++;
      if (position == function->ast->n_params
          && !tl_py_dict_set (interp, args->call, rest.dict, tl_py_string (interp, args->names[i]), args->named[i]))
        return FALSE;
    }
  return tl_py_scope_set (interp, args->call, scope, name, rest);
}

static gboolean
stands_after_star (const TlAst *ast, guint index)
{
  for (guint i = 0; i < index; i++)
    if (ast->params[i].is_star)
      return TRUE;
  return FALSE;
}

/* The value of parameter @index: positional, by name, default. */
static gboolean
bind_param (TlPyInterp *interp, const TlPyFunction *function, const TlPyArgs *args, guint index, TlPyScope *scope)
{
  const TlAstParam *param = &function->ast->params[index];
  const char       *name = function->ast->name != NULL ? function->ast->name : "lambda";
  TlPyValue         value;

  if (param->is_double_star)
    return bind_rest (interp, function, args, param->name, scope);
  if (param->is_star && param->name[0] == '\0')
    return TRUE;
  if (param->is_star)
    {
      if (!tl_py_new_list (interp, args->call, TL_PY_TUPLE, 0, &value))
        return FALSE;
      for (guint i = index; i < args->n_positional; i++)
        if (!tl_py_list_append (interp, args->call, value.list, args->positional[i]))
          return FALSE;
      return tl_py_scope_set (interp, args->call, scope, param->name, value);
    }
  if (index < args->n_positional && !stands_after_star (function->ast, index))
    return tl_py_scope_set (interp, args->call, scope, param->name, args->positional[index]);
  for (guint i = 0; i < args->n_named; i++)
    if (strcmp (args->names[i], param->name) == 0)
      return tl_py_scope_set (interp, args->call, scope, param->name, args->named[i]);
  if (param->value == NULL)
    return tl_py_fail (interp, args->call, "%s needs its argument '%s'", name, param->name);
  return tl_py_scope_set (interp, args->call, scope, param->name, function->defaults[index]);
}

static gboolean
check_args (TlPyInterp *interp, const TlPyFunction *function, const TlPyArgs *args)
{
  const char *name = function->ast->name != NULL ? function->ast->name : "lambda";
  guint       n = function->ast->n_params;
  guint       n_positional = 0;
  gboolean    has_star = FALSE, takes_rest = n > 0 && function->ast->params[n - 1].is_double_star;

  for (guint i = 0; i < n; i++)
    {
      if (function->ast->params[i].is_star && function->ast->params[i].name[0] == '\0')
        break;
      has_star |= function->ast->params[i].is_star;
      n_positional += !function->ast->params[i].is_star && !function->ast->params[i].is_double_star;
    }
  if (args->n_positional > n_positional && !has_star)
    return tl_py_fail (interp, args->call, "%s takes %u arguments, %u given", name, n_positional, args->n_positional);
  for (guint i = 0; i < args->n_named; i++)
    {
      guint position = 0;

      while (position < n && strcmp (function->ast->params[position].name, args->names[i]) != 0)
        position++;
      if (position == n && takes_rest)
        continue;
      if (position == n)
        return tl_py_fail (interp, args->call, "%s has no argument '%s'", name, args->names[i]);
      if (position < args->n_positional && !has_star)
        return tl_py_fail (interp, args->call, "argument '%s' of %s is given twice", args->names[i], name);
    }
  return TRUE;
}

/* Whether the function is of a package that is written in Python. */
static gboolean
is_of_package (const TlPyInterp *interp, const TlPyFunction *function)
{
  const TlPyScope *outermost = function->scope;

  while (outermost->parent != NULL)
    outermost = outermost->parent;
  return outermost != interp->globals;
}

/* An error in a package is one of the call: nobody can see the text of the package. */
static void
show_at_call (TlPyInterp *interp, const TlPyFunction *function, const TlAst *call)
{
  if (interp->error == NULL || !g_error_matches (interp->error, interp->error_domain, interp->error_code) || interp->error_text == NULL
      || interp->error_source != function->source || interp->source == function->source || !is_of_package (interp, function))
    return;
  g_clear_error (&interp->error);
  tl_py_fail (interp, call, "%s", interp->error_text);
}

/* The body; errors in it show their place in the text that the function is of. */
static gboolean
run_body (TlPyInterp *interp, const TlPyFunction *function, TlPyScope *scope, const TlAst *call, TlPyValue *value)
{
  TlSource *source = interp->source;
  gboolean  is_done;

  interp->source = function->source;
  is_done = function->ast->kind == TL_AST_LAMBDA ? tl_py_eval (interp, scope, function->ast->value, value)
                                                 : tl_py_run (interp, scope, function->ast->body, function->ast->n_body, value)
                                                     != TL_PY_FLOW_ERROR;
  interp->source = source;
  if (!is_done)
    show_at_call (interp, function, call);
  return is_done;
}

gboolean
tl_py_call_function (TlPyInterp *interp, const TlPyFunction *function, const TlPyArgs *args, TlPyValue *value)
{
  TlPyScope *scope = tl_py_scope_new (interp, function->scope);

  *value = TL_PY_NONE_VALUE;
  if (!check_args (interp, function, args))
    return FALSE;
  if (interp->print == NULL && tl_py_is_foreign_function (interp, function))
    {
      g_autofree char *what = g_strdup_printf ("result of %s, which works on arrays", function->ast->name);

      *value = tl_py_foreign (interp, what);
      return TRUE;
    }
  for (guint i = 0; i < function->ast->n_params; i++)
    if (!bind_param (interp, function, args, i, scope))
      return FALSE;
  return run_body (interp, function, scope, args->call, value);
}

gboolean
tl_py_apply (TlPyInterp *interp, const TlAst *at, const TlPyValue *callee, const TlPyValue *values, guint n_values, TlPyValue *value)
{
  TlPyArgs args = { .positional = tl_arena_dup_array (interp->arena, TlPyValue, values, n_values), .n_positional = n_values, .call = at };

  return tl_py_call (interp, callee, &args, value);
}

gboolean
tl_py_arity (const TlPyValue *callee, guint *n_params, gboolean *is_open)
{
  const TlAst *ast;

  *n_params = 0;
  *is_open = FALSE;
  if (callee->kind != TL_PY_FUNCTION)
    return FALSE;
  ast = callee->function->ast;
  for (guint i = 0; i < ast->n_params; i++)
    {
      *is_open |= ast->params[i].is_star;
      *n_params += !ast->params[i].is_star && !ast->params[i].is_double_star && ast->params[i].value == NULL;
    }
  return TRUE;
}
