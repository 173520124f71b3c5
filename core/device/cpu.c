/* SPDX-License-Identifier: Apache-2.0 */
/* The host as Linux describes it: /proc/cpuinfo, /sys/devices/system/cpu and the affinity mask. */
#include "core/device/device.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "core/device/cpu-models.h"

#define HOST_VARIABLE  "TL_HOST"
#define MAX_CORES 4096
#define SYS_CPU "/sys/devices/system/cpu"

/* The value after "key : " of the first such line, or NULL. */
static char *
find_cpuinfo (const char *cpuinfo, const char *key)
{
  g_auto (GStrv) lines = g_strsplit (cpuinfo, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *colon = strchr (lines[i], ':');
      g_autofree char *name = colon != NULL ? g_strstrip (g_strndup (lines[i], (gsize) (colon - lines[i]))) : NULL;

      if (name != NULL && strcmp (name, key) == 0)
        return g_strstrip (g_strdup (colon + 1));
    }
  return NULL;
}

/* x86 calls them flags, Arm features. */
static char **
read_flags (const char *cpuinfo)
{
  g_autofree char *x86 = find_cpuinfo (cpuinfo, "flags");
  g_autofree char *arm = find_cpuinfo (cpuinfo, "Features");

  return g_strsplit (x86 != NULL ? x86 : arm != NULL ? arm : "", " ", -1);
}

static guint
widest_vector_bits (char **flags)
{
  static const struct { const char *flag; guint bits; } widths[] = {
    { "avx512f", 512 }, { "avx", 256 }, { "sse2", 128 }, { "asimd", 128 }, { "neon", 128 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    if (g_strv_contains ((const char *const *) flags, widths[i].flag))
      return widths[i].bits;
  return 0;
}

/* x86 has the upper sixteen since AVX-512 only. */
static guint
count_vector_registers (guint vector_bits)
{
#if defined (__x86_64__) || defined (__i386__)
  return vector_bits >= 512 ? 32 : 16;
#else
  return 32;
#endif
}

/* The stripped text of a one-line file below a CPU's directory, or NULL. */
static char *
read_cpu_file (guint cpu, const char *name)
{
  g_autofree char *path = g_strdup_printf (SYS_CPU "/cpu%u/%s", cpu, name);
  char            *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  return g_strstrip (text);
}

static char *
read_cache_file (guint cpu, guint index, const char *name)
{
  g_autofree char *relative = g_strdup_printf ("cache/index%u/%s", index, name);

  return read_cpu_file (cpu, relative);
}

/* "48K", "2048K", "32M" */
static gint64
parse_size (const char *text)
{
  char  *end = NULL;
  gint64 value = text != NULL ? g_ascii_strtoll (text, &end, 10) : 0;

  if (end != NULL && *end == 'K')
    return value << 10;
  if (end != NULL && *end == 'M')
    return value << 20;
  return value;
}

static void
read_caches (TlDeviceInfo *info, guint cpu)
{
  for (guint index = 0; index < 16; index++)
    {
      g_autofree char *level = read_cache_file (cpu, index, "level");
      g_autofree char *type = read_cache_file (cpu, index, "type");
      g_autofree char *size = read_cache_file (cpu, index, "size");
      g_autofree char *line = read_cache_file (cpu, index, "coherency_line_size");

      if (level == NULL || type == NULL)
        return;
      if (strcmp (type, "Instruction") == 0)
        continue;
      if (strcmp (level, "1") == 0)
        info->l1d_bytes = parse_size (size);
      else if (strcmp (level, "2") == 0)
        info->l2_bytes = parse_size (size);
      else if (strcmp (level, "3") == 0)
        info->l3_bytes = parse_size (size);
      if (info->cache_line_bytes == 0)
        info->cache_line_bytes = (guint) parse_size (line);
    }
}

/* CPUs of the affinity mask, in order. The mask is asked for in growing sizes: the kernel's may exceed cpu_set_t. */
static GArray *
allowed_cpus (void)
{
  GArray *cpus = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint n = CPU_SETSIZE; n <= CPU_SETSIZE * 64; n *= 2)
    {
      cpu_set_t *set = CPU_ALLOC (n);
      gboolean   known = sched_getaffinity (0, CPU_ALLOC_SIZE (n), set) == 0;

      for (guint cpu = 0; known && cpu < n; cpu++)
        if (CPU_ISSET_S (cpu, CPU_ALLOC_SIZE (n), set))
          g_array_append_val (cpus, cpu);
      CPU_FREE (set);
      if (known)
        break;
    }
  return cpus;
}

/* Distinct (package, core) pairs; 0 if the kernel does not report them. */
static guint
count_physical (const GArray *cpus)
{
  g_autoptr (GHashTable) cores = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < cpus->len; i++)
    {
      guint            cpu = g_array_index (cpus, guint, i);
      g_autofree char *package = read_cpu_file (cpu, "topology/physical_package_id");
      g_autofree char *core = read_cpu_file (cpu, "topology/core_id");

      if (package == NULL || core == NULL)
        return 0;
      g_hash_table_add (cores, g_strdup_printf ("%s:%s", package, core));
    }
  return g_hash_table_size (cores);
}

/* Whether a CPU with such registers and features has the extension @flag, in the system's spelling. */
static gboolean
model_has (const TlCpuModel *model, const char *flag)
{
  static const char *const of_all_wide[] = { "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl", NULL };
  g_auto (GStrv) features = g_strsplit (model->features, ",", -1);
  g_auto (GStrv) parts = g_strsplit (flag, "_", -1);
  g_autofree char *feature = g_strjoinv ("", parts);

  if (g_str_has_prefix (flag, "avx512"))
    return model->vector_bits >= 512 && (g_strv_contains (of_all_wide, flag) || g_strv_contains ((const char *const *) features, feature));
  if (g_str_has_prefix (flag, "amx"))
    return FALSE;
  if (g_str_has_prefix (flag, "avx_"))
    return g_strv_contains ((const char *const *) features, feature);
  if (g_str_has_prefix (flag, "avx") || strcmp (flag, "fma") == 0 || strcmp (flag, "f16c") == 0)
    return model->vector_bits >= 256;
  return TRUE;
}

/* Of the extensions here those that the model has, too: what both can run. */
static void
keep_flags_of (TlDeviceInfo *info, const TlCpuModel *model)
{
  char **kept = info->features;

  for (char **flag = info->features; *flag != NULL; flag++)
    if (model_has (model, *flag))
      *kept++ = *flag;
    else
      g_free (*flag);
  *kept = NULL;
}

/*
 * @text: "znver4" or "znver4 -num-cores=8". An unknown name ends the program: tests must not run as another CPU than the one asked for.
 */
static void
describe (TlDeviceInfo *info, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " -num-cores=", 2);
  const TlCpuModel *model = tl_cpu_model_find (words[0] != NULL ? words[0] : "");
  guint64 n_cores = 0;

  if (model == NULL || (words[1] != NULL && !g_ascii_string_to_unsigned (words[1], 10, 1, MAX_CORES, &n_cores, NULL)))
    g_error (HOST_VARIABLE " is \"%s\", not the name of a CPU; write one that LLVM knows, such as znver4, or \"znver4 -num-cores=8\"",
             text);
  g_free (info->model);
  info->model = g_strdup (words[0]);
  info->is_described = TRUE;
  keep_flags_of (info, model);
  info->vector_bits = model->vector_bits;
  info->n_vector_registers = count_vector_registers (info->vector_bits);
  info->l1d_bytes = (gint64) model->l1d_kib << 10;
  info->l2_bytes = (gint64) model->l2_kib << 10;
  info->l3_bytes = (gint64) model->l3_kib << 10;
  if (n_cores > 0)
    info->n_units = info->n_cores = (guint) n_cores;
}

static TlDeviceInfo *
read_cpu_info (void)
{
  TlDeviceInfo        *info = g_new0 (TlDeviceInfo, 1);
  g_autofree char  *cpuinfo = NULL;
  g_autoptr (GArray) cpus = allowed_cpus ();

  if (!g_file_get_contents ("/proc/cpuinfo", &cpuinfo, NULL, NULL))
    cpuinfo = g_strdup ("");
  info->model = find_cpuinfo (cpuinfo, "model name");
  if (info->model == NULL)
    info->model = g_strdup ("");
  info->features = read_flags (cpuinfo);
  info->vector_bits = widest_vector_bits (info->features);
  info->native_vector_bits = info->vector_bits;
  info->n_vector_registers = count_vector_registers (info->vector_bits);
  info->n_units = cpus->len;
  info->n_cores = count_physical (cpus);
  if (cpus->len > 0)
    read_caches (info, g_array_index (cpus, guint, 0));
  if (g_getenv (HOST_VARIABLE) != NULL)
    describe (info, g_getenv (HOST_VARIABLE));
  return info;
}

const TlDeviceInfo *
tl_device_host (void)
{
  static gsize once;

  if (g_once_init_enter (&once))
    g_once_init_leave (&once, (gsize) read_cpu_info ());
  return (const TlDeviceInfo *) once;
}
