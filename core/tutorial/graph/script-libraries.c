/* SPDX-License-Identifier: Apache-2.0 */
/*
 * topi, tvm.relax.frontend.nn and torch: packages that are written in Python, *.py of this folder and of torch/, as resources of the
 * library. A function of torch that is given a proxy of torch.fx is recorded by the proxy's __torch_function__ instead of called.
 */
#include <gio/gio.h>
#include <string.h>

#include "core/tutorial/graph/graph-private.h"
#include "core/tutorial/graph/script-resources.h"

typedef struct
{
  const char  *name;       /* of the package, for errors */
  const char  *prefix;     /* of its functions and classes */
  TlSource    *source;
  TlArena     *tree;
  const TlAst *script;      /* in @tree */
} ScriptLibrary;

enum { LIBRARY_TOPI, LIBRARY_NN, LIBRARY_TORCH, LIBRARY_TORCH_NN, LIBRARY_TORCH_FUNCTIONAL, LIBRARY_TORCH_FX, N_LIBRARIES };
G_STATIC_ASSERT (N_LIBRARIES == TL_N_SCRIPT_LIBRARIES);

static gpointer
load_libraries (gpointer unused)
{
  static const struct { const char *file, *name, *prefix; } rows[N_LIBRARIES] = {
    [LIBRARY_TOPI] = { "topi", "topi", "topi_" },
    [LIBRARY_NN] = { "nn", "tvm.relax.frontend.nn", "nn_" },
    [LIBRARY_TORCH] = { "torch/tensors", "torch", "" },
    [LIBRARY_TORCH_NN] = { "torch/modules", "torch.nn", "" },
    [LIBRARY_TORCH_FUNCTIONAL] = { "torch/functional", "torch.nn.functional", "" },
    [LIBRARY_TORCH_FX] = { "torch/fx", "torch.fx", "" },
  };
  ScriptLibrary *libraries = g_new0 (ScriptLibrary, N_LIBRARIES);

  for (guint i = 0; i < N_LIBRARIES; i++)
    {
      g_autofree char   *path = g_strdup_printf ("/tileloom/tutorial/%s.py", rows[i].file);
      GError            *error = NULL;
      g_autoptr (GBytes) bytes = g_resource_lookup_data (tl_tutorial_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);

      if (bytes == NULL)
        g_error ("%s", error->message);
      libraries[i].name = rows[i].name;
      libraries[i].prefix = rows[i].prefix;
      libraries[i].source = tl_source_new (rows[i].name, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
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
  g_autofree char *whole = g_strconcat (get_library (index)->prefix, name, NULL);

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

/* The class of package @index that args names, or None. */
static gboolean
find_class (TlPyInterp *interp, guint index, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *found = find (interp, index, args->positional[0].string);

  *value = found != NULL && tl_py_is (found, &tl_py_type_class) ? *found : TL_PY_NONE_VALUE;
  return interp->error == NULL;
}

/* nn.Linear (784, 128), nn.spec.Tensor ((1, 784), "float32") */
static gboolean
call_nn (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *function = find (interp, LIBRARY_NN, args->name);

  return function != NULL ? tl_py_call (interp, function, args, value)
                          : tl_py_fail (interp, args->call, "tvm.relax.frontend.nn has no %s here", args->name);
}

static gboolean
nn_class (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return find_class (interp, LIBRARY_NN, args, value);
}

/* --- torch --- */

#define MAX_PROXY_DEPTH 4u   /* of lists in lists */

/* The first proxy in @value; NULL: there is none. */
static const TlPyValue *
find_proxy (TlPyInterp *interp, const TlPyValue *value, guint depth, TlPyValue *record)
{
  const TlPyValue *found = NULL;

  if (tl_py_is (value, &tl_py_instance_class))
    return tl_py_find_method (interp, value, "__torch_function__", record) ? value : NULL;
  for (guint i = 0; tl_py_is_sequence (value) && depth < MAX_PROXY_DEPTH && i < value->list->n && found == NULL; i++)
    found = find_proxy (interp, &value->list->items[i], depth + 1, record);
  return found;
}

/* proxy.__torch_function__ (function, types, args, kwargs) */
static gboolean
record_call (TlPyInterp *interp, const TlPyArgs *args, const char *package, const TlPyValue *proxy, const TlPyValue *record,
             TlPyValue *value)
{
  TlPyValue all[5] = { *proxy, { .kind = TL_PY_NAMESPACE, .string = tl_arena_printf (interp->arena, "%s.%s", package, args->name) },
                       TL_PY_NONE_VALUE, { .kind = TL_PY_TUPLE }, tl_py_new_dict (interp) };
  TlPyList *list = tl_arena_new0 (interp->arena, TlPyList);

  *list = (TlPyList) { .items = args->positional, .n = args->n_positional, .capacity = args->n_positional };
  all[3].list = list;
  for (guint i = 0; i < args->n_named; i++)
    if (!tl_py_dict_set (interp, args->call, all[4].dict, tl_py_string (interp, args->names[i]), args->named[i]))
      return FALSE;
  return tl_py_apply (interp, args->call, record, all, G_N_ELEMENTS (all), value);
}

static gboolean
call_member (TlPyInterp *interp, guint index, const TlPyArgs *args, TlPyValue *value)
{
  const char      *package = get_library (index)->name;
  const TlPyValue *member = find (interp, index, args->name), *proxy = NULL;
  TlPyValue        record;

  if (member == NULL || (member->kind != TL_PY_FUNCTION && !tl_py_is (member, &tl_py_type_class)))
    return tl_py_fail (interp, args->call, "%s.%s is not available here", package, args->name);
  if (tl_py_is (member, &tl_py_type_class))
    return tl_py_call (interp, member, args, value);
  for (guint i = 0; i < args->n_positional && proxy == NULL; i++)
    proxy = find_proxy (interp, &args->positional[i], 0, &record);
  for (guint i = 0; i < args->n_named && proxy == NULL; i++)
    proxy = find_proxy (interp, &args->named[i], 0, &record);
  return proxy != NULL ? record_call (interp, args, package, proxy, &record, value) : tl_py_call (interp, member, args, value);
}

static gboolean
call_torch (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return call_member (interp, LIBRARY_TORCH, args, value);
}

static gboolean
torch_class (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return find_class (interp, LIBRARY_TORCH, args, value);
}

static gboolean
call_torch_nn (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return call_member (interp, LIBRARY_TORCH_NN, args, value);
}

static gboolean
torch_nn_class (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return find_class (interp, LIBRARY_TORCH_NN, args, value);
}

static gboolean
call_functional (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return call_member (interp, LIBRARY_TORCH_FUNCTIONAL, args, value);
}

static gboolean
call_fx (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return call_member (interp, LIBRARY_TORCH_FX, args, value);
}

static gboolean
fx_class (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return find_class (interp, LIBRARY_TORCH_FX, args, value);
}

/* torchvision.datasets.FashionMNIST (…, download=True) */
static gboolean
refuse_data_set (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  return tl_py_fail (interp, args->call, "torchvision.datasets.%s is a data set from the net, and scripts load nothing from there: make "
                     "the arrays in the script", args->name);
}

const TlPyNative tl_library_natives[] = {
  { "topi", "*", call_topi }, { "topi.nn", "*", call_topi }, { "frontend.nn", "*", call_nn }, { "frontend.nn.spec", "Tensor", call_nn },
  { "frontend.nn", "__class__", nn_class },
  { "torch", "*", call_torch }, { "torch", "__class__", torch_class },
  { "torch.nn", "*", call_torch_nn }, { "torch.nn", "__class__", torch_nn_class },
  { "nn.functional", "*", call_functional }, { "torch.fx", "*", call_fx }, { "torch.fx", "__class__", fx_class },
  { "torchvision.datasets", "*", refuse_data_set },
  { NULL },
};
