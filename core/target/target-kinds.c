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
#define NUMBER(attr, default, most)                                                                                                      \
  { .name = #attr, .kind = TL_TARGET_NUMBER, .offset = FIELD (attr), .usual = (default), .max = (most) }
#define THREAD_ATTRS(n_threads, shared_bytes, warp)                                                                                      \
  NUMBER (max_threads_per_block, n_threads, 1 << 16), NUMBER (max_shared_memory_per_block, shared_bytes, 1 << 30),                       \
  NUMBER (thread_warp_size, warp, 1 << 10)
#define GPU_ATTRS(n_threads)                                                                                                             \
  NUMBER (max_num_threads, n_threads, 1 << 16), NUMBER (l2_cache_size_bytes, 0, 1u << 31),                                               \
  { .name = "model", .kind = TL_TARGET_TEXT, .offset = FIELD (model) },                                                                  \
  IGNORED ("keys"), IGNORED ("host"), IGNORED ("device"), IGNORED ("libs")

static const TlTargetAttr llvm_attrs[] = { CPU_ATTRS };
static const TlTargetAttr emulated_attrs[] = { CPU_ATTRS, THREAD_ATTRS (1024, 49152, 32) };
static const char *const denormal_modes[] = { "keep", "flush", NULL };
static const TlTargetAttr cuda_attrs[] = {
  { .name = "arch", .kind = TL_TARGET_TEXT, .offset = FIELD (arch), .usual_text = "sm_75", .check = check_arch, .is_always_said = TRUE },
  { .name = "float", .kind = TL_TARGET_CHOICE, .offset = FIELD (is_strict), .choices = float_modes },
  { .name = "denormals", .kind = TL_TARGET_CHOICE, .offset = FIELD (flushes_denormals), .choices = denormal_modes },
  THREAD_ATTRS (1024, 49152, 32), NUMBER (registers_per_block, 65536, 1 << 20), GPU_ATTRS (1024),
  /* LLVM's name of the GPU, which is its arch. */
  IGNORED ("mcpu"),
};
/* There are no images here. */
static const TlTargetAttr opencl_attrs[] = {
  THREAD_ATTRS (256, 16384, 1), NUMBER (max_function_args, 128, 1 << 16), GPU_ATTRS (256),
  IGNORED ("texture_spatial_limit"), IGNORED ("texture_depth_limit"), IGNORED ("image_base_address_alignment"),
};
static const TlTargetAttr metal_attrs[] = {
  THREAD_ATTRS (256, 32768, 16), NUMBER (max_function_args, 31, 1 << 16), GPU_ATTRS (256),
};

const TlTargetKind tl_target_llvm = {
  .name = "llvm", .keys = "cpu", .device = "cpu", .attrs = llvm_attrs, .n_attrs = G_N_ELEMENTS (llvm_attrs),
};

const TlTargetKind tl_target_cuda = {
  .name = "cuda", .keys = "cuda,gpu", .device = "cuda", .has_threads = TRUE, .attrs = cuda_attrs, .n_attrs = G_N_ELEMENTS (cuda_attrs),
};

const TlTargetKind tl_target_opencl = {
  .name = "opencl", .keys = "opencl,gpu", .device = "opencl", .has_threads = TRUE, .attrs = opencl_attrs,
  .n_attrs = G_N_ELEMENTS (opencl_attrs),
};

/* There is no device: its programs are listed. */
const TlTargetKind tl_target_metal = {
  .name = "metal", .keys = "metal,gpu", .device = "metal", .has_threads = TRUE, .attrs = metal_attrs,
  .n_attrs = G_N_ELEMENTS (metal_attrs),
};

const TlTargetKind tl_target_emulated = {
  .name = "emulated", .keys = "cuda,gpu", .device = "cpu", .has_threads = TRUE, .attrs = emulated_attrs,
  .n_attrs = G_N_ELEMENTS (emulated_attrs),
};

static const struct
{
  const char *tag, *text;
} tags[] = {
#define TAG(name, target) { name, target },
#include "core/target/tags.def"
#undef TAG
};

const char *
tl_target_tag_nth (guint index)
{
  return index < G_N_ELEMENTS (tags) ? tags[index].tag : NULL;
}

const char *
tl_target_tag_find (const char *tag)
{
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    if (g_str_equal (tags[i].tag, tag))
      return tags[i].text;
  return NULL;
}
