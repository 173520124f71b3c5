/* SPDX-License-Identifier: Apache-2.0 */
/*
 *   kernels ─▶ builders ─▶ NAME_kernel_0.o, NAME_kernel_1.o … ─┐
 *   calls, weights ─▶ NAME.c ─▶ cc ─▶ NAME.o ──────────────────┴▶ cc ─▶ one object or shared library
 *
 * As C source the kernels stand in NAME.c itself. Sizes of workspaces come from lowering the text that a builder gets.
 */
#include "core/measure/model-files.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/base/file.h"
#include "core/codegen/model-source.h"
#include "core/codegen/workspaces.h"
#include "core/lower/lower.h"
#include "core/measure/pool-private.h"
#include "core/text/script.h"

#define MAX_WRITTEN_BYTES ((gsize) 64 << 20)   /* of weights as numbers in C: compilers take a minute for so many */

/* One export under way. */
typedef struct
{
  /* Borrowed */
  TlWorkerPool             *pool;
  const TlExecutable       *executable;
  const GPtrArray          *modules;
  const TlTarget           *target;
  const char               *symbol;
  const TlModelExportFiles *files;
  GCancellable             *cancellable;
  /* Owned */
  TlModule                **lowered;      /* of each kernel: with workspaces */
  char                    **symbols;      /* of each kernel; NULL: not called in runs */
  GBytes                  **built;        /* of each kernel, in the form under way */
  TlModelSourceKernel      *kernels;
  GBytes                   *weights;
  char                     *folder;       /* of files for cc; nullable */
  /* Of threads that build */
  const char               *form;
  gint                      next;         /* atomic: the kernel that a thread takes next */
  GMutex                    lock;
  GError                   *error;        /* under lock: the first one */
} ModelExport;

static guint
n_kernels (const ModelExport *export)
{
  return export->executable->kernels->len;
}

static void
clear_built (ModelExport *export)
{
  for (guint i = 0; i < n_kernels (export); i++)
    g_clear_pointer (&export->built[i], g_bytes_unref);
}

static void
export_clear (ModelExport *export)
{
  clear_built (export);
  for (guint i = 0; i < n_kernels (export); i++)
    {
      g_clear_pointer (&export->lowered[i], tl_module_unref);
      g_free (export->symbols[i]);
      g_free ((char *) export->kernels[i].c_source);
    }
  if (export->folder != NULL)
    tl_folder_delete (export->folder);
  g_free (export->folder);
  g_free (export->lowered);
  g_free (export->symbols);
  g_free (export->built);
  g_free (export->kernels);
  g_clear_pointer (&export->weights, g_bytes_unref);
  g_clear_error (&export->error);
  g_mutex_clear (&export->lock);
}

/* --- kernels --- */

/* As a builder lowers it: it reads the same text. */
static TlModule *
lower_kernel (const ModelExport *export, guint index, guint *n_workspaces, GError **error)
{
  g_autoptr (GBytes)   script = tl_pool_print_module (export->modules->pdata[index]);
  g_autofree char     *text = g_strndup (g_bytes_get_data (script, NULL), g_bytes_get_size (script));
  g_autoptr (TlModule) module = tl_script_read_text (text, error);
  g_autoptr (TlModule) lowered = module != NULL ? tl_lower (module, "main", export->target, NULL, error) : NULL;
  TlModule            *result = lowered != NULL ? tl_workspaces_to_params (lowered, export->target, error) : NULL;

  if (result != NULL)
    *n_workspaces = result->prims[0]->n_params - lowered->prims[0]->n_params;
  return result;
}

static gboolean
lower_kernels (ModelExport *export, GError **error)
{
  for (guint i = 0; i < n_kernels (export); i++)
    {
      const TlKernelTask *kernel = export->executable->kernels->pdata[i];

      if (kernel->n_calls == 0)
        continue;
      export->symbols[i] = g_strdup_printf ("%s_kernel_%u", export->symbol, i);
      export->lowered[i] = lower_kernel (export, i, &export->kernels[i].n_workspaces, error);
      if (export->lowered[i] == NULL)
        {
          g_prefix_error (error, "%s: ", kernel->name);
          return FALSE;
        }
      export->kernels[i].symbol = export->symbols[i];
      export->kernels[i].func = export->lowered[i]->prims[0];
    }
  return TRUE;
}

/* Whether each call gets memory of ours alone: callers align theirs as they like. */
static gboolean
has_aligned_args (const TlExecutable *executable, guint kernel)
{
  for (guint i = 0; i < executable->calls->len; i++)
    {
      const TlKernelCall *call = executable->calls->pdata[i];

      for (guint k = 0; call->kernel == kernel && k < call->n_args; k++)
        if (call->args[k].region == TL_REGION_INPUTS || call->args[k].region == TL_REGION_OUTPUTS)
          return FALSE;
    }
  return TRUE;
}

/* Takes @error, of kernel @index. */
static void
note_error (ModelExport *export, guint index, GError *error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&export->lock);

  g_prefix_error (&error, "%s: ", ((TlKernelTask *) export->executable->kernels->pdata[index])->name);
  if (export->error == NULL)
    export->error = error;
  else
    g_error_free (error);
  g_atomic_int_set (&export->next, (gint) n_kernels (export));
}

static gpointer
build_kernels (gpointer data)
{
  ModelExport *export = data;
  guint        i;

  while ((i = (guint) g_atomic_int_add (&export->next, 1)) < n_kernels (export))
    {
      TlExportOptions options = { .symbol = export->symbols[i], .is_aligned = has_aligned_args (export->executable, i),
                                  .model = export->symbol };
      GError         *error = NULL;

      if (export->symbols[i] == NULL)
        continue;
      export->built[i] = tl_worker_pool_export (export->pool, export->modules->pdata[i], "main", export->target, export->form, &options,
                                                export->cancellable, &error);
      if (export->built[i] == NULL)
        note_error (export, i, error);
    }
  return NULL;
}

/* All kernels in @form, by all builders. */
static gboolean
build (ModelExport *export, const char *form, GError **error)
{
  guint                n_threads = tl_min (tl_worker_pool_n_builders (export->pool), n_kernels (export));
  g_autofree GThread **threads = g_new0 (GThread *, n_threads + 1);

  clear_built (export);
  export->form = form;
  export->next = 0;
  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("build", build_kernels, export);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  return export->error == NULL || tl_propagate (error, g_steal_pointer (&export->error));
}

/* --- objects --- */

static gboolean
run_cc (const char *const *argv, const char *path, GError **error)
{
  g_autofree char *complaint = NULL;
  int              status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &complaint, &status, error))
    return FALSE;
  if (g_spawn_check_wait_status (status, NULL))
    return TRUE;
  return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED, "cc does not make %s: %s", path, g_strstrip (complaint));
}

static char *
in_folder (const ModelExport *export, const char *name, const char *extension)
{
  g_autofree char *file = g_strconcat (name, extension, NULL);

  return g_build_filename (export->folder, file, NULL);
}

static TlModelSource
source_of (const ModelExport *export, TlModelWeights kind, const char *weights_path)
{
  return (TlModelSource) { .symbol = export->symbol, .executable = export->executable, .kernels = export->kernels,
                           .n_threads = (guint) tl_max (export->target->num_cores, 1),
                           .weights_kind = export->files->weights != NULL ? TL_WEIGHTS_FILE : kind, .weights = export->weights,
                           .weights_path = weights_path };
}

static gboolean
write_bytes (const char *path, GBytes *bytes, GError **error)
{
  return tl_file_write_bytes (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}

/* The calls as an object. */
static gboolean
compile_calls (const ModelExport *export, const char *object, GError **error)
{
  g_autofree char  *cc = g_find_program_in_path ("cc");
  g_autofree char  *c_path = in_folder (export, export->symbol, ".c"), *weights_path = in_folder (export, "weights", ".bin");
  TlModelSource     source = source_of (export, TL_WEIGHTS_INCLUDED, weights_path);
  g_autofree char  *text = tl_model_source_text (&source, error);
  const char *const argv[] = { cc, "-std=gnu11", "-O1", "-fPIC", "-c", c_path, "-o", object, NULL };

  if (cc == NULL)
    return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED,
                    "An object of a model requires a C compiler (cc), which is not installed: install one, or export C source");
  return text != NULL && tl_file_write (c_path, text, error)
         && (source.weights_kind == TL_WEIGHTS_FILE || write_bytes (weights_path, export->weights, error))
         && run_cc (argv, object, error);
}

/* Paths of all objects, for cc. NULL with an error. */
static GPtrArray *
write_objects (ModelExport *export, GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  if (export->folder == NULL && (export->folder = g_dir_make_tmp ("tileloom-XXXXXX", error)) == NULL)
    return NULL;
  g_ptr_array_add (paths, in_folder (export, export->symbol, ".o"));
  for (guint i = 0; i < n_kernels (export); i++)
    if (export->symbols[i] != NULL)
      {
        g_ptr_array_add (paths, in_folder (export, export->symbols[i], ".o"));
        if (!write_bytes (paths->pdata[paths->len - 1], export->built[i], error))
          return NULL;
      }
  return compile_calls (export, paths->pdata[0], error) ? g_steal_pointer (&paths) : NULL;
}

static gboolean
link_objects (const ModelExport *export, const GPtrArray *objects, gboolean is_shared, const char *path, GError **error)
{
  g_autofree char      *cc = g_find_program_in_path ("cc"), *made = in_folder (export, "linked", "");
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  const char *const     relocatable[] = { cc, "-r", "-nostdlib", "-o", made, NULL }, *const shared[] = { cc, "-shared", "-o", made, NULL };
  const char *const     libraries[] = { "-Wl,--as-needed", "-lgomp", "-lm", NULL };
  g_autoptr (GMappedFile) file = NULL;

  for (const char *const *arg = is_shared ? shared : relocatable; *arg != NULL; arg++)
    g_ptr_array_add (argv, (gpointer) *arg);
  for (guint i = 0; i < objects->len; i++)
    g_ptr_array_add (argv, objects->pdata[i]);
  for (const char *const *arg = libraries; is_shared && *arg != NULL; arg++)
    g_ptr_array_add (argv, (gpointer) *arg);
  g_ptr_array_add (argv, NULL);
  if (!run_cc ((const char *const *) argv->pdata, path, error) || (file = g_mapped_file_new (made, FALSE, error)) == NULL)
    return FALSE;
  return tl_file_write_bytes (path, g_mapped_file_get_contents (file), g_mapped_file_get_length (file), error);
}

/* A kernel that still asks for memory would break what the header promises. */
static gboolean
check_allocations (const ModelExport *export, GError **error)
{
  for (guint i = 0; i < n_kernels (export); i++)
    if (export->built[i] != NULL
        && memmem (g_bytes_get_data (export->built[i], NULL), g_bytes_get_size (export->built[i]), "aligned_alloc", 13) != NULL)
      return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED, "%s: a kernel that allocates memory cannot be exported",
                      ((TlKernelTask *) export->executable->kernels->pdata[i])->name);
  return TRUE;
}

static gboolean
write_linked (ModelExport *export, GError **error)
{
  g_autoptr (GPtrArray) objects = NULL;

  if (!build (export, "object", error) || !check_allocations (export, error) || (objects = write_objects (export, error)) == NULL)
    return FALSE;
  return (export->files->object == NULL || link_objects (export, objects, FALSE, export->files->object, error))
         && (export->files->shared == NULL || link_objects (export, objects, TRUE, export->files->shared, error));
}

/* --- texts --- */

static gboolean
write_c_source (ModelExport *export, GError **error)
{
  TlModelSource    source = source_of (export, TL_WEIGHTS_WRITTEN, NULL);
  g_autofree char *text = NULL;

  if (source.weights_kind == TL_WEIGHTS_WRITTEN && g_bytes_get_size (export->weights) > MAX_WRITTEN_BYTES)
    return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED,
                    "weights of %" G_GSIZE_FORMAT " MiB are too many for C source: write them to a file",
                    g_bytes_get_size (export->weights) >> 20);
  if (!build (export, "c", error) || !check_allocations (export, error))
    return FALSE;
  for (guint i = 0; i < n_kernels (export); i++)
    if (export->built[i] != NULL)
      export->kernels[i].c_source = g_strndup (g_bytes_get_data (export->built[i], NULL), g_bytes_get_size (export->built[i]));
  text = tl_model_source_text (&source, error);
  for (guint i = 0; i < n_kernels (export); i++)
    g_clear_pointer ((char **) &export->kernels[i].c_source, g_free);
  return text != NULL && tl_file_write (export->files->c_source, text, error);
}

static gboolean
write_header (const ModelExport *export, GError **error)
{
  TlModelSource    source = source_of (export, TL_WEIGHTS_INCLUDED, NULL);
  g_autofree char *text = tl_model_source_header (&source, error);

  return text != NULL && tl_file_write (export->files->header, text, error);
}

static gboolean
write_example (const ModelExport *export, GError **error)
{
  TlModelSource    source = source_of (export, TL_WEIGHTS_INCLUDED, NULL);
  g_autofree char *header = export->files->header != NULL ? g_path_get_basename (export->files->header)
                                                          : g_strconcat (export->symbol, ".h", NULL);
  g_autofree char *text = tl_model_source_example (&source, header, error);

  return text != NULL && tl_file_write (export->files->example, text, error);
}

static gboolean
prefix (gboolean ok, const char *path, GError **error)
{
  if (!ok)
    g_prefix_error (error, "%s: ", path);
  return ok;
}

static gboolean
write_all (ModelExport *export, GError **error)
{
  const TlModelExportFiles *files = export->files;
  TlModelSource             source = source_of (export, TL_WEIGHTS_FILE, NULL);
  g_autoptr (GBytes)        region = NULL;

  if (!lower_kernels (export, error)
      || (region = tl_executable_prepare_constants (export->executable, export->cancellable, error)) == NULL)
    return FALSE;
  export->weights = tl_model_source_pack_weights (&source, region);
  return (files->weights == NULL || prefix (write_bytes (files->weights, export->weights, error), files->weights, error))
         && (files->header == NULL || prefix (write_header (export, error), files->header, error))
         && (files->example == NULL || prefix (write_example (export, error), files->example, error))
         && (files->c_source == NULL || prefix (write_c_source (export, error), files->c_source, error))
         && ((files->object == NULL && files->shared == NULL)
             || prefix (write_linked (export, error), files->object != NULL ? files->object : files->shared, error));
}

gboolean
tl_model_export_write_files (TlWorkerPool *pool, const TlExecutable *executable, const GPtrArray *modules, const TlTarget *target,
                             const char *symbol, const TlModelExportFiles *files, GCancellable *cancellable, GError **error)
{
  guint       n = executable->kernels->len + 1;
  ModelExport export = { .pool = pool, .executable = executable, .modules = modules, .target = target, .symbol = symbol, .files = files,
                         .cancellable = cancellable, .lowered = g_new0 (TlModule *, n), .symbols = g_new0 (char *, n),
                         .built = g_new0 (GBytes *, n), .kernels = g_new0 (TlModelSourceKernel, n) };
  gboolean    ok;

  g_mutex_init (&export.lock);
  ok = tl_export_check_symbol (symbol, error) && write_all (&export, error);
  export_clear (&export);
  return ok;
}
