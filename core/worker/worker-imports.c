/* SPDX-License-Identifier: Apache-2.0 */
/*
 * C code that a program brings (pragma_import_llvm): the system's compiler makes an object of it, which becomes one with the kernel's. As
 * clang.create_llvm of TVM it is C++; without a compiler for that it is compiled as C, 'extern "C"' left out.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/codegen/llvm-codegen.h"
#include "core/worker/worker-private.h"

typedef struct
{
  char    *program;
  gboolean is_cxx;
} Compiler;

static gboolean
find_compiler (Compiler *compiler, GError **error)
{
  static const char *const names[] = { "c++", "g++", "clang++", "cc", "gcc", "clang" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((compiler->program = g_find_program_in_path (names[i])) != NULL)
      {
        compiler->is_cxx = i < 3;
        return TRUE;
      }
  return tl_fail (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED,
                  "The program brings C code, and there is no compiler for it: install g++ or clang");
}

/* The first error, without the folder; of other texts the first line. Free with g_free. */
static char *
first_message (const char *text, const char *folder)
{
  g_auto (GStrv)   lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  g_auto (GStrv)   parts = NULL;
  g_autofree char *prefix = g_strconcat (folder, "/", NULL);
  const char      *found = lines[0] != NULL && *lines[0] != '\0' ? lines[0] : "no message";

  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], "error:") != NULL || strstr (lines[i], "undefined") != NULL || strstr (lines[i], "multiple definition") != NULL)
      {
        found = lines[i];
        break;
      }
  parts = g_strsplit (found, prefix, -1);
  return g_strjoinv ("", parts);
}

static gboolean
run (const char *folder, const char *const *command, GError **error)
{
  g_autofree char   *messages = NULL, *message = NULL;
  g_autoptr (GError) problem = NULL;
  int                status = 0;

  if (!g_spawn_sync (folder, (char **) command, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &messages, &status, &problem))
    return tl_fail (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED, "%s does not start: %s", command[0], problem->message);
  if (status == 0)
    return TRUE;
  message = first_message (messages, folder);
  return tl_fail (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED, "The C code of the program is not compiled: %s", message);
}

static char *
as_c (const char *code)
{
  g_auto (GStrv) parts = g_strsplit (code, "extern \"C\"", -1);

  return g_strjoinv ("extern", parts);
}

/* For this machine. The file's name is among those of the object, of which the loader takes what begins with "tileloom". */
static gboolean
compile_code (const Compiler *compiler, const char *folder, guint index, const char *code, GError **error)
{
  g_autofree char *c_code = compiler->is_cxx ? NULL : as_c (code);
  g_autofree char *source = g_strdup_printf ("tileloom-code%u.%s", index, compiler->is_cxx ? "cc" : "c");
  g_autofree char *object = g_strdup_printf ("code%u.o", index), *path = g_build_filename (folder, source, NULL);
  const char *const command[] = { compiler->program, "-O3", "-march=native", "-fPIC", "-fno-stack-protector", "-c", source, "-o", object,
                                  NULL };

  return g_file_set_contents (path, c_code != NULL ? c_code : code, -1, error) && run (folder, command, error);
}

/* All objects as one, as the loader and its check of names want it. */
static GBytes *
join_objects (const Compiler *compiler, const char *folder, guint n, GError **error)
{
  g_autoptr (GPtrArray) command = g_ptr_array_new_with_free_func (g_free);
  g_autofree char      *path = g_build_filename (folder, "all.o", NULL);
  char *contents;
  gsize length;

  g_ptr_array_add (command, g_strdup (compiler->program));
  for (const char *const *word = (const char *const[]) { "-r", "-nostdlib", "-o", "all.o", "kernel.o", NULL }; *word != NULL; word++)
    g_ptr_array_add (command, g_strdup (*word));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (command, g_strdup_printf ("code%u.o", i));
  g_ptr_array_add (command, NULL);
  return run (folder, (const char *const *) command->pdata, error) && g_file_get_contents (path, &contents, &length, error)
           ? g_bytes_new_take (contents, length) : NULL;
}

static GBytes *
link_in_folder (const char *folder, GBytes *kernel, const TlValue *sources, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "kernel.o", NULL);
  Compiler         compiler = { NULL };
  GBytes          *linked = NULL;
  gboolean         is_done = find_compiler (&compiler, error)
                             && g_file_set_contents (path, g_bytes_get_data (kernel, NULL), (gssize) g_bytes_get_size (kernel), error);

  for (guint i = 0; is_done && i < sources->n_items; i++)
    is_done = compile_code (&compiler, folder, i, sources->items[i].string, error);
  if (is_done)
    linked = join_objects (&compiler, folder, sources->n_items, error);
  g_free (compiler.program);
  return linked;
}

GBytes *
tl_child_link_imports (GBytes *kernel, const TlValue *sources, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("tileloom-c-XXXXXX", error);
  GBytes          *linked = folder != NULL ? link_in_folder (folder, kernel, sources, error) : NULL;

  if (folder != NULL)
    tl_folder_delete (folder);
  return linked;
}
