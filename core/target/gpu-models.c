/* SPDX-License-Identifier: Apache-2.0 */
#include "core/target/gpu-models.h"

#include <string.h>

#define USUAL_CAPABILITY 80
#define KIB(n) ((gint64) (n) << 10)
#define MIB(n) ((gint64) (n) << 20)

/* In rising order. GeForce cards of 8.6 and 8.9 do half the float16 products where sums are in float32. */
static const TlGpuLimits limits_by_capability[] = {
  { 70, "sm_70", 64, 32, 65536, KIB (96), 256, 0, KIB (96), 64, 512 },
  { 75, "sm_75", 32, 16, 65536, KIB (64), 256, 0, KIB (64), 64, 512 },
  { 80, "sm_80", 64, 32, 65536, KIB (164), 128, 1024, KIB (163), 64, 1024 },
  { 86, "sm_86", 48, 16, 65536, KIB (100), 128, 1024, KIB (99), 128, 512 },
  { 87, "sm_87", 48, 16, 65536, KIB (164), 128, 1024, KIB (163), 128, 512 },
  { 89, "sm_89", 48, 24, 65536, KIB (100), 128, 1024, KIB (99), 128, 512 },
  { 90, "sm_90", 64, 32, 65536, KIB (228), 128, 1024, KIB (227), 128, 2048 },
  { 100, "sm_100", 64, 32, 65536, KIB (228), 128, 1024, KIB (227), 128, 4096 },
};

static const TlGpuModel models[] = {
  { "V100 SXM", "nvidia/nvidia-v100", "sm_70", 80, 1530, 15.7, 125, MIB (6), 900 },
  { "T4", "nvidia/nvidia-t4", "sm_75", 40, 1590, 8.1, 65, MIB (4), 320 },
  { "A100 SXM 80 GB", "nvidia/nvidia-a100", "sm_80", 108, 1410, 19.5, 312, MIB (40), 2039 },
  { "A100 SXM 40 GB", NULL, "sm_80", 108, 1410, 19.5, 312, MIB (40), 1555 },
  { "A10", "nvidia/nvidia-a10", "sm_86", 72, 1700, 31.2, 125, MIB (6), 600 },
  { "A6000", "nvidia/rtx-a6000", "sm_86", 84, 1800, 38.7, 155, MIB (6), 768 },
  { "RTX 3090", "nvidia/geforce-rtx-3090", "sm_86", 82, 1700, 35.6, 71, MIB (6), 936 },
  { "L4", NULL, "sm_89", 58, 2040, 30.3, 121, MIB (48), 300 },
  { "RTX 4090", "nvidia/geforce-rtx-4090", "sm_89", 128, 2520, 82.6, 165, MIB (72), 1008 },
  { "H100 SXM", "nvidia/nvidia-h100", "sm_90", 132, 1980, 67, 989, MIB (50), 3350 },
  { "H200", NULL, "sm_90", 132, 1980, 67, 989, MIB (50), 4800 },
};

static guint
capability_of (const char *arch)
{
  return arch != NULL && g_str_has_prefix (arch, "sm_") ? (guint) g_ascii_strtoull (arch + strlen ("sm_"), NULL, 10) : 0;
}

const TlGpuLimits *
tl_gpu_limits (const char *arch)
{
  guint              capability = capability_of (arch) != 0 ? capability_of (arch) : USUAL_CAPABILITY;
  const TlGpuLimits *found = &limits_by_capability[0];

  for (guint i = 0; i < G_N_ELEMENTS (limits_by_capability); i++)
    if (limits_by_capability[i].capability <= capability)
      found = &limits_by_capability[i];
  return found;
}

const TlGpuModel *
tl_gpu_model_nth (guint index)
{
  return index < G_N_ELEMENTS (models) ? &models[index] : NULL;
}

const TlGpuModel *
tl_gpu_model_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    if (g_str_equal (models[i].name, name) || g_strcmp0 (models[i].tag, name) == 0)
      return &models[i];
  return NULL;
}

const TlGpuModel *
tl_gpu_model_of_arch (const char *arch)
{
  guint capability = capability_of (arch);

  for (guint i = 0; capability != 0 && i < G_N_ELEMENTS (models); i++)
    if (capability_of (models[i].arch) == capability)
      return &models[i];
  return NULL;
}

/* "A100-SXM4-80GB": the words, and the letters and the digits of each: A100, SXM4, SXM, 4, 80GB, 80, GB. */
static GPtrArray *
words_of_device (const char *name)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (const char *at = name; *at != '\0';)
    {
      gsize n = strcspn (at, " -"), n_run;

      g_ptr_array_add (words, g_strndup (at, n));
      for (gsize i = 0; i < n; i += n_run)
        {
          for (n_run = 1; i + n_run < n && g_ascii_isdigit (at[i]) == g_ascii_isdigit (at[i + n_run]);)
            n_run++;
          g_ptr_array_add (words, g_strndup (at + i, n_run));
        }
      at += n + (at[n] != '\0');
    }
  return words;
}

static gboolean
has_word (const GPtrArray *words, const char *word)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) words, word, g_str_equal, NULL);
}

/* How many words of the model's name are among @words; 0 without those that tell it from other GPUs, and for boards that are not listed. */
static guint
count_common_words (const char *name, const GPtrArray *words)
{
  static const char *const others[] = { "Ti", "SUPER", "Laptop", "PCIe", "PCIE", "NVL" };
  g_auto (GStrv) own = g_strsplit (name, " ", -1);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (has_word (words, others[i]))
      return 0;
  for (guint i = 0; own[i] != NULL; i++)
    if (has_word (words, own[i]))
      n++;
    else if (i == 0 || (i == 1 && g_ascii_isdigit (own[i][0])))
      return 0;
  return n;
}

const TlGpuModel *
tl_gpu_model_of_device (const char *name)
{
  g_autoptr (GPtrArray) words = words_of_device (name);
  const TlGpuModel *best = NULL;
  guint most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      guint n = count_common_words (models[i].name, words);

      if (n > most)
        {
          most = n;
          best = &models[i];
        }
    }
  return best;
}

const TlGpuModel *
tl_gpu_model_of_target (const TlTarget *target)
{
  const TlGpuModel *model = *target->model != '\0' ? tl_gpu_model_find (target->model) : NULL;

  return model != NULL ? model : tl_gpu_model_of_arch (target->arch);
}
