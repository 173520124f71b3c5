/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of a script that neither make nor transform programs: arrays, builds, timers, plots. So a tutorial runs as written: such calls
 * are not made, their results are unknown values, and a step or condition that needs one is refused. The list is short on purpose: a
 * misspelled tir.Schedule must not pass for one of them.
 */
#include <string.h>

#include "core/python/python.h"

/* Whole packages by their first word, functions by their dotted name; a trailing dot: everything below. */
static const char *const foreign_names[] = {
  "np.",       "numpy.",    "torch.",       "torchvision.", "plt.",        "matplotlib.", "IPython.",     "time.",         "os.",
  "sys.",      "pickle.",   "pkl.",         "tempfile.",    "tvm.nd.",     "tvm.runtime.", "tvm.contrib.", "tvm.testing.", "tvm.target.",
  "pygments.", "threadpoolctl.", "json.",   "logging.",     "warnings.",   "pathlib.",    "shutil.",      "subprocess.",  "urllib.",
  "io.",       "scipy.",    "pandas.",   "PIL.",         "requests.",    "transformers.", "onnx.",
  "te.tag_scope", "tvm.te.tag_scope",
  "tvm.build", "tvm.lower", "tvm.compile",  "tvm.cpu",      "tvm.cuda",    "tvm.device",  "tvm.gpu",      "tvm.rpc.",      "tvm.transform.",
};

gboolean
tl_py_is_foreign_name (const char *dotted)
{
  for (guint i = 0; i < G_N_ELEMENTS (foreign_names); i++)
    {
      const char *name = foreign_names[i];

      if (g_str_has_suffix (name, ".") ? g_str_has_prefix (dotted, name) : strcmp (dotted, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* np.ndarray, tvm.nd.NDArray: the annotation of an array. */
static gboolean
names_array (TlPyInterp *interp, const TlPyScope *scope, const TlAst *annotation)
{
  const TlAst     *first = annotation;
  const TlPyValue *package;
  g_autofree char *dotted = NULL;

  while (first != NULL && first->kind == TL_AST_ATTRIBUTE)
    first = first->value;
  if (first == NULL || first->kind != TL_AST_NAME || annotation->name == NULL)
    return FALSE;
  package = tl_py_scope_find (interp, scope, first->name);
  dotted = g_strdup_printf ("%s.%s", package != NULL && package->kind == TL_PY_NAMESPACE ? package->string : first->name, annotation->name);
  return tl_py_is_foreign_name (first == annotation && package != NULL && package->kind == TL_PY_NAMESPACE ? package->string : dotted)
         || (first != annotation && g_str_has_suffix (annotation->name, "NDArray"));
}

gboolean
tl_py_is_foreign_function (TlPyInterp *interp, const TlPyFunction *function)
{
  for (guint i = 0; i < function->ast->n_params; i++)
    if (names_array (interp, function->scope, function->ast->params[i].annotation))
      return TRUE;
  return FALSE;
}

TlPyValue
tl_py_foreign (TlPyInterp *interp, const char *what)
{
  return tl_py_object (&tl_py_foreign_class, tl_arena_strdup (interp->arena, what));
}

static gboolean
foreign_attribute (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const char *name, TlPyValue *value)
{
  *value = *self;
  return TRUE;
}

static gboolean
foreign_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  *value = *self;
  return TRUE;
}

static gboolean
foreign_call (TlPyInterp *interp, const TlPyValue *self, const TlPyArgs *args, TlPyValue *value)
{
  *value = *self;
  return TRUE;
}

static const char *
describe_foreign (const TlPyValue *self)
{
  return self->object;
}

const TlPyClass tl_py_foreign_class = {
  .name = "value from elsewhere",
  .describe = describe_foreign,
  .attribute = foreign_attribute,
  .method = foreign_method,
  .call = foreign_call,
};
