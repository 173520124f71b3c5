/* SPDX-License-Identifier: Apache-2.0 */
/* Products by wgmma: results in the emulator, instructions, and what the instruction does not read. */
#include "core/codegen/llvm-codegen.h"
#include "core/codegen/source/gpu-source.h"
#include "core/default-schedules/default-schedule.h"
#include "core/device/cuda-tools.h"
#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/lower/lower.h"
#include "core/space/gpu-tensor-tile.h"
#include "core/space/schedule-steps.h"
#include "core/te/te.h"
#include "core/text/script.h"
#include "tests/add-test.h"
#include "tests/gpu/tools.h"
#include "tests/must.h"

#define K_STEPS 4

static const char *const target_text = "cuda -arch=sm_90a -max_shared_memory_per_block=232448";

/* A product of gpu-rules-programs.py in tiles of that many rows and columns of C, with copies that run so far ahead. */
typedef struct
{
  const char *arguments;
  gint64      rows, columns, n_ahead;
  const char *product;      /* in PTX */
} ProductRow;

#define F16(n)  "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32.f16.f16"
#define BF16(n) "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32.bf16.bf16"
static const ProductRow products[] = {
  { "M=128 N=256 K=256", 128, 256, 3, F16 (256) },
  { "M=128 N=256 K=128 b=\"nk\"", 64, 256, 1, F16 (256) },
  { "M=128 N=128 K=192 dtype=\"bfloat16\"", 64, 128, 2, BF16 (128) },
  { "M=64 N=128 K=64 b=\"nk\" dtype=\"bfloat16\"", 64, 64, 0, BF16 (64) },
  { "M=200 N=392 K=200", 64, 128, 2, F16 (128) },
  { "M=77 N=111 K=133 b=\"nk\"", 64, 64, 1, F16 (64) },
  { "M=64 N=64 K=128 batch=3", 64, 64, 1, F16 (64) },
  { "M=128 N=256 K=128 epilogue=\"bias\"", 64, 256, 1, F16 (256) },
};

static TlModule *
product_of (const char *call_arguments)
{
  g_auto (GStrv)       arguments = g_strsplit (call_arguments, " ", -1);
  g_autoptr (TlSource) source = must (tl_source_load (TEST_DIR "/gpu-rules-programs.py", &failure));

  return must (tl_program_call (source, "product", (const char *const *) arguments, &failure));
}

static TlTarget
target_of (const char *text)
{
  TlTarget target;

  must (tl_target_parse (text, &target, &failure));
  return target;
}

static void
write_tiles (TlGpuProduct *m, const TlTensorType *type, const ProductRow *row, gboolean is_direct)
{
  const gint64 whole[TL_GPU_N_ROLES] = { 1, row->rows, row->columns, K_STEPS * 16 };
  TlTensorTile tile = {
    .warps = { tl_arg_int (row->rows / 16), tl_arg_int (1) }, .fragments = { tl_arg_int (1), tl_arg_int (1) },
    .k_steps = tl_arg_int (K_STEPS), .n_ahead = tl_arg_int (row->n_ahead), .wide_columns = row->columns,
    .turn_columns = tl_tensor_turn_columns (m->extents[TL_GPU_J], row->columns),
    .lanes = { m->factors[0].lanes, m->factors[1].lanes },
  };

  tl_gpu_product_normalize (m, whole);
  tl_tensor_tile_write (m, type, &tile, is_direct);
}

static TlModule *
schedule_of (TlModule *module, const TlTarget *target, const ProductRow *row)
{
  g_auto (TlScheduleBuilder) builder = { 0 };
  g_autoptr (TlState)        start = tl_state_new (module, 0), state = NULL;
  TlGpuProduct               m, copy;
  const TlTensorType        *type;
  TlState                   *mark;
  gboolean                   has_epilogue = strstr (row->arguments, "epilogue") != NULL;

  tl_schedule_builder_init (&builder, start);
  must (tl_gpu_product_read (&builder, tl_step_get_block (&builder, "C", tl_module_entry (module)->name), &m, NULL));
  m.epilogue = has_epilogue ? (gint) tl_step_get_block (&builder, "E", tl_module_entry (module)->name) : -1;
  must (tl_tensor_check_product (&m, &type, NULL));
  must (tl_tensor_has_wgmma (target, &m, type));
  mark = tl_schedule_builder_mark (&builder);
  copy = m;
  if (!has_epilogue)
    write_tiles (&copy, type, row, TRUE);
  if (has_epilogue || !tl_schedule_builder_accept (&builder, tl_state_ref (mark)))
    write_tiles (&m, type, row, FALSE);
  tl_state_unref (mark);
  state = must (tl_schedule_builder_finish (&builder, &failure));
  return tl_module_ref (tl_state_module (state));
}

static TlModule *
lowered_of (const TlModule *schedule, const TlTarget *target)
{
  return must (tl_lower (schedule, tl_module_entry (schedule)->name, target, NULL, &failure));
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (; (text = strstr (text, word)) != NULL; text += strlen (word))
    n++;
  return n;
}

/* --- results --- */

static void
test_result (gconstpointer data)
{
  g_autoptr (TlModule)    module = product_of (((const ProductRow *) data)->arguments);
  const TlPrimFunc       *program = tl_module_entry (module);
  TlTarget                target = target_of (target_text);
  g_autoptr (TlModule)    schedule = schedule_of (module, &target, data), lowered = lowered_of (schedule, &target);
  g_autoptr (GPtrArray)   args = must (tl_interp_make_args (program, 1, FALSE, &failure));
  g_autoptr (TlReference) reference = must (tl_reference_new (program, (TlTensor *const *) args->pdata, args->len, 0, NULL, &failure));
  TlEmulatorOptions       options = { .checks = TRUE, .counts = TRUE, .n_workers = 1 };
  g_autoptr (TlEmulation) emulation
    = must (tl_emulate (tl_module_entry (lowered), (TlTensor *const *) args->pdata, args->len, &options, NULL, &failure));
  const TlKernelCounts   *counts = emulation->counts->pdata[0];
  TlCheckResult           result = { 0 };

  if (emulation->findings->len > 0)
    g_error ("%s", ((const TlFinding *) emulation->findings->pdata[0])->text);
  tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
  g_assert_true (result.ok);
  g_assert_cmpuint (counts->accesses[TL_ACCESS_SHARED_LOAD].n_units, ==, counts->accesses[TL_ACCESS_SHARED_LOAD].least_units);
  tl_check_result_clear (&result);
}

/* --- instructions --- */

static char *
ptx_of (TlModule *lowered, const TlTarget *target, GError **error)
{
  g_autoptr (GBytes) bytes = tl_codegen_compile (lowered, target, TL_CODEGEN_ASSEMBLY, error);

  return bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;
}

/* Products follow each other without a register moved between them: one wait for all of a group. */
static void
test_instructions (gconstpointer data)
{
  const ProductRow     *row = data;
  g_autoptr (TlModule)  module = product_of (row->arguments);
  TlTarget              target = target_of (target_text);
  g_autoptr (TlModule)  schedule = schedule_of (module, &target, row), lowered = lowered_of (schedule, &target);
  g_autofree char      *ptx = must (ptx_of (lowered, &target, &failure)), *code = NULL;
  g_autoptr (GPtrArray) kernels = NULL;
  g_autoptr (GArray)    lines = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError)    error = NULL;
  guint                 n_groups = count (ptx, "wgmma.fence.sync.aligned");

  g_assert_cmpuint (n_groups, >, 0);
  g_assert_cmpuint (count (ptx, row->product), ==, K_STEPS * n_groups);
  g_assert_cmpuint (count (ptx, "wgmma.wait_group.sync.aligned 0"), ==, n_groups);
  g_assert_cmpuint (count (ptx, "fence.proxy.async.shared::cta"), ==, count (ptx, "bar.sync"));
  g_assert_nonnull (strstr (ptx, ".align 1024 .b8 dynamic_shared"));
  g_assert_null (strstr (ptx, "ldmatrix"));
  g_assert_null (strstr (ptx, ".local"));
  code = tl_cuda_machine_code (ptx, "sm_90a", lines, &kernels, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_test_skip (error->message);
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (count (code, "HGMMA.64x"), >=, K_STEPS * n_groups);
  g_assert_cmpuint (count (code, "HGMMA.64x"), ==, K_STEPS * count (code, "WARPGROUP.ARRIVE"));
  for (guint i = 0; i < kernels->len; i++)
    {
      const TlCudaKernel *kernel = kernels->pdata[i];

      g_assert_cmpuint (kernel->spill_store_bytes + kernel->stack_bytes, ==, 0);
    }
}

static void
test_listing (gconstpointer data)
{
  g_autoptr (TlModule) module = product_of (((const ProductRow *) data)->arguments);
  TlTarget             target = target_of (target_text);
  g_autoptr (TlModule) schedule = schedule_of (module, &target, data), lowered = lowered_of (schedule, &target);
  g_autofree char     *text = must (tl_gpu_source (lowered, schedule, TL_GPU_CUDA, &target, NULL, &failure)), *log = NULL;

  g_assert_nonnull (strstr (text, ((const ProductRow *) data)->product));
  g_assert_nonnull (strstr (text, "__align__(1024)"));
  if (nvrtc_missing () != NULL)
    g_test_skip (nvrtc_missing ());
  else if (!nvrtc_compile (text, "sm_90a", &log) || *log != '\0')
    g_error ("%s\n%s", log, text);
}

/* --- the rule --- */

/* The rule takes it for large products of the GPU that has it, and mma.sync for the others. */
static void
test_rule (void)
{
  static const struct { const char *target, *arguments; gboolean is_wide; } rows[] = {
    { "cuda -arch=sm_90a -max_shared_memory_per_block=232448", "M=4096 N=4096 K=4096", TRUE },
    { "cuda -arch=sm_90a -max_shared_memory_per_block=232448", "M=2048 N=2048 K=2048 b=\"nk\" epilogue=\"bias\"", TRUE },
    { "cuda -arch=sm_90 -max_shared_memory_per_block=232448", "M=4096 N=4096 K=4096", FALSE },
    { "cuda -arch=sm_90a", "M=4096 N=4096 K=4096", FALSE },
    { "cuda -arch=sm_90a -max_shared_memory_per_block=232448", "M=4096 N=4096 K=4096 a=\"km\"", FALSE },
    { "cuda -arch=sm_90a -max_shared_memory_per_block=232448", "M=4096 N=4096 K=4096 sums=\"float16\"", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule)  module = product_of (rows[i].arguments), lowered = NULL;
      TlTarget              target = target_of (rows[i].target);
      g_autoptr (GPtrArray) notes = tl_default_notes_new ();
      g_autoptr (TlState)   start = tl_state_new (module, 0), state = NULL;
      g_autofree char      *text = NULL;

      state = must (tl_default_schedule_with (start, tl_module_entry (module)->name, &target, TL_DEFAULT_ALL, notes, &failure));
      lowered = lowered_of (tl_state_module (state), &target);
      text = tl_script_print (lowered, TL_DIALECT_CLASSIC, NULL);
      g_assert_cmpint (strstr (text, "T.wgmma_sync") != NULL, ==, rows[i].is_wide);
      g_assert_cmpint (strstr (text, "T.tvm_mma_sync") != NULL, ==, !rows[i].is_wide);
    }
}

/* --- refusals --- */

/* @to in place of @from in a lowered program; @message: why it is not compiled. */
typedef struct
{
  const char *from, *to, *message;
} RefusalRow;

static void
test_refusals (void)
{
  static const ProductRow row = { "M=64 N=64 K=64", 64, 64, 0, NULL };
  static const RefusalRow refusals[] = {
    { "* 1024 + ax3_1 * 16,", "* 2048 + ax3_1 * 16,", "16 lines of A for each of four warps" },
    { "* 1024 + ax3_1 * 16,", "* 1024 + ax3_1 * 16 + 64,", "from multiples of 8 lines on" },
    { ", ax3_1 * 1024,", ", ax3_1 * 1024 + ax1_1_ax2_1_1_fused * 512,", "the same of B for four warps in a row" },
    { "row_major_permuted_64", "row_major", "has no such lines" },
  };
  g_autoptr (TlModule) module = product_of (row.arguments);
  TlTarget             target = target_of (target_text);
  g_autoptr (TlModule) schedule = schedule_of (module, &target, &row), lowered = lowered_of (schedule, &target);
  g_autofree char     *text = tl_script_print (lowered, TL_DIALECT_CLASSIC, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_auto (GStrv)       parts = g_strsplit (text, refusals[i].from, -1);
      g_autofree char     *changed = g_strjoinv (refusals[i].to, parts), *ptx = NULL, *listing = NULL;
      g_autoptr (TlModule) other = NULL;
      g_autoptr (GError)   error = NULL, of_listing = NULL;

      if (parts[0] == NULL || parts[1] == NULL)
        g_error ("no %s in %s", refusals[i].from, text);
      other = must (tl_script_read_text (changed, &failure));
      ptx = ptx_of (other, &target, &error);
      g_assert_null (ptx);
      if (strstr (error->message, refusals[i].message) == NULL)
        g_error ("%s", error->message);
      listing = tl_gpu_source (other, NULL, TL_GPU_CUDA, &target, NULL, &of_listing);
      g_assert_null (listing);
      g_assert_nonnull (strstr (of_listing->message, refusals[i].message));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wgmma/rule", test_rule);
  g_test_add_func ("/wgmma/refusals", test_refusals);
  for (guint i = 0; i < G_N_ELEMENTS (products); i++)
    {
      add_test (test_result, &products[i], "/wgmma/result/%s", products[i].arguments);
      add_test (test_instructions, &products[i], "/wgmma/instructions/%s", products[i].arguments);
      add_test (test_listing, &products[i], "/wgmma/listing/%s", products[i].arguments);
    }
  return g_test_run ();
}
