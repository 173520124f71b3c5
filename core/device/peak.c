/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Peak rates of instructions. The loops are assembly: what a compiler makes of C depends on its flags, and the point is to know what runs.
 * Twelve independent accumulators cover latency times throughput of every machine so far (4 cycles × 2 a cycle, or 5 × 2).
 */
#include "core/device/peak.h"

#include "core/base/clock.h"
#include "core/base/extremum.h"

#define ACCUMULATORS 12
#define ROUNDS       2000

static const struct { const char *name; double operations; } rows[] = {
#define X(id, name, operations) { name, operations },
  TL_PEAKS (X)
#undef X
};

const char *
tl_peak_name (TlPeak peak)
{
  return rows[peak].name;
}

#if defined (__x86_64__)

#define CLOBBERS                                                                                                          \
  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "cc"

/* Zeroes make no exceptional values, and their rate is that of all others. */
#define LOOP(instruction, r)                                                                                              \
  do                                                                                                                      \
    {                                                                                                                     \
      guint64 n_left = ROUNDS;                                                                                            \
                                                                                                                          \
      __asm__ volatile ("vzeroall\n"                                                                                      \
                        "1:\n\t" instruction " %%" r "12, %%" r "13, %%" r "0\n\t" instruction " %%" r "12, %%" r         \
                        "13, %%" r "1\n\t" instruction " %%" r "12, %%" r "13, %%" r "2\n\t" instruction " %%" r          \
                        "12, %%" r "13, %%" r "3\n\t" instruction " %%" r "12, %%" r "13, %%" r "4\n\t" instruction       \
                        " %%" r "12, %%" r "13, %%" r "5\n\t" instruction " %%" r "12, %%" r "13, %%" r                   \
                        "6\n\t" instruction " %%" r "12, %%" r "13, %%" r "7\n\t" instruction " %%" r "12, %%" r          \
                        "13, %%" r "8\n\t" instruction " %%" r "12, %%" r "13, %%" r "9\n\t" instruction " %%" r          \
                        "12, %%" r "13, %%" r "10\n\t" instruction " %%" r "12, %%" r "13, %%" r "11\n\t"                 \
                        "sub $1, %0\n\t"                                                                                  \
                        "jnz 1b\n\t"                                                                                      \
                        "vzeroupper"                                                                                      \
                        : "+r"(n_left)                                                                                    \
                        :                                                                                                 \
                        : CLOBBERS);                                                                                      \
    }                                                                                                                     \
  while (0)

gboolean
tl_peak_exists (TlPeak peak)
{
  __builtin_cpu_init ();
  switch (peak)
    {
    case TL_PEAK_F32_128:
    case TL_PEAK_F32_256:
      return __builtin_cpu_supports ("fma") && __builtin_cpu_supports ("avx2");
    case TL_PEAK_F32_512:
    case TL_PEAK_F64_512:
      return __builtin_cpu_supports ("avx512f");
    case TL_PEAK_BF16_512:
      return __builtin_cpu_supports ("avx512bf16");
    case TL_PEAK_I8_256:
      return __builtin_cpu_supports ("avx512vnni") && __builtin_cpu_supports ("avx512vl");
    case TL_PEAK_I8_512:
      return __builtin_cpu_supports ("avx512vnni");
    case TL_PEAK_NONE:
      break;
    }
  return FALSE;
}

void
tl_peak_run (TlPeak peak)
{
  switch (peak)
    {
    case TL_PEAK_F32_128:
      LOOP ("vfmadd231ps", "xmm");
      break;
    case TL_PEAK_F32_256:
      LOOP ("vfmadd231ps", "ymm");
      break;
    case TL_PEAK_F32_512:
      LOOP ("vfmadd231ps", "zmm");
      break;
    case TL_PEAK_F64_512:
      LOOP ("vfmadd231pd", "zmm");
      break;
    case TL_PEAK_BF16_512:
      LOOP ("vdpbf16ps", "zmm");
      break;
    case TL_PEAK_I8_256:
      LOOP ("vpdpbusd", "ymm");
      break;
    case TL_PEAK_I8_512:
      LOOP ("vpdpbusd", "zmm");
      break;
    case TL_PEAK_NONE:
      break;
    }
}

#elif defined (__aarch64__)

gboolean
tl_peak_exists (TlPeak peak)
{
  return peak == TL_PEAK_F32_128;
}

void
tl_peak_run (TlPeak peak)
{
  guint64 n_left = ROUNDS;

  g_assert (peak == TL_PEAK_F32_128);
  __asm__ volatile ("movi v12.4s, #0\n\tmovi v13.4s, #0\n"
                    "1:\n\t"
                    "fmla v0.4s, v12.4s, v13.4s\n\tfmla v1.4s, v12.4s, v13.4s\n\tfmla v2.4s, v12.4s, v13.4s\n\t"
                    "fmla v3.4s, v12.4s, v13.4s\n\tfmla v4.4s, v12.4s, v13.4s\n\tfmla v5.4s, v12.4s, v13.4s\n\t"
                    "fmla v6.4s, v12.4s, v13.4s\n\tfmla v7.4s, v12.4s, v13.4s\n\tfmla v16.4s, v12.4s, v13.4s\n\t"
                    "fmla v17.4s, v12.4s, v13.4s\n\tfmla v18.4s, v12.4s, v13.4s\n\tfmla v19.4s, v12.4s, v13.4s\n\t"
                    "subs %0, %0, #1\n\t"
                    "b.ne 1b"
                    : "+r"(n_left)
                    :
                    : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v12", "v13", "v16", "v17", "v18", "v19", "cc");
}

#else

gboolean
tl_peak_exists (TlPeak peak)
{
  return FALSE;
}

void
tl_peak_run (TlPeak peak)
{
}

#endif

static const struct { TlTypeCode code; guint8 bits; TlPeak peak; } widest_first[] = {
  { TL_TYPE_FLOAT, 32, TL_PEAK_F32_512 }, { TL_TYPE_FLOAT, 32, TL_PEAK_F32_256 }, { TL_TYPE_FLOAT, 32, TL_PEAK_F32_128 },
  { TL_TYPE_FLOAT, 64, TL_PEAK_F64_512 }, { TL_TYPE_BFLOAT, 16, TL_PEAK_BF16_512 }, { TL_TYPE_INT, 8, TL_PEAK_I8_512 },
  { TL_TYPE_INT, 8, TL_PEAK_I8_256 },     { TL_TYPE_UINT, 8, TL_PEAK_I8_512 },      { TL_TYPE_UINT, 8, TL_PEAK_I8_256 },
};

gboolean
tl_peak_is_of_type (TlPeak peak, TlDType dtype)
{
  for (guint i = 0; i < G_N_ELEMENTS (widest_first); i++)
    if (widest_first[i].peak == peak && widest_first[i].code == dtype.code && widest_first[i].bits == dtype.bits)
      return TRUE;
  return FALSE;
}

TlPeak
tl_peak_of_type (TlDType dtype)
{
  for (guint i = 0; i < G_N_ELEMENTS (widest_first); i++)
    if (widest_first[i].code == dtype.code && widest_first[i].bits == dtype.bits && tl_peak_exists (widest_first[i].peak))
      return widest_first[i].peak;
  return TL_PEAK_NONE;
}

double
tl_peak_run_operations (TlPeak peak)
{
  return rows[peak].operations * ACCUMULATORS * ROUNDS;
}

double
tl_peak_measure (TlPeak peak, double seconds)
{
  gint64 end_ns = tl_time_ns () + (gint64) (seconds * 1e9);
  double best = 0;

  do
    {
      gint64 start_ns = tl_time_ns ();

      for (guint i = 0; i < 16; i++)
        tl_peak_run (peak);
      best = tl_max (best, 16 * tl_peak_run_operations (peak) / ((double) (tl_time_ns () - start_ns) * 1e-9));
    }
  while (tl_time_ns () < end_ns);
  return best;
}
