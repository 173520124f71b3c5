/* SPDX-License-Identifier: Apache-2.0 */
#include "core/device/cpu-models.h"

#define NONE      ""
#define WITH_AVX2 "avx2"
#define WITH_AVX_VNNI "avx2,avxvnni"
#define WITH_BW   "avx512bw"
#define WITH_VNNI "avx512bw,avx512vnni"
#define WITH_BF16 "avx512bw,avx512vnni,avx512bf16"
#define WITH_FP16 "avx512bw,avx512vnni,avx512bf16,avx512fp16"
#define WITH_NEON "neon"
#define WITH_DOT  "neon,dotprod"

/* The first prefix that fits counts. Caches: of the most common chip of the name. */
static const TlCpuModel models[] = {
  { "x86-64-v4", 512, WITH_BW, 32, 1024, 16384 },       { "x86-64-v3", 256, WITH_AVX2, 32, 256, 8192 },
  { "x86-64", 128, NONE, 32, 256, 8192 },               { "skylake-avx512", 512, WITH_BW, 32, 1024, 16384 },
  { "skylake", 256, WITH_AVX2, 32, 256, 8192 },         { "cascadelake", 512, WITH_VNNI, 32, 1024, 16384 },
  { "cooperlake", 512, WITH_BF16, 32, 1024, 16384 },    { "cannonlake", 512, WITH_BW, 32, 256, 8192 },
  { "icelake-client", 512, WITH_VNNI, 48, 512, 8192 },  { "icelake", 512, WITH_VNNI, 48, 1280, 32768 },
  { "tigerlake", 512, WITH_VNNI, 48, 1280, 12288 },     { "rocketlake", 512, WITH_VNNI, 48, 512, 16384 },
  { "sapphirerapids", 512, WITH_FP16, 48, 2048, 32768 }, { "emeraldrapids", 512, WITH_FP16, 48, 2048, 32768 },
  { "graniterapids", 512, WITH_FP16, 48, 2048, 32768 }, { "znver4", 512, WITH_BF16, 32, 1024, 32768 },
  { "znver5", 512, WITH_BF16, 48, 1024, 32768 },        { "znver", 256, WITH_AVX2, 32, 512, 16384 },
  { "haswell", 256, WITH_AVX2, 32, 256, 8192 },         { "broadwell", 256, WITH_AVX2, 32, 256, 8192 },
  { "alderlake", 256, WITH_AVX_VNNI, 48, 1280, 30720 }, { "raptorlake", 256, WITH_AVX_VNNI, 48, 2048, 36864 },
  { "meteorlake", 256, WITH_AVX_VNNI, 48, 2048, 24576 }, { "arrowlake", 256, WITH_AVX_VNNI, 48, 3072, 36864 },
  { "lunarlake", 256, WITH_AVX_VNNI, 48, 2560, 12288 }, { "sandybridge", 256, NONE, 32, 256, 8192 },
  { "ivybridge", 256, NONE, 32, 256, 8192 },            { "core-avx2", 256, WITH_AVX2, 32, 256, 8192 },
  { "knl", 512, NONE, 32, 512, 0 },                     { "knm", 512, NONE, 32, 512, 0 },
  { "nehalem", 128, NONE, 32, 256, 8192 },              { "westmere", 128, NONE, 32, 256, 12288 },
  { "core2", 128, NONE, 32, 4096, 0 },                  { "penryn", 128, NONE, 32, 6144, 0 },
  { "silvermont", 128, NONE, 24, 1024, 0 },             { "goldmont", 128, NONE, 24, 1024, 0 },
  { "tremont", 128, NONE, 32, 1536, 4096 },             { "gracemont", 256, WITH_AVX_VNNI, 32, 2048, 30720 },
  { "cortex-", 128, WITH_NEON, 32, 512, 2048 },         { "neoverse-", 128, WITH_DOT, 64, 1024, 32768 },
  { "apple-m", 128, WITH_DOT, 128, 12288, 8192 },       { "apple-", 128, WITH_NEON, 64, 4096, 4096 },
};

const TlCpuModel *
tl_cpu_model_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    if (g_str_has_prefix (name, models[i].prefix))
      return &models[i];
  return NULL;
}

#define ARM "aarch64-linux-gnu"

/* One of each kind of core that is in use; each name has a row above. */
static const TlCpuName names[] = {
  { "znver5", "AMD Zen 5", NULL },
  { "znver4", "AMD Zen 4", NULL },
  { "znver3", "AMD Zen 3", NULL },
  { "znver2", "AMD Zen 2", NULL },
  { "graniterapids", "Intel Granite Rapids", NULL },
  { "sapphirerapids", "Intel Sapphire Rapids", NULL },
  { "icelake-server", "Intel Ice Lake", NULL },
  { "cascadelake", "Intel Cascade Lake", NULL },
  { "skylake-avx512", "Intel Skylake-X", NULL },
  { "alderlake", "Intel Alder Lake", NULL },
  { "haswell", "Intel Haswell", NULL },
  { "x86-64", "Any x86-64", NULL },
  { "neoverse-v1", "Arm Neoverse V1", ARM },
  { "neoverse-n1", "Arm Neoverse N1", ARM },
  { "cortex-a72", "Arm Cortex-A72", ARM },
  { "apple-m1", "Apple M1", ARM },
};

const TlCpuName *
tl_cpu_name_nth (guint index)
{
  return index < G_N_ELEMENTS (names) ? &names[index] : NULL;
}

guint
tl_cpu_name_count (void)
{
  return G_N_ELEMENTS (names);
}
