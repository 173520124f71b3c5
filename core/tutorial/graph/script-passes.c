/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Passes as values: relax.transform.FuseOps () and the like by the names of core/graph/passes, those that the script writes itself, and
 * lists of them. A pass is called with a module and gives another one.
 */
#include <string.h>

#include "core/graph/infer-types.h"
#include "core/graph/passes/graph-passes.h"
#include "core/tutorial/graph/graph-private.h"

static gboolean
call_pass (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const TlScriptPass *pass = self->object;

  if (args->n_positional != 1 || args->n_named > 0 || !tl_py_is (&args->positional[0], &tl_py_module_class))
    return tl_py_fail (interp, args->call, "%s takes a module", pass->name);
  return pass->run (interp, args->call, pass, &args->positional[0], value);
}

static const TlPyClass pass_class = { .name = "pass", .python_name = "Pass", .call = call_pass };

TlPyValue
tl_tutorial_pass (const TlScriptPass *pass)
{
  return tl_py_object (&pass_class, pass);
}

gboolean
tl_tutorial_finish_pass (TlPyInterp *interp, const TlAst *at, const char *name, TlModule *module, GError *error, TlPyValue *value)
{
  if (module == NULL)
    {
      tl_py_fail (interp, at, "%s: %s", name, error->message);
      g_error_free (error);
      return FALSE;
    }
  *value = tl_py_module (interp, module, NULL, NULL);
  return TRUE;
}

/* --- passes of core/graph/passes --- */

typedef struct
{
  TlScriptPass       base;
  const TlGraphPass *pass;
} NamedPass;

static gboolean
run_named (TlPyInterp *interp, const TlAst *at, const TlScriptPass *self, const TlPyValue *module, TlPyValue *value)
{
  const TlGraphPass   *pass = ((const NamedPass *) self)->pass;
  const TlModule      *given = tl_py_module_get (interp, at, module);
  GError              *error = NULL;
  g_autoptr (TlModule) typed = given != NULL ? tl_module_infer_types (given, &error) : NULL;

  return given != NULL && tl_tutorial_finish_pass (interp, at, pass->name, typed != NULL ? pass->run (typed, &error) : NULL, error, value);
}

static gboolean
fail_unknown (TlPyInterp *interp, const TlPyArgs *args)
{
  g_autoptr (GString) names = g_string_new ("BindParams, BindSymbolicVars, FuseOpsByPattern, MetaScheduleApplyDatabase");
  const TlGraphPass  *pass;

  for (guint i = 0; (pass = tl_graph_pass_nth (i)) != NULL; i++)
    g_string_append_printf (names, ", %s", pass->name);
  return tl_py_fail (interp, args->call, "relax.transform has no pass %s here; it has %s", args->name, names->str);
}

/* relax.transform.LegalizeOps () */
static gboolean
make_named (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  NamedPass *named = tl_arena_new0 (interp->arena, NamedPass);

  named->pass = tl_graph_pass_find (args->name);
  if (named->pass == NULL)
    return fail_unknown (interp, args);
  if (args->n_positional > 0 || args->n_named > 0)
    return tl_py_fail (interp, args->call, "%s takes no arguments here", args->name);
  named->base = (TlScriptPass) { named->pass->name, run_named };
  *value = tl_tutorial_pass (&named->base);
  return TRUE;
}

/* --- parameters and sizes --- */

typedef struct
{
  TlScriptPass    base;
  const char     *func_name;
  const TlPyDict *values;
} BindPass;

/* Names, or variables of the function. */
static const char *
name_of_key (const TlPyValue *key)
{
  const TlRelaxExpr *expr = tl_py_get_relax (key);

  if (key->kind == TL_PY_EXPR && key->expr->kind == TL_EXPR_VAR)
    return key->expr->name;
  return key->kind == TL_PY_STRING ? key->string : expr != NULL && expr->kind == TL_RELAX_VAR ? expr->name : NULL;
}

static gboolean
run_bind_params (TlPyInterp *interp, const TlAst *at, const TlScriptPass *self, const TlPyValue *module, TlPyValue *value)
{
  const BindPass        *pass = (const BindPass *) self;
  const TlModule        *given = tl_py_module_get (interp, at, module);
  g_autoptr (GHashTable) tensors = g_hash_table_new (g_str_hash, g_str_equal);
  GError                *error = NULL;
  TlModule              *made;

  if (given == NULL)
    return FALSE;
  for (guint i = 0; i < pass->values->keys.n; i++)
    {
      const char    *name = name_of_key (&pass->values->keys.items[i]);
      const TlArray *array = tl_array_of (interp, at, &pass->values->values.items[i]);
      const TlArray *own = array != NULL ? tl_array_copy (interp, at, array, array->tensor->dtype) : NULL;

      if (own == NULL || name == NULL)
        return tl_py_fail (interp, at, "BindParams takes a dictionary from names of parameters to arrays");
      g_hash_table_insert (tensors, (gpointer) name, own->tensor);
    }
  made = tl_graph_bind_params ((TlModule *) given, pass->func_name, tensors, &error);
  return tl_tutorial_finish_pass (interp, at, self->name, made, error, value);
}

static gboolean
run_bind_sizes (TlPyInterp *interp, const TlAst *at, const TlScriptPass *self, const TlPyValue *module, TlPyValue *value)
{
  const BindPass *pass = (const BindPass *) self;
  const TlModule *given = tl_py_module_get (interp, at, module);
  TlGraphSize    *sizes = tl_arena_new_array (interp->arena, TlGraphSize, MAX (pass->values->keys.n, 1));
  GError         *error = NULL;
  TlModule       *made;

  if (given == NULL)
    return FALSE;
  for (guint i = 0; i < pass->values->keys.n; i++)
    {
      sizes[i].name = name_of_key (&pass->values->keys.items[i]);
      if (sizes[i].name == NULL || !tl_py_get_int (&pass->values->values.items[i], &sizes[i].value))
        return tl_py_fail (interp, at, "BindSymbolicVars takes a dictionary from names of sizes to numbers");
    }
  made = tl_graph_bind_sizes ((TlModule *) given, pass->func_name, sizes, pass->values->keys.n, &error);
  return tl_tutorial_finish_pass (interp, at, self->name, made, error, value);
}

/* BindParams ("main", {"w": array}), BindSymbolicVars ({"n": 4}, "main") */
static gboolean
make_bind (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  gboolean         is_params = strcmp (args->name, "BindParams") == 0;
  const TlPyValue *name = tl_py_arg (args, is_params ? 0 : 1, is_params ? "func_name" : "function_name");
  const TlPyValue *values = tl_py_arg (args, is_params ? 1 : 0, is_params ? "params" : "binding_map");
  BindPass        *pass = tl_arena_new0 (interp->arena, BindPass);

  if ((name != NULL && name->kind != TL_PY_STRING) || values == NULL || values->kind != TL_PY_DICT || (name == NULL && is_params))
    return tl_py_fail (interp, args->call, "%s takes the name of a function and a dictionary", args->name);
  pass->base = (TlScriptPass) { is_params ? "BindParams" : "BindSymbolicVars", is_params ? run_bind_params : run_bind_sizes };
  pass->func_name = name != NULL ? name->string : "main";
  pass->values = values->dict;
  *value = tl_tutorial_pass (&pass->base);
  return TRUE;
}

/* --- lists of passes --- */

typedef struct
{
  TlScriptPass base;
  TlPyList     passes;    /* whatever can be called with a module */
} ListPass;

static gboolean
run_list (TlPyInterp *interp, const TlAst *at, const TlScriptPass *self, const TlPyValue *module, TlPyValue *value)
{
  const ListPass *pass = (const ListPass *) self;

  *value = *module;
  for (guint i = 0; i < pass->passes.n; i++)
    {
      TlPyValue given = *value;

      if (!tl_py_apply (interp, at, &pass->passes.items[i], &given, 1, value))
        return FALSE;
      if (!tl_py_is (value, &tl_py_module_class))
        return tl_py_fail (interp, at, "pass number %u gives a %s, not a module", i + 1, tl_py_type_name (value));
    }
  return TRUE;
}

/* tvm.transform.Sequential ([…]) */
static gboolean
make_list (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *passes = tl_py_arg (args, 0, "passes");
  ListPass        *pass = tl_arena_new0 (interp->arena, ListPass);

  if (passes == NULL || !tl_py_is_sequence (passes))
    return tl_py_fail (interp, args->call, "Sequential takes a list of passes");
  pass->base = (TlScriptPass) { "Sequential", run_list };
  pass->passes = *passes->list;
  *value = tl_tutorial_pass (&pass->base);
  return TRUE;
}

/* relax.get_pipeline ("zero") */
static gboolean
get_pipeline (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  static const char *const zero[] = { "LegalizeOps", "AnnotateTIROpPattern", "FoldConstant", "FuseOps", "FuseTIR" };
  const TlPyValue         *name = tl_py_arg (args, 0, "name");
  ListPass                *pass = tl_arena_new0 (interp->arena, ListPass);

  if (name != NULL && (name->kind != TL_PY_STRING || strcmp (name->string, "zero") != 0))
    return tl_py_fail (interp, args->call, "the only pipeline here is \"zero\"");
  pass->base = (TlScriptPass) { "zero", run_list };
  for (guint i = 0; i < G_N_ELEMENTS (zero); i++)
    {
      NamedPass *named = tl_arena_new0 (interp->arena, NamedPass);

      named->pass = tl_graph_pass_find (zero[i]);
      named->base = (TlScriptPass) { zero[i], run_named };
      if (!tl_py_list_append (interp, args->call, &pass->passes, tl_tutorial_pass (&named->base)))
        return FALSE;
    }
  *value = tl_tutorial_pass (&pass->base);
  return TRUE;
}

/* --- the script's own --- */

/* A class of the script, or an instance of it; a function. */
typedef struct
{
  TlScriptPass base;
  TlPyValue    own;
} OwnPass;

static gboolean
run_own (TlPyInterp *interp, const TlAst *at, const TlScriptPass *self, const TlPyValue *module, TlPyValue *value)
{
  const OwnPass *pass = (const OwnPass *) self;
  TlPyValue      args[3] = { pass->own, *module, TL_PY_NONE_VALUE }, function;

  if (pass->own.kind == TL_PY_FUNCTION)
    return tl_py_apply (interp, at, &pass->own, &args[1], 2, value);
  if (!tl_py_find_method (interp, &pass->own, "transform_module", &function))
    return tl_py_fail (interp, at, "a pass of the script has a method transform_module (self, mod, ctx)");
  return tl_py_apply (interp, at, &function, args, 3, value);
}

static TlPyValue
own_pass (TlPyInterp *interp, const TlPyValue *own)
{
  OwnPass *pass = tl_arena_new0 (interp->arena, OwnPass);

  pass->base = (TlScriptPass) { "the pass", run_own };
  pass->own = *own;
  return tl_tutorial_pass (&pass->base);
}

/* The decorated class: its instances are passes. */
static gboolean
call_pass_type (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  TlPyValue instance;

  if (!tl_py_call (interp, self->object, args, &instance))
    return FALSE;
  *value = own_pass (interp, &instance);
  return TRUE;
}

static const TlPyClass pass_type_class = { .name = "class of a pass", .python_name = "type", .call = call_pass_type };

static gboolean
call_decorator (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *own = args->n_positional == 1 ? &args->positional[0] : NULL;

  if (own == NULL || (own->kind != TL_PY_FUNCTION && !tl_py_is (own, &tl_py_type_class)))
    return tl_py_fail (interp, args->call, "module_pass decorates a class or a function");
  *value = own->kind == TL_PY_FUNCTION ? own_pass (interp, own)
                                       : tl_py_object (&pass_type_class, tl_arena_dup_array (interp->arena, TlPyValue, own, 1));
  return TRUE;
}

static const TlPyClass decorator_class = { .name = "decorator", .python_name = "module_pass", .call = call_decorator };

/* @tvm.transform.module_pass (opt_level=0, name="…") */
static gboolean
module_pass (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_object (&decorator_class, NULL);
  return TRUE;
}

/* with tvm.transform.PassContext (opt_level=3): what it sets is not done here */
static gboolean
pass_context (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_foreign (interp, "PassContext");
  return TRUE;
}

const TlPyNative tl_pass_natives[] = {
  { "relax.transform", "BindParams", make_bind }, { "relax.transform", "BindSymbolicVars", make_bind },
  { "transform", "Sequential", make_list }, { "transform", "module_pass", module_pass }, { "transform", "PassContext", pass_context },
  { "relax", "get_pipeline", get_pipeline }, { "relax.transform", "*", make_named },
  { NULL },
};
