/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules for vector registers: what they make of programs, and that it computes the same. Every sketch of small programs, odd extents
 * among them, with decisions drawn anew a few times, is compiled, run and compared with the interpreter.
 */
#include <string.h>

#include "core/measure/worker-pool.h"
#include "core/schedule/trace.h"
#include "core/te/te.h"
#include "core/text/script.h"
#include "core/space/space-private.h"
#include "tileloom-config.h"
#include "tests/add-test.h"
#include "tests/must.h"
#include "tests/program-text.h"

#define N_DRAWS 3u
/* Which sketches there are goes by registers and caches; what they become runs on whatever this machine is. */
#define TARGET  "llvm -mcpu=sapphirerapids"

typedef struct
{
  const char *name;
  const char *file;
  const char *function;      /* NULL: the file's program */
  const char *arguments;     /* "M=37 N=53" */
  guint       least_designs; /* of TARGET's that do something */
  const char *step;          /* stands in some trace */
} VectorRuleCase;

/*
 * Steps that tell that a rule took its way: sums in "local" tiles, by blocks, panels, transposed operands, steps of
 * rfactor, one long vector loop.
 */
static const VectorRuleCase cases[] = {
  { "matmul", "benchmarks/gemm.py", "matmul", "M=64 N=64 K=32", 2, "storage_scope=\"local\"" },
  { "matmul-odd", "benchmarks/gemm.py", "matmul", "M=37 N=53 K=41", 2, "storage_scope=\"local\"" },
  { "matmul-prime", "benchmarks/gemm.py", "matmul", "M=127 N=129 K=131", 2, "storage_scope=\"local\"" },
  { "matmul-row", "benchmarks/gemm.py", "matmul", "M=1 N=200 K=30", 1, "storage_scope=\"local\"" },
  { "matmul-narrow", "benchmarks/gemm.py", "matmul", "M=50 N=9 K=30", 1, "storage_scope=\"local\"" },
  { "matmul-packed", "benchmarks/gemm.py", "matmul", "M=70 N=1100 K=250", 4, "transform_layout" },
  { "matmul-long", "benchmarks/gemm.py", "matmul", "M=20 N=130 K=2304", 4, ", None], preserve" },
  { "matmul-long-odd", "benchmarks/gemm.py", "matmul", "M=13 N=70 K=2311", 4, ", None], preserve" },
  { "matmul-int32", "benchmarks/gemm.py", "matmul", "M=30 N=40 K=50 dtype=\"int32\"", 1, "storage_scope=\"local\"" },
  { "dense", "benchmarks/gemm.py", "dense", "M=33 N=50 K=45", 1, "transform_layout" },
  { "dense-row", "benchmarks/gemm.py", "dense", "M=1 N=37 K=64", 1, "sch.rfactor" },
  { "dense-rows", "benchmarks/gemm.py", "dense", "M=3 N=20 K=24", 1, "sch.rfactor" },
  { "dense-long", "benchmarks/gemm.py", "dense", "M=11 N=70 K=2304", 2, ", None], preserve" },
  { "chain", "benchmarks/gemm.py", "chain", "M=20 K=30 N=40 P=50", 4, "set_scope" },
  { "chain-long", "benchmarks/gemm.py", "chain", "M=14 K=2304 N=72 P=50", 4, ", None], preserve" },
  { "conv2d", "benchmarks/conv.py", "conv2d", "C=32 K=32 H=11 W=13 stride=1", 1, "compute_inline" },
  { "conv2d-stride", "benchmarks/conv.py", "conv2d", "C=16 K=48 H=10 W=9 stride=2", 1, "storage_scope=\"local\"" },
  { "depthwise", "benchmarks/conv.py", "depthwise", "C=32 H=9 W=10", 1, "storage_scope=\"local\"" },
  { "transpose", "benchmarks/memory.py", "transpose", "M=50 N=37", 1, "storage_scope=\"local\"" },
  { "add", "benchmarks/memory.py", "add", "N=1000", 1, "sch.vectorize" },
  { "window-sum", "benchmarks/memory.py", "window_sum", "N=203", 1, "sch.vectorize" },
  { "softmax", "benchmarks/memory.py", "softmax", "M=5 N=128", 1, "sch.rfactor" },
  { "softmax-odd", "benchmarks/memory.py", "softmax", "M=5 N=37", 1, "sch.vectorize" },
  { "layer-norm", "benchmarks/memory.py", "layer_norm", "M=7 N=64", 1, "sch.rfactor" },
  { "sums-of-rows", "workloads/layer-norm.py", NULL, NULL, 1, "storage_scope=\"local\"" },
  { "relu", "workloads/mm-relu-128.py", NULL, NULL, 2, "set_scope" },
  { "linear", "workloads/linear-1x784x128.py", NULL, NULL, 1, "sch.rfactor" },
};

static TlModule *
load (const VectorRuleCase *test)
{
  g_autofree char *path = g_build_filename (TL_SOURCE_DATADIR, test->file, NULL);
  g_auto (GStrv) arguments = test->arguments != NULL ? g_strsplit (test->arguments, " ", -1) : NULL;
  g_autoptr (TlSource) source = must (tl_source_load (path, &failure));

  return test->function != NULL ? must (tl_program_call (source, test->function, (const char *const *) arguments, &failure))
                                : must (tl_program_read (source, &failure));
}

static TlSpace *
vector_space (const char *target_text)
{
  const TlSpaceOptions options = { .lists = { [TL_SPACE_RULES] = "vector" } };
  TlTarget target;
  TlSpace *space;

  g_assert_true (must (tl_target_parse (target_text, &target, &failure)));
  space = must (tl_space_from_rules (&target, &options, &failure));
  return space;
}

static void
assert_agrees (TlWorkerPool *pool, const VectorRuleCase *test, TlState *state, guint64 seed)
{
  TlMeasureOptions options = tl_measure_options_quick ();
  TlTarget  target = tl_target_host ();
  TlOutcome outcome = { 0 };

  options.repeat = 0;
  options.check = TRUE;
  options.build_timeout_s = options.run_timeout_s = 300;
  tl_worker_pool_measure (pool, state, tl_state_module (state)->prims[0]->name, &target, &options, NULL, &outcome);
  if (outcome.kind != TL_OUTCOME_OK || !outcome.is_checked)
    {
      g_autofree char *trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);

      g_test_fail_printf ("%s, seed %" G_GUINT64_FORMAT ": %s\n%s", test->name, seed, outcome.message, trace);
    }
  tl_outcome_clear (&outcome);
}

/* Each sketch replays with fresh decisions; a seed that a primitive refuses would be lost on every search. */
static void
try_sketch (TlWorkerPool *pool, const VectorRuleCase *test, TlSpace *space, TlState *start, TlState *sketch)
{
  guint n_draws = g_getenv ("TL_FEWER") != NULL ? 1 : N_DRAWS;

  for (guint64 seed = 0; seed < n_draws && !g_test_failed (); seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TlState) seeded = tl_state_reseed (start, seed);
      g_autoptr (TlState) drawn = tl_trace_replay (seeded, sketch, FALSE, FALSE, &error);
      g_autoptr (TlState) complete = drawn != NULL ? tl_space_postprocess (space, drawn, &error) : NULL;

      if (complete == NULL)
        {
          g_autofree char *trace = tl_trace_to_text (sketch, TL_DIALECT_CLASSIC, FALSE);

          g_test_fail_printf ("%s, seed %" G_GUINT64_FORMAT ": %s\n%s", test->name, seed, error->message, trace);
          return;
        }
      assert_agrees (pool, test, complete, seed);
    }
}

static void
test_case (gconstpointer user_data)
{
  const VectorRuleCase *test = user_data;
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  g_autoptr (TlModule) module = load (test);
  g_autoptr (TlSpace) space = vector_space (TARGET);
  g_autoptr (TlState) start = tl_state_new (module, 0);
  g_autoptr (GPtrArray) sketches = must (tl_space_sketches (space, start, &failure));
  gboolean has_step = FALSE;

  g_assert_cmpuint (sketches->len, >=, test->least_designs);
  for (guint i = 0; i < sketches->len; i++)
    {
      g_autofree char *trace = tl_trace_to_text (sketches->pdata[i], TL_DIALECT_CLASSIC, FALSE);

      has_step |= strstr (trace, test->step) != NULL;
      try_sketch (pool, test, space, start, sketches->pdata[i]);
    }
  g_assert_true (has_step);
}

/* The tile fits the registers of the target, not those of this machine: rows * width sums, a row of the operand, an element. */
static void
test_registers (void)
{
  static const struct { const char *target; guint lanes, registers; } targets[] = {
    { "llvm -mcpu=skylake-avx512", 16, 32 }, { "llvm -mcpu=haswell", 8, 16 }, { "llvm -mcpu=x86-64", 4, 16 },
  };
  const VectorRuleCase big = { .file = "benchmarks/gemm.py", .function = "matmul", .arguments = "M=256 N=256 K=256" };
  g_autoptr (TlModule) module = load (&big);

  for (guint t = 0; t < G_N_ELEMENTS (targets); t++)
    {
      g_autoptr (TlSpace) space = vector_space (targets[t].target);
      g_autoptr (TlState) start = tl_state_new (module, 0);
      g_autoptr (GPtrArray) sketches = must (tl_space_sketches (space, start, &failure));

      for (guint i = 0; i < sketches->len; i++)
        {
          gint64 width = 0, rows = 0;

          for (TlState *state = sketches->pdata[i]; tl_state_inst (state) != NULL; state = tl_state_parent (state))
            {
              const TlInst *inst = tl_state_inst (state);

              /* Before anything else is sampled: rows. The split with the lanes: [None, (panel,) width, lanes]. */
              if (strcmp (inst->primitive->name, "sample_categorical") == 0)
                rows = inst->args[0].items[inst->args[0].n_items - 1].integer;
              if (strcmp (inst->primitive->name, "split") == 0 && inst->args[1].n_items >= 3)
                {
                  g_assert_cmpint (inst->args[1].items[inst->args[1].n_items - 1].integer, ==, targets[t].lanes);
                  width = inst->args[1].items[inst->args[1].n_items - 2].integer;
                }
            }
          g_assert_cmpint (width, >=, 2);
          g_assert_cmpint (rows, >=, 2);
          g_assert_cmpint (rows * width + width + 1, <=, targets[t].registers);
        }
    }
}

/* Where the CPU multiplies bytes four at a time, ours leave their product alone, and then do not count. */
static void
assert_bytes_are_for_instructions (void)
{
  static const char *const targets[] = { "llvm -mcpu=cascadelake", "llvm -mcpu=skylake-avx512" };
  const VectorRuleCase bytes = { .file = "benchmarks/gemm.py", .function = "matmul_int8", .arguments = "M=64 N=64 K=64" };
  g_autoptr (TlModule) module = load (&bytes);

  for (guint t = 0; t < G_N_ELEMENTS (targets); t++)
    {
      TlTarget target;
      g_autoptr (TlSpace) space = NULL;
      g_autoptr (TlState) start = tl_state_new (module, 0);
      g_autoptr (GPtrArray) sketches = NULL;
      guint n_ours = 0;

      g_assert_true (must (tl_target_parse (targets[t], &target, &failure)));
      space = tl_space_default (&target);
      sketches = must (tl_space_sketches (space, start, &failure));
      for (guint i = 0; i < sketches->len; i++)
        {
          g_autofree char *trace = tl_trace_to_text (sketches->pdata[i], TL_DIALECT_CLASSIC, FALSE);

          n_ours += strstr (trace, "meta_schedule") == NULL;
        }
      g_assert_true ((n_ours > 0) == (t > 0));
    }
}

/* The default space of CPUs offers TVM's sketches after ours; a program of which ours make nothing is TVM's alone. */
static void
test_default_space (void)
{
  static const char scalar[] = "@T.prim_func\ndef main(A: T.Buffer((1,), \"float32\"), B: T.Buffer((1,), \"float32\")):\n"
                               BLOCK_S ("B", "1", "B[vi] = A[vi]");
  const VectorRuleCase big = { .file = "benchmarks/gemm.py", .function = "matmul", .arguments = "M=64 N=64 K=64" };
  const TlSpaceOptions tvm_options = { .lists = { [TL_SPACE_RULES] = "tvm" } };
  g_autoptr (GError) error = NULL;
  TlTarget target = tl_target_host ();
  g_autoptr (TlSpace) all = tl_space_default (&target), ours = vector_space ("llvm"),
                      tvm = must (tl_space_from_rules (&target, &tvm_options, &failure));
  g_autoptr (TlModule) product = load (&big), one = must (tl_script_read_text (scalar, &failure));
  TlModule *const modules[] = { product, one };
  guint n_ours = 0;

  for (guint m = 0; m < G_N_ELEMENTS (modules); m++)
    {
      g_autoptr (TlState) start = tl_state_new (modules[m], 0);
      g_autoptr (GPtrArray) of_all = tl_space_sketches (all, start, &error), of_ours = tl_space_sketches (ours, start, &error);
      g_autoptr (GPtrArray) of_tvm = tl_space_sketches (tvm, start, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (of_all->len, ==, of_tvm->len + (m == 0 ? of_ours->len : 0));
    }
  assert_bytes_are_for_instructions ();
  for (guint64 seed = 0; seed < 64; seed++)
    {
      g_autoptr (TlState) start = tl_state_new (modules[0], 0), state = tl_space_sample (all, start, seed, &error);
      g_autofree char *trace = NULL;

      g_assert_no_error (error);
      trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
      n_ours += strstr (trace, "sample_perfect_tile") == NULL;
    }
  g_assert_cmpuint (n_ours, >, 44);
  g_assert_cmpuint (n_ours, <, 64);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    add_test (test_case, &cases[i], "/vector-rules/%s", cases[i].name);
  g_test_add_func ("/vector-rules/registers", test_registers);
  g_test_add_func ("/vector-rules/default-space", test_default_space);
  return g_test_run ();
}
