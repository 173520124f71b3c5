/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules by rules: which rule takes what, results compiled and compared with the reference interpreter on small and odd extents, traces
 * that replay, and an answer for every program that the tests know.
 */
#include <string.h>

#include "core/analysis/tvm-allocation.h"
#include "core/device/device.h"
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/measure/worker-pool.h"
#include "core/schedule/trace.h"
#include "core/te/te.h"
#include "core/default-schedules/default-schedule.h"
#include "tests/add-test.h"
#include "tests/must.h"
#include "tests/schedule/small-sample.h"
#include "tileloom-config.h"

static TlWorkerPool *pool;

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

/* The printed program can be read, and its trace gives it again. */
static void
assert_replays (TlState *start, TlState *state)
{
  g_autofree char    *json = tl_trace_to_json (state, TL_DIALECT_CLASSIC);
  g_autoptr (TlState) replayed = NULL;

  g_assert_true (must (tl_module_verify (tl_state_module (state), &failure)));
  replayed = must (tl_trace_replay_json (start, json, TRUE, FALSE, &failure));
  g_assert_cmpuint (tl_module_hash (tl_state_module (replayed)), ==, tl_module_hash (tl_state_module (state)));
}

static void
assert_computes_the_same (const TlState *state, const TlTarget *target)
{
  TlMeasureOptions options = tl_measure_options_quick ();
  TlOutcome        outcome = { 0 };

  options.repeat = 0;
  options.check = TRUE;
  options.build_timeout_s = options.run_timeout_s = 300;
  tl_worker_pool_measure (pool, state, tl_state_module (state)->prims[0]->name, target, &options, NULL, &outcome);
  if (outcome.kind != TL_OUTCOME_OK || !outcome.is_checked)
    {
      g_autofree char *trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);

      g_test_fail_printf ("%s: %s\n%s", tl_outcome_name (outcome.kind), outcome.message != NULL ? outcome.message : "not checked", trace);
    }
  tl_outcome_clear (&outcome);
}

/* @expected NULL: any rules. The schedule for @target runs on this machine. */
static void
check_program_for (const TlModule *module, const char *expected, const TlTarget *target, const TlTarget *machine)
{
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  g_autoptr (TlState)   start = tl_state_new (module, 0), state = NULL;
  g_autofree char      *text = NULL;
  g_autoptr (GPtrArray) differences = NULL;

  state = must (tl_default_schedule_with (start, tl_state_module (start)->prims[0]->name, target,
                                          TL_DEFAULT_ALL | TL_DEFAULT_ALWAYS_PARALLEL, notes, &failure));
  text = notes_text (notes);
  if (expected != NULL)
    g_assert_cmpstr (text, ==, expected);
  differences = tl_tvm_differences (tl_state_module (state));
  g_assert_cmpuint (differences->len, ==, 0);
  assert_replays (start, state);
  assert_computes_the_same (state, machine);
}

/*
 * Which rules fit goes by registers and caches: they are expected of one processor. Under TL_HOST schedules are for the one that it
 * describes, whatever rules fit.
 */
static void
check_program (const TlModule *module, const char *expected, guint num_cores)
{
  TlTarget host = tl_target_host (), named;

  g_assert_true (tl_target_parse ("llvm -mcpu=sapphirerapids", &named, NULL));
  host.num_cores = named.num_cores = num_cores;
  if (tl_device_host ()->is_described)
    check_program_for (module, NULL, &host, &host);
  else
    check_program_for (module, expected, &named, &host);
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
  { "window-sum", "", "C: elementwise" },
  { "matmul-128", "128=64", "C: matmul" },
  { "matmul-128", "128=7", "C: matmul" },
  { "matmul-1024", "1024=96", "C: matmul" },
  { "matmul-1000", "1000=125", "C: matmul" },
  { "mm-relu-128", "128=30", "Y, C: matmul" },
  { "bmm-relu-16x128", "16=3 128=14", "Y, C: matmul" },
  { "matmul-exp-matmul", "1024=18 2048=20 3072=12", "C, D: matmul; F: matmul" },
  { "linear-1x784x128", "", "Y, Z: gemv" },
  { "linear-1x784x128", "784=49 128=33", NULL },
  { "conv2d-nchw", "56=7 58=9 64=16", "conv: conv-nchw" },
  { "conv2d-nchw", "56=7 58=9 64=6", NULL },
  { "conv2d-nchw-pad", "28=5 56=10 57=11 58=12 64=6 128=32", "conv: conv-nchw" },
  { "conv2d-nchw-pad", "28=5 56=10 57=11 58=12 64=6 128=9", NULL },
  { "depthwise-conv2d", "64=5 112=8 114=10", "conv: window" },
  { "depthwise-conv2d", "64=2 112=35 114=37", "conv: window" },
  { "softmax", "256=64", "maxelem, exp, expsum, norm: rows" },
  { "softmax", "256=20", "maxelem, exp, expsum, norm: rows" },
  { "softmax", "256=21", NULL },
  { "layer-norm", "128=32 768=96", "sums, norm: lane-rows" },
  { "layer-norm", "128=9 768=21", "sums, norm: lane-rows" },
  { "transpose", "1024=64", "B: transpose" },
  { "transpose", "1024=30", "B: transpose" },
  { "matmul-int8", "512=18", "C: matmul" },
  { "matmul-tensorized-16", "8=3 128=48", "C_o: fallback; C: fallback" },
};

static void
test_sample (gconstpointer data)
{
  guint               i = GPOINTER_TO_UINT (data);
  g_autoptr (TlModule) module = small_sample_new (samples[i].name, samples[i].smaller);

  check_program (module, samples[i].expected, 2);
}

/* --- programs --- */

/* Functions of te scripts. */
static const struct
{
  const char *file, *call, *arguments, *expected;
} programs[] = {
  { "gemm", "matmul", "M=37 N=50 K=29", "C: matmul" },
  { "gemm", "matmul", "M=20 N=1100 K=600", "C: matmul" },
  { "gemm", "matmul", "M=1 N=64 K=100", "C: gemv" },
  { "gemm", "matmul", "M=3 N=1 K=5", NULL },
  { "gemm", "dense", "M=37 N=50 K=29", "C: matmul" },
  { "gemm", "dense", "M=32 N=128 K=64", "C: matmul" },
  { "gemm", "dense", "M=1 N=129 K=131", "C: gemv" },
  { "gemm", "matmul_int8", "M=16 N=64 K=32", "C: matmul-bytes" },
  { "gemm", "matmul_int8", "M=1 N=208 K=36", "C: matmul-bytes" },
  { "gemm", "matmul_int8", "M=13 N=10 K=36", "C: matmul-bytes" },
  { "gemm", "matmul_int8", "M=1 N=1000 K=64", "C: matmul-bytes" },
  { "gemm", "matmul_s8", "M=16 N=64 K=32", NULL },
  { "gemm", "matmul_s8", "M=7 N=17 K=9", NULL },
  { "gemm", "chain", "M=30 K=50 N=33 P=41", "C, D: matmul; F: matmul" },
  { "gemm", "chain", "M=13 K=2500 N=64 P=20", NULL },
  { "memory", "copy", "N=20000", "B: elementwise" },
  { "memory", "add", "N=1000000", "C: elementwise" },
  { "memory", "transpose", "M=100 N=48", "B: transpose" },
  { "memory", "transpose", "M=1003 N=801", "B: transpose" },
  { "memory", "window_sum", "N=17001 W=4", "B: window" },
  { "memory", "softmax", "M=5 N=192", "largest, exp, total, B: rows" },
  { "memory", "softmax", "M=1 N=1000", "largest, exp, total, B: rows" },
  { "memory", "layer_norm", "M=3 N=320", "total, square, Y: rows" },
  { "conv", "conv2d", "C=48 K=80 H=13 W=11", "conv: conv2d" },
  { "conv", "conv2d", "C=32 K=16 H=1 W=5", NULL },
  { "conv", "conv2d", "C=16 K=48 H=9 W=17 stride=2", "conv: conv2d" },
  { "conv", "conv2d", "C=32 K=32 H=10 W=12 stride=3 R=5 pad=2", "conv: conv2d" },
  { "conv", "conv2d", "C=32 K=32 H=6 W=19 pad=0 N=2", "conv: conv2d" },
  { "conv", "conv2d", "C=16 K=24 H=6 W=6 R=1 S=1 pad=0 lanes=8", NULL },
  { "conv", "depthwise", "C=48 H=13 W=11", "conv: window" },
  { "conv", "depthwise", "C=32 H=10 W=12 stride=3 R=5 pad=2", "conv: window" },
  { "default-schedule-programs", "matmul_turned_a", "M=50 N=30 K=20", "C: matmul" },
  { "default-schedule-programs", "matmul", "M=20 N=30 K=17 dtype=\"float64\"", "C: matmul" },
  { "default-schedule-programs", "matmul", "M=20 N=30 K=17 dtype=\"float16\"", "C: matmul" },
  { "default-schedule-programs", "matmul", "M=20 N=30 K=17 dtype=\"int8\"", "C: matmul" },
  { "default-schedule-programs", "dense_bias_relu", "M=33 N=47 K=29", "C, E: matmul" },
  { "default-schedule-programs", "batch_matmul", "B=2 H=2 M=37 N=51 K=13", "C: matmul" },
  { "default-schedule-programs", "batch_matmul", "B=1 H=3 M=37 N=51 K=13 transposed=1", "C: matmul" },
  { "default-schedule-programs", "batch_matmul", "B=1 H=1 M=64 N=64 K=64 transposed=1", "C: matmul" },
  { "default-schedule-programs", "attention", "H=3 M=32 N=64 D=16", "S, T: matmul; largest, E, total, P: rows; O: matmul" },
  { "default-schedule-programs", "attention", "H=3 M=33 N=77 D=20", NULL },
  { "default-schedule-programs", "gemv", "N=100 K=60", "y: gemv" },
  { "default-schedule-programs", "gemv", "N=100 K=60 transposed=1", "y: gemv" },
  { "default-schedule-programs", "gemv", "N=101 K=61 transposed=1", "y: gemv" },
  { "default-schedule-programs", "batch_gemv", "B=5 N=33 K=32", "y: gemv" },
  { "default-schedule-programs", "batch_gemv", "B=5 N=33 K=37", "y: gemv" },
  { "default-schedule-programs", "conv2d_nhwc", "H=12 W=12 C=16 K=32", "conv, relu: contraction" },
  { "default-schedule-programs", "conv2d_nhwc", "H=31 W=29 C=13 K=37 stride=2", "conv, relu: contraction" },
  { "default-schedule-programs", "conv2d_nhwc_int8", "H=9 W=16 C=8 K=32", "conv, out: matmul-bytes" },
  { "default-schedule-programs", "conv2d_nhwc_int8", "N=2 H=13 W=15 C=12 K=48 stride=2", "conv, out: matmul-bytes" },
  { "default-schedule-programs", "conv2d_nhwc_int8", "H=31 W=39 C=4 K=16 requantized=0", "conv: matmul-bytes" },
  { "default-schedule-programs", "conv2d_nhwc_int8", "H=1 W=1 C=64 K=160 R=1 S=1", "conv, out: matmul-bytes" },
  { "default-schedule-programs", "conv2d_nhwc_int8", "H=8 W=9 C=5 K=16", "conv, out: contraction" },
  { "default-schedule-programs", "conv2d_nhwc_int8", "H=9 W=11 C=12 K=24", "conv, out: matmul-bytes" },
  { "default-schedule-programs", "conv2d_nhwc_int8", "N=2 H=7 W=9 C=4 K=1 stride=2", "conv, out: matmul-bytes" },
  { "default-schedule-programs", "conv2d_nhwc_int8", "H=5 W=9 C=8 K=37 requantized=0", "conv: matmul-bytes" },
  { "default-schedule-programs", "conv2d_bias", "H=8 W=8 C=16 K=24", "conv, out: pointwise" },
  { "default-schedule-programs", "conv2d_bias", "H=2 W=160 C=3 K=9", "conv, out: pointwise" },
  { "default-schedule-programs", "conv2d_bias", "H=5 W=9 C=6 K=7 consumer=2", "conv, out: pointwise" },
  { "default-schedule-programs", "conv2d_bias", "H=7 W=9 C=13 K=37 N=3", "conv, out: pointwise" },
  { "default-schedule-programs", "conv2d_bias", "H=4 W=5 C=300 K=3", "conv, out: pointwise" },
  { "default-schedule-programs", "conv2d_bias", "H=7 W=7 C=6 K=11 consumer=0", "conv: pointwise" },
  { "default-schedule-programs", "conv2d_bias", "H=3 W=3 C=20 K=32", "conv, out: conv-nchw" },
  { "default-schedule-programs", "conv2d_bias", "H=9 W=9 C=20 K=32 stride=2", "conv, out: conv-nchw" },
  { "default-schedule-programs", "conv2d_bias", "H=2 W=2 C=40 K=64 R=3 pad=1", "conv, out: conv-nchw" },
  { "default-schedule-programs", "conv2d_bias", "H=4 W=4 C=6 K=96 R=3 pad=1 N=2", "conv, out: conv-nchw" },
  { "default-schedule-programs", "conv2d_bias", "H=6 W=5 C=7 K=48 R=3 pad=1 consumer=2", "conv, out: conv-nchw" },
  { "default-schedule-programs", "conv2d_bias", "H=33 W=17 C=3 K=16 R=3 pad=1 stride=2", "conv, out: conv-nchw" },
  { "default-schedule-programs", "conv2d_bias", "H=41 W=1 C=7 K=32 R=5 S=1", "conv, out: conv-nchw" },
  { "default-schedule-programs", "conv2d_bias", "H=41 W=1 C=7 K=9 R=5 S=1", "conv, out: contraction" },
  { "programs", "conv", "dims=1 C=6 K=32 L=37 R=5", "conv, relu: conv-nchw" },
  { "programs", "conv", "dims=1 C=7 K=48 L=40 R=4 stride=2 pad=1 N=2", "conv, relu: conv-nchw" },
  { "programs", "conv", "dims=1 C=3 K=16 L=300 R=3 pad=2 dilation=2", "conv, relu: conv-nchw" },
  { "programs", "conv", "dims=3 C=5 K=16 L=6 pad=1", "conv, relu: conv-nchw" },
  { "programs", "conv", "dims=3 C=2 K=32 L=7 stride=2", "conv, relu: conv-nchw" },
  { "programs", "conv", "dims=2 C=12 K=64 L=7 pad=1 groups=2", "conv, relu: conv-nchw" },
  { "programs", "conv", "dims=2 C=12 K=12 L=19 pad=1 groups=3", "conv, relu: contraction" },
  { "programs", "conv", "dims=2 C=8 K=12 L=9 groups=4 stride=2", NULL },
  { "programs", "conv", "dims=2 C=12 K=36 L=7 pad=1 groups=2 channels_last=1 weights=\"IO\"", "conv, relu: contraction" },
  { "programs", "conv", "dims=2 C=5 K=37 L=9 pad=1 stride=2 channels_last=1 weights=\"O..I\"",
    "conv, relu: contraction; weight_global: transpose" },
  { "programs", "conv", "dims=1 C=5 K=20 L=33 channels_last=1 weights=\"O..I\"", "conv, relu: contraction; weight_global: transpose" },
  { "programs", "conv", "dims=3 C=3 K=10 L=7 pad=1 channels_last=1 weights=\"IO\"", "conv, relu: contraction" },
  { "programs", "without_last", "C=3 L=33", "out: elementwise" },
  { "programs", "squeeze_excite", "C=40 S=24 L=5", "conv, gate: gemv; out: elementwise" },
  { "default-schedule-programs", "conv2d_bias", "H=1 W=1 C=33 K=80", "conv, out: gemv" },
  { "default-schedule-programs", "depthwise_bias", "H=4 W=4 C=9", "conv, out: window" },
  { "default-schedule-programs", "depthwise_bias", "H=7 W=7 C=6 N=2", "conv, out: window" },
  { "default-schedule-programs", "depthwise_bias", "H=3 W=5 C=5 R=5 pad=2", "conv, out: window" },
  { "default-schedule-programs", "depthwise_bias", "H=2 W=3 C=5 R=1 pad=0", "conv, out: window" },
  { "default-schedule-programs", "depthwise_bias", "H=5 W=6 C=5 pad=0", "conv, out: window" },
  { "default-schedule-programs", "depthwise_bias", "H=8 W=8 C=6 stride=2", "conv, out: window" },
  { "default-schedule-programs", "depthwise_bias", "H=19 W=37 C=3", "conv, out: window" },
  { "default-schedule-programs", "conv2d_transpose", "", "conv, out: conv2d-transpose; turned: fallback" },
  { "default-schedule-programs", "conv2d_transpose", "H=5 W=33 C=4 K=7", "conv, out: conv2d-transpose; turned: fallback" },
  { "default-schedule-programs", "conv2d_transpose", "H=3 W=17 C=4 K=1 R=4", "conv, out: conv2d-transpose; turned: fallback" },
  { "default-schedule-programs", "conv2d_transpose", "H=3 W=9 R=3 stride=3", NULL },
  { "default-schedule-programs", "conv2d_transpose", "H=3 W=19 K=16 R=3 consumer=0", NULL },
  { "default-schedule-programs", "max_pool", "H=14 W=14 C=64", "pool: window" },
  { "default-schedule-programs", "max_pool", "H=9 W=9 C=3", "pool: window" },
  { "default-schedule-programs", "max_pool_nchw", "H=17 W=35", "pool: window" },
  { "default-schedule-programs", "max_pool_nchw", "H=15 W=15 stride=3", "pool: window" },
  { "default-schedule-programs", "column_sum", "M=100 N=100", "B: columns" },
  { "default-schedule-programs", "column_sum", "M=99 N=37", "B: columns" },
  { "default-schedule-programs", "row_max", "B=4 M=10 N=128", "C: rows" },
  { "default-schedule-programs", "row_max", "B=4 M=10 N=40", "C: rows" },
  { "default-schedule-programs", "row_max", "B=4 M=10 N=77", "C: lane-rows" },
  { "default-schedule-programs", "row_max", "B=3 M=33 N=64 dtype=\"int32\"", "C: rows" },
  { "default-schedule-programs", "row_max", "B=3 M=33 N=64 dtype=\"float64\"", "C: rows" },
  { "default-schedule-programs", "mean", "M=100 N=128", "B, C: rows" },
  { "default-schedule-programs", "mean", "M=33 N=13", "B, C: lane-rows" },
  { "default-schedule-programs", "global_pool", "C=16 H=14 W=14", "B: rows" },
  { "default-schedule-programs", "global_pool", "C=16 H=7 W=7", "B: lane-rows" },
  { "default-schedule-programs", "sum_of_all", "N=10000", "B: rows" },
  { "default-schedule-programs", "sum_of_all", "N=101", "B: rows" },
  { "default-schedule-programs", "sum_of_all", "N=10007", "B: rows" },
  { "programs", "sum_over", "A=3 B=5 C=77 axis=2", "total: rows" },
  { "programs", "softmax", "M=5 N=101", "largest, exp: lane-rows; total, out: rows" },
  { "programs", "layer_norm", "M=7 N=100", "total, mean, square, out: rows" },
  { "default-schedule-programs", "dot", "N=640", NULL },
  { "default-schedule-programs", "rms_norm", "B=4 M=12 N=128", "X, S, Y: rows" },
  { "default-schedule-programs", "rms_norm", "B=3 M=5 N=77", NULL },
  { "default-schedule-programs", "nchw_to_nhwc", "N=2 C=64 H=6 W=6", "B: transpose" },
  { "default-schedule-programs", "nchw_to_nhwc", "N=2 C=3 H=33 W=31", "B: transpose" },
  { "default-schedule-programs", "add_turned", "M=100 N=70", "C: transpose" },
  { "default-schedule-programs", "bias_gelu", "M=37 N=13", "Y: elementwise" },
  { "default-schedule-programs", "bias_gelu", "M=64 N=512", "Y: elementwise" },
  { "default-schedule-programs", "every_second", "N=1000", "B: fallback" },
  { "default-schedule-programs", "rows_of_table", "N=100 D=30", "B: elementwise" },
};

static TlModule *
call (guint i)
{
  gboolean           is_own = strcmp (programs[i].file, "default-schedule-programs") == 0;
  g_autofree char   *path = g_strdup_printf ("%s/%s.py", is_own ? TL_SOURCE_DATADIR "/../tests/default-schedules"
                                                                : TL_SOURCE_DATADIR "/benchmarks", programs[i].file);
  g_auto (GStrv)     arguments = g_strsplit (programs[i].arguments, " ", -1);
  g_autoptr (TlSource) source = must (tl_source_load (path, &failure));

  return must (tl_program_call (source, programs[i].call, (const char *const *) arguments, &failure));
}

static void
test_program (gconstpointer data)
{
  guint                i = GPOINTER_TO_UINT (data);
  g_autoptr (TlModule) module = call (i);

  check_program (module, programs[i].expected, 1);
}

/* Tiles for other machines: narrower vectors, fewer registers; the code runs here. */
static void
test_narrow (void)
{
  static const char *const targets[] = { "llvm -mcpu=haswell -mattr=+avx2,+fma", "llvm -mcpu=x86-64 -num-cores=2" };

  for (guint t = 0; t < G_N_ELEMENTS (targets); t++)
    for (guint i = 0; i < G_N_ELEMENTS (programs); i += 5)
      {
        g_autoptr (TlModule) module = call (i);
        TlTarget             target;

        g_test_message ("%s for %s", programs[i].call, targets[t]);
        g_assert_true (must (tl_target_parse (targets[t], &target, &failure)));
        check_program_for (module, NULL, &target, &target);
      }
}

static TlWalk
note_parallel (const TlStmt *stmt, gpointer user_data)
{
  gint64 *most = user_data, extent;

  if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_PARALLEL && tl_expr_get_int (stmt->loop.extent, &extent))
    *most = MAX (*most, extent);
  return TL_WALK_INTO;
}

static TlWalk
note_first_parallel (const TlStmt *stmt, gpointer user_data)
{
  gint64 *first = user_data;

  if (*first == 0)
    note_parallel (stmt, first);
  return TL_WALK_INTO;
}

/* @set is what there is beside the rules. */
static TlState *
schedule_call (const char *program, const char *arguments, const TlTarget *target, guint set)
{
  g_autoptr (TlSource) source = must (tl_source_load (TL_SOURCE_DATADIR "/benchmarks/programs.py", &failure));
  g_auto (GStrv)       words = g_strsplit (arguments, " ", -1);
  g_autoptr (TlModule) module = must (tl_program_call (source, program, (const char *const *) words, &failure));
  g_autoptr (TlState)  start = tl_state_new (module, 0);

  g_test_message ("%s %s", program, arguments);
  return must (tl_default_schedule_with (start, module->prims[0]->name, target, TL_DEFAULT_ALL | set, NULL, &failure));
}

/* Of the longest parallel loop; 0: there is none. */
static gint64
longest_parallel (const TlState *state)
{
  gint64 most = 0;

  tl_stmt_walk (tl_state_module (state)->prims[0]->body, note_parallel, NULL, &most);
  return most;
}

static gint64
first_parallel (const TlState *state)
{
  gint64 first = 0;

  tl_stmt_walk (tl_state_module (state)->prims[0]->body, note_first_parallel, NULL, &first);
  return first;
}

/* Each core gets a part, whatever the outermost loop is: one image, one block of channels, one row; also of the larger of two operands. */
static void
test_cores (void)
{
  static const char *const calls[][2] = {
    { "depthwise", "C=24 L=10 R=5 pad=2" }, { "conv", "C=3 K=16 L=70 stride=2 pad=1" }, { "conv", "C=6 K=24 L=10 pad=1" },
    { "conv", "C=6 K=24 L=20 R=1" },        { "conv", "dims=1 C=3 K=16 L=400" },        { "linear", "N=64 K=160" },
    { "conv", "C=8 K=256 L=5 pad=1" },      { "conv", "C=4 K=32 L=19" },                { "conv", "dims=3 C=4 K=128 L=4" },
    { "linear", "M=13 N=520 K=40 transposed=0" }, { "linear", "M=70 N=256 K=30 transposed=0" }, { "linear", "M=9 N=384 K=72" },
  };
  TlTarget named, host = tl_target_host ();

  g_assert_true (tl_target_parse ("llvm -mcpu=sapphirerapids -num-cores=4", &named, NULL));
  host.num_cores = 4;
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (TlState) state = schedule_call (calls[i][0], calls[i][1], &named, TL_DEFAULT_ALWAYS_PARALLEL);

      g_assert_cmpint (longest_parallel (state), >=, 4);
      assert_computes_the_same (state, &host);
    }
}

/* Parts that are as many as cores, or a multiple, where there is a choice of how large they are. */
static void
test_even_parts (void)
{
  static const struct { const char *program, *arguments; guint n_cores; gint64 n_parts; } rows[] = {
    { "linear", "M=128 N=384 K=1536 transposed=0", 2, 6 },
    { "linear", "M=128 N=384 K=1536 transposed=0", 3, 3 },
    { "linear", "M=128 N=384 K=1536 transposed=0", 4, 6 },
    { "linear", "M=12 N=512 K=256 transposed=0", 4, 16 },
    { "conv", "C=384 K=64 L=4 R=1", 2, 4 },
    { "conv", "C=384 K=96 L=4 R=1", 2, 4 },
    { "conv", "C=384 K=96 L=4 R=1", 3, 6 },
    { "conv", "C=3 K=32 L=64 stride=2 pad=1", 2, 4 },    /* rows of pixels */
    { "conv", "C=3 K=32 L=64 stride=2 pad=1", 3, 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char    *text = g_strdup_printf ("llvm -mcpu=sapphirerapids -num-cores=%u", rows[i].n_cores);
      g_autoptr (TlState) state = NULL;
      TlTarget            target;

      g_assert_true (must (tl_target_parse (text, &target, &failure)));
      state = schedule_call (rows[i].program, rows[i].arguments, &target, 0);
      g_assert_cmpint (first_parallel (state), ==, rows[i].n_parts);
    }
}

/*
 * Loops run on several cores where that saves time: on 16 they have to be longer than on 2, and a target of one core gets what two do.
 * Narrower vectors take longer for the same. One iteration has nothing to share.
 */
static void
test_short_loops (void)
{
  static const struct
  {
    const char *program, *arguments;
    gboolean    pays[3];   /* on 1, 2 and 16 cores */
    gboolean    narrow;    /* on 2 with vectors of 128 bits */
  } rows[] = {
    { "linear", "M=32 N=32 K=32 transposed=0", { FALSE, FALSE, FALSE }, FALSE },
    { "linear", "M=48 N=48 K=48 transposed=0", { FALSE, FALSE, FALSE }, TRUE },
    { "linear", "M=64 N=64 K=64 transposed=0", { TRUE, TRUE, TRUE }, TRUE },
    { "linear", "M=480 N=16 K=32 transposed=0", { TRUE, TRUE, FALSE }, TRUE },
    { "linear", "M=256 N=256 K=256 transposed=0", { TRUE, TRUE, TRUE }, TRUE },
    { "matvec", "N=10 K=784", { FALSE, FALSE, FALSE }, FALSE },
    { "matvec", "N=1000 K=512", { TRUE, TRUE, TRUE }, TRUE },
    { "softmax", "M=8 N=64", { FALSE, FALSE, FALSE }, FALSE },
    { "softmax", "M=64 N=512", { TRUE, TRUE, TRUE }, TRUE },
    { "layer_norm", "M=2 N=64", { FALSE, FALSE, FALSE }, FALSE },
    { "conv", "C=8 K=16 L=14 pad=1", { FALSE, FALSE, FALSE }, TRUE },
    { "conv", "C=64 K=64 L=14 pad=1", { TRUE, TRUE, TRUE }, TRUE },
    { "pool", "C=8 L=28 R=2", { FALSE, FALSE, FALSE }, FALSE },
    { "pool", "C=64 L=56 R=2", { TRUE, TRUE, TRUE }, TRUE },
    { "transpose", "A=1 B=16 C=4 D=32", { FALSE, FALSE, FALSE }, FALSE },
    { "transpose", "A=8 B=128 C=8 D=64", { TRUE, TRUE, TRUE }, TRUE },
    { "global_mean", "C=64 L=4", { FALSE, FALSE, FALSE }, FALSE },
  };
  static const char *const targets[] = { "-num-cores=1", "-num-cores=2", "-num-cores=16" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint t = 0; t <= G_N_ELEMENTS (targets); t++)
      {
        gboolean            is_narrow = t == G_N_ELEMENTS (targets), expected = is_narrow ? rows[i].narrow : rows[i].pays[t];
        g_autofree char    *text = is_narrow ? g_strdup ("llvm -mcpu=x86-64 -num-cores=2")
                                             : g_strdup_printf ("llvm -mcpu=sapphirerapids %s", targets[t]);
        g_autoptr (TlState) state = NULL;
        TlTarget            target;

        g_assert_true (must (tl_target_parse (text, &target, &failure)));
        g_test_message ("%s", text);
        state = schedule_call (rows[i].program, rows[i].arguments, &target, 0);
        g_assert_cmpint (longest_parallel (state) > 0, ==, expected);
      }
}

/* T.alloc_buffer in a function of TVM 0.27 is a statement; schedules have the buffer in the root block. */
static void
test_declared_buffer (void)
{
  g_autoptr (TlSource) source = must (tl_source_load (TL_SOURCE_DATADIR "/../tests/graph/models/mlp-calls.py", &failure));
  g_autoptr (TlModule) module = must (tl_program_read (source, &failure));

  g_assert_cmpstr (module->prims[0]->name, ==, "linear0");
  check_program (module, "z, y: gemv", 1);
}

/* --- the table and refusals --- */

static void
test_table (void)
{
  const TlDefaultInfo *info;
  g_autoptr (GString)  all = g_string_new (NULL);
  g_autoptr (GError)   error = NULL;
  guint                n = 0, set;

  for (; (info = tl_default_nth (n)) != NULL; n++)
    {
      g_assert_true (info->name[0] != '\0' && info->targets[0] != '\0' && info->recognises[0] != '\0' && info->does[0] != '\0');
      g_assert_true (tl_default_parse_set (info->name, &set, NULL));
      for (guint i = 0; tl_default_nth (i) != NULL; i++)
        g_assert_cmpint ((set & (1u << i)) != 0, ==, g_str_equal (tl_default_nth (i)->name, info->name));
      g_string_append_printf (all, "%s%s", n > 0 ? ", " : "", info->name);
    }
  g_assert_true (tl_default_parse_set (all->str, &set, NULL));
  g_assert_cmpuint (set, ==, (1u << n) - 1);
  g_assert_cmpstr (tl_default_nth (n - 1)->name, ==, "fallback");
  g_assert_false (tl_default_parse_set ("matmul,gem", &set, &error));
  g_assert_error (error, TL_DEFAULT_SCHEDULE_ERROR, TL_DEFAULT_SCHEDULE_ERROR_RULE);
  g_assert_nonnull (strstr (error->message, "there is no rule \"gem\"; there are matmul-bytes,"));
}

static void
test_refusals (void)
{
  g_autoptr (TlModule) module = small_sample_new ("softmax", "");
  g_autoptr (TlState)  start = tl_state_new (module, 0);
  TlTarget             host = tl_target_host ();
  g_autoptr (GError)   no_fit = NULL, nothing = NULL;
  g_autoptr (TlState)  scheduled = NULL, again = NULL;
  g_autoptr (GPtrArray) notes = tl_default_notes_new ();
  guint                 set;

  g_assert_true (tl_default_parse_set ("matmul,transpose", &set, NULL));
  g_assert_null (tl_default_schedule_with (start, tl_state_module (start)->prims[0]->name, &host, set, notes, &no_fit));
  g_assert_error (no_fit, TL_DEFAULT_SCHEDULE_ERROR, TL_DEFAULT_SCHEDULE_ERROR_NO_FIT);
  scheduled = tl_default_schedule (start, tl_state_module (start)->prims[0]->name, &host, NULL);
  again = tl_default_schedule (scheduled, tl_state_module (scheduled)->prims[0]->name, &host, &nothing);
  g_assert_null (again);
  g_assert_error (nothing, TL_DEFAULT_SCHEDULE_ERROR, TL_DEFAULT_SCHEDULE_ERROR_NO_FIT);
  g_assert_nonnull (strstr (nothing->message, "do not apply to function main"));
  g_assert_nonnull (strstr (no_fit->message,
                            "block maxelem\n    matmul: block maxelem is not a sum of products\n"
                            "    transpose: block maxelem is a reduction"));
}

/* --- every program that tests know --- */

static guint n_seen;

/* Either a schedule, whose program is well formed, or a sentence. */
static void
answer_for (const char *path)
{
  g_autoptr (TlSource) source = tl_source_load (path, NULL);
  g_autoptr (TlModule) module = source != NULL ? tl_program_read (source, NULL) : NULL;
  g_autoptr (TlState)  start = module != NULL ? tl_state_new (module, 0) : NULL;
  TlTarget             target = tl_target_host ();

  for (guint f = 0; module != NULL && f < module->n_prims; f++)
    {
      g_autoptr (GError)  error = NULL;
      g_autoptr (TlState) state = tl_default_schedule (start, module->prims[f]->name, &target, &error);

      n_seen++;
      if (state == NULL)
        g_assert_true (error != NULL && error->message[0] != '\0');
      else if (!tl_module_verify (tl_state_module (state), &error))
        g_test_fail_printf ("%s: %s", path, error->message);
    }
}

static void
walk (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char      *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        walk (path);
      else if (g_str_has_suffix (name, ".py"))
        answer_for (path);
    }
}

static void
test_walk (void)
{
  static const char *const folders[] = { "primitives", "seeds", "text", "te", "export", "lower", "fuzz", "schedule", "default-schedules" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_build_filename (TL_SOURCE_DATADIR, "..", "tests", folders[i], NULL);

      walk (folder);
    }
  g_test_message ("%u functions", n_seen);
  g_assert_cmpuint (n_seen, >, 1000);
}

int
main (int argc, char **argv)
{
  int                status;

  g_test_init (&argc, &argv, NULL);
  pool = must (tl_worker_pool_new (1, &failure));
  g_test_add_func ("/default-schedules/table", test_table);
  g_test_add_func ("/default-schedules/refusals", test_refusals);
  g_test_add_func ("/default-schedules/narrow", test_narrow);
  g_test_add_func ("/default-schedules/cores", test_cores);
  g_test_add_func ("/default-schedules/even-parts", test_even_parts);
  g_test_add_func ("/default-schedules/short-loops", test_short_loops);
  g_test_add_func ("/default-schedules/declared-buffer", test_declared_buffer);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    add_test (test_sample, GUINT_TO_POINTER (i), "/default-schedules/sample/%s %s", samples[i].name, samples[i].smaller);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    add_test (test_program, GUINT_TO_POINTER (i), "/default-schedules/program/%s %s", programs[i].call, programs[i].arguments);
  g_test_add_func ("/default-schedules/walk", test_walk);
  status = g_test_run ();
  tl_worker_pool_unref (pool);
  return status;
}
