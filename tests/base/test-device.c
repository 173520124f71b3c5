/* SPDX-License-Identifier: Apache-2.0 */
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/extremum.h"
#include "core/device/device.h"
#include "core/device/peak.h"
#include "core/device/tensor.h"
#include "core/target/target.h"
#include "tests/must.h"

static void
test_cpu (void)
{
  const TlDeviceInfo *info = tl_device_host ();
  gint64           before = tl_time_ns ();

  g_assert_true (info == tl_device_host ());
  g_assert_cmpuint (info->n_units, >=, 1);
  g_assert_cmpuint (info->n_cores, <=, info->n_units);
  g_assert_true (info->vector_bits == 0 || info->vector_bits == 128 || info->vector_bits == 256 || info->vector_bits == 512);
  g_assert_true (info->l1d_bytes == 0 || (info->l1d_bytes >= 4096 && info->l1d_bytes <= 1 << 24));
  g_assert_cmpint (tl_time_ns (), >=, before);
  g_test_message ("%s: %u logical, %u physical, L1d %" G_GINT64_FORMAT ", L2 %" G_GINT64_FORMAT ", L3 %" G_GINT64_FORMAT
                  ", line %u, %u bits", info->model, info->n_units, info->n_cores, info->l1d_bytes, info->l2_bytes,
                  info->l3_bytes,
                  info->cache_line_bytes, info->vector_bits);
}

/* TL_HOST describes another CPU: all that schedules ask of a host is the named one's, and flags are no more than this machine's. */
static void
test_described (void)
{
  static const struct { const char *host; guint bits; gint64 l1_kib, l2_kib; guint cores; } rows[] = {
    { "x86-64-v2", 128, 32, 256, 0 }, { "haswell", 256, 32, 256, 0 }, { "znver4 -num-cores=8", 512, 32, 1024, 8 },
    { "sapphirerapids", 512, 48, 2048, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows) && !g_test_subprocess (); i++)
    {
      g_autofree char *index = g_strdup_printf ("%u", i), *before = g_strdup (g_getenv ("TL_HOST"));

      g_setenv ("TL_HOST", rows[i].host, TRUE);
      g_setenv ("TL_TEST_ROW", index, TRUE);
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      if (before != NULL)
        g_setenv ("TL_HOST", before, TRUE);
      else
        g_unsetenv ("TL_HOST");
    }
  if (g_test_subprocess ())
    {
      guint            i = (guint) g_ascii_strtoull (g_getenv ("TL_TEST_ROW"), NULL, 10);
      const TlDeviceInfo *info = tl_device_host ();
      TlTarget         host = tl_target_host (), other;
      TlCaches         caches = tl_target_caches (&host);

      g_assert_true (info->is_described);
      g_assert_cmpuint (host.vector_bits, ==, rows[i].bits);
      g_assert_cmpint (caches.l1d_bytes, ==, rows[i].l1_kib << 10);
      g_assert_cmpint (caches.l2_bytes, ==, rows[i].l2_kib << 10);
      g_assert_cmpuint (tl_target_vector_registers (&host), ==, rows[i].bits >= 512 ? 32 : 16);
      g_assert_true (rows[i].bits >= 512 || !tl_target_has (&host, "avx512vnni"));
      if (rows[i].cores > 0)
        g_assert_cmpuint (info->n_units, ==, rows[i].cores);
      g_assert_true (tl_target_parse ("llvm -mcpu=znver2", &other, NULL));
      g_assert_cmpint (tl_target_caches (&other).l2_bytes, ==, 512 << 10);
    }
}

/* A target that names a CPU has its caches, whatever this machine's are; one that nobody knows has small ones. */
static void
test_caches (void)
{
  static const struct { const char *target; gint64 l1_kib, l2_kib; } rows[] = {
    { "llvm -mcpu=skylake-avx512", 32, 1024 }, { "llvm -mcpu=znver4", 32, 1024 }, { "llvm -mcpu=sapphirerapids", 48, 2048 },
    { "llvm -mcpu=x86-64", 32, 256 }, { "llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1", 64, 1024 },
    { "llvm -mtriple=aarch64-linux-gnu", 32, 1024 }, { "llvm -mcpu=nobody", 32, 1024 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget target;

      g_assert_true (tl_target_parse (rows[i].target, &target, NULL));
      g_assert_cmpint (tl_target_caches (&target).l1d_bytes, ==, rows[i].l1_kib << 10);
      g_assert_cmpint (tl_target_caches (&target).l2_bytes, ==, rows[i].l2_kib << 10);
    }
}

static void
test_tensor_types (void)
{
  static const struct
  {
    const char *dtype;
    double      in, out;
    gint64      as_int;
  } rows[] = {
    { "float64", 0.1, 0.1, 0 },
    { "float32", 0.1, (double) 0.1f, 0 },
    { "float16", 0.1, 0x1.998p-4, 0 },
    { "bfloat16", 0.1, 0x1.9ap-4, 0 },
    { "int8", -3.0, -3.0, -3 },
    { "uint8", 200.0, 200.0, 200 },
    { "int16", -300.0, -300.0, -300 },
    { "uint16", 65535.0, 65535.0, 65535 },
    { "int32", -70000.9, -70000, -70000 },
    { "uint32", 4294967295.0, 4294967295.0, 4294967295 },
    { "int64", -0x1p40, -0x1p40, -((gint64) 1 << 40) },
    { "bool", 7.0, 1.0, 1 },          { "int8", 300.0, 44.0, 44 },          { "int64", 1e300, 0x1p63, G_MAXINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlDType              t;
      gint64               shape[2] = { 3, 5 };
      g_autoptr (TlTensor) tensor = NULL;

      g_assert_true (tl_dtype_parse (rows[i].dtype, &t));
      tensor = tl_tensor_new (t, shape, 2, FALSE, NULL);
      g_assert_cmpint (tensor->n_elements, ==, 15);
      g_assert_cmpuint (tensor->n_bytes, ==, 15 * tl_dtype_bytes (t));
      tl_tensor_set (tensor, 14, rows[i].in);
      g_assert_cmpfloat (tl_tensor_get (tensor, 14), ==, rows[i].out);
      g_assert_cmpint (tl_tensor_get_int (tensor, 14), ==, rows[i].as_int);
      g_assert_cmpfloat (tl_tensor_get (tensor, 13), ==, 0);
    }
}

static void
test_tensor_memory (void)
{
  gint64               small[1] = { 100 }, large[2] = { 1024, 1025 }, huge[2] = { G_MAXINT64 / 2, 3 }, none[2] = { 0, 7 };
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlTensor) heap = must (tl_tensor_new (TL_FLOAT32, small, 1, FALSE, &failure));
  g_autoptr (TlTensor) mapped = must (tl_tensor_new (TL_FLOAT32, large, 2, FALSE, &failure));
  g_autoptr (TlTensor) shared = must (tl_tensor_new (TL_FLOAT32, small, 1, TRUE, &failure));
  g_autoptr (TlTensor) empty = must (tl_tensor_new (TL_FLOAT32, none, 2, FALSE, &failure));
  g_autoptr (TlTensor) copy = NULL;

  g_assert_cmpuint (GPOINTER_TO_SIZE (heap->data) % 64, ==, 0);
  g_assert_cmpuint (GPOINTER_TO_SIZE (mapped->data) % (2 << 20), ==, 0);
  g_assert_true (shared->is_shared);
  g_assert_cmpint (empty->n_elements, ==, 0);
  tl_tensor_set (mapped, mapped->n_elements - 1, 3);
  copy = tl_tensor_dup (mapped);
  g_assert_cmpfloat (tl_tensor_get (copy, copy->n_elements - 1), ==, 3);
  g_assert_null (tl_tensor_new (TL_FLOAT32, huge, 2, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_cmpstr (error->message, ==, "no memory for a float32 tensor of shape (4611686018427387903, 3)");
}

static void
test_tensor_random (void)
{
  static const struct
  {
    const char *dtype;
    double      low, high;
  } rows[] = { { "float32", -1, 1 }, { "float16", -1, 1 }, { "int8", -8, 7 }, { "uint8", 0, 15 }, { "bool", 0, 1 }, { "int64", -8, 7 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint64               shape[1] = { 1000 };
      TlDType              t;
      g_autoptr (TlTensor) a = NULL, b = NULL;
      double               low = INFINITY, high = -INFINITY;

      g_assert_true (tl_dtype_parse (rows[i].dtype, &t));
      a = tl_tensor_new (t, shape, 1, FALSE, NULL);
      b = tl_tensor_new (t, shape, 1, FALSE, NULL);
      tl_tensor_fill_random (a, 5);
      tl_tensor_fill_random (b, 5);
      g_assert_cmpmem (a->data, a->n_bytes, b->data, b->n_bytes);
      for (gint64 k = 0; k < 1000; k++)
        {
          low = tl_min (low, tl_tensor_get (a, k));
          high = tl_max (high, tl_tensor_get (a, k));
        }
      g_assert_cmpfloat (low, >=, rows[i].low);
      g_assert_cmpfloat (high, <=, rows[i].high);
      g_assert_cmpfloat (high - low, >, (rows[i].high - rows[i].low) * 0.9);
    }
}

static void
test_target_texts (void)
{
  static const struct
  {
    const char  *text;
    const char  *kind;
    const char  *mcpu;
    const char  *mattr;
    guint        num_cores;
    guint        vector_bits;   /* 0: the host's */
  } rows[] = {
    { "llvm", "llvm", "", "", 1, 0 },
    { "  llvm   --num-cores=1 ", "llvm", "", "", 1, 0 },
    { "llvm -num-cores 4", "llvm", "", "", 4, 0 },
    { "llvm -keys=cpu -mcpu=znver5 -num-cores=2", "llvm", "znver5", "", 2, 512 },
    { "llvm -mcpu=skylake-avx512", "llvm", "skylake-avx512", "", 1, 512 },
    { "llvm -mcpu=skylake", "llvm", "skylake", "", 1, 256 },
    { "llvm -mcpu=x86-64-v2 -mattr=+avx2,+fma", "llvm", "x86-64-v2", "+avx2,+fma", 1, 256 },
    { "llvm -mcpu=znver5 -mattr=-avx512f", "llvm", "znver5", "-avx512f", 1, 256 },
    { "llvm -mcpu=znver5 -vector-width=256", "llvm", "znver5", "", 1, 256 },
    { "cuda", "cuda", "sm_75", "", 1, 128 },
    { "cuda -arch=sm_90", "cuda", "sm_90", "", 1, 128 },
    { "cuda -arch=sm_90a", "cuda", "sm_90a", "", 1, 128 },
    { "nvidia/tesla-p100", "cuda", "sm_60", "", 1, 128 },
    { "llvm -float=fast -num-cores=4", "llvm", "", "", 4, 0 },
    { "llvm -float=strict", "llvm", "", "", 1, 0 },
    { "emulated -num-cores=2", "emulated", "", "", 2, 0 },
    { "cuda -max_threads_per_block=512 -max_num_threads=1024 --max_shared_memory_per_block 65536", "cuda", "sm_75", "", 1, 128 },
    { "emulated -thread_warp_size=64", "emulated", "", "", 1, 0 },
    { "llvm -vtcm-capacity=8388608", "llvm", "", "", 1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget           target, again;
      g_autofree char   *text = NULL;

      g_assert_true (must (tl_target_parse (rows[i].text, &target, &failure)));
      g_assert_cmpstr (target.kind->name, ==, rows[i].kind);
      g_assert_cmpstr (target.kind->has_threads && *target.arch != '\0' ? target.arch : target.mcpu, ==, rows[i].mcpu);
      g_assert_cmpstr (target.mattr, ==, rows[i].mattr);
      g_assert_cmpint (target.is_strict, ==, strstr (rows[i].text, "strict") != NULL);
      g_assert_cmpuint (target.num_cores, ==, rows[i].num_cores);
      g_assert_cmpuint (target.vector_bits, ==, rows[i].vector_bits != 0 ? rows[i].vector_bits : tl_target_host ().vector_bits);
      text = tl_target_to_text (&target);
      g_assert_true (must (tl_target_parse (text, &again, &failure)));
      g_assert_true (target.kind == again.kind);
      g_assert_true (target.mcpu == again.mcpu && target.arch == again.arch && target.mattr == again.mattr);
      g_assert_cmpuint (target.num_cores, ==, again.num_cores);
      g_assert_cmpuint (target.vector_bits, ==, again.vector_bits);
      g_assert_cmpuint (target.max_threads_per_block, ==, again.max_threads_per_block);
      g_assert_cmpuint (target.max_shared_memory_per_block, ==, again.max_shared_memory_per_block);
      g_assert_cmpuint (target.thread_warp_size, ==, again.thread_warp_size);
      g_assert_cmpuint (target.vtcm_bytes, ==, again.vtcm_bytes);
    }
}

/* TVM's defaults where a target does not say; CPUs have no threads of that kind. */
static void
test_target_limits (void)
{
  TlTarget           target;

  g_assert_true (must (tl_target_parse ("nvidia/nvidia-a100", &target, &failure)));
  g_assert_cmpuint (target.max_threads_per_block, ==, 1024);
  g_assert_cmpuint (target.max_shared_memory_per_block, ==, 49152);
  g_assert_cmpuint (target.thread_warp_size, ==, 32);
  g_assert_true (must (tl_target_parse ("cuda -max_threads_per_block 512 -max_shared_memory_per_block=65536", &target, &failure)));
  g_assert_cmpuint (target.max_threads_per_block, ==, 512);
  g_assert_cmpuint (target.max_shared_memory_per_block, ==, 65536);
  g_assert_true (must (tl_target_parse ("llvm -vtcm-capacity=4194304", &target, &failure)));
  g_assert_cmpuint (target.vtcm_bytes, ==, 4194304);
  g_assert_cmpuint (target.max_threads_per_block, ==, 0);
}

static void
test_target_errors (void)
{
  static const struct
  {
    const char *text;
    const char *says;
  } rows[] = {
    { "", "empty target" },
    { "vulkan", "unknown target \"vulkan\"" },
    { "llvm -mabi=lp64", "no option \"-mabi\"; it knows -mcpu" },
    { "llvm -num-cores=0", "not a number from 1" },
    { "llvm -num-cores=two", "\"two\"" },
    { "llvm -num-cores", "needs a value" },
    { "llvm num-cores=2", "expected an option" },
    { "llvm -mattr=avx2", "\"avx2\" is not a feature" },
    { "llvm -vector-width=100", "not a register width" },
    { "llvm -arch=sm_90", "no option \"-arch\"" },
    { "cuda -arch=90", "not a GPU architecture" },
    { "cuda -arch=sm_", "not a GPU architecture" },
    { "cuda -mtriple=x", "it knows -arch" },
    { "cuda -mcpu", "needs a value" },
    { "cuda -max_threads_per_block=0", "-max_threads_per_block: \"0\" is not a number from 1" },
    { "cuda -thread_warp_size", "needs a value" },
    { "llvm -thread_warp_size=32", "no option \"-thread_warp_size\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget           target = { 0 };
      g_autoptr (GError) error = NULL;

      if (tl_target_parse (rows[i].text, &target, &error))
        g_error ("\"%s\" was read as a target", rows[i].text);
      g_assert_error (error, TL_TARGET_ERROR, TL_TARGET_ERROR_SYNTAX);
      if (strstr (error->message, rows[i].says) == NULL)
        g_error ("\"%s\": \"%s\" does not say \"%s\"", rows[i].text, error->message, rows[i].says);
    }
}

/* Rates are those of some machine: more than a slow one has, less than any; wider instructions are not slower by half. */
static void
test_peaks (void)
{
  guint n = 0;

  for (guint i = 0; i < TL_N_PEAKS; i++)
    if (tl_peak_exists (i))
      {
        double rate = tl_peak_measure (i, 0.002);

        g_assert_cmpfloat (rate, >, 1e8);
        g_assert_cmpfloat (rate, <, 1e14);
        g_assert_cmpfloat (tl_peak_run_operations (i), >, 1000);
        g_assert_nonnull (tl_peak_name (i));
        n++;
      }
  g_assert_cmpint (n > 0, ==, tl_peak_of_type (TL_FLOAT32) != TL_PEAK_NONE);
}

/* Nothing beyond the bounds is touched, whatever the sizes, and what is copied is what was there. */
static void
test_streams (void)
{
  static const struct { gsize n_read, n_written; } rows[] = { { 4096, 4096 }, { 4096, 1024 }, { 512, 8192 }, { 0, 4096 }, { 4096, 0 },
                                                              { 100, 100 } };
  guint8 from[8192], to[8192 + 128];

  for (guint i = 0; i < sizeof from; i++)
    from[i] = (guint8) (i * 7);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++)
    {
      gsize    n_written = rows[i / 2].n_written;
      gboolean bypass = i % 2;

      memset (to, 0xaa, sizeof to);
      tl_stream_run (from, rows[i / 2].n_read, to + 64, n_written, bypass);
      for (guint k = 0; k < sizeof to; k++)
        if (k < 64 || k >= 64 + n_written)
          g_assert_cmpuint (to[k], ==, 0xaa);
    }
  for (guint i = 0; i < TL_N_STREAMS; i++)
    g_assert_cmpfloat (tl_stream_measure (i, 64 << 10, 0.001), >, 1e7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/cpu", test_cpu);
  g_test_add_func ("/device/described", test_described);
  g_test_add_func ("/target/caches", test_caches);
  g_test_add_func ("/device/tensor/types", test_tensor_types);
  g_test_add_func ("/device/tensor/memory", test_tensor_memory);
  g_test_add_func ("/device/tensor/random", test_tensor_random);
  g_test_add_func ("/device/peaks", test_peaks);
  g_test_add_func ("/device/streams", test_streams);
  g_test_add_func ("/target/texts", test_target_texts);
  g_test_add_func ("/target/limits", test_target_limits);
  g_test_add_func ("/target/errors", test_target_errors);
  return g_test_run ();
}
