/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules by rules for GPUs: which rule takes what; every block runs in threads; the kernels of each target keep its limits, run in the
 * emulator without a finding, and compute what the interpreter does; traces replay.
 *
 * With arguments (TARGET FILE…): the same for programs of files.
 */
#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/gpu/resident-blocks.h"
#include "core/analysis/gpu/warp-access.h"
#include "core/default-schedules/default-schedule.h"
#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/ir/compare.h"
#include "core/ir/kernel.h"
#include "core/ir/verify.h"
#include "core/lower/lower.h"
#include "core/schedule/trace.h"
#include "core/te/te.h"
#include "core/text/script.h"
#include "tests/add-test.h"
#include "tests/must.h"
#include "tests/schedule/small-sample.h"
#include "tests/soundness/random-program.h"
#include "tileloom-config.h"

static const char *const targets[] = { "cuda -arch=sm_80", "opencl", "metal" };

/* "C, D: matmul; F: matmul" */
static char *
notes_text (const GPtrArray *notes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < notes->len; i++)
    {
      const TlDefaultNote *note = notes->pdata[i];

      g_string_append_printf (text, "%s%s: %s", i > 0 ? "; " : "", note->blocks, note->taken != NULL ? note->taken->name : "-");
    }
  return g_string_free (text, FALSE);
}

/* --- the properties of every result --- */

static gboolean
is_bound (const TlModule *module, const TlStmt *block)
{
  g_autoptr (TlPath)    path = tl_path_find (module, block->block.id);
  gboolean              found = FALSE;

  for (guint i = 0; i < path->n; i++)
    found |= path->stmts[i]->kind == TL_STMT_FOR && path->stmts[i]->loop.kind == TL_LOOP_THREAD_BINDING
             && g_str_has_prefix (path->stmts[i]->loop.thread, "threadIdx.");
  return found;
}

static void
assert_all_bound (const TlModule *module)
{
  const TlPrimFunc     *func = tl_module_entry (module);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (func->body);

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt         *block = blocks->pdata[i];
      g_autoptr (GPtrArray) inner = tl_stmt_child_blocks (block->block.body);

      if (block != func->body && inner->len == 0 && !is_bound (module, block))
        g_test_fail_printf ("block %s is not bound to threads", block->block.name);
    }
}

static void
assert_replays (TlState *start, TlState *state)
{
  g_autofree char    *json = tl_trace_to_json (state, TL_DIALECT_CLASSIC);
  g_autoptr (TlState) replayed = NULL;

  g_assert_true (must (tl_module_verify (tl_state_module (state), &failure)));
  replayed = must (tl_trace_replay_json (start, json, TRUE, FALSE, &failure));
  g_assert_cmpuint (tl_module_hash (tl_state_module (replayed)), ==, tl_module_hash (tl_state_module (state)));
}

/* The fault of the kernels of the schedule; NULL: there is none. */
static char *
find_fault (const TlModule *original, const TlModule *scheduled, const TlTarget *target)
{
  const TlPrimFunc        *func = tl_module_entry (original);
  g_autoptr (GError)       error = NULL;
  g_autoptr (TlModule)     lowered = tl_lower (scheduled, tl_module_entry (scheduled)->name, target, NULL, &error);
  g_autoptr (GPtrArray)    args = NULL;
  g_autoptr (TlReference)  reference = NULL;
  g_autoptr (TlEmulation)  emulation = NULL;
  TlEmulatorOptions        options = { .checks = TRUE, .n_workers = 1, .scheduled = tl_module_entry (scheduled) };
  TlCheckResult            result = { 0 };
  char                    *fault = NULL;

  if (lowered == NULL)
    return g_strdup_printf ("not lowered: %s", error->message);
  args = must (tl_interp_make_args (func, 1, FALSE, &failure));
  reference = must (tl_reference_new (func, (TlTensor *const *) args->pdata, args->len, 0, NULL, &failure));
  emulation = tl_emulate (tl_module_entry (lowered), (TlTensor *const *) args->pdata, args->len, &options, NULL, &error);
  if (emulation == NULL)
    return g_strdup_printf ("not emulated: %s", error->message);
  if (emulation->findings->len > 0)
    return g_strdup_printf ("%u findings: %s", emulation->findings->len, ((TlFinding *) emulation->findings->pdata[0])->text);
  tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
  if (!result.ok)
    fault = g_strdup_printf ("wrong: %s %s", result.where != NULL ? result.where : "", result.unwritten != NULL ? result.unwritten : "");
  return fault;
}

/* "for CUDA / for the others", or for all. */
static gboolean
is_expected (const char *text, const char *expected, const char *target_text)
{
  g_auto (GStrv) parts = g_strsplit (expected, " / ", 2);

  return g_str_equal (text, parts[parts[1] != NULL && !g_str_has_prefix (target_text, "cuda") ? 1 : 0]);
}

/* @expected NULL: any rules. */
static void
check_program_for (const TlModule *module, const char *expected, const char *target_text)
{
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autoptr (TlState)   start = tl_state_new ((TlModule *) module, 0), state = NULL;
  g_autofree char      *text = NULL, *fault = NULL;
  TlTarget              target;

  g_assert_true (must (tl_target_parse (target_text, &target, &failure)));
  state = must (tl_default_schedule_with (start, tl_module_entry (module)->name, &target, TL_DEFAULT_ALL, notes, &failure));
  text = notes_text (notes);
  g_test_message ("%s", text);
  if (expected != NULL && !is_expected (text, expected, target_text))
    g_test_fail_printf ("%s: %s, not %s", target_text, text, expected);
  assert_all_bound (tl_state_module (state));
  assert_replays (start, state);
  fault = find_fault (module, tl_state_module (state), &target);
  if (fault != NULL)
    {
      g_autofree char *trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
      g_autofree char *script = tl_script_print (tl_state_module (state), TL_DIALECT_CLASSIC, NULL);

      g_test_fail_printf ("%s for %s: %s\n%s\n%s", text, target_text, fault, trace, script);
    }
}

/* With TL_FEWER for one of the targets, each program for the next one. */
static void
check_program (const TlModule *module, const char *expected)
{
  static guint n_checked = 0;
  gboolean     is_one = g_getenv ("TL_FEWER") != NULL;

  for (guint t = is_one ? n_checked++ % G_N_ELEMENTS (targets) : 0; t < G_N_ELEMENTS (targets); t += is_one ? G_N_ELEMENTS (targets) : 1)
    check_program_for (module, expected, targets[t]);
}

/* --- samples --- */

static const struct
{
  const char *name;
  const char *smaller;
  const char *expected;
} samples[] = {
  { "vector-add-1024", "", "C: elementwise" },
  { "vector-add-1024", "1024=77", "C: elementwise" },
  { "window-sum", "", NULL },
  { "matmul-128", "128=64", "C: matmul" },
  { "matmul-128", "128=7", NULL },
  { "matmul-1000", "1000=125", "C: matmul" },
  { "mm-relu-128", "128=30", "Y, C: matmul" },
  { "bmm-relu-16x128", "16=3 128=14", "Y, C: matmul" },
  { "matmul-exp-matmul", "1024=18 2048=20 3072=12", "C, D: matmul; F: matmul" },
  { "linear-1x784x128", "", "Y, Z: gemv" },
  { "linear-1x784x128", "784=49 128=33", "Y, Z: gemv" },
  { "conv2d-nchw", "56=7 58=9 64=16", "conv: conv2d" },
  { "conv2d-nchw-pad", "28=5 56=10 57=11 58=12 64=6 128=32", "conv, pad: conv2d" },
  { "conv2d-nchw-pad", "28=5 56=10 57=11 58=12 64=6 128=9", "conv, pad: conv2d" },
  { "depthwise-conv2d", "64=5 112=8 114=10", "conv: window" },
  { "softmax", "256=64", "maxelem, exp, expsum, norm: general-reduction" },
  { "softmax", "256=21", "maxelem, exp, expsum, norm: general-reduction" },
  { "layer-norm", "128=32 768=96", "sums, norm: general-reduction" },
  { "layer-norm", "128=9 768=21", "sums, norm: general-reduction" },
  { "transpose", "1024=64", "B: transpose" },
  { "transpose", "1024=30", "B: transpose" },
  { "matmul-int8", "512=18", "C: tensor-cores / C: matmul" },
  { "matmul-tensorized-16", "8=3 128=48", "C_o: fallback" },
};

static void
test_sample (gconstpointer data)
{
  guint                i = GPOINTER_TO_UINT (data);
  g_autoptr (TlModule) module = small_sample_new (samples[i].name, samples[i].smaller);

  check_program (module, samples[i].expected);
}

/* --- programs --- */

/* Functions of te scripts. */
static const struct
{
  const char *file, *call, *arguments, *expected;
} programs[] = {
  { "benchmarks/gemm", "matmul", "M=37 N=50 K=29", "C: matmul" },
  { "benchmarks/gemm", "matmul", "M=1 N=64 K=100", "C: gemv" },
  { "benchmarks/gemm", "matmul", "M=3 N=1 K=5", NULL },
  { "benchmarks/gemm", "dense", "M=37 N=50 K=29", "C: matmul" },
  { "benchmarks/gemm", "dense", "M=32 N=128 K=64", "C: matmul" },
  { "benchmarks/gemm", "dense", "M=1 N=129 K=131", "C: gemv" },
  { "benchmarks/gemm", "matmul_s8", "M=7 N=17 K=9", NULL },
  { "benchmarks/gemm", "chain", "M=30 K=50 N=33 P=41", "C, D: matmul; F: matmul" },
  { "benchmarks/gemm", "matmul", "M=1000 N=1024 K=7", "C: matmul" },
  { "benchmarks/gemm", "matmul", "M=30 N=50 K=3000", "C: matmul" },
  { "rules", "dense_bias_relu", "M=33 N=47 K=2100", "C, E: matmul" },
  { "rules", "dense_bias_relu", "M=37 N=45 K=701", "C, E: matmul" },
  { "benchmarks/gemm", "matmul", "M=129 N=11 K=300", "C: matmul" },
  { "benchmarks/gemm", "dense", "M=700 N=600 K=24", "C: matmul" },
  { "rules", "matmul_turned_a", "M=50 N=30 K=20", "C: matmul" },
  { "rules", "matmul", "M=20 N=30 K=17 dtype=\"float64\"", "C: matmul" },
  { "rules", "matmul", "M=20 N=30 K=17 dtype=\"float16\"", "C: tensor-cores / C: matmul" },
  { "rules", "matmul", "M=20 N=30 K=17 dtype=\"int8\"", "C: matmul" },
  { "rules", "dense_bias_relu", "M=33 N=47 K=29", "C, E: matmul" },
  { "rules", "batch_matmul", "B=2 H=2 M=37 N=51 K=13", "C: matmul" },
  { "rules", "batch_matmul", "B=1 H=3 M=37 N=51 K=13 transposed=1", "C: matmul" },
  { "rules", "attention", "H=3 M=33 N=77 D=20", "S, T: matmul; largest, E, total, P: general-reduction; O: matmul" },
  { "rules", "gemv", "N=100 K=60", "y: gemv" },
  { "rules", "gemv", "N=101 K=61 transposed=1", "y: gemv" },
  { "rules", "batch_gemv", "B=5 N=33 K=32", "y: gemv" },
  { "rules", "gemv", "N=256 K=128 transposed=1", "y: gemv" },
  { "rules", "gemv", "N=41 K=1501", "y: gemv" },
  { "rules", "gemv", "N=3001 K=35", "y: gemv" },
  { "rules", "gemv", "N=9 K=10004 transposed=1", "y: gemv" },
  { "rules", "gemv", "N=1030 K=516 transposed=1", "y: gemv" },
  { "rules", "gemv", "N=256 K=128", "y: gemv" },
  { "benchmarks/gemm", "matmul", "M=4 N=264 K=96", "C: gemv" },
  { "benchmarks/gemm", "dense", "M=1 N=40 K=1036", "C: gemv" },
  { "benchmarks/gemm", "matmul", "M=1 N=1000 K=77", "C: gemv" },
  { "benchmarks/gemm", "dense", "M=7 N=65 K=100", "C: gemv" },
  { "benchmarks/gemm", "matmul", "M=200 N=5 K=64", "C: gemv" },
  { "rules", "conv2d_nhwc", "H=12 W=12 C=16 K=32", "conv, relu: conv2d" },
  { "rules", "conv2d_nhwc", "H=31 W=29 C=13 K=37 stride=2", "conv, relu: conv2d" },
  { "rules", "max_pool", "H=9 W=9 C=3", "pool: window" },
  { "rules", "column_sum", "M=99 N=37", "B: reduction" },
  { "rules", "row_max", "B=4 M=10 N=128", "C: reduction" },
  { "rules", "row_max", "B=4 M=10 N=7", "C: reduction" },
  { "rules", "row_max", "B=5 M=133 N=1001", "C: reduction" },
  { "rules", "row_max", "B=3 M=33 N=64 dtype=\"int32\"", NULL },
  { "rules", "row_max", "B=3 M=33 N=64 dtype=\"float64\"", NULL },
  { "rules", "mean", "M=33 N=13", "B, C: reduction" },
  { "rules", "mean", "M=100 N=1000", "B, C: reduction" },
  { "rules", "global_pool", "C=16 H=7 W=7", "B: reduction" },
  { "rules", "sum_of_all", "N=10000", "B: reduction" },
  { "rules", "sum_of_all", "N=101", "B: reduction" },
  { "rules", "sum_of_all", "N=100001", "B: reduction" },
  { "rules", "column_sum", "M=3000 N=33", "B: reduction" },
  { "rules", "column_sum", "M=1000 N=7", "B: reduction" },
  { "rules", "mean", "M=2 N=9000", "B, C: reduction" },
  { "rules", "rms_norm", "B=3 M=5 N=77", "X, S, Y: general-reduction" },
  { "rules", "nchw_to_nhwc", "N=2 C=3 H=33 W=31", "B: transpose" },
  { "rules", "add_turned", "M=100 N=70", "C: transpose" },
  { "rules", "add_turned", "M=1001 N=1090", "C: transpose" },
  { "rules", "bias_gelu", "M=37 N=13", NULL },
  { "rules", "bias_gelu", "M=1000 N=1000", "Y: elementwise" },
  { "rules", "every_second", "N=1000", "B: elementwise" },
  { "rules", "every_second", "N=700001", "B: elementwise" },
  { "rules", "rows_of_table", "N=100 D=30", "B: elementwise" },
  { "gpu", "argmax", "M=7 N=100", "largest: reduction" },
  { "gpu", "argmax", "M=1 N=9000", "largest: reduction" },
  { "gpu", "argmax", "M=100 N=33", "largest: reduction" },
  { "gpu", "two_results", "N=1000", NULL },
  { "gpu", "sums_apart", "M=1001 N=3", "B: fallback" },
  { "gpu", "place_of_largest", "M=37 N=1000", "largest, place: reduction" },
  { "gpu", "place_of_largest", "M=70 N=33 axis=0", "largest, place: reduction" },
  { "gpu", "transpose", "A0=33 A1=3 A2=7 A3=40", "B: transpose" },
  { "gpu", "transpose", "A0=33 A1=3 A2=7 A3=40 order=1", "B: transpose" },
  { "gpu", "transpose", "A0=2 A1=3 A2=7 A3=400", "B: transpose" },
  { "gpu", "transpose", "A0=3 A1=33 A2=7 A3=40 order=2", NULL },
  { "gpu", "half_matmul", "M=33 N=40 K=20", "C: tensor-cores / C: matmul" },
  { "gpu", "scaled_weights", "M=33 N=40 K=20", "C, V: matmul" },
  { "gpu", "softmax", "M=33 N=100", "largest, E, total, B: general-reduction" },
  { "gpu", "softmax", "M=3 N=20000", "largest, E, total, B: general-reduction" },
  { "gpu", "softmax", "M=1 N=7", "largest, E, total, B: general-reduction" },
  { "gpu", "layer_norm", "M=33 N=100", "mean, var, B: general-reduction" },
  { "gpu", "softmax", "M=40 N=1000", "largest, E, total, B: general-reduction" },
  { "gpu", "softmax", "M=33 N=3000", "largest, E, total, B: general-reduction" },
  { "gpu", "softmax", "M=640 N=200", "largest, E, total, B: general-reduction" },
  { "gpu", "softmax", "M=7 N=1024", "largest, E, total, B: general-reduction" },
  { "gpu", "softmax", "M=3 N=4096", "largest, E, total, B: general-reduction" },
  { "gpu", "layer_norm", "M=5 N=768", "mean, var, B: general-reduction" },
  { "rules", "rms_norm", "B=3 M=5 N=512", "X, S, Y: general-reduction" },
  { "gpu", "layer_norm", "M=5 N=1000", "mean, var, B: general-reduction" },
  { "gpu", "depthwise_padded", "H=9 W=13 C=7", "B, D: window" },
  { "gpu", "group_conv", "G=2 C=4 K=12 H=9 W=10", "B: conv2d" },
  { "gpu", "group_conv", "G=3 C=5 K=16 H=9 W=7 R=1", NULL },
  { "gpu", "contraction", "I0=5 I1=3 J0=4 J1=7 K0=3 K1=11", "C: matmul" },
  { "gpu", "product", "M=128 N=128 K=192", "C: tensor-cores / C: matmul" },
  { "gpu", "product", "M=64 N=96 K=64 a=\"km\" b=\"nk\" dtype=\"bfloat16\"", NULL },
  { "gpu", "product", "M=64 N=64 K=80 a=\"km\" sums=\"float16\"", "C: tensor-cores / C: matmul" },
  { "gpu", "product", "M=33 N=64 K=64 b=\"nk\" dtype=\"int8\" sums=\"int32\"", "C: tensor-cores / C: matmul" },
  { "gpu", "product", "M=32 N=48 K=70 a=\"km\" dtype=\"int8\" sums=\"int32\"", "C: tensor-cores / C: matmul" },
  { "gpu", "product", "M=64 N=64 K=32 batch=3 epilogue=\"half\"", "C, E: tensor-cores / C, E: matmul" },
  { "gpu", "product", "M=100 N=72 K=130 epilogue=\"bias\"", "C, E: tensor-cores / C, E: matmul" },
  { "gpu", "product", "M=64 N=64 K=320 b=\"nk\" epilogue=\"bias\"", "C, E: tensor-cores / C, E: matmul" },
  { "gpu", "product", "M=65 N=67 K=33", "C: tensor-cores / C: matmul" },
  { "gpu", "product", "M=15 N=64 K=64", "C: matmul" },
  { "gpu", "depthwise_nhwc", "H=12 W=11 C=33", "B: window" },
};

static TlModule *
call (const char *file, const char *function, const char *call_arguments)
{
  g_autofree char     *path = g_strdup_printf ("%s/%s.py", TL_SOURCE_DATADIR,
                                               g_str_equal (file, "rules") ? "../tests/default-schedules/default-schedule-programs"
                                               : g_str_equal (file, "gpu") ? "../tests/gpu/gpu-rules-programs" : file);
  g_auto (GStrv)       arguments = g_strsplit (call_arguments, " ", -1);
  g_autoptr (TlSource) source = must (tl_source_load (path, &failure));

  return must (tl_program_call (source, function, (const char *const *) arguments, &failure));
}

static void
test_program (gconstpointer data)
{
  guint                i = GPOINTER_TO_UINT (data);
  g_autoptr (TlModule) module = call (programs[i].file, programs[i].call, programs[i].arguments);

  check_program (module, programs[i].expected);
}

/* --- random programs --- */

#define N_RANDOM 300u   /* TL_FEWER: a tenth */

static gboolean
all_taken (const GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    if (((const TlDefaultNote *) notes->pdata[i])->taken == NULL)
      return FALSE;
  return TRUE;
}

/* FALSE: a block of it updates in place, which no loop that is bound may do. */
static gboolean
check_random (guint64 seed, const char *target_text)
{
  g_autofree char      *script = random_program (seed), *fault = NULL, *text = NULL;
  g_autoptr (TlSource)  source = tl_source_new ("random.py", script, -1);
  g_autoptr (TlModule)  module = must (tl_script_read (source, &failure));
  g_autoptr (TlState)   start = tl_state_new (module, 0), state = NULL;
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autoptr (GError)    error = NULL;
  TlTarget              target;

  g_assert_true (must (tl_target_parse (target_text, &target, &failure)));
  state = tl_default_schedule_with (start, tl_module_entry (module)->name, &target, TL_DEFAULT_ALL, notes, &error);
  if (state == NULL || !all_taken (notes))
    return FALSE;
  assert_all_bound (tl_state_module (state));
  assert_replays (start, state);
  fault = find_fault (module, tl_state_module (state), &target);
  if (fault == NULL)
    return TRUE;
  text = notes_text (notes);
  g_test_fail_printf ("program %d, %s for %s: %s\n%s", (int) seed, text, target_text, fault, script);
  return TRUE;
}

static void
test_random (void)
{
  guint n_taken = 0, n = g_getenv ("TL_FEWER") != NULL ? N_RANDOM / 10 : N_RANDOM;

  for (guint64 seed = 0; seed < n; seed++)
    n_taken += check_random (seed, targets[seed % G_N_ELEMENTS (targets)]);
  g_test_message ("%u of %u programs are scheduled", n_taken, n);
  g_assert_cmpuint (n_taken, >, n * 4 / 5);
}

/* --- quality --- */

/* The dearest access to the memory space by a warp of the first block, or of a later one, in the first iterations of its loops. */
static double
find_dearest (const TlModule *module, TlMemorySpace space)
{
  g_autoptr (TlArena)   arena = tl_arena_new (module->arena);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (tl_module_entry (module)->body);
  double                dearest = 0;

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt       *block = blocks->pdata[i];
      const TlBlockTiles *tiles = tl_block_tiles_new (arena, module, block->block.id);
      g_autofree gint64  *position = g_new0 (gint64, tiles->n_loops + 1);
      TlThreadMapping     mapping = tl_thread_mapping_of (module, tiles, 1);

      for (gint64 warp = 0; warp < 2 && mapping.kind == TL_THREADS_GPU; warp++)
        {
          g_autoptr (GArray) accesses = tl_warp_accesses_new (module, tiles, &mapping, position, warp);

          g_assert_nonnull (accesses);
          for (guint a = 0; a < accesses->len; a++)
            {
              const TlWarpAccess *access = &g_array_index (accesses, TlWarpAccess, a);
              double              cost = access->space == space ? tl_warp_access_cost (access) : 0;

              dearest = MAX (dearest, cost);
              if (cost > 1)
                g_test_message ("%s, warp %d: %s of %s costs %.2f", block->block.name, (int) warp, access->writes ? "writing" : "reading",
                                access->buffer->name, cost);
            }
        }
    }
  return dearest;
}

static TlState *
schedule_call (const char *file, const char *function, const char *arguments, const char *target_text, TlTarget *target)
{
  g_autoptr (TlModule) module = call (file, function, arguments);
  g_autoptr (TlState)  start = tl_state_new (module, 0);

  g_assert_true (must (tl_target_parse (target_text, target, &failure)));
  return must (tl_default_schedule (start, tl_module_entry (module)->name, target, &failure));
}

/* Of the kernel that needs most: all that a thread keeps is in registers. */
static double
find_least_occupancy (const TlModule *module, const TlTarget *target, gint64 *n_registers)
{
  g_autoptr (TlModule)  lowered = must (tl_lower (module, tl_module_entry (module)->name, target, NULL, &failure));
  g_autoptr (GPtrArray) kernels = must (tl_kernels_find (tl_module_entry (lowered), &failure));
  double                least = 1;

  *n_registers = 0;
  for (guint i = 0; i < kernels->len; i++)
    {
      TlKernelMemory memory = tl_kernel_memory (kernels->pdata[i]);
      gint64         registers = memory.local / 4 + 24;
      TlOccupancy    occupancy = tl_occupancy (tl_gpu_limits (target->arch), tl_kernel_n_threads (kernels->pdata[i]), registers,
                                               memory.shared);
      double         share = tl_occupancy_share (&occupancy);
      least = MIN (least, share);
      *n_registers = MAX (*n_registers, registers);
    }
  return least;
}

/* Each sector that is moved is used, no bank is asked twice, registers do not spill, and a quarter of the warps runs. */
static void
check_quality (const char *file, const char *function, const char *arguments, const char *target_text, double least_occupancy)
{
  TlTarget           target;
  g_autoptr (TlState) state = schedule_call (file, function, arguments, target_text, &target);
  const TlModule     *module = tl_state_module (state);
  gint64              n_registers;
  double              occupancy = find_least_occupancy (module, &target, &n_registers);

  g_assert_cmpfloat (find_dearest (module, TL_SPACE_GLOBAL), ==, 1);
  g_assert_cmpfloat (find_dearest (module, TL_SPACE_SHARED), <=, 1);
  g_test_message ("%s %s: %d registers, occupancy %.2f", function, arguments, (int) n_registers, occupancy);
  g_assert_cmpint (n_registers, <, 255);
  g_assert_cmpfloat (occupancy, >=, least_occupancy);
}

static void
test_quality (void)
{
  static const char *const sizes[] = { "M=256 N=256 K=256", "M=1024 N=1024 K=1024", "M=2048 N=2048 K=2048", "M=8192 N=8192 K=512" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      check_quality ("benchmarks/gemm", "matmul", sizes[i], "nvidia/nvidia-a100", 0.25);
      check_quality ("benchmarks/gemm", "dense", sizes[i], "nvidia/nvidia-h100", 0.25);
      check_quality ("benchmarks/gemm", "dense", sizes[i], "opencl", 0);
      check_quality ("rules", "matmul_turned_a", sizes[i], "nvidia/geforce-rtx-4090", 0.25);
    }
  check_quality ("benchmarks/gemm", "matmul", "M=128 N=128 K=16384", "nvidia/nvidia-a100", 0.25);
  check_quality ("benchmarks/gemm", "matmul", "M=1 N=4096 K=4096", "nvidia/nvidia-a100", 0.5);
  check_quality ("benchmarks/gemm", "dense", "M=1 N=4096 K=4096", "nvidia/nvidia-a100", 0.5);
  check_quality ("rules", "nchw_to_nhwc", "N=2 C=64 H=32 W=32", "nvidia/nvidia-a100", 0.5);
  check_quality ("rules", "sum_of_all", "N=4194304", "nvidia/nvidia-a100", 0.5);
  check_quality ("rules", "column_sum", "M=4096 N=4096", "nvidia/nvidia-a100", 0.5);
  check_quality ("rules", "add_turned", "M=1024 N=1024", "nvidia/nvidia-a100", 0.5);
  check_quality ("rules", "add_turned", "M=4096 N=4096", "nvidia/nvidia-a100", 0.5);
  check_quality ("rules", "bias_gelu", "M=1024 N=1024", "nvidia/nvidia-a100", 0.5);
  check_quality ("gpu", "softmax", "M=1024 N=1024", "nvidia/nvidia-a100", 0.5);
  check_quality ("gpu", "layer_norm", "M=1024 N=768", "nvidia/nvidia-a100", 0.5);
}

/* The fallback's blocks of threads are large where there are many results. */
static void
test_fallback_threads (void)
{
  TlTarget            target;
  g_autoptr (TlState) state = schedule_call ("gpu", "sums_apart", "M=1048576 N=8", "nvidia/nvidia-a100", &target);
  gint64              n_registers;

  g_assert_cmpfloat (find_least_occupancy (tl_state_module (state), &target, &n_registers), >, 0.5);
}

/* --- files --- */

static void
report_file (const char *target_text, const char *path)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlSource)  source = must (tl_source_load (path, &failure));
  g_autoptr (TlModule)  module = must (tl_program_read (source, &failure));
  g_autoptr (TlState)   start = tl_state_new (module, 0), state = NULL;
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autofree char      *text = NULL, *fault = NULL;
  TlTarget              target;

  g_assert_true (must (tl_target_parse (target_text, &target, &failure)));
  state = tl_default_schedule_with (start, tl_module_entry (module)->name, &target, TL_DEFAULT_ALL, notes, &error);
  if (state == NULL)
    {
      g_print ("%s: %s\n", path, error->message);
      return;
    }
  text = notes_text (notes);
  fault = find_fault (module, tl_state_module (state), &target);
  g_print ("%s: %s: %s\n", path, text, fault != NULL ? fault : "ok");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 2)
    {
      for (int i = 2; i < argc; i++)
        report_file (argv[1], argv[i]);
      return 0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    add_test (test_sample, GUINT_TO_POINTER (i), "/gpu-rules/sample/%s%s%s", samples[i].name, samples[i].smaller[0] != '\0' ? "/" : "",
              samples[i].smaller);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    add_test (test_program, GUINT_TO_POINTER (i), "/gpu-rules/program/%s/%s", programs[i].call, programs[i].arguments);
  g_test_add_func ("/gpu-rules/random", test_random);
  g_test_add_func ("/gpu-rules/quality", test_quality);
  g_test_add_func ("/gpu-rules/fallback-threads", test_fallback_threads);
  return g_test_run ();
}
