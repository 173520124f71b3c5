/* SPDX-License-Identifier: Apache-2.0 */
/* Files that a script reads: those that its run was given, by their names. */
#include <string.h>

#include "core/interp/npz.h"
#include "core/tutorial/pickles.h"
#include "core/tutorial/tutorial-private.h"

typedef struct
{
  const char *name;
  GBytes     *bytes;   /* owned by the run */
} ScriptFile;

static gboolean
file_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value)
{
  *value = TL_PY_NONE_VALUE;
  return strcmp (name, "close") == 0
         || tl_py_fail (interp, args->call, "a file has no method '%s' here; pickle.load and numpy.load read it", name);
}

static const TlPyClass file_class = {
  .name = "file", .python_name = "BufferedReader", .method = file_method, .enter = tl_tutorial_enter_same,
};

/* FALSE with an error. */
static gboolean
open_file (TlPyInterp *interp, const TlAst *at, const char *name, ScriptFile *file)
{
  TlTutorial        *run = tl_tutorial (interp);
  g_autoptr (GError) error = NULL;

  *file = (ScriptFile) { tl_arena_strdup (interp->arena, name), NULL };
  if (run->options->open_file != NULL)
    file->bytes = run->options->open_file (run->options->user_data, name, &error);
  if (file->bytes == NULL)
    return error != NULL ? tl_py_fail (interp, at, "%s", error->message)
                         : tl_py_fail (interp, at, "a script reads only files that are named with it, and \"%s\" is not: name it behind "
                                       "the script", name);
  g_ptr_array_add (run->files, file->bytes);
  return TRUE;
}

/* open ("params.pkl", "rb") */
static gboolean
call_open (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue *name = tl_py_arg (args, 0, "file"), *mode = tl_py_arg (args, 1, "mode");
  ScriptFile      *file = tl_arena_new0 (interp->arena, ScriptFile);

  if (name == NULL || name->kind != TL_PY_STRING)
    return tl_py_fail (interp, args->call, "open takes the name of a file");
  if (mode != NULL && (mode->kind != TL_PY_STRING || strpbrk (mode->string, "wax+") != NULL))
    return tl_py_fail (interp, args->call, "a script opens files only to read them: \"rb\"");
  *value = tl_py_object (&file_class, file);
  return open_file (interp, args->call, name->string, file);
}

/* The argument: an open file, or the name of one. */
static gboolean
read_file (TlPyInterp *interp, const TlPyArgs *args, gboolean takes_name, ScriptFile *file)
{
  const TlPyValue *given = tl_py_arg (args, 0, "file");

  if (given != NULL && tl_py_is (given, &file_class))
    {
      *file = *(const ScriptFile *) given->object;
      return TRUE;
    }
  if (takes_name && given != NULL && given->kind == TL_PY_STRING)
    return open_file (interp, args->call, given->string, file);
  return tl_py_fail (interp, args->call, "load takes a file: %s", takes_name ? "its name" : "open (\"params.pkl\", \"rb\")");
}

static gboolean
load_pickle (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  ScriptFile file = { NULL };

  return read_file (interp, args, FALSE, &file) && tl_pickle_load (interp, args->call, file.name, file.bytes, value);
}

static gboolean
fail_format (TlPyInterp *interp, const TlPyArgs *args, const ScriptFile *file, GError *error)
{
  tl_py_fail (interp, args->call, "%s: %s", file->name, error->message);
  g_error_free (error);
  return FALSE;
}

/* All arrays of an archive, by their names. */
static gboolean
load_archive (TlPyInterp *interp, const TlPyArgs *args, const ScriptFile *file, TlPyValue *value)
{
  GError                *error = NULL;
  g_autoptr (GHashTable) arrays = tl_npz_parse (file->bytes, &error);
  g_autoptr (GList)      names = arrays != NULL ? g_list_sort (g_hash_table_get_keys (arrays), (GCompareFunc) strcmp) : NULL;

  if (arrays == NULL)
    return fail_format (interp, args, file, error);
  *value = tl_py_new_dict (interp);
  for (GList *name = names; name != NULL; name = name->next)
    {
      const TlTensor *tensor = g_hash_table_lookup (arrays, name->data);

      if (tensor->n_dims > TL_ARRAY_MAX_DIMS)
        return tl_py_fail (interp, args->call, "%s: an array has at most %u dimensions", file->name, TL_ARRAY_MAX_DIMS);
      if (!tl_py_dict_set (interp, args->call, value->dict, tl_py_string (interp, name->data),
                           tl_array_value (tl_array_over (interp, tensor, NULL))))
        return FALSE;
    }
  return TRUE;
}

/* np.load ("x.npy"), np.load ("x.npz") */
static gboolean
load_arrays (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  g_autoptr (TlTensor) tensor = NULL;
  GError              *error = NULL;
  ScriptFile           file = { NULL };
  const char          *data;
  gsize                n;

  if (!read_file (interp, args, TRUE, &file))
    return FALSE;
  data = g_bytes_get_data (file.bytes, &n);
  if (n >= 2 && memcmp (data, "PK", 2) == 0)
    return load_archive (interp, args, &file, value);
  tensor = tl_npy_parse (file.name, file.bytes, &error);
  if (tensor == NULL)
    return fail_format (interp, args, &file, error);
  if (tensor->n_dims > TL_ARRAY_MAX_DIMS)
    return tl_py_fail (interp, args->call, "%s: an array has at most %u dimensions", file.name, TL_ARRAY_MAX_DIMS);
  *value = tl_array_value (tl_array_over (interp, tensor, NULL));
  return TRUE;
}

const TlPyNative tl_file_natives[] = {
  { "io", "open", call_open }, { "pickle", "load", load_pickle }, { "numpy", "load", load_arrays },
  { NULL },
};
