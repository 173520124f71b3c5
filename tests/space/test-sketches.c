/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Design spaces against those that TVM's MetaSchedule made of the same programs (sketches/golden, written by
 * tests/oracle/compare-sketches.py), and what rules do beyond that: parameters, blocks with rules of their own, unions, scripts with
 * several schedules.
 */
#include <string.h>

#include "core/analysis/tvm-allocation.h"
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "core/space/rule.h"
#include "core/space/space.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char *top;   /* the repository */

static TlState *
load (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".py", NULL);
  g_autofree char *own = g_build_filename (top, "tests", "space", "sketches", file, NULL);
  g_autofree char *workload = g_build_filename (top, "data", "workloads", file, NULL);
  g_autoptr (TlSource) source = must (tl_source_load (g_file_test (own, G_FILE_TEST_EXISTS) ? own : workload, &failure));
  g_autoptr (TlModule) module = must (tl_script_read (source, &failure));

  return tl_state_new (module, 0);
}

static TlSpace *
space_of (const char *target_text, const char *rules, GError **error)
{
  TlSpaceOptions options = { .lists = { [TL_SPACE_RULES] = rules } };
  TlTarget target;

  g_assert_true (tl_target_parse (target_text, &target, NULL));
  return tl_space_from_rules (&target, &options, error);
}

static char *
masked_trace (TlState *state)
{
  g_autoptr (GRegex) decisions = g_regex_new ("decision=(\\[[^\\]]*\\]|-?\\d+)", 0, 0, NULL);
  g_autoptr (TlState) simplified = must (tl_trace_simplify (state, FALSE, &failure));
  g_autofree char *text = tl_trace_to_text (simplified, TL_DIALECT_SBLOCK, FALSE);

  return g_regex_replace_literal (decisions, text, -1, 0, "decision=?", 0, NULL);
}

static char *
print_sketches (GPtrArray *sketches, const char *target)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "# %s\n", target);
  for (guint i = 0; i < sketches->len; i++)
    {
      g_autofree char       *trace = masked_trace (sketches->pdata[i]);
      g_autoptr (GPtrArray)  differences = tl_tvm_differences (tl_state_module (sketches->pdata[i]));

      g_assert_true (tl_module_verify (tl_state_module (sketches->pdata[i]), NULL));
      g_assert_cmpuint (differences->len, ==, 0);
      g_string_append_printf (out, "# design %u of %u\n%s", i + 1, sketches->len, trace);
    }
  return g_string_free (out, FALSE);
}

static void
test_golden (gconstpointer data)
{
  const char *path = data;
  g_autofree char *base = g_path_get_basename (path), *expected = NULL, *found = NULL, *target = NULL;
  g_auto (GStrv) parts = g_strsplit (base, ".", 3);
  g_autoptr (GPtrArray) sketches = NULL;
  g_autoptr (TlState) start = load (parts[0]);
  g_autoptr (TlSpace) space = NULL;

  g_assert_true (must (g_file_get_contents (path, &expected, NULL, &failure)));
  g_assert_true (g_str_has_prefix (expected, "# "));
  target = g_strndup (expected + 2, strcspn (expected + 2, "\n"));
  space = must (space_of (target, parts[1], &failure));
  sketches = must (tl_space_sketches (space, start, &failure));
  found = print_sketches (sketches, target);
  g_assert_cmpstr (found, ==, expected);
}

static void
add_golden_cases (void)
{
  g_autofree char *folder = g_build_filename (top, "tests", "space", "sketches", "golden", NULL);
  g_autoptr (GDir) dir = must (g_dir_open (folder, 0, &failure));
  const char *name;
  guint n = 0;

  for (; (name = g_dir_read_name (dir)) != NULL; n++)
    {
      g_autofree char *test = g_strdup_printf ("/space/sketches/golden/%s", name);

      g_test_add_data_func_full (test, g_build_filename (folder, name, NULL), test_golden, g_free);
    }
  g_assert_cmpuint (n, >=, 12);
}

/* Every row has words for all that it takes; the lists of all targets can be read and are printed as they are read. */
static void
test_table (void)
{
  const TlComponentInfo *info;
  const TlComponentSet *set;

  for (guint i = 0; (info = tl_schedule_rule_table.nth (i)) != NULL; i++)
    {
      g_assert_cmpuint (strlen (info->summary), >, 10);
      for (guint p = 0; p < info->n_params; p++)
        g_assert_cmpuint (strlen (info->params[p].help), >, 10);
      g_assert_true (tl_component_find (&tl_schedule_rule_table, info->name) == info);
    }
  for (guint i = 0; (set = tl_component_set_nth (i)) != NULL; i++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (NULL);
      guint n, n_again;
      const TlComponent *rules = must (tl_component_list_parse (arena, &tl_schedule_rule_table, set->lists[TL_SPACE_RULES], &n, &failure)),
                        *again;
      g_autofree char *text = NULL, *text_again = NULL;

      text = tl_component_list_print (rules, n);
      again = must (tl_component_list_parse (arena, &tl_schedule_rule_table, text, &n_again, &failure));
      text_again = tl_component_list_print (again, n_again);
      g_assert_cmpstr (text, ==, text_again);
      g_assert_cmpuint (n, ==, n_again);
      g_assert_true (tl_component_set_find (set->name) == set);
    }
}

static const struct
{
  const char *target, *set;
} target_rows[] = {
  { "llvm -mcpu=haswell", "llvm" },         { "llvm -mcpu=skylake-avx512", "avx512" },
  { "llvm -mcpu=cascadelake", "vnni" },     { "llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72", "asimd" },
  { "llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1", "dotprod" }, { "cuda -arch=sm_70", "cuda" },
  { "cuda -arch=sm_75", "cuda-tensorcore" },
};

static void
test_targets (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (target_rows); i++)
    {
      TlTarget target;

      g_assert_true (tl_target_parse (target_rows[i].target, &target, NULL));
      g_assert_cmpstr (tl_component_set_for (&target)->name, ==, target_rows[i].set);
    }
}

/* Parameters that make a rule do something else: how many sketches, and a piece of one's trace; NULL: nothing is inlined. */
static const struct
{
  const char *program, *rules;
  guint       n_designs;
  const char *piece;
} rule_rows[] = {
  { "matmul-128", "MultiLevelTiling", 1, "sch.reorder(" },
  { "matmul-128", "MultiLevelTiling(\"SRS\", max_innermost_factor=8)", 1, "n=2, max_innermost_factor=8" },
  { "matmul-128", "MultiLevelTiling(\"SSRSRS\", reuse_write={\"req\": \"must\", \"levels\": [2], \"scope\": \"global\"})", 1,
    "cache_write" },
  { "matmul-128", "MultiLevelTiling(\"SSRSRS\", reuse_read={\"req\": \"must\", \"levels\": [3], \"scope\": \"global\"}, "
                  "vector_load_lens=[1, 8])", 1,
    "candidates=[1], probs=[1.0]" },
  { "matmul-128", "MultiLevelTiling(\"SSRSRS\", tile_binds=[\"blockIdx.x\"])", 1, "thread_axis=\"blockIdx.x\"" },
  { "mm-relu-128", "MultiLevelTiling(\"SSRSRS\", reuse_write={\"req\": \"may\", \"levels\": [1], \"scope\": \"global\"})", 2,
    "sch.reverse_compute_at(" },
  { "row-sum", "AddRFactor(max_innermost_factor=16)", 3, "sch.rfactor(" },
  { "row-sum", "AddRFactor(max_innermost_factor=16), RandomComputeLocation", 3, "max_innermost_factor=16" },
  { "row-sum", "ParallelizeVectorizeUnroll(max_jobs_per_core=3, max_vectorize_extent=-1)", 1,
    "ann_key=\"meta_schedule.parallel\", ann_val=6" },
  { "row-sum", "ParallelizeVectorizeUnroll(unroll_max_steps=[1, 2], unroll_explicit=False)", 1,
    "ann_key=\"meta_schedule.unroll_implicit\"" },
  { "constant-scalar", "InlineConstantScalars", 1, "sch.compute_inline(block=b0)" },
  { "elementwise-chain", "AutoInline(into_consumer=False, into_producer=True)", 1, "sch.reverse_compute_inline(" },
  { "softmax", "AutoInline", 1, NULL },
  { "softmax", "AutoInline(disallow_op=[])", 1, "sch.compute_inline(block=b0)" },
  { "", NULL, 0, NULL },
};

static void
test_parameters (void)
{
  for (guint i = 0; rule_rows[i].rules != NULL; i++)
    {
      g_autoptr (TlState) start = load (rule_rows[i].program);
      g_autoptr (TlSpace) space = must (space_of ("llvm -num-cores=2", rule_rows[i].rules, &failure));
      g_autoptr (GPtrArray) sketches = NULL;
      g_autofree char *text = NULL;

      g_test_message ("%s: %s", rule_rows[i].program, rule_rows[i].rules);
      sketches = must (tl_space_sketches (space, start, &failure));
      g_assert_cmpuint (sketches->len, ==, rule_rows[i].n_designs);
      text = print_sketches (sketches, "");
      if (rule_rows[i].piece == NULL)
        g_assert_null (strstr (text, "compute_inline"));
      else if (strstr (text, rule_rows[i].piece) == NULL)
        g_assert_cmpstr (text, ==, rule_rows[i].piece);
    }
}

#define WMMA "[{\"init\": \"a\", \"load_a\": \"a\", \"load_b\": \"a\", \"compute\": \"a\", \"store\": \"a\"}]"
#define SHARED "{\"req\": \"must\", \"levels\": [1], \"scope\": \"shared\"}"

static const struct
{
  const char *rules, *message;
} refused_rows[] = {
  { "MultiLevelTiling(\"SSX\")", "structure \"SSX\" must be 1 to 16 letters S and R" },
  { "MultiLevelTiling(\"\")", "letters S and R" },
  { "MultiLevelTiling(\"SR\", tile_binds=[\"blockIdx.x\", \"a\", \"b\"])", "tile_binds takes a list of at most 2 thread axes" },
  { "MultiLevelTiling(\"SR\", tile_binds=[3])", "tile_binds takes a list of thread axes" },
  { "MultiLevelTiling(\"SR\", reuse_write={\"req\": \"maybe\"})", "reuse_write needs \"req\", one of \"must\", \"may\", \"no\"" },
  { "MultiLevelTiling(\"SR\", reuse_read={\"req\": \"may\", \"levels\": [1], \"scope\": \"a\"})",
    "reuse_read needs \"req\", one of \"must\", \"no\"" },
  { "MultiLevelTiling(\"SR\", reuse_write={\"req\": \"may\", \"levels\": [3], \"scope\": \"a\"})", "not a level from 1 to 2" },
  { "MultiLevelTiling(\"SR\", reuse_write={\"req\": \"may\", \"scope\": \"a\"})", "reuse_write needs \"levels\"" },
  { "MultiLevelTiling(\"SR\", reuse_write={\"req\": \"may\", \"levels\": [1]})", "reuse_write needs \"scope\"" },
  { "AutoInline(disallow_op=[1])", "disallow_op takes a list of function names" },
  { "CrossThreadReduction([])", "thread_extents is empty" },
  { "CrossThreadReduction([0])", "thread_extents must be at least 1" },
  { "CrossThreadReduction", "CrossThreadReduction needs thread_extents" },
  { "MultiLevelTilingTensorCore([{\"compute\": \"a\"}])", "group 1 of intrin_groups does not name its \"init\"" },
  { "MultiLevelTilingTensorCore([])", "intrin_groups takes a list of dictionaries" },
  { "MultiLevelTilingTensorCore(" WMMA ", \"SSSRRSRS\")", "reuse_write must have req \"must\" and scope shared" },
  { "MultiLevelTilingTensorCore(" WMMA ", \"SSSRRSRS\", reuse_write=" SHARED ")", "reuse_read must have req \"must\"" },
  { "MultiLevelTilingTensorCore(" WMMA ", \"SSSRRSRS\", reuse_write=" SHARED ", reuse_read=" SHARED ")",
    "tile_binds has no \"threadIdx.y\"" },
  { "MultiLevelTilingTensorCore(" WMMA ", \"SRR\", tile_binds=[\"threadIdx.y\"], reuse_write=" SHARED ", reuse_read=" SHARED ")",
    "no spatial tiles inside those of warps" },
  { "MultiLevelTilingTensorCore(" WMMA ", \"SSR\", tile_binds=[\"threadIdx.y\"], reuse_write=" SHARED ", reuse_read=" SHARED ")",
    "less than two levels of reduction" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused_rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", refused_rows[i].rules);
      g_assert_null (space_of ("llvm", refused_rows[i].rules, &error));
      g_assert_error (error, TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX);
      if (strstr (error->message, refused_rows[i].message) == NULL)
        g_assert_cmpstr (error->message, ==, refused_rows[i].message);
    }
}

#define CUSTOM(rule) \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((64, 64), \"float32\"), C: T.Buffer((64, 64), \"float32\")):\n" \
  "    B = T.alloc_buffer((64, 64))\n" \
  "    for i, j in T.grid(64, 64):\n" \
  "        with T.block(\"B\"):\n" \
  "            vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "            T.block_attr({\"schedule_rule\": \"" rule "\"})\n" \
  "            B[vi, vj] = A[vi, vj] + T.float32(1)\n" \
  BLOCK_SS ("C", "64, 64", "C[vi, vj] = B[vi, vj] * T.float32(2)")

static TlState *
start_of (const char *text)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));

  return tl_state_new (module, 0);
}

/*
 * A block's own rule is applied in place of all others; "None" keeps these away; a name that nobody knows goes away, and others are
 * applied.
 */
static void
test_custom_rule (void)
{
  static const char rules[] = "ApplyCustomRule(script=\"def halves(sch, block):\\n"
                              "    other = sch.copy()\\n"
                              "    i, j = sch.get_loops(block)\\n"
                              "    sch.split(j, factors=[None, 8])\\n"
                              "    i, j = other.get_loops(block)\\n"
                              "    other.split(j, factors=[None, 16])\\n"
                              "    return [sch, other]\\n\"), AutoInline";
  g_autoptr (TlSpace) space = must (space_of ("llvm", rules, &failure));
  g_autoptr (TlState) custom = start_of (CUSTOM ("halves")), none = start_of (CUSTOM ("None")), missing = start_of (CUSTOM ("thirds"));
  g_autoptr (GPtrArray) sketches = NULL, left = NULL, others = NULL;
  g_autofree char *first = NULL, *second = NULL, *plain = NULL, *inlined = NULL;

  sketches = must (tl_space_sketches (space, custom, &failure));
  g_assert_cmpuint (sketches->len, ==, 2);
  first = masked_trace (sketches->pdata[0]);
  second = masked_trace (sketches->pdata[1]);
  g_assert_nonnull (strstr (first, "factors=[None, 8]"));
  g_assert_nonnull (strstr (second, "factors=[None, 16]"));
  g_assert_null (strstr (first, "compute_inline"));

  left = must (tl_space_sketches (space, none, &failure));
  plain = masked_trace (left->pdata[0]);
  g_assert_null (strstr (plain, "compute_inline"));

  others = must (tl_space_sketches (space, missing, &failure));
  inlined = masked_trace (others->pdata[0]);
  g_assert_nonnull (strstr (inlined, "ann_key=\"schedule_rule\""));
  g_assert_nonnull (strstr (inlined, "compute_inline"));
}

/* A script may return several schedules; a union has the sketches of all its members. */
static void
test_union (void)
{
  static const char text[] = "def both(sch):\n"
                             "    other = sch.copy()\n"
                             "    b = sch.get_block(\"C\", \"main\")\n"
                             "    i, j, k = sch.get_loops(b)\n"
                             "    sch.split(i, factors=sch.sample_perfect_tile(i, n=2))\n"
                             "    return [sch, other]\n";
  g_autoptr (TlSource) source = tl_source_new ("both.py", text, -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlSpace) by_script = NULL, by_rules = must (space_of ("llvm", "llvm", &failure)), all = NULL;
  g_autoptr (TlState) start = load ("matmul-128");
  g_autoptr (GPtrArray) sketches = NULL;
  g_autoptr (GHashTable) lengths = g_hash_table_new (NULL, NULL);

  by_script = tl_space_from_script (script, "both", NULL);
  all = tl_space_union ("both", (TlSpace *[]) { by_script, by_rules }, NULL, 2);
  sketches = must (tl_space_sketches (all, start, &failure));
  g_assert_cmpuint (sketches->len, ==, 5);
  for (guint64 seed = 0; seed < 40; seed++)
    {
      g_autoptr (TlState) state = tl_space_sample (all, start, seed, &error), again = tl_space_sample (all, start, seed, NULL);

      g_assert_no_error (error);
      g_assert_true (tl_module_equal (tl_state_module (state), tl_state_module (again), NULL));
      g_hash_table_add (lengths, GUINT_TO_POINTER (tl_state_n_steps (state)));
    }
  g_assert_cmpuint (g_hash_table_size (lengths), >=, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  top = argv[1];
  add_golden_cases ();
  g_test_add_func ("/space/sketches/table", test_table);
  g_test_add_func ("/space/sketches/targets", test_targets);
  g_test_add_func ("/space/sketches/parameters", test_parameters);
  g_test_add_func ("/space/sketches/refused", test_refused);
  g_test_add_func ("/space/sketches/custom-rule", test_custom_rule);
  g_test_add_func ("/space/sketches/union", test_union);
  return g_test_run ();
}
