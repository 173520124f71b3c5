/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Classes that a script defines. A method is found in the instance's class, then in its bases, left to right and depth first. A base of a
 * package brings functions of that package under its own name: PyExprMutator.visit_expr is a TlPyNative, called with the instance first.
 * Functions of a class see "__class__" in the scope around them, by which super () knows where it stands, and not its other members.
 * A package that is written in Python has classes, too: its row "__class__" gives them by their names.
 */
#include <string.h>

#include "core/python/python.h"

typedef struct
{
  const char *name;
  const char *module;     /* "__main__", or the package that it is of */
  TlPyScope  *members;
  TlPyList    bases;      /* of tl_py_type_class, or packages */
} Type;

typedef struct
{
  const Type *type;
  TlPyScope  *members;
} Instance;

/* super (): members from the bases of @type on. */
typedef struct
{
  const Type *type;
  TlPyValue   self;
} Super;

static const TlPyClass super_class;

/* --- members --- */

static const TlPyValue *
find_in_scope (const TlPyScope *scope, const char *name)
{
  for (guint i = 0; i < scope->values.n; i++)
    if (strcmp (scope->names[i], name) == 0)
      return &scope->values.items[i];
  return NULL;
}

static gboolean find_in_type (TlPyInterp *interp, const Type *type, const char *name, TlPyValue *value);

static gboolean
find_in_bases (TlPyInterp *interp, const Type *type, const char *name, TlPyValue *value)
{
  for (guint i = 0; i < type->bases.n; i++)
    {
      const TlPyValue *base = &type->bases.items[i];
      const char      *dotted;

      if (tl_py_is (base, &tl_py_type_class) && find_in_type (interp, base->object, name, value))
        return TRUE;
      if (base->kind != TL_PY_NAMESPACE)
        continue;
      dotted = tl_arena_printf (interp->arena, "%s.%s", base->string, name);
      if (tl_py_find_native (interp, dotted) != NULL)
        {
          *value = (TlPyValue) { .kind = TL_PY_NAMESPACE, .string = dotted };
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_in_type (TlPyInterp *interp, const Type *type, const char *name, TlPyValue *value)
{
  const TlPyValue *own = find_in_scope (type->members, name);

  if (own != NULL)
    *value = *own;
  return own != NULL || find_in_bases (interp, type, name, value);
}

static gboolean
is_callable (const TlPyValue *value)
{
  return value->kind == TL_PY_FUNCTION || value->kind == TL_PY_NAMESPACE;
}

/* @function with @self before its arguments. */
static gboolean
call_with_self (TlPyInterp *interp, const TlPyValue *function, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  TlPyArgs all = *args;

  all.n_positional = args->n_positional + 1;
  all.positional = tl_arena_new_array (interp->arena, TlPyValue, all.n_positional);
  all.positional[0] = *self;
  for (guint i = 0; i < args->n_positional; i++)
    all.positional[i + 1] = args->positional[i];
  return tl_py_call (interp, function, &all, value);
}

/* --- types --- */

static const char *
describe_type (const TlPyValue *self)
{
  return "class";
}

static gboolean
call_type (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  Instance *instance = tl_arena_new0 (interp->arena, Instance);
  TlPyValue function, ignored;

  instance->type = self->object;
  instance->members = tl_py_scope_new (interp, NULL);
  *value = tl_py_object (&tl_py_instance_class, instance);
  if (find_in_type (interp, instance->type, "__init__", &function))
    return call_with_self (interp, &function, value, args, &ignored);
  return (args->n_positional == 0 && args->n_named == 0)
         || tl_py_fail (interp, args->call, "%s takes no arguments", instance->type->name);
}

static gboolean
type_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const Type *type = self->object;

  if (strcmp (name, "__name__") == 0 || strcmp (name, "__qualname__") == 0)
    *value = tl_py_string (interp, type->name);
  else if (strcmp (name, "__module__") == 0)
    *value = tl_py_string (interp, type->module);
  else if (!find_in_type (interp, type, name, value))
    return tl_py_fail (interp, at, "class %s has no attribute '%s'", type->name, name);
  return TRUE;
}

/* Type.method (…) */
static gboolean
type_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  TlPyValue function;

  return type_attribute (interp, args->call, self, name, &function) && tl_py_call (interp, &function, args, value);
}

static gboolean
append_type (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, GString *out)
{
  const Type *type = self->object;

  g_string_append_printf (out, "<class '%s.%s'>", type->module, type->name);
  return TRUE;
}

const TlPyClass tl_py_type_class = {
  .name = "class", .python_name = "type", .describe = describe_type, .attribute = type_attribute, .method = type_method, .call = call_type,
  .append_text = append_type,
};

/* Functions of the class see what is around it, and "__class__". */
static void
close_functions (TlPyInterp *interp, TlPyScope *members, TlPyScope *around)
{
  for (guint i = 0; i < members->values.n; i++)
    {
      TlPyValue    *member = &members->values.items[i];
      TlPyFunction *function;

      if (member->kind != TL_PY_FUNCTION || member->function->scope != members)
        continue;
      function = tl_arena_new0 (interp->arena, TlPyFunction);
      *function = *member->function;
      function->scope = around;
      member->function = function;
    }
}

gboolean
tl_py_define_class (TlPyInterp *interp, TlPyScope *scope, const TlAst *ast, TlPyValue *value)
{
  Type      *type = tl_arena_new0 (interp->arena, Type);
  TlPyScope *around = tl_py_scope_new (interp, scope);
  const TlPyValue *module = tl_py_scope_find (interp, scope, "__name__");
  TlPyValue  result;

  type->name = ast->name;
  type->module = module != NULL && module->kind == TL_PY_STRING ? module->string : "__main__";
  type->members = tl_py_scope_new (interp, around);
  *value = tl_py_object (&tl_py_type_class, type);
  for (guint i = 0; i < ast->n_params; i++)
    {
      TlPyValue base;

      if (ast->params[i].value == NULL || !tl_py_eval (interp, scope, ast->params[i].value, &base))
        return tl_py_fail (interp, ast, "class %s has a base that is no class", ast->name);
      if (!tl_py_is (&base, &tl_py_type_class) && base.kind != TL_PY_NAMESPACE && base.kind != TL_PY_BUILTIN)
        return tl_py_fail (interp, ast, "class %s cannot be derived from a %s", ast->name, tl_py_type_name (&base));
      if (!tl_py_list_append (interp, ast, &type->bases, base))
        return FALSE;
    }
  if (!tl_py_scope_set (interp, ast, around, "__class__", *value)
      || tl_py_run (interp, type->members, ast->body, ast->n_body, &result) == TL_PY_FLOW_ERROR)
    return FALSE;
  close_functions (interp, type->members, around);
  return TRUE;
}

static gboolean
is_derived (const Type *type, const Type *base)
{
  if (type == base)
    return TRUE;
  for (guint i = 0; i < type->bases.n; i++)
    if (tl_py_is (&type->bases.items[i], &tl_py_type_class) && is_derived (type->bases.items[i].object, base))
      return TRUE;
  return FALSE;
}

TlPyValue
tl_py_instance_type (const TlPyValue *instance)
{
  return tl_py_object (&tl_py_type_class, ((const Instance *) instance->object)->type);
}

gboolean
tl_py_is_instance_of (const TlPyValue *instance, const TlPyValue *type)
{
  return tl_py_is (instance, &tl_py_instance_class) && is_derived (((const Instance *) instance->object)->type, type->object);
}

/* --- instances --- */

const TlPyValue *
tl_py_instance_member (TlPyInterp *interp, const TlPyValue *instance, const char *name)
{
  return tl_py_is (instance, &tl_py_instance_class) ? find_in_scope (((const Instance *) instance->object)->members, name) : NULL;
}

gboolean
tl_py_set_instance_member (TlPyInterp *interp, const TlAst *at, const TlPyValue *instance, const char *name, TlPyValue value)
{
  return tl_py_scope_set (interp, at, ((const Instance *) instance->object)->members, tl_arena_strdup (interp->arena, name), value);
}

gboolean
tl_py_find_method (TlPyInterp *interp, const TlPyValue *instance, const char *name, TlPyValue *function)
{
  return find_in_type (interp, ((const Instance *) instance->object)->type, name, function) && function->kind == TL_PY_FUNCTION;
}

static const char *
describe_instance (const TlPyValue *self)
{
  return ((const Instance *) self->object)->type->name;
}

static gboolean
instance_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  const Instance  *instance = self->object;
  const TlPyValue *own = find_in_scope (instance->members, name);
  TlPyValue        both[2] = { *self, tl_py_string (interp, name) }, found;

  if (own != NULL)
    *value = *own;
  else if (strcmp (name, "__class__") == 0)
    *value = tl_py_instance_type (self);
  else if (find_in_type (interp, instance->type, name, &found))
    {
      if (tl_py_is_property (&found))
        return tl_py_property_get (interp, at, &found, self, value);
      *value = is_callable (&found) ? tl_py_bound_method (interp, self, name) : found;
    }
  else if (find_in_type (interp, instance->type, "__getattr__", &found))
    return tl_py_apply (interp, at, &found, both, 2, value);
  else
    return tl_py_fail (interp, at, "a %s has no attribute '%s'", instance->type->name, name);
  return TRUE;
}

static gboolean
set_instance_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, const TlPyValue *value)
{
  const Instance *instance = self->object;
  TlPyValue       property;

  if (find_in_type (interp, instance->type, name, &property) && tl_py_is_property (&property))
    return tl_py_property_set (interp, at, &property, name, self, value);
  return tl_py_scope_set (interp, at, instance->members, name, *value);
}

static gboolean
instance_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const Instance  *instance = self->object;
  const TlPyValue *own = find_in_scope (instance->members, name);
  TlPyValue        function;

  if (own != NULL)
    return tl_py_call (interp, own, args, value);
  if (find_in_type (interp, instance->type, name, &function) && is_callable (&function))
    return call_with_self (interp, &function, self, args, value);
  if (!find_in_type (interp, instance->type, name, &function) && !find_in_type (interp, instance->type, "__getattr__", &function))
    return tl_py_fail (interp, args->call, "a %s has no method '%s'", instance->type->name, name);
  return instance_attribute (interp, args->call, self, name, &function) && tl_py_call (interp, &function, args, value);
}

static gboolean
call_instance (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  return instance_method (interp, self, "__call__", args, value);
}

const TlPyClass tl_py_instance_class = {
  .name = "instance", .python_name = "object", .describe = describe_instance, .type_name = describe_instance,
  .attribute = instance_attribute, .set_attribute = set_instance_attribute, .method = instance_method, .call = call_instance,
  .binary = tl_py_instance_binary, .take = tl_py_instance_take, .put = tl_py_instance_put, .append_text = tl_py_append_instance,
  .enter = tl_py_instance_enter, .leave = tl_py_instance_leave,
};

/* --- functions of Python on members --- */

gboolean
tl_py_vars (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyScope *members;

  if (args->n_positional != 1 || !tl_py_is (&args->positional[0], &tl_py_instance_class))
    return tl_py_fail (interp, args->call, "vars takes an instance of a class");
  members = ((const Instance *) args->positional[0].object)->members;
  *value = tl_py_new_dict (interp);
  for (guint i = 0; i < members->values.n; i++)
    if (!tl_py_dict_set (interp, args->call, value->dict, tl_py_string (interp, members->names[i]), members->values.items[i]))
      return FALSE;
  return TRUE;
}

/* FALSE without an error: there is none of that name. */
static gboolean
find_attribute (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const char *name = args->n_positional >= 2 && args->positional[1].kind == TL_PY_STRING ? args->positional[1].string : NULL;

  if (name == NULL)
    return tl_py_fail (interp, args->call, "%s takes a value and the name of an attribute", args->name);
  if (tl_py_attribute (interp, args->call, &args->positional[0], name, value))
    return TRUE;
  g_clear_error (&interp->error);
  return FALSE;
}

gboolean
tl_py_getattr (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  if (find_attribute (interp, args, value))
    return TRUE;
  if (interp->error == NULL && args->n_positional == 3)
    {
      *value = args->positional[2];
      return TRUE;
    }
  return tl_py_fail (interp, args->call, "a %s has no attribute '%s'", tl_py_type_name (&args->positional[0]),
                     args->positional[1].string);
}

gboolean
tl_py_hasattr (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_bool (find_attribute (interp, args, value));
  return interp->error == NULL;
}

gboolean
tl_py_setattr (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *self = args->positional;

  *value = TL_PY_NONE_VALUE;
  if (args->n_positional != 3 || args->positional[1].kind != TL_PY_STRING || self->kind != TL_PY_OBJECT
      || self->class->set_attribute == NULL)
    return tl_py_fail (interp, args->call, "setattr takes an object, the name of an attribute and a value");
  return self->class->set_attribute (interp, args->call, self, args->positional[1].string, &args->positional[2]);
}

/* --- super --- */

static gboolean
super_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const Super *super = self->object;
  TlPyValue    function;

  *value = TL_PY_NONE_VALUE;
  if (find_in_bases (interp, super->type, name, &function))
    return call_with_self (interp, &function, &super->self, args, value);
  return strcmp (name, "__init__") == 0 || tl_py_fail (interp, args->call, "no base of %s has a method '%s'", super->type->name, name);
}

static const TlPyClass super_class = { .name = "base of an instance", .python_name = "super", .method = super_method };

gboolean
tl_py_super (TlPyInterp *interp, const TlPyScope *scope, const TlAst *at, TlPyValue *value)
{
  Super *super = tl_arena_new0 (interp->arena, Super);

  for (; scope != NULL && scope->parent != NULL; scope = scope->parent)
    {
      const TlPyValue *type = find_in_scope (scope->parent, "__class__");

      if (type == NULL || scope->values.n == 0)
        continue;
      super->type = type->object;
      super->self = scope->values.items[0];
      *value = tl_py_object (&super_class, super);
      return TRUE;
    }
  return tl_py_fail (interp, at, "super stands outside of a method");
}
