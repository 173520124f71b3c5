/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/gpu/fake-cuda.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_ARGS 16

typedef struct
{
  char  name[64];
  guint n_args;
  guint bytes[MAX_ARGS];
} Function;

static GString    *calls;
static GHashTable *memory;      /* address → its number */
static guint       n_allocated;
static int         n_alive;
static char        failing[64];
static int         failing_code, lost_code;
static guint       failing_in;
static int         pending_code;   /* of a kernel that was launched */
static gboolean    is_endless;

char *fake_cuda_take (void);
void  fake_cuda_fail (const char *function, int code, guint nth);
int   fake_cuda_alive (void);

char *
fake_cuda_take (void)
{
  char *text = calls != NULL ? g_string_free (calls, FALSE) : g_strdup ("");

  calls = NULL;
  return text;
}

void
fake_cuda_fail (const char *function, int code, guint nth)
{
  g_strlcpy (failing, function != NULL ? function : "", sizeof failing);
  failing_code = code;
  failing_in = nth;
  lost_code = 0;
}

int
fake_cuda_alive (void)
{
  return n_alive;
}

/* Notes the call; its result. */
G_GNUC_PRINTF (2, 3)
static int
call (const char *function, const char *format, ...)
{
  va_list args;

  if (calls == NULL)
    calls = g_string_new (NULL);
  g_string_append (calls, function);
  va_start (args, format);
  g_string_append_vprintf (calls, format, args);
  va_end (args);
  g_string_append_c (calls, '\n');
  if (lost_code != 0)
    return lost_code;
  if (strcmp (failing, function) != 0 || failing_in-- > 0)
    return 0;
  failing[0] = '\0';
  lost_code = failing_code >= 700 && failing_code != 701 ? failing_code : 0;
  return failing_code;
}

/* Kernels that begin with these words fail in their ways, as one learns when one waits for them. */
static void
note_kernel (const char *name)
{
  static const struct { const char *prefix; int code; } rows[] = { { "illegal_", 700 }, { "trapped_", 719 }, { "misaligned_", 716 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_prefix (name, rows[i].prefix))
      pending_code = rows[i].code;
  is_endless |= g_str_has_prefix (name, "endless_");
}

static int
wait_for_kernels (const char *function)
{
  while (is_endless)
    pause ();
  if (pending_code != 0)
    lost_code = pending_code;
  return call (function, "%s", "");
}

static guint
number_of (guint64 address)
{
  return memory != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (memory, GSIZE_TO_POINTER ((gsize) address))) : 0;
}

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

int
cuInit (guint flags)
{
  return call ("cuInit", " %u", flags);
}

int
cuDriverGetVersion (int *version)
{
  *version = 12040;
  return call ("cuDriverGetVersion", "%s", "");
}

int
cuDeviceGetCount (int *count)
{
  *count = 2;
  return 0;
}

int
cuDeviceGet (int *device, int ordinal)
{
  *device = ordinal + 10;
  return 0;
}

int
cuDeviceGetName (char *name, int length, int device)
{
  g_snprintf (name, (gulong) length, "Fake %d", device);
  return 0;
}

int
cuDeviceGetAttribute (int *value, int attribute, int device)
{
  static const struct { int attribute, value; } rows[] = {
    { 1, 1024 }, { 5, 2147483647 }, { 16, 108 }, { 38, 41943040 }, { 75, 8 }, { 76, 0 }, { 97, 166912 },
  };

  *value = 65535;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].attribute == attribute)
      *value = rows[i].value;
  return 0;
}

int
cuDevicePrimaryCtxRetain (gpointer *context, int device)
{
  int code = call ("cuDevicePrimaryCtxRetain", " %d", device);

  n_alive += code == 0;
  *context = code == 0 ? calls : NULL;
  return code;
}

int
cuDevicePrimaryCtxRelease_v2 (int device)
{
  n_alive--;
  return call ("cuDevicePrimaryCtxRelease", " %d", device);
}

int
cuCtxSetCurrent (gpointer context)
{
  return call ("cuCtxSetCurrent", "%s", "");
}

/* Loaded modules: a context that is lost takes them along, without their being unloaded. */
static GPtrArray *modules;

int
cuModuleLoadDataEx (gpointer *module, const void *image, guint n_options, int *options, gpointer *values)
{
  int code = call ("cuModuleLoadDataEx", "%s", "");

  n_alive += code == 0;
  *module = code == 0 ? g_strdup (image) : NULL;
  if (modules == NULL)
    modules = g_ptr_array_new_with_free_func (g_free);
  if (*module != NULL)
    g_ptr_array_add (modules, *module);
  for (guint i = 0; code == 218 && i < n_options; i++)
    if (options[i] == 5)
      g_strlcpy (values[i], "ptxas application ptx input, line 7; fatal: Parsing error near 'oops'\n", 100);
  return code;
}

int
cuModuleUnload (gpointer module)
{
  n_alive--;
  g_ptr_array_remove_fast (modules, module);
  return call ("cuModuleUnload", "%s", "");
}

/* ".param .u64 …" up to the bracket that ends the parameters. */
static void
read_params (Function *function, const char *at)
{
  const char *end = strchr (at, ')');

  while ((at = strstr (at, ".param .")) != NULL && at < end && function->n_args < MAX_ARGS)
    {
      const char *bits = at + strlen (".param .");

      at = bits + strcspn (bits, "0123456789");
      function->bytes[function->n_args++] = (guint) g_ascii_strtoull (at, NULL, 10) / 8;
    }
}

/* Functions live as long as the process: their handles are known to the driver alone. */
int
cuModuleGetFunction (gpointer *function, gpointer module, const char *name)
{
  g_autofree char *entry = g_strdup_printf (".entry %s(", name);
  const char *at = strstr (module, entry);
  static Function functions[64];
  static guint n_functions;
  int code = call ("cuModuleGetFunction", " %s", name);

  if (code != 0 || at == NULL)
    return code != 0 ? code : 500;
  Function *made = &functions[n_functions++ % G_N_ELEMENTS (functions)];
  *made = (Function) { .n_args = 0 };
  g_strlcpy (made->name, name, sizeof made->name);
  read_params (made, at);
  *function = made;
  return 0;
}

int
cuFuncGetAttribute (int *value, int attribute, gpointer function)
{
  *value = attribute == 0 ? 1024 : attribute == 4 ? 32 : 0;
  return 0;
}

int
cuFuncSetAttribute (gpointer function, int attribute, int value)
{
  return call ("cuFuncSetAttribute", " %s %d = %d", ((Function *) function)->name, attribute, value);
}

int
cuMemAlloc_v2 (guint64 *address, gsize n_bytes)
{
  int code = call ("cuMemAlloc", " %" G_GSIZE_FORMAT " = #%u", n_bytes, n_allocated + 1);
  gpointer made;

  if (code != 0)
    return code;
  if (memory == NULL)
    memory = g_hash_table_new (NULL, NULL);
  made = g_malloc0 (n_bytes);
  g_hash_table_insert (memory, made, GUINT_TO_POINTER (++n_allocated));
  n_alive++;
  *address = (guint64) GPOINTER_TO_SIZE (made);
  return 0;
}

int
cuMemFree_v2 (guint64 address)
{
  int code = call ("cuMemFree", " #%u", number_of (address));

  if (memory == NULL || !g_hash_table_remove (memory, GSIZE_TO_POINTER ((gsize) address)))
    return 1;
  g_free (GSIZE_TO_POINTER ((gsize) address));
  n_alive--;
  return code;
}

int
cuMemcpyHtoD_v2 (guint64 to, const void *from, gsize n_bytes)
{
  int code = call ("cuMemcpyHtoD", " #%u %" G_GSIZE_FORMAT, number_of (to), n_bytes);

  if (code == 0)
    memcpy (GSIZE_TO_POINTER ((gsize) to), from, n_bytes);
  return code;
}

int
cuMemcpyDtoH_v2 (void *to, guint64 from, gsize n_bytes)
{
  int code = call ("cuMemcpyDtoH", " #%u %" G_GSIZE_FORMAT, number_of (from), n_bytes);

  if (code == 0)
    memcpy (to, GSIZE_TO_POINTER ((gsize) from), n_bytes);
  return code;
}

int
cuMemcpyDtoDAsync_v2 (guint64 to, guint64 from, gsize n_bytes, gpointer stream)
{
  int code = call ("cuMemcpyDtoDAsync", " #%u #%u %" G_GSIZE_FORMAT, number_of (to), number_of (from), n_bytes);

  if (code == 0)
    memcpy (GSIZE_TO_POINTER ((gsize) to), GSIZE_TO_POINTER ((gsize) from), n_bytes);
  return code;
}

int
cuMemsetD8_v2 (guint64 address, guint8 value, gsize n_bytes)
{
  return call ("cuMemsetD8", " #%u %u %" G_GSIZE_FORMAT, number_of (address), value, n_bytes);
}

int
cuStreamCreate (gpointer *stream, guint flags)
{
  int code = call ("cuStreamCreate", " %u", flags);

  n_alive += code == 0;
  *stream = code == 0 ? &n_alive : NULL;
  return code;
}

int
cuStreamDestroy_v2 (gpointer stream)
{
  n_alive--;
  return call ("cuStreamDestroy", "%s", "");
}

int
cuStreamSynchronize (gpointer stream)
{
  return wait_for_kernels ("cuStreamSynchronize");
}

int
cuEventCreate (gpointer *event, guint flags)
{
  int code = call ("cuEventCreate", " %u", flags);

  n_alive += code == 0;
  *event = code == 0 ? &n_alive : NULL;
  return code;
}

int
cuEventDestroy_v2 (gpointer event)
{
  n_alive--;
  return call ("cuEventDestroy", "%s", "");
}

int
cuEventRecord (gpointer event, gpointer stream)
{
  return call ("cuEventRecord", "%s", "");
}

int
cuEventSynchronize (gpointer event)
{
  return wait_for_kernels ("cuEventSynchronize");
}

int
cuEventElapsedTime (float *ms, gpointer start, gpointer end)
{
  *ms = 12.5f;
  return call ("cuEventElapsedTime", "%s", "");
}

int
cuLaunchKernel (gpointer data, guint bx, guint by, guint bz, guint tx, guint ty, guint tz, guint shared, gpointer stream, gpointer *params,
                gpointer *extra)
{
  const Function *function = data;
  g_autoptr (GString) args = g_string_new (NULL);

  note_kernel (function->name);

  for (guint i = 0; i < function->n_args; i++)
    {
      guint64 value = 0;

      memcpy (&value, params[i], function->bytes[i]);
      if (function->bytes[i] == 8 && number_of (value) != 0)
        g_string_append_printf (args, " #%u", number_of (value));
      else
        g_string_append_printf (args, " %" G_GUINT64_FORMAT, value);
    }
  return call ("cuLaunchKernel", " %s <%u %u %u, %u %u %u, %u>%s", function->name, bx, by, bz, tx, ty, tz, shared, args->str);
}

static const struct { int code; const char *name, *text; } errors[] = {
  { 2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory" },
  { 218, "CUDA_ERROR_INVALID_PTX", NULL },
  { 222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", NULL },
  { 700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered" },
  { 716, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address" },
  { 719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure" },
};

int
cuGetErrorName (int code, const char **name)
{
  *name = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i].code == code)
      *name = errors[i].name;
  return *name != NULL ? 0 : 1;
}

int
cuGetErrorString (int code, const char **text)
{
  *text = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i].code == code)
      *text = errors[i].text;
  return *text != NULL ? 0 : 1;
}
