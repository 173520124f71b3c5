/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/gpu/tools.h"

#include <dlfcn.h>
#include <gio/gio.h>

static const char *const python_folders[] = {
  "/usr/lib/python3/dist-packages", "/usr/local/lib/python3.11/dist-packages", "/usr/local/lib/python3.12/dist-packages",
};

/* The folders of one of NVIDIA's packages are like those of the toolkit: lib, bin, include. */
static void
add_python (GStrvBuilder *folders, const char *site)
{
  static const char *const packages[] = { "cu13", "cuda_nvrtc", "cuda_nvcc", "cuda_runtime", "cuda_nvdisasm" };

  for (guint i = 0; i < G_N_ELEMENTS (packages); i++)
    {
      g_autofree char *folder = g_build_filename (site, "nvidia", packages[i], NULL);

      g_strv_builder_add (folders, folder);
    }
}

static char **
list_folders (void)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  const char              *home = g_getenv ("CUDA_HOME"), *path = g_getenv ("PYTHONPATH");
  g_auto (GStrv)           sites = g_strsplit (path != NULL ? path : "", ":", -1);

  if (home != NULL)
    g_strv_builder_add (folders, home);
  g_strv_builder_add (folders, "/usr/local/cuda");
  for (guint i = 0; sites[i] != NULL; i++)
    add_python (folders, sites[i]);
  for (guint i = 0; i < G_N_ELEMENTS (python_folders); i++)
    add_python (folders, python_folders[i]);
  return g_strv_builder_end (folders);
}

char *
gpu_tool_find (const char *const *relative)
{
  g_auto (GStrv) folders = list_folders ();

  for (guint i = 0; folders[i] != NULL; i++)
    for (guint k = 0; relative[k] != NULL; k++)
      {
        g_autofree char *path = g_build_filename (folders[i], relative[k], NULL);

        if (g_file_test (path, G_FILE_TEST_EXISTS))
          return g_steal_pointer (&path);
      }
  return NULL;
}

/* --- NVRTC --- */

typedef int (*NvrtcCreate) (gpointer *program, const char *source, const char *name, int n, const char *const *headers,
                            const char *const *names);
typedef int (*NvrtcCompile) (gpointer program, int n, const char *const *options);
typedef int (*NvrtcLogSize) (gpointer program, size_t *size);
typedef int (*NvrtcLog) (gpointer program, char *log);
typedef int (*NvrtcDestroy) (gpointer *program);

static struct
{
  gpointer     library;
  char        *include, *crt;   /* folders of headers; those of crt/ come with another package */
  NvrtcCreate  create;
  NvrtcCompile compile;
  NvrtcLogSize log_size, cubin_size;
  NvrtcLog     log;
  NvrtcDestroy destroy;
} nvrtc;

/* The option for the folder that is @up levels above @header, which is taken. */
static char *
include_option (char *header, guint up)
{
  g_autofree char *folder = header != NULL ? g_steal_pointer (&header) : g_strdup ("./x/x");

  for (guint i = 0; i < up; i++)
    {
      char *parent = g_path_get_dirname (folder);

      g_free (folder);
      folder = parent;
    }
  return g_strconcat ("-I", folder, NULL);
}

static void
open_nvrtc (void)
{
  static const char *const names[] = { "lib64/libnvrtc.so", "lib/libnvrtc.so.13", "lib/libnvrtc.so.12", NULL };
  static const char *const headers[] = { "include/cuda_fp16.h", NULL }, *const crt[] = { "include/crt/mma.h", NULL };
  g_autofree char *path = gpu_tool_find (names);

  nvrtc.library = path != NULL ? dlopen (path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (nvrtc.library == NULL)
    return;
  nvrtc.include = include_option (gpu_tool_find (headers), 1);
  nvrtc.crt = include_option (gpu_tool_find (crt), 2);
  nvrtc.create = (NvrtcCreate) dlsym (nvrtc.library, "nvrtcCreateProgram");
  nvrtc.compile = (NvrtcCompile) dlsym (nvrtc.library, "nvrtcCompileProgram");
  nvrtc.log_size = (NvrtcLogSize) dlsym (nvrtc.library, "nvrtcGetProgramLogSize");
  nvrtc.cubin_size = (NvrtcLogSize) dlsym (nvrtc.library, "nvrtcGetCUBINSize");
  nvrtc.log = (NvrtcLog) dlsym (nvrtc.library, "nvrtcGetProgramLog");
  nvrtc.destroy = (NvrtcDestroy) dlsym (nvrtc.library, "nvrtcDestroyProgram");
}

const char *
nvrtc_missing (void)
{
  static gboolean is_tried;

  if (!is_tried)
    open_nvrtc ();
  is_tried = TRUE;
  return nvrtc.library != NULL ? NULL
         : "skipped: NVRTC not found; it comes with CUDA (CUDA_HOME) or the Python package nvidia-cuda-nvrtc-cu12";
}

gboolean
nvrtc_compile (const char *source, const char *arch, char **log)
{
  g_autofree char *arch_option = g_strdup_printf ("-arch=%s", arch);
  const char      *options[] = { arch_option, nvrtc.include, nvrtc.crt };
  gpointer         program = NULL;
  size_t           n = 0, n_code = 0;
  gboolean         is_done;

  g_assert_null (nvrtc_missing ());
  g_assert_cmpint (nvrtc.create (&program, source, "listing.cu", 0, NULL, NULL), ==, 0);
  is_done = nvrtc.compile (program, G_N_ELEMENTS (options), options) == 0;
  g_assert_cmpint (nvrtc.log_size (program, &n), ==, 0);
  *log = g_malloc0 (n + 1);
  nvrtc.log (program, *log);
  is_done &= nvrtc.cubin_size (program, &n_code) == 0 && n_code > 0;
  nvrtc.destroy (&program);
  return is_done;
}
