/* SPDX-License-Identifier: Apache-2.0 */
/* Roofs of small programs on a machine whose rates are made up. */
#include "core/analysis/roofline.h"
#include "core/device/device.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char copy_text[] = "@T.prim_func\n"
                                "def main(A: T.Buffer((256,), \"float32\"), B: T.Buffer((256,), \"float32\")):\n"
                                BLOCK_S ("B", "256", "B[vi] = A[vi]");
static const char symbolic_text[] = "@T.prim_func\n"
                                    "def main(a: T.handle, n: T.int32):\n"
                                    "    A = T.match_buffer(a, (n,), \"float32\")\n"
                                    BLOCK_S ("A", "n", "A[vi] = T.float32(1)");

static TlMachine
made_up_machine (void)
{
  TlMachine machine = { .measured_s = 1 };

  for (guint i = 0; i < TL_N_PEAKS; i++)
    machine.operations_per_s[i] = 1e11;
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    {
      machine.levels[i].bytes_per_s[TL_STREAM_READ] = 4e9;
      machine.levels[i].bytes_per_s[TL_STREAM_WRITE] = 2e9;
      machine.levels[i].bytes_per_s[TL_STREAM_COPY] = 3e9;
    }
  return machine;
}

static TlRoof
roof_of (const char *text, const TlMachine *machine, guint n_cores)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));

  return tl_roof_of (module->prims[0], machine, n_cores);
}

static void
assert_about (double value, double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, expected * 1e-9);
}

static void
test_compute_bound (void)
{
  TlMachine machine = made_up_machine ();
  TlRoof one = roof_of ("@T.prim_func\n" MATMUL ("64", "64", "1024"), &machine, 1),
         two = roof_of ("@T.prim_func\n" MATMUL ("64", "64", "1024"), &machine, 2);
  g_autofree char *half = tl_roof_share_text (&one, 2 * one.compute_s), *above = tl_roof_share_text (&one, one.compute_s / 2);

  if (tl_peak_of_type (TL_FLOAT32) == TL_PEAK_NONE)
    {
      g_test_skip ("no multiply-add of this machine is known");
      return;
    }
  assert_about (one.operations, 2.0 * 64 * 64 * 1024);
  assert_about (one.read_bytes, 2.0 * 64 * 1024 * 4);
  assert_about (one.written_bytes, 64.0 * 64 * 4);
  assert_about (one.compute_s, one.operations / 1e11);
  assert_about (one.memory_s, (one.read_bytes + one.written_bytes) / 4e9);
  assert_about (two.compute_s, one.compute_s / 2);
  assert_about (tl_roof_s (&one), MAX (one.compute_s, one.memory_s));
  machine.levels[0].bytes_per_s[TL_STREAM_READ] = machine.levels[1].bytes_per_s[TL_STREAM_READ]
    = machine.levels[2].bytes_per_s[TL_STREAM_READ]
    = machine.levels[3].bytes_per_s[TL_STREAM_READ] = 1e12;
  one = roof_of ("@T.prim_func\n" MATMUL ("64", "64", "1024"), &machine, 1);
  g_assert_cmpstr (tl_roof_bound (&one), ==, "peak");
  g_clear_pointer (&half, g_free);
  g_clear_pointer (&above, g_free);
  half = tl_roof_share_text (&one, 2 * one.compute_s);
  above = tl_roof_share_text (&one, one.compute_s / 2);
  g_assert_cmpstr (half, ==, "50 % of peak");
  g_assert_cmpstr (above, ==, "200 % of peak ?");
}

static void
test_memory_bound (void)
{
  TlMachine machine = made_up_machine ();
  TlRoof roof = roof_of (copy_text, &machine, 1);
  g_autofree char *text = tl_roof_share_text (&roof, 1.024e-6);

  g_assert_cmpstr (roof.level, ==, tl_device_host ()->l1d_bytes > 0 ? "L1" : roof.level);
  assert_about (roof.memory_s, 1024 / 2e9);   /* writing takes as long as both together at the rate of reading */
  g_assert_cmpstr (tl_roof_bound (&roof), ==, roof.level);
  g_assert_true (g_str_has_prefix (text, "50 % of "));
  g_assert_true (g_str_has_suffix (text, "bandwidth"));
}

/* By the data sheet: 2 · 64 · 64 · 1024 operations at 19.5 TFLOP/s; what fits L2 takes no time. */
static void
test_gpu (void)
{
  const TlGpuModel    *a100 = tl_gpu_model_find ("nvidia/nvidia-a100");
  g_autoptr (TlModule) product = must (tl_script_read_text ("@T.prim_func\n" MATMUL ("64", "64", "1024"), &failure));
  TlRoof               roof = tl_roof_of_gpu (product->prims[0], a100);
  g_autofree char     *share = tl_roof_share_text (&roof, 4 * roof.compute_s);

  g_assert_true (roof.gpu == a100);
  assert_about (roof.compute_s, 2.0 * 64 * 64 * 1024 / (1e12 * a100->fp32_tflops));
  g_assert_cmpfloat (roof.memory_s, ==, 0);
  g_assert_cmpstr (share, ==, "25 % of published peak");
}

/* 64 MiB are read and 64 written: more than the 40 MiB of its L2. */
static void
test_gpu_memory (void)
{
  const TlGpuModel    *a100 = tl_gpu_model_find ("nvidia/nvidia-a100");
  g_autoptr (TlModule) copy = must (tl_script_read_text (
      "@T.prim_func\ndef main(A: T.Buffer((16777216,), \"float32\"), B: T.Buffer((16777216,), \"float32\")):\n"
      BLOCK_S ("B", "16777216", "B[vi] = A[vi]"), &failure));
  TlRoof               roof = tl_roof_of_gpu (copy->prims[0], a100);

  assert_about (roof.memory_s, 2.0 * 64 * 1048576 / (1e9 * a100->memory_gb_s));
  g_assert_cmpstr (tl_roof_bound (&roof), ==, "memory");
}

static void
test_unknown (void)
{
  TlMachine unmeasured = { 0 }, machine = made_up_machine ();
  TlRoof roof = roof_of (copy_text, &unmeasured, 1);

  g_assert_cmpfloat (tl_roof_s (&roof), ==, 0);
  g_assert_null (tl_roof_bound (&roof));
  g_assert_null (tl_roof_share_text (&roof, 1));
  roof = roof_of (symbolic_text, &machine, 1);
  g_assert_null (roof.level);
  g_assert_cmpfloat (roof.memory_s, ==, 0);
}

/* A table of a megabyte of which 16 rows are looked up. */
static void
test_looked_up (void)
{
  TlMachine machine = made_up_machine ();
  TlRoof    roof = roof_of ("@T.prim_func\n"
                            "def main(A: T.Buffer((4096, 64), \"float32\"), I: T.Buffer((16,), \"int32\"),\n"
                            "         B: T.Buffer((16, 64), \"float32\")):\n"
                            BLOCK_SS ("B", "16, 64", "B[vi, vj] = A[I[vi], vj]"), &machine, 1);

  assert_about (roof.read_bytes, 16 * 64 * 4 + 16 * 4);   /* all of I, though each of its elements is read 64 times */
  assert_about (roof.written_bytes, 16 * 64 * 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/roofline/compute-bound", test_compute_bound);
  g_test_add_func ("/analysis/roofline/memory-bound", test_memory_bound);
  g_test_add_func ("/analysis/roofline/unknown", test_unknown);
  g_test_add_func ("/analysis/roofline/looked-up", test_looked_up);
  g_test_add_func ("/analysis/roofline/gpu", test_gpu);
  g_test_add_func ("/analysis/roofline/gpu-memory", test_gpu_memory);
  return g_test_run ();
}
