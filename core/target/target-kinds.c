/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of targets and their attributes, as data; and the names of well-known boards. */
#include "core/base/error.h"
#include "core/target/target-private.h"

#include <string.h>

#define MAX_CORES 4096

#define fail(error, ...) tl_fail (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX, __VA_ARGS__)

static gboolean
check_features (const char *value, GError **error)
{
  g_auto (GStrv) features = g_strsplit (value, ",", -1);

  for (guint i = 0; features[i] != NULL; i++)
    if ((features[i][0] != '+' && features[i][0] != '-') || features[i][1] == '\0')
      return fail (error, "-mattr: \"%s\" is not a feature; write +name or -name, separated by commas", features[i]);
  return TRUE;
}

static gboolean
check_arch (const char *value, GError **error)
{
  guint64 number;
  gsize   length = strlen (value);
  g_autofree char *digits = g_str_has_prefix (value, "sm_") ? g_strdup (value + 3) : NULL;

  /* "sm_90a" is sm_90 with the features of that very chip. */
  if (digits != NULL && length > 4 && value[length - 1] == 'a')
    digits[strlen (digits) - 1] = '\0';
  return (digits != NULL && g_ascii_string_to_unsigned (digits, 10, 30, 200, &number, NULL))
         || fail (error, "-arch: \"%s\" is not a GPU architecture; write sm_90, for example", value);
}

static gboolean
check_vector_width (const char *value, GError **error)
{
  guint64 bits = g_ascii_strtoull (value, NULL, 10);

  return (bits >= 64 && (bits & (bits - 1)) == 0)
         || fail (error, "-vector-width: %s bits is not a register width; write 128, 256, 512 …", value);
}

static const char *const float_modes[] = { "fast", "strict", NULL };

#define FIELD(field) G_STRUCT_OFFSET (TlTarget, field)
#define IGNORED(attr) { .name = attr, .kind = TL_TARGET_IGNORED }

#define CPU_ATTRS                                                                                                                        \
  { .name = "mcpu", .kind = TL_TARGET_TEXT, .offset = FIELD (mcpu) },                                                                    \
  /* LLVM says whether it knows the machine. */                                                                                          \
  { .name = "mtriple", .kind = TL_TARGET_TEXT, .offset = FIELD (mtriple) },                                                              \
  { .name = "mattr", .kind = TL_TARGET_TEXT, .offset = FIELD (mattr), .check = check_features },                                         \
  { .name = "num-cores", .kind = TL_TARGET_NUMBER, .offset = FIELD (num_cores), .usual = 1, .max = MAX_CORES, .is_always_said = TRUE },  \
  { .name = "vector-width", .kind = TL_TARGET_NUMBER, .offset = FIELD (vector_bits), .max = 2048, .check = check_vector_width,           \
    .derive = tl_target_derive_vector_bits },                                                                                            \
  { .name = "float", .kind = TL_TARGET_CHOICE, .offset = FIELD (is_strict), .choices = float_modes },                                    \
  { .name = "vtcm-capacity", .kind = TL_TARGET_NUMBER, .offset = FIELD (vtcm_bytes), .max = 1 << 30 },                                   \
  IGNORED ("keys"), IGNORED ("link-params")

/* Limits of a kernel, by TVM's names and with its values where the target gives none. */
#define THREAD_ATTRS                                                                                                                     \
  { .name = "max_threads_per_block", .kind = TL_TARGET_NUMBER, .offset = FIELD (max_threads_per_block), .usual = 1024, .max = 1 << 16 }, \
  { .name = "max_shared_memory_per_block", .kind = TL_TARGET_NUMBER, .offset = FIELD (max_shared_memory_per_block), .usual = 49152,      \
    .max = 1 << 30 },                                                                                                                    \
  { .name = "thread_warp_size", .kind = TL_TARGET_NUMBER, .offset = FIELD (thread_warp_size), .usual = 32, .max = 1 << 10 }

static const TlTargetAttr llvm_attrs[] = { CPU_ATTRS };
static const TlTargetAttr emulated_attrs[] = { CPU_ATTRS, THREAD_ATTRS };
static const TlTargetAttr cuda_attrs[] = {
  { .name = "arch", .kind = TL_TARGET_TEXT, .offset = FIELD (arch), .usual_text = "sm_75", .check = check_arch, .is_always_said = TRUE },
  THREAD_ATTRS,
  IGNORED ("max_num_threads"), IGNORED ("registers_per_block"), IGNORED ("l2_cache_size_bytes"), IGNORED ("keys"),
};

const TlTargetKind tl_target_llvm = {
  .name = "llvm", .keys = "cpu", .device = "cpu", .attrs = llvm_attrs, .n_attrs = G_N_ELEMENTS (llvm_attrs),
};

const TlTargetKind tl_target_cuda = {
  .name = "cuda", .keys = "cuda,gpu", .device = "cuda", .has_threads = TRUE, .attrs = cuda_attrs, .n_attrs = G_N_ELEMENTS (cuda_attrs),
};

const TlTargetKind tl_target_emulated = {
  .name = "emulated", .keys = "cuda,gpu", .device = "cpu", .has_threads = TRUE, .attrs = emulated_attrs,
  .n_attrs = G_N_ELEMENTS (emulated_attrs),
};

static const struct
{
  const char *tag, *text;
} tags[] = {
  { "nvidia/tesla-p100", "cuda -arch=sm_60" },           { "nvidia/tesla-v100", "cuda -arch=sm_70" },
  { "nvidia/nvidia-v100", "cuda -arch=sm_70" },          { "nvidia/tesla-t4", "cuda -arch=sm_75" },
  { "nvidia/nvidia-t4", "cuda -arch=sm_75" },            { "nvidia/geforce-rtx-2080-ti", "cuda -arch=sm_75" },
  { "nvidia/nvidia-a100", "cuda -arch=sm_80" },          { "nvidia/geforce-rtx-3070", "cuda -arch=sm_86" },
  { "nvidia/geforce-rtx-3090", "cuda -arch=sm_86" },     { "nvidia/geforce-rtx-3090-ti", "cuda -arch=sm_86" },
  { "nvidia/geforce-rtx-4090", "cuda -arch=sm_89" },     { "nvidia/nvidia-h100", "cuda -arch=sm_90" },
};

const char *
tl_target_tag_find (const char *tag)
{
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    if (g_str_equal (tags[i].tag, tag))
      return tags[i].text;
  return NULL;
}
