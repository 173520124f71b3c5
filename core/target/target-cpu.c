/* SPDX-License-Identifier: Apache-2.0 */
/* Properties of CPU targets: of this machine, of another one by name, or of fewer registers than either. */
#include <string.h>

#include "core/device/cpu-models.h"
#include "core/device/device.h"
#include "core/target/target-private.h"

/* LLVM's names of extensions where the system spells them differently. */
static const struct
{
  const char *feature, *flag;
} flag_spellings[] = {
  { "avx512vnni", "avx512_vnni" }, { "avx512bf16", "avx512_bf16" }, { "avx512fp16", "avx512_fp16" }, { "avxvnni", "avx_vnni" },
  { "neon", "asimd" }, { "dotprod", "asimddp" },
};

static guint
host_vector_bits (void)
{
  guint bits = tl_device_host ()->vector_bits;

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

guint
tl_target_derive_vector_bits (const TlTarget *target)
{
  const TlCpuModel *model = tl_cpu_model_find (target->mcpu);
  guint bits = model != NULL ? model->vector_bits : host_vector_bits ();

  return *target->mtriple == '\0' || g_str_has_prefix (target->mtriple, "x86_64") ? apply_features (bits, target->mattr) : 128;
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

guint
tl_target_lanes (const TlTarget *target, TlDType dtype)
{
  return MAX (target->vector_bits / MAX (dtype.bits, 8u), 1u);
}

/* x86 has the upper sixteen since AVX-512 only. */
guint
tl_target_vector_registers (const TlTarget *target)
{
  return is_x86 (target) && target->vector_bits < 512 ? 16 : 32;
}

gint64
tl_target_sum_bits (const TlTarget *target)
{
  return (gint64) tl_target_vector_registers (target) * 3 / 4 * MAX (target->vector_bits, 64);
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
  const TlDeviceInfo *host = tl_device_host ();
  TlCaches caches = small;

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

guint
tl_caches_level (const TlCaches *caches, double n_bytes)
{
  const gint64 sizes[] = { caches->l1d_bytes, caches->l2_bytes, caches->l3_bytes };
  guint level = 0;

  while (level < G_N_ELEMENTS (sizes) && n_bytes > (double) sizes[level])
    level++;
  return level;
}

static gboolean
host_has (const char *feature)
{
  for (guint i = 0; i < G_N_ELEMENTS (flag_spellings); i++)
    if (strcmp (flag_spellings[i].feature, feature) == 0)
      feature = flag_spellings[i].flag;
  return g_strv_contains ((const char *const *) tl_device_host ()->features, feature);
}

static gboolean
list_has (const char *list, const char *feature)
{
  g_auto (GStrv) words = g_strsplit (list, ",", -1);

  return g_strv_contains ((const char *const *) words, feature);
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
