/* SPDX-License-Identifier: Apache-2.0 */
#include "core/target/target.h"

#include <string.h>

#include "core/device/cpu-models.h"
#include "core/device/cpu.h"

#define MAX_CORES 4096
#define DEFAULT_CUDA_ARCH "sm_75"

G_DEFINE_QUARK (tl-target-error-quark, tl_target_error)

static const char *const kind_names[] = { [TL_TARGET_LLVM] = "llvm", [TL_TARGET_CUDA] = "cuda", [TL_TARGET_EMULATED] = "emulated" };

/* TVM's tags for well-known boards. */
static const struct
{
  const char *tag;
  const char *arch;
} gpu_tags[] = {
  { "nvidia/tesla-p100", "sm_60" },        { "nvidia/tesla-v100", "sm_70" },        { "nvidia/nvidia-v100", "sm_70" },
  { "nvidia/tesla-t4", "sm_75" },          { "nvidia/nvidia-t4", "sm_75" },         { "nvidia/geforce-rtx-2080-ti", "sm_75" },
  { "nvidia/nvidia-a100", "sm_80" },       { "nvidia/geforce-rtx-3070", "sm_86" },  { "nvidia/geforce-rtx-3090", "sm_86" },
  { "nvidia/geforce-rtx-3090-ti", "sm_86" }, { "nvidia/geforce-rtx-4090", "sm_89" }, { "nvidia/nvidia-h100", "sm_90" },
};

/* LLVM's names of extensions where the system spells them differently. */
static const struct
{
  const char *feature, *flag;
} flag_spellings[] = {
  { "avx512vnni", "avx512_vnni" }, { "avx512bf16", "avx512_bf16" }, { "avx512fp16",
                                                                      "avx512_fp16" }, { "neon", "asimd" }, { "dotprod", "asimddp" },
};

static guint
host_vector_bits (void)
{
  guint bits = tl_cpu_info ()->vector_bits;

  return bits != 0 ? bits : 128;
}

/* The last word of a feature list decides: "+avx512f" widens, "-avx512f" narrows. */
static guint
apply_features (guint bits, const char *mattr)
{
  g_auto (GStrv) features = g_strsplit (mattr, ",", -1);

  for (guint i = 0; features[i] != NULL; i++)
    {
      const char *feature = features[i];

      if (g_str_has_prefix (feature, "+avx512"))
        bits = 512;
      else if (strcmp (feature, "-avx512f") == 0)
        bits = MIN (bits, 256);
      else if (strcmp (feature, "+avx") == 0 || strcmp (feature, "+avx2") == 0)
        bits = MAX (bits, 256);
      else if (strcmp (feature, "-avx") == 0)
        bits = MIN (bits, 128);
    }
  return bits;
}

static guint
derive_vector_bits (const TlTarget *target)
{
  const TlCpuModel *model = tl_cpu_model_find (target->mcpu);
  guint bits = model != NULL ? model->vector_bits : host_vector_bits ();

  if (target->kind == TL_TARGET_CUDA || !(*target->mtriple == '\0' || g_str_has_prefix (target->mtriple, "x86_64")))
    return 128;
  return apply_features (bits, target->mattr);
}

static gboolean
is_x86 (const TlTarget *target)
{
#if defined (__x86_64__) || defined (__i386__)
  return *target->mtriple == '\0' || g_str_has_prefix (target->mtriple, "x86_64");
#else
  return g_str_has_prefix (target->mtriple, "x86_64");
#endif
}

/* x86 has the upper sixteen since AVX-512 only. */
guint
tl_target_vector_registers (const TlTarget *target)
{
  return is_x86 (target) && target->vector_bits < 512 ? 16 : 32;
}

static gboolean
is_host (const TlTarget *target)
{
  return *target->mcpu == '\0' && *target->mtriple == '\0';
}

/* A cache that is not known counts as a small one. */
TlCaches
tl_target_caches (const TlTarget *target)
{
  static const TlCaches small = { 32 << 10, 1 << 20, 8 << 20 };
  const TlCpuModel *model = tl_cpu_model_find (target->mcpu);
  const TlCpuInfo  *host = tl_cpu_info ();
  TlCaches          caches = small;

  if (is_host (target))
    caches = (TlCaches) { host->l1d_bytes, host->l2_bytes, host->l3_bytes };
  else if (model != NULL)
    caches = (TlCaches) { (gint64) model->l1d_kib << 10, (gint64) model->l2_kib << 10, (gint64) model->l3_kib << 10 };
  if (caches.l1d_bytes <= 0)
    caches.l1d_bytes = small.l1d_bytes;
  if (caches.l2_bytes <= 0)
    caches.l2_bytes = small.l2_bytes;
  return caches;
}

static gboolean
host_has (const char *feature)
{
  for (guint i = 0; i < G_N_ELEMENTS (flag_spellings); i++)
    if (strcmp (flag_spellings[i].feature, feature) == 0)
      feature = flag_spellings[i].flag;
  return g_strv_contains ((const char *const *) tl_cpu_info ()->flags, feature);
}

static gboolean
list_has (const char *list, const char *feature)
{
  g_auto (GStrv) words = g_strsplit (list, ",", -1);

  return g_strv_contains ((const char *const *) words, feature);
}

guint
tl_target_sm (const TlTarget *target)
{
  gboolean is_sm = target->kind == TL_TARGET_CUDA && g_str_has_prefix (target->mcpu, "sm_");

  return is_sm ? (guint) g_ascii_strtoull (target->mcpu + strlen ("sm_"), NULL, 10) : 0;
}

gboolean
tl_target_has (const TlTarget *target, const char *feature)
{
  g_autofree char *with = g_strconcat ("+", feature, NULL), *without = g_strconcat ("-", feature, NULL);
  gboolean         is_foreign = *target->mtriple != '\0' && !g_str_has_prefix (target->mtriple, "x86_64");
  const TlCpuModel *model = tl_cpu_model_find (target->mcpu);

  if (list_has (target->mattr, without) || (g_str_has_prefix (feature, "avx512") && list_has (target->mattr, "-avx512f")))
    return FALSE;
  if (list_has (target->mattr, with))
    return TRUE;
  if (model != NULL)
    return list_has (model->features, feature);
  if (is_foreign)
    return g_str_has_prefix (target->mtriple, "aarch64") && strcmp (feature, "neon") == 0;
  return is_host (target) && host_has (feature);
}

#define ON_CPU     (1u << TL_TARGET_LLVM | 1u << TL_TARGET_EMULATED)
#define ON_GPU     (1u << TL_TARGET_CUDA)
#define ON_THREADS (ON_GPU | 1u << TL_TARGET_EMULATED)

/* Limits as TVM names them, each a guint of the target. */
typedef struct
{
  const char *name;
  gsize       offset;
  guint       kinds;    /* bits of TlTargetKind that have it */
  guint       usual;    /* TVM's value where the target does not say */
  guint       max;
} TargetLimit;

static const TargetLimit limits[] = {
  { "max_threads_per_block", G_STRUCT_OFFSET (TlTarget, max_threads_per_block), ON_THREADS, 1024, 1 << 16 },
  { "max_shared_memory_per_block", G_STRUCT_OFFSET (TlTarget, max_shared_memory_per_block), ON_THREADS, 49152, 1 << 30 },
  { "thread_warp_size", G_STRUCT_OFFSET (TlTarget, thread_warp_size), ON_THREADS, 32, 1 << 10 },
  { "vtcm-capacity", G_STRUCT_OFFSET (TlTarget, vtcm_bytes), ON_CPU, 0, 1 << 30 },
};

static guint *
limit_field (TlTarget *target, const TargetLimit *limit)
{
  return G_STRUCT_MEMBER_P (target, limit->offset);
}

static TlTarget
default_of_kind (TlTargetKind kind)
{
  TlTarget target = { .kind = kind, .mtriple = g_intern_static_string (""), .mattr = g_intern_static_string (""), .num_cores = 1 };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if ((limits[i].kinds & 1u << kind) != 0)
      *limit_field (&target, &limits[i]) = limits[i].usual;
  target.mcpu = g_intern_static_string (kind == TL_TARGET_CUDA ? DEFAULT_CUDA_ARCH : "");
  target.vector_bits = derive_vector_bits (&target);
  return target;
}

TlTarget
tl_target_host (void)
{
  return default_of_kind (TL_TARGET_LLVM);
}

static gboolean
set_mcpu (TlTarget *target, const char *value, GError **error)
{
  target->mcpu = g_intern_string (value);
  return TRUE;
}

/* LLVM says whether it knows the machine. */
static gboolean
set_mtriple (TlTarget *target, const char *value, GError **error)
{
  target->mtriple = g_intern_string (value);
  return TRUE;
}

static gboolean
set_mattr (TlTarget *target, const char *value, GError **error)
{
  g_auto (GStrv) features = g_strsplit (value, ",", -1);

  for (guint i = 0; features[i] != NULL; i++)
    if ((features[i][0] != '+' && features[i][0] != '-') || features[i][1] == '\0')
      {
        g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX,
                     "-mattr: \"%s\" is no feature; write +name or -name, separated by commas", features[i]);
        return FALSE;
      }
  target->mattr = g_intern_string (value);
  return TRUE;
}

static gboolean
set_arch (TlTarget *target, const char *value, GError **error)
{
  guint64 number;
  gsize   length = strlen (value);
  g_autofree char *digits = g_str_has_prefix (value, "sm_") ? g_strdup (value + 3) : NULL;

  /* "sm_90a" is sm_90 with the features of that very chip. */
  if (digits != NULL && length > 4 && value[length - 1] == 'a')
    digits[strlen (digits) - 1] = '\0';
  if (digits == NULL || !g_ascii_string_to_unsigned (digits, 10, 30, 200, &number, NULL))
    {
      g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "-arch: \"%s\" is no GPU architecture; write sm_90 or the like", value);
      return FALSE;
    }
  target->mcpu = g_intern_string (value);
  return TRUE;
}

static gboolean
set_unsigned (guint *field, const char *name, const char *value, guint64 max, GError **error)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (value, 10, 1, max, &number, NULL))
    {
      g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "-%s: \"%s\" is not a number from 1 to %" G_GUINT64_FORMAT, name,
                   value, max);
      return FALSE;
    }
  *field = (guint) number;
  return TRUE;
}

static gboolean
set_num_cores (TlTarget *target, const char *value, GError **error)
{
  return set_unsigned (&target->num_cores, "num-cores", value, MAX_CORES, error);
}

static gboolean
set_vector_width (TlTarget *target, const char *value, GError **error)
{
  if (!set_unsigned (&target->vector_bits, "vector-width", value, 2048, error))
    return FALSE;
  if (target->vector_bits >= 64 && (target->vector_bits & (target->vector_bits - 1)) == 0)
    return TRUE;
  g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "-vector-width: %s bits is no register width; write 128, 256, 512 …",
               value);
  return FALSE;
}

static gboolean
set_float (TlTarget *target, const char *value, GError **error)
{
  target->is_strict = strcmp (value, "strict") == 0;
  if (target->is_strict || strcmp (value, "fast") == 0)
    return TRUE;
  g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "-float: \"%s\" is neither strict nor fast", value);
  return FALSE;
}

/* -keys and -link-params choose between things of which there is one kind here; nothing asks for the others yet. */
static gboolean
accept (TlTarget *target, const char *value, GError **error)
{
  return TRUE;
}

typedef struct
{
  const char *name;
  guint       kinds;   /* bits of TlTargetKind */
  gboolean  (*set) (TlTarget *target, const char *value, GError **error);
} TargetOption;

static const TargetOption options[] = {
  { "mcpu", ON_CPU, set_mcpu },
  { "mtriple", ON_CPU, set_mtriple },
  { "mattr", ON_CPU, set_mattr },
  { "num-cores", ON_CPU, set_num_cores },
  { "vector-width", ON_CPU, set_vector_width },
  { "float", ON_CPU, set_float },
  { "arch", ON_GPU, set_arch },
  { "max_num_threads", ON_GPU, accept },
  { "registers_per_block", ON_GPU, accept },
  { "l2_cache_size_bytes", ON_GPU, accept },
  { "keys", ON_CPU | ON_GPU, accept },
  { "link-params", ON_CPU, accept },
};

static const TargetLimit *
find_limit (const TlTarget *target, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if ((limits[i].kinds & 1u << target->kind) != 0 && strcmp (limits[i].name, name) == 0)
      return &limits[i];
  return NULL;
}

static const TargetOption *
find_option (const TlTarget *target, const char *name, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      if ((options[i].kinds & 1u << target->kind) == 0)
        continue;
      if (strcmp (options[i].name, name) == 0)
        return &options[i];
      g_string_append_printf (known, "%s-%s", known->len > 0 ? ", " : "", options[i].name);
    }
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if ((limits[i].kinds & 1u << target->kind) != 0)
      g_string_append_printf (known, ", -%s", limits[i].name);
  g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "target \"%s\" has no option \"-%s\"; it knows %s",
               kind_names[target->kind], name, known->str);
  return NULL;
}

/* @value: NULL where the words end. */
static gboolean
set_option (TlTarget *target, const char *name, const char *value, GError **error)
{
  const TargetLimit  *limit = find_limit (target, name);
  const TargetOption *option = limit != NULL ? NULL : find_option (target, name, error);

  if (limit == NULL && option == NULL)
    return FALSE;
  if (value == NULL)
    {
      g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "option \"-%s\" needs a value: -%s=…", name, name);
      return FALSE;
    }
  return limit != NULL ? set_unsigned (limit_field (target, limit), name, value, limit->max, error) : option->set (target, value, error);
}

/* Reads the option that starts at words[*at] and moves past it. */
static gboolean
parse_option (TlTarget *target, char **words, guint *at, GError **error)
{
  const char         *word = words[*at];
  const char         *text = word + (g_str_has_prefix (word, "--") ? 2 : 1);
  const char         *equals = strchr (text, '=');
  g_autofree char    *name = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : g_strdup (text);
  const char         *value = equals != NULL ? equals + 1 : words[*at + 1];

  if (word[0] != '-')
    {
      g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "\"%s\" stands where an option such as -num-cores=2 is expected", word);
      return FALSE;
    }
  *at += equals != NULL ? 1 : 2;
  return set_option (target, name, value, error);
}

static gboolean
parse_kind (const char *word, TlTarget *target, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (kind_names); i++)
    if (strcmp (word, kind_names[i]) == 0)
      {
        *target = default_of_kind (i);
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (gpu_tags); i++)
    if (strcmp (word, gpu_tags[i].tag) == 0)
      {
        *target = default_of_kind (TL_TARGET_CUDA);
        target->mcpu = g_intern_static_string (gpu_tags[i].arch);
        return TRUE;
      }
  g_set_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "unknown target \"%s\"; known are llvm, cuda and emulated", word);
  return FALSE;
}

gboolean
tl_target_parse (const char *text, TlTarget *target, GError **error)
{
  g_auto (GStrv) words = NULL;
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  TlTarget         parsed;
  guint            at = 1;

  if (*trimmed == '\0')
    {
      g_set_error_literal (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, "an empty target; write llvm, cuda or emulated");
      return FALSE;
    }
  words = g_regex_split_simple ("\\s+", trimmed, 0, 0);
  if (!parse_kind (words[0], &parsed, error))
    return FALSE;
  parsed.vector_bits = 0;
  while (words[at] != NULL)
    if (!parse_option (&parsed, words, &at, error))
      return FALSE;
  if (parsed.vector_bits == 0)
    parsed.vector_bits = derive_vector_bits (&parsed);
  *target = parsed;
  return TRUE;
}

static void
append_limits (GString *text, TlTarget target)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if ((limits[i].kinds & 1u << target.kind) != 0 && *limit_field (&target, &limits[i]) != limits[i].usual)
      g_string_append_printf (text, " -%s=%u", limits[i].name, *limit_field (&target, &limits[i]));
}

char *
tl_target_to_text (const TlTarget *target)
{
  g_autoptr (GString) text = g_string_new (kind_names[target->kind]);

  append_limits (text, *target);
  if (target->kind == TL_TARGET_CUDA)
    {
      g_string_append_printf (text, " -arch=%s", target->mcpu);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  if (*target->mcpu != '\0')
    g_string_append_printf (text, " -mcpu=%s", target->mcpu);
  if (*target->mtriple != '\0')
    g_string_append_printf (text, " -mtriple=%s", target->mtriple);
  if (*target->mattr != '\0')
    g_string_append_printf (text, " -mattr=%s", target->mattr);
  g_string_append_printf (text, " -num-cores=%u", target->num_cores);
  if (target->vector_bits != derive_vector_bits (target))
    g_string_append_printf (text, " -vector-width=%u", target->vector_bits);
  if (target->is_strict)
    g_string_append (text, " -float=strict");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
