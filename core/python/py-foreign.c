/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a script does beside making and transforming programs: arrays, builds, timers, plots. A tutorial runs as it stands: such calls are not
 * made, their results are values that nothing is known about, and a step or condition that would need one is refused. The list is short on
 * purpose: a misspelled tir.Schedule must not pass for one of them.
 */
#include <string.h>

#include "core/python/python.h"

/* Whole packages by their first word, functions by their dotted name; a trailing dot: everything below. */
static const char *const foreign_names[] = {
  "np.",       "numpy.",    "torch.",       "torchvision.", "plt.",        "matplotlib.", "IPython.",     "time.",         "os.",
  "sys.",      "pickle.",   "pkl.",         "tempfile.",    "tvm.nd.",     "tvm.runtime.", "tvm.contrib.", "tvm.testing.", "tvm.target.",
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

static gboolean
foreign_subscript (TlPyInterp *interp, const TlAst *at, const TlPyValue *self, const TlPyList *indices, TlPyValue *value)
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
  .subscript = foreign_subscript,
};
