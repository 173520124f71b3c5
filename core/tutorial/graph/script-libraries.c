/* SPDX-License-Identifier: Apache-2.0 */
/* topi and tvm.relax.frontend.nn: packages that are written in Python, *.py of this folder, as resources of the library. */
#include <gio/gio.h>
#include <string.h>

#include "core/tutorial/graph/graph-private.h"
#include "core/tutorial/graph/script-resources.h"

typedef struct
{
  const char  *name;       /* of the file; its functions begin with it */
  TlSource    *source;
  TlArena     *tree;
  const TlAst *script;      /* in @tree */
} ScriptLibrary;

enum { LIBRARY_TOPI, LIBRARY_NN, N_LIBRARIES };

static gpointer
load_libraries (gpointer unused)
{
  static const char *const names[N_LIBRARIES] = { "topi", "nn" };
  ScriptLibrary           *libraries = g_new0 (ScriptLibrary, N_LIBRARIES);

  for (guint i = 0; i < N_LIBRARIES; i++)
    {
      g_autofree char   *path = g_strdup_printf ("/tileloom/tutorial/%s.py", names[i]);
      GError            *error = NULL;
      g_autoptr (GBytes) bytes = g_resource_lookup_data (tl_tutorial_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);

      if (bytes == NULL)
        g_error ("%s", error->message);
      libraries[i].name = names[i];
      libraries[i].source = tl_source_new (names[i], g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
      libraries[i].tree = tl_arena_new (NULL);
      libraries[i].script = tl_ast_parse (libraries[i].tree, libraries[i].source, &error);
      if (libraries[i].script == NULL)
        g_error ("%s", error->message);
    }
  return libraries;
}

/* Lives as long as the process. */
static const ScriptLibrary *
get_library (guint index)
{
  static GOnce once = G_ONCE_INIT;

  return &((const ScriptLibrary *) g_once (&once, load_libraries, NULL))[index];
}

/* Its functions in the run's interpreter; NULL with an error. */
static TlPyScope *
scope_of (TlPyInterp *interp, guint index)
{
  TlTutorial          *run = tl_tutorial (interp);
  const ScriptLibrary *library = get_library (index);
  TlSource            *source = interp->source;
  TlPyValue            result;
  TlPyFlow             flow;

  if (run->libraries[index] != NULL)
    return run->libraries[index];
  run->libraries[index] = tl_py_scope_new (interp, NULL);
  interp->source = library->source;
  flow = tl_py_run (interp, run->libraries[index], library->script->body, library->script->n_body, &result);
  interp->source = source;
  return flow != TL_PY_FLOW_ERROR ? run->libraries[index] : NULL;
}

static const TlPyValue *
find (TlPyInterp *interp, guint index, const char *name)
{
  TlPyScope       *scope = scope_of (interp, index);
  g_autofree char *whole = g_strdup_printf ("%s_%s", get_library (index)->name, name);

  return scope != NULL ? tl_py_scope_find (interp, scope, whole) : NULL;
}

/* The error in topi.py, without its place there, becomes one of the call. */
static gboolean
call_topi (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *function = find (interp, LIBRARY_TOPI, args->name);
  g_auto (GStrv)   lines = NULL;
  const char      *message;

  if (function == NULL)
    return tl_py_fail (interp, args->call, "topi has no function %s here", args->name);
  if (tl_py_call (interp, function, args, value))
    return TRUE;
  lines = g_strsplit (interp->error->message, "\n", 2);
  message = strstr (lines[0], ": ");
  g_clear_error (&interp->error);
  return tl_py_fail (interp, args->call, "topi.%s: %s", args->name, message != NULL ? message + 2 : lines[0]);
}

/* nn.Linear (784, 128), nn.spec.Tensor ((1, 784), "float32") */
static gboolean
call_nn (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *function = find (interp, LIBRARY_NN, args->name);

  return function != NULL ? tl_py_call (interp, function, args, value)
                          : tl_py_fail (interp, args->call, "tvm.relax.frontend.nn has no %s here", args->name);
}

/* class MyModel (nn.Module) */
static gboolean
nn_module_class (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *class = find (interp, LIBRARY_NN, "Module");

  *value = class != NULL ? *class : TL_PY_NONE_VALUE;
  return class != NULL;
}

const TlPyNative tl_library_natives[] = {
  { "topi", "*", call_topi }, { "topi.nn", "*", call_topi }, { "frontend.nn", "*", call_nn }, { "frontend.nn.spec", "Tensor", call_nn },
  { "frontend.nn.Module", "__class__", nn_module_class },
  { NULL },
};
