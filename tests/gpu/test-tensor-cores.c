/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The schedule by rules for tensor cores: what its kernels are made of on the way down. That they compute what the interpreter does is in
 * test-gpu-rules.c; here are instructions, copies, bank conflicts, registers.
 */
#include "core/codegen/llvm-codegen.h"
#include "core/codegen/source/gpu-source.h"
#include "core/default-schedules/default-schedule.h"
#include "core/device/cuda-tools.h"
#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/lower/lower.h"
#include "core/te/te.h"
#include "core/text/script.h"
#include "tests/add-test.h"
#include "tests/gpu/tools.h"
#include "tests/must.h"

static const char *const large_target = "cuda -arch=sm_90 -max_shared_memory_per_block=232448";

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

/* By rules, of which the first one takes it. */
static TlModule *
scheduled (TlModule *module, const TlTarget *target)
{
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autoptr (TlState)   start = tl_state_new (module, 0), state = NULL;

  state = must (tl_default_schedule_with (start, tl_module_entry (module)->name, target, TL_DEFAULT_ALL, notes, &failure));
  g_assert_cmpstr (((TlDefaultNote *) notes->pdata[0])->taken->name, ==, "tensor-cores");
  return tl_module_ref (tl_state_module (state));
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (; (text = strstr (text, word)) != NULL; text += strlen (word))
    n++;
  return n;
}

/* --- bank conflicts --- */

static void
test_banks (void)
{
  static const char *const programs[] = {
    "M=128 N=128 K=256", "M=128 N=128 K=128 a=\"km\" b=\"nk\"", "M=128 N=128 K=256 b=\"nk\" dtype=\"int8\" sums=\"int32\"",
    "M=128 N=128 K=48",
  };

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    for (guint t = 0; t < 2; t++)
      {
        g_autoptr (TlModule)    module = product_of (programs[i]);
        TlTarget                target = target_of (t == 0 ? large_target : "cuda -arch=sm_80");
        g_autoptr (TlModule)    schedule = scheduled (module, &target);
        g_autoptr (TlModule)    lowered = must (tl_lower (schedule, tl_module_entry (schedule)->name, &target, NULL, &failure));
        g_autoptr (GPtrArray)   args = must (tl_interp_make_args (tl_module_entry (module), 1, FALSE, &failure));
        TlEmulatorOptions       options = { .checks = TRUE, .counts = TRUE, .n_workers = 1 };
        g_autoptr (TlEmulation) emulation
          = must (tl_emulate (tl_module_entry (lowered), (TlTensor *const *) args->pdata, args->len, &options, NULL, &failure));
        const TlKernelCounts *counts = emulation->counts->pdata[0];

        g_assert_cmpuint (emulation->findings->len, ==, 0);
        for (TlAccessKind kind = TL_ACCESS_SHARED_LOAD; kind <= TL_ACCESS_SHARED_STORE; kind++)
          g_assert_cmpuint (counts->accesses[kind].n_units, ==, counts->accesses[kind].least_units);
      }
}

/* --- instructions --- */

typedef struct
{
  const char *arguments, *product, *machine;   /* in PTX, in machine code */
} InstructionRow;

static const InstructionRow instructions[] = {
  { "M=1024 N=1024 K=1024", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "HMMA.16816.F32" },
  { "M=4096 N=4096 K=4096 b=\"nk\" dtype=\"bfloat16\"", "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "HMMA.16816.F32.BF16" },
  { "M=4096 N=4096 K=4096 sums=\"float16\"", "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", "HMMA.16816.F16" },
  { "M=512 N=4096 K=1024 epilogue=\"bias\"", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "HMMA.16816.F32" },
  { "M=2048 N=2048 K=512 b=\"nk\" dtype=\"int8\" sums=\"int32\"", "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", "IMMA.16832.S8.S8" },
};

static char *
ptx_of (TlModule *schedule, const TlTarget *target)
{
  g_autoptr (TlModule) lowered = must (tl_lower (schedule, tl_module_entry (schedule)->name, target, NULL, &failure));
  g_autoptr (GBytes)   bytes = must (tl_codegen_compile (lowered, target, TL_CODEGEN_ASSEMBLY, &failure));

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
test_instructions (gconstpointer data)
{
  const InstructionRow *row = data;
  g_autoptr (TlModule)  module = product_of (row->arguments);
  TlTarget              target = target_of (large_target);
  g_autoptr (TlModule)  schedule = scheduled (module, &target);
  g_autofree char      *ptx = ptx_of (schedule, &target), *code = NULL;
  g_autoptr (GPtrArray) kernels = NULL;
  g_autoptr (GArray)    lines = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError)    error = NULL;

  g_assert_nonnull (strstr (ptx, row->product));
  g_assert_nonnull (strstr (ptx, "ldmatrix.sync.aligned.m8n8.x4"));
  g_assert_nonnull (strstr (ptx, "cp.async.cg.shared.global"));
  g_assert_null (strstr (ptx, ".local"));
  code = tl_cuda_machine_code (ptx, "sm_90", lines, &kernels, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_test_skip (error->message);
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (count (code, "LDGSTS"), >, 0);
  g_assert_cmpuint (count (code, "LDSM"), >, 0);
  g_assert_cmpuint (count (code, row->machine), >=, 2 * count (code, "LDSM"));
  for (guint i = 0; i < kernels->len; i++)
    {
      const TlCudaKernel *kernel = kernels->pdata[i];

      g_test_message ("%s: %u registers", kernel->name, kernel->n_registers);
      g_assert_cmpuint (kernel->spill_store_bytes + kernel->stack_bytes, ==, 0);
    }
}

static void
test_listing (gconstpointer data)
{
  const InstructionRow *row = data;
  g_autoptr (TlModule)  module = product_of (row->arguments), lowered = NULL;
  TlTarget              target = target_of (large_target);
  g_autoptr (TlModule)  schedule = scheduled (module, &target);
  g_autofree char      *text = NULL, *log = NULL;

  if (nvrtc_missing () != NULL)
    {
      g_test_skip (nvrtc_missing ());
      return;
    }
  lowered = must (tl_lower (schedule, tl_module_entry (schedule)->name, &target, NULL, &failure));
  text = must (tl_gpu_source (lowered, schedule, TL_GPU_CUDA, &target, NULL, &failure));
  if (!nvrtc_compile (text, "sm_90", &log) || *log != '\0')
    g_error ("%s\n%s", log, text);
}

/* --- the order of loads, copies and products --- */

/*
 * In the loop over k copies start between products, and the last product runs behind the wait for the copies of the next iteration and
 * the loads of its first fragments.
 */
static void
test_order (void)
{
  static const char *const words[] = {
    "T.ptx_cp_async", "T.tvm_mma_sync", "in T.unroll(2):", "T.tvm_load_matrix_sync", "T.ptx_cp_async", "T.tvm_mma_sync",
    "T.tvm_load_matrix_sync", "T.ptx_cp_async", "T.ptx_commit_group", "T.ptx_wait_group(1)", "T.tvm_storage_sync",
    "T.tvm_load_matrix_sync", "T.tvm_mma_sync",
  };
  g_autoptr (TlModule) module = product_of ("M=4096 N=4096 K=4096");
  TlTarget             target = target_of (large_target);
  g_autoptr (TlModule) schedule = scheduled (module, &target);
  g_autoptr (TlModule) lowered = must (tl_lower (schedule, tl_module_entry (schedule)->name, &target, NULL, &failure));
  g_autofree char     *text = tl_script_print (lowered, TL_DIALECT_CLASSIC, NULL);
  const char          *at = strstr (text, "in range(2, 63)");

  g_assert_nonnull (at);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *found = strstr (at, words[i]);

      if (found == NULL || (i < 8 && found > strstr (at, "T.ptx_commit_group")))
        g_error ("no %s in its place: %s", words[i], text);
      at = found + strlen (words[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tensor-cores/banks", test_banks);
  g_test_add_func ("/tensor-cores/order", test_order);
  for (guint i = 0; i < G_N_ELEMENTS (instructions); i++)
    {
      add_test (test_instructions, &instructions[i], "/tensor-cores/instructions/%s", instructions[i].arguments);
      add_test (test_listing, &instructions[i], "/tensor-cores/listing/%s", instructions[i].arguments);
    }
  return g_test_run ();
}
