/* SPDX-License-Identifier: Apache-2.0 */
/* tvm.register_func: functions of the script that graphs call by name. */
#include <string.h>

#include "core/tutorial/graph/graph-private.h"

static const TlPyClass registration_class;

/* The name that the next function gets. */
typedef struct
{
  const char *name;
  gboolean    is_override;
} Registration;

const TlPyValue *
tl_tutorial_find_function (TlPyInterp *interp, const char *name)
{
  return g_hash_table_lookup (tl_tutorial (interp)->functions, name);
}

static gboolean
add_function (TlPyInterp *interp, const TlAst *at, const Registration *registration, const TlPyValue *function)
{
  if (function->kind != TL_PY_FUNCTION && function->kind != TL_PY_OBJECT)
    return tl_py_fail (interp, at, "a %s cannot be registered as a function", tl_py_type_name (function));
  if (!registration->is_override && tl_tutorial_find_function (interp, registration->name) != NULL)
    return tl_py_fail (interp, at, "function %s is registered already; override=True replaces it", registration->name);
  g_hash_table_replace (tl_tutorial (interp)->functions, (gpointer) registration->name,
                        tl_arena_dup_array (interp->arena, TlPyValue, function, 1));
  return TRUE;
}

static gboolean
call_registration (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  if (args->n_positional != 1)
    return tl_py_fail (interp, args->call, "register_func decorates a function");
  *value = args->positional[0];
  return add_function (interp, args->call, self->object, value);
}

static const TlPyClass registration_class = { .name = "decorator", .python_name = "register_func", .call = call_registration };

/* tvm.register_func ("env.linear", override=True): a decorator; with a function as the second argument it registers that */
static gboolean
register_func (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *name = tl_py_arg (args, 0, "func_name"), *function = tl_py_arg (args, 1, "f");
  const TlPyValue *override = tl_py_arg (args, 2, "override");
  Registration    *registration = tl_arena_new0 (interp->arena, Registration);

  if (name == NULL || name->kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "%s takes the name of a function", args->name);
  registration->name = tl_arena_strdup (interp->arena, name->string);
  registration->is_override = override != NULL && override->kind == TL_PY_BOOL && override->boolean;
  *value = tl_py_object (&registration_class, registration);
  if (function == NULL || function->kind == TL_PY_NONE)
    return TRUE;
  *value = *function;
  return add_function (interp, args->call, registration, function);
}

/* tvm.get_global_func ("env.linear", allow_missing=False) */
static gboolean
get_global_func (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *name = tl_py_arg (args, 0, "name"), *may_miss = tl_py_arg (args, 1, "allow_missing"), *found;

  if (name == NULL || name->kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "get_global_func takes the name of a function");
  found = tl_tutorial_find_function (interp, name->string);
  *value = found != NULL ? *found : TL_PY_NONE_VALUE;
  return found != NULL || (may_miss != NULL && may_miss->kind == TL_PY_BOOL && may_miss->boolean)
         || tl_py_fail (interp, args->call, "no function %s is registered", name->string);
}

const TlPyNative tl_function_natives[] = {
  { "tvm", "register_func", register_func }, { "tvm", "register_global_func", register_func },
  { "ffi", "register_func", register_func }, { "ffi", "register_global_func", register_func },
  { "tvm", "get_global_func", get_global_func }, { "ffi", "get_global_func", get_global_func },
  { NULL },
};
