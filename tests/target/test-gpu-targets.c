/* SPDX-License-Identifier: Apache-2.0 */
/* Targets of GPUs: kinds, their attributes and defaults, TVM's tags, and the published figures that predictions use. */
#include "core/target/gpu-models.h"
#include "tests/must.h"

#include <string.h>

static TlTarget
target_of (const char *text)
{
  TlTarget target;

  must (tl_target_parse (text, &target, &failure));
  return target;
}

static void
test_defaults (void)
{
  static const struct { const char *text; guint threads, num_threads, shared, warp, registers, args; } rows[] = {
    { "cuda", 1024, 1024, 49152, 32, 65536, 0 },
    { "opencl", 256, 256, 16384, 1, 0, 128 },
    { "metal", 256, 256, 32768, 16, 0, 31 },
    { "apple/m1-gpu", 1024, 256, 32768, 32, 0, 31 },
    { "apple/m2-gpu", 1024, 256, 32768, 32, 0, 31 },
    { "opencl -max_threads_per_block=1024 -texture_spatial_limit=16384 -keys=mali,opencl,gpu", 1024, 256, 16384, 1, 0, 128 },
    { "nvidia/nvidia-a100 -max_shared_memory_per_block=166912", 1024, 1024, 166912, 32, 65536, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget target = target_of (rows[i].text);

      g_assert_true (target.kind->has_threads);
      g_assert_cmpuint (target.max_threads_per_block, ==, rows[i].threads);
      g_assert_cmpuint (target.max_num_threads, ==, rows[i].num_threads);
      g_assert_cmpuint (target.max_shared_memory_per_block, ==, rows[i].shared);
      g_assert_cmpuint (target.thread_warp_size, ==, rows[i].warp);
      g_assert_cmpuint (target.registers_per_block, ==, rows[i].registers);
      g_assert_cmpuint (target.max_function_args, ==, rows[i].args);
    }
}

static void
test_tags (void)
{
  static const struct { const char *tag, *kind, *arch; guint l2_bytes; } rows[] = {
    { "nvidia/nvidia-a100", "cuda", "sm_80", 41943040 },    { "nvidia/nvidia-h100", "cuda", "sm_90a", 52428800 },
    { "nvidia/nvidia-b100", "cuda", "sm_100a", 52428800 },  { "nvidia/geforce-rtx-4090", "cuda", "sm_89", 75497472 },
    { "nvidia/nvidia-a10g", "cuda", "sm_86", 0 },           { "nvidia/nvidia-a30", "cuda", "sm_80", 0 },
    { "nvidia/jetson-orin-nano", "cuda", "sm_87", 0 },      { "nvidia/jetson-agx-xavier", "cuda", "sm_72", 0 },
    { "nvidia/rtx-a6000", "cuda", "sm_86", 0 },             { "apple/m2-gpu", "metal", "", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget target = target_of (rows[i].tag);

      g_assert_cmpstr (target.kind->name, ==, rows[i].kind);
      g_assert_cmpstr (target.arch, ==, rows[i].arch);
      g_assert_cmpstr (target.model, ==, rows[i].tag);
      g_assert_cmpuint (target.l2_cache_size_bytes, ==, rows[i].l2_bytes);
    }
}

/* Every tag and kind comes back from its text with all its values. */
static void
test_texts (void)
{
  static const char *const kinds[] = {
    "opencl -max_function_args=31", "metal", "cuda -registers_per_block=32768 -l2_cache_size_bytes=1024",
  };
  const char *tag;
  guint       n = 0;

  for (; (tag = n < G_N_ELEMENTS (kinds) ? kinds[n] : tl_target_tag_nth (n - G_N_ELEMENTS (kinds))) != NULL; n++)
    {
      TlTarget         target = target_of (tag), again;
      g_autofree char *text = tl_target_to_text (&target);

      again = target_of (text);
      g_assert_true (target.kind == again.kind && target.arch == again.arch && target.model == again.model);
      for (guint i = 0; i < target.kind->n_attrs; i++)
        if (target.kind->attrs[i].kind == TL_TARGET_NUMBER)
          g_assert_cmpuint (G_STRUCT_MEMBER (guint, &target, target.kind->attrs[i].offset), ==,
                            G_STRUCT_MEMBER (guint, &again, target.kind->attrs[i].offset));
    }
  g_assert_cmpuint (n, >=, G_N_ELEMENTS (kinds) + 26);
}

static void
test_errors (void)
{
  static const struct { const char *text, *says; } rows[] = {
    { "nvidia/nvidia-a101", "unknown GPU \"nvidia/nvidia-a101\"; write one of nvidia/nvidia-a100," },
    { "opencl -arch=sm_80", "target \"opencl\" has no option \"-arch\"" },
    { "metal -registers_per_block=1", "target \"metal\" has no option \"-registers_per_block\"" },
    { "cuda -registers_per_block=0", "-registers_per_block: \"0\" is not a number from 1" },
    { "cuda -arch=gfx90", "not a GPU architecture" },
    { "vulkan", "unknown target \"vulkan\"; write llvm, cuda, opencl, metal or emulated" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget           target;
      g_autoptr (GError) error = NULL;

      g_assert_false (tl_target_parse (rows[i].text, &target, &error));
      g_assert_cmpstr (strstr (error->message, rows[i].says), !=, NULL);
    }
}

static void
test_models (void)
{
  TlTarget a100 = target_of ("nvidia/nvidia-a100"), ampere = target_of ("cuda -arch=sm_86"),
           h200 = target_of ("cuda -model=H200 -arch=sm_90"), pascal = target_of ("nvidia/tesla-p100"), cl = target_of ("opencl"),
           a10g = target_of ("nvidia/nvidia-a10g");

  g_assert_cmpuint (tl_gpu_model_of_target (&a100)->memory_gb_s, ==, 2039);
  g_assert_cmpstr (tl_gpu_model_of_target (&ampere)->name, ==, "A10");
  g_assert_cmpstr (tl_gpu_model_of_target (&a10g)->name, ==, "A10");
  g_assert_cmpuint (tl_gpu_model_of_target (&h200)->memory_gb_s, ==, 4800);
  g_assert_cmpstr (tl_gpu_model_of_arch ("sm_90a")->name, ==, "H100 SXM");
  g_assert_null (tl_gpu_model_of_target (&pascal));
  g_assert_null (tl_gpu_model_of_target (&cl));
  g_assert_cmpint (tl_gpu_limits ("sm_86")->shared_of_block, ==, 99 << 10);
  for (guint i = 0; tl_gpu_model_nth (i) != NULL; i++)
    {
      const TlGpuModel  *model = tl_gpu_model_nth (i);
      const TlGpuLimits *limits = tl_gpu_limits (model->arch);
      double             tflops = 2e-6 * model->n_multiprocessors * limits->fp32_lanes * model->boost_mhz;
      TlTarget           of_tag;

      g_assert_cmpstr (limits->arch, ==, model->arch);
      /* The table of GPUs and that of capabilities agree: lanes times clock is the published rate. */
      g_assert_cmpfloat_with_epsilon (tflops / model->fp32_tflops, 1, 0.08);
      if (model->tag != NULL)
        {
          of_tag = target_of (model->tag);
          g_assert_true (tl_gpu_model_of_target (&of_tag) == model);
          if (of_tag.l2_cache_size_bytes != 0)
            g_assert_cmpint (of_tag.l2_cache_size_bytes, ==, model->l2_bytes);
        }
    }
}

/* By what drivers call them. */
static void
test_devices (void)
{
  static const struct { const char *device, *model; } rows[] = {
    { "NVIDIA H100 80GB HBM3", "H100 SXM" }, { "NVIDIA H200", "H200" }, { "NVIDIA A100-SXM4-80GB", "A100 SXM 80 GB" },
    { "NVIDIA A100-SXM4-40GB", "A100 SXM 40 GB" }, { "Tesla V100-SXM2-16GB", "V100 SXM" }, { "Tesla T4", "T4" }, { "NVIDIA L4", "L4" },
    { "NVIDIA GeForce RTX 4090", "RTX 4090" }, { "NVIDIA L40S", NULL }, { "NVIDIA GeForce RTX 3090 Ti", NULL },
    { "NVIDIA H100 PCIe", NULL }, { "NVIDIA GeForce RTX 2080", NULL }, { "pthread-haswell-AMD EPYC", NULL }, { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const TlGpuModel *model = tl_gpu_model_of_device (rows[i].device);

      g_assert_cmpstr (model != NULL ? model->name : NULL, ==, rows[i].model);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/target/gpu/defaults", test_defaults);
  g_test_add_func ("/target/gpu/tags", test_tags);
  g_test_add_func ("/target/gpu/texts", test_texts);
  g_test_add_func ("/target/gpu/errors", test_errors);
  g_test_add_func ("/target/gpu/models", test_models);
  g_test_add_func ("/target/gpu/devices", test_devices);
  return g_test_run ();
}
