/* SPDX-License-Identifier: Apache-2.0 */
#include "core/device/cuda-tools.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/error.h"

/* --- where they are --- */

static const struct { const char *name, *package; } tools[] = {
  { "ptxas", "nvidia-cuda-nvcc-cu12" },
  { "nvdisasm", "nvidia-cuda-nvdisasm" },
};

static void
add_path (GPtrArray *paths, char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test (path, G_FILE_TEST_IS_DIR)
      && !g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
    g_ptr_array_add (paths, path);
  else
    g_free (path);
}

/* @folder/nvidia/PACKAGE/bin/@name */
static void
add_of_packages (GPtrArray *paths, const char *folder, const char *name)
{
  g_autofree char *nvidia = g_build_filename (folder, "nvidia", NULL);
  g_autoptr (GDir) dir = g_dir_open (nvidia, 0, NULL);

  for (const char *package; dir != NULL && (package = g_dir_read_name (dir)) != NULL;)
    add_path (paths, g_build_filename (nvidia, package, "bin", name, NULL));
}

static gpointer
ask_python (gpointer unused)
{
  static const char *const argv[] = { "python3", "-c", "import sys; print('\\n'.join(sys.path))", NULL };
  g_autofree char *text = NULL;
  int status = 0;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &text, NULL, &status, NULL)
      || !g_spawn_check_wait_status (status, NULL))
    return NULL;
  return g_strsplit (g_strstrip (text), "\n", -1);
}

/* The folders that it looks for packages in, borrowed; NULL without Python. Asked once: it takes longer to start than ptxas to assemble. */
static char **
python_folders (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, ask_python, NULL);
}

char **
tl_cuda_tool_paths (const char *name)
{
  GPtrArray *paths = g_ptr_array_new ();
  const char *roots[] = { g_getenv ("CUDA_HOME"), g_getenv ("CUDA_PATH"), "/usr/local/cuda" };
  char *in_path = g_find_program_in_path (name);
  char **folders = python_folders ();

  if (in_path != NULL)
    add_path (paths, in_path);
  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    if (roots[i] != NULL && *roots[i] != '\0')
      add_path (paths, g_build_filename (roots[i], "bin", name, NULL));
  for (guint i = 0; folders != NULL && folders[i] != NULL; i++)
    add_of_packages (paths, folders[i], name);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}

static void
add_libraries (GPtrArray *paths, const char *folder, const char *prefix)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_prefix (name, prefix))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
}

char **
tl_cuda_library_paths (const char *prefix)
{
  GPtrArray *paths = g_ptr_array_new ();
  const char *roots[] = { g_getenv ("CUDA_HOME"), g_getenv ("CUDA_PATH"), "/usr/local/cuda" };
  char **folders = python_folders ();

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      g_autofree char *folder = roots[i] != NULL ? g_build_filename (roots[i], "lib64", NULL) : NULL;

      if (folder != NULL)
        add_libraries (paths, folder, prefix);
    }
  for (guint i = 0; folders != NULL && folders[i] != NULL; i++)
    {
      g_autofree char *nvidia = g_build_filename (folders[i], "nvidia", NULL);
      g_autoptr (GDir) dir = g_dir_open (nvidia, 0, NULL);

      for (const char *package; dir != NULL && (package = g_dir_read_name (dir)) != NULL;)
        {
          g_autofree char *folder = g_build_filename (nvidia, package, "lib", NULL);

          add_libraries (paths, folder, prefix);
        }
    }
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}

static gboolean
fail_absent (const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    if (g_str_equal (tools[i].name, name))
      return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                      "%s was not found in PATH, CUDA_HOME, /usr/local/cuda or Python's packages. Install it: pip install %s", name,
                      tools[i].package);
  g_assert_not_reached ();
}

/* --- running them --- */

/* Memory that a program reads and writes as files: nothing stays behind where it or we are killed. */
typedef struct
{
  int in, out;   /* -1 */
} Files;

/* Their paths in the program that is run */
#define IN_FD    3
#define OUT_FD   4
#define IN_PATH  "/proc/self/fd/3"
#define OUT_PATH "/proc/self/fd/4"

static void
files_clear (Files *files)
{
  if (files->in >= 0)
    close (files->in);
  if (files->out >= 0)
    close (files->out);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Files, files_clear)

static gboolean
write_all (int fd, const char *data, gsize size)
{
  for (gssize n; size > 0; data += n, size -= (gsize) n)
    if ((n = write (fd, data, size)) < 0)
      {
        if (errno != EINTR)
          return FALSE;
        n = 0;
      }
  return TRUE;
}

static gboolean
files_init (Files *files, gconstpointer data, gsize size, GError **error)
{
  files->in = memfd_create ("in", MFD_CLOEXEC);
  files->out = memfd_create ("out", MFD_CLOEXEC);
  return (files->in >= 0 && files->out >= 0 && write_all (files->in, data, size))
         || tl_fail (error, G_IO_ERROR, G_IO_ERROR_FAILED, "memory for a file: %s", g_strerror (errno));
}

static GBytes *
files_output (const Files *files, GError **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new_from_fd (files->out, FALSE, error);

  return file != NULL ? g_mapped_file_get_bytes (file) : NULL;
}

/* FALSE with what the program printed where it failed. */
static gboolean
run (const char *const *argv, const Files *files, char **out, char **messages, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;

  g_subprocess_launcher_take_fd (launcher, fcntl (files->in, F_DUPFD_CLOEXEC, OUT_FD + 1), IN_FD);
  g_subprocess_launcher_take_fd (launcher, fcntl (files->out, F_DUPFD_CLOEXEC, OUT_FD + 1), OUT_FD);
  process = g_subprocess_launcher_spawnv (launcher, argv, error);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, NULL, out, messages, error))
    return FALSE;
  if (g_subprocess_get_successful (process))
    return TRUE;
  return tl_fail (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", argv[0],
                  **messages != '\0' ? g_strstrip (*messages) : g_strstrip (*out));
}

/* --- ptxas --- */

void
tl_cuda_kernel_free (TlCudaKernel *kernel)
{
  g_free (kernel->name);
  g_free (kernel);
}

static guint
number_before (const char *line, const char *words)
{
  const char *at = strstr (line, words);

  while (at != NULL && at > line && at[-1] == ' ')
    at--;
  while (at != NULL && at > line && g_ascii_isdigit (at[-1]))
    at--;
  return at != NULL ? (guint) g_ascii_strtoull (at, NULL, 10) : 0;
}

/* "ptxas info    : Used 62 registers, used 1 barriers, 1024 bytes smem, …", after a line that names the kernel and one of its spills. */
static GPtrArray *
read_report (const char *text)
{
  GPtrArray *kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_cuda_kernel_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  TlCudaKernel *kernel = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *name = strstr (lines[i], "entry function '");

      if (name != NULL)
        {
          name += strlen ("entry function '");
          kernel = g_new0 (TlCudaKernel, 1);
          kernel->name = g_strndup (name, strcspn (name, "'"));
          g_ptr_array_add (kernels, kernel);
        }
      else if (kernel != NULL && strstr (lines[i], "bytes stack frame") != NULL)
        {
          kernel->stack_bytes = number_before (lines[i], "bytes stack frame");
          kernel->spill_store_bytes = number_before (lines[i], "bytes spill stores");
          kernel->spill_load_bytes = number_before (lines[i], "bytes spill loads");
        }
      else if (kernel != NULL && strstr (lines[i], "Used ") != NULL)
        {
          kernel->n_registers = number_before (lines[i], "registers");
          kernel->shared_bytes = number_before (lines[i], "bytes smem");
        }
    }
  return kernels;
}

/* Releases leave old GPUs out, and know no later ones than they are. */
static gboolean
knows_arch (const GError *error)
{
  return strstr (error->message, "gpu-name") == NULL;
}

static GBytes *
assemble (const char *ptx, const char *arch, const char *level, GPtrArray **kernels, GError **error)
{
  g_auto (GStrv) paths = tl_cuda_tool_paths ("ptxas");
  g_auto (Files) files = { -1, -1 };
  g_autofree char *arch_option = g_strdup_printf ("-arch=%s", arch);
  g_autoptr (GError) failure = NULL;

  if (paths[0] == NULL)
    {
      fail_absent ("ptxas", error);
      return NULL;
    }
  if (!files_init (&files, ptx, strlen (ptx), error))
    return NULL;
  for (guint i = 0; paths[i] != NULL; i++)
    {
      const char *const argv[] = { paths[i], arch_option, level, "-v", "-lineinfo", IN_PATH, "-o", OUT_PATH, NULL };
      g_autofree char *out = NULL, *messages = NULL;
      GBytes *code;

      g_clear_error (&failure);
      if (run (argv, &files, &out, &messages, &failure) && (code = files_output (&files, &failure)) != NULL)
        {
          if (kernels != NULL)
            *kernels = read_report (messages);
          return code;
        }
      if (knows_arch (failure))
        return tl_propagate_null (error, g_steal_pointer (&failure));
    }
  return tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no ptxas here assembles for %s: %s", arch, failure->message);
}

GBytes *
tl_cuda_assemble (const char *ptx, const char *arch, GPtrArray **kernels, GError **error)
{
  return assemble (ptx, arch, "-O3", kernels, error);
}

gboolean
tl_cuda_can_assemble (const char *ptx, const char *arch, GError **error)
{
  g_autoptr (GBytes) code = assemble (ptx, arch, "-O1", NULL, error);

  return code != NULL;
}

/* --- nvdisasm --- */

char *
tl_cuda_disassemble (GBytes *cubin, GError **error)
{
  g_auto (GStrv) paths = tl_cuda_tool_paths ("nvdisasm");
  g_auto (Files) files = { -1, -1 };
  g_autofree char *messages = NULL, *out = NULL;

  if (paths[0] == NULL)
    {
      fail_absent ("nvdisasm", error);
      return NULL;
    }
  if (!files_init (&files, g_bytes_get_data (cubin, NULL), g_bytes_get_size (cubin), error))
    return NULL;
  const char *const argv[] = { paths[0], "-c", "-g", IN_PATH, NULL };

  return run (argv, &files, &out, &messages, error) ? g_steal_pointer (&out) : NULL;
}
