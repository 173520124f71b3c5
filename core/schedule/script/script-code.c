/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tvm.contrib.clang.create_llvm, and the folder of tvm.contrib.utils that tutorials give it. The code stays C: a worker compiles it where a
 * program brings it as "pragma_import_llvm", and no file is written here.
 */
#include <string.h>

#include "core/schedule/script/script-private.h"

/* clang.create_llvm (code, output=None, options=None, cc=None) */
gboolean
tl_script_create_llvm (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *code = tl_py_arg (args, 0, "inputs"), *options = tl_py_arg (args, 2, "options");

  if (!tl_py_check_args (interp, args, "create_llvm", 4, "inputs output options cc"))
    return FALSE;
  if (code != NULL && tl_py_is_sequence (code) && code->list->n == 1)
    code = &code->list->items[0];
  if (code == NULL || code->kind != TL_PY_STRING || strchr (code->string, '(') == NULL)
    return tl_py_fail (interp, args->call, "create_llvm takes C code as a text here, not the name of a file");
  if (options != NULL && options->kind != TL_PY_NONE)
    return tl_py_fail (interp, args->call, "create_llvm takes no options here: code is compiled with -O3 for this machine");
  *value = *code;
  return TRUE;
}

static gboolean
folder_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *file = tl_py_arg (args, 0, "name");

  if (strcmp (name, "relpath") != 0)
    return tl_py_fail (interp, args->call, "a temporary folder has no method '%s' here; it has relpath", name);
  if (file == NULL || file->kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "relpath takes the name of a file");
  *value = *file;
  return TRUE;
}

static const TlPyClass folder_class = { .name = "temporary folder", .python_name = "TempDirectory", .method = folder_method };

/* utils.tempdir () */
gboolean
tl_script_tempdir (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  *value = tl_py_object (&folder_class, NULL);
  return tl_py_check_args (interp, args, "tempdir", 0, "");
}
