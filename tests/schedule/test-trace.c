/* SPDX-License-Identifier: Apache-2.0 */
/* States, traces as JSON, replay, simplification, steps on nodes, sampling. */
#include <string.h>

#include "core/ir/compare.h"
#include "core/schedule/index-map-json.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char matmul[] = "from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("128", "128", "128");

static const char twins[] =
  "from tvm.script import tir as T\n"
  "@T.prim_func\n"
  "def main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\"), C: T.Buffer((8,), \"float32\")):\n"
  BLOCK_S ("X", "8", "B[vi] = A[vi] + T.float32(1)")
  BLOCK_S ("X", "8", "C[vi] = B[vi] * T.float32(2)");

static const char one_block[] =
  "from tvm.script import tir as T\n"
  "@T.prim_func\n"
  "def main(A: T.Buffer((8,), \"float32\"), C: T.Buffer((8,), \"float32\")):\n"
  "    B = T.alloc_buffer((8,))\n"
  BLOCK_S ("X", "8", "B[vi] = A[vi] + T.float32(1)")
  BLOCK_S ("Y", "8", "C[vi] = B[vi] * T.float32(2)");

static TlState *
start_with (const char *program, guint64 seed)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (program, &failure));

  return tl_state_new (module, seed);
}

/* Takes @start. */
static TlState *
run (TlState *start, const char *text)
{
  g_autoptr (TlState)           owned = start;
  g_autoptr (TlSource)          source = tl_source_new ("script.py", text, -1);
  g_autoptr (TlScheduleScript)  script = must (tl_schedule_script_parse (source, &failure));

  return must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
}

static void
test_json (void)
{
  g_autoptr (TlState) state = run (start_with (matmul, 0),
                                   "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\n"
                                   "v = sch.sample_perfect_tile(j, 2, decision=[32, 4])\n"
                                   "a, c = sch.split(j, v)\nsch.split(k, [None, 4])\nsch.annotate(a, \"x\", \"y\")\n"
                                   "sch.annotate(a, \"n\", {\"k\": [1, 0.5]})\n"
                                   "sch.enter_postproc()\nsch.fuse(i)\n");
  g_autofree char    *json = tl_trace_to_json (state, TL_DIALECT_CLASSIC);
  g_autofree char    *newest = tl_trace_to_json (state, TL_DIALECT_SBLOCK);

  g_assert_cmpstr (json, ==,
                   "[[[\"GetBlock\",[],[\"C\",\"main\"],[\"b0\"]],[\"GetLoops\",[\"b0\"],[],[\"l1\",\"l2\",\"l3\"]],"
                   "[\"SamplePerfectTile\",[\"l2\"],[2,16],[\"v4\",\"v5\"]],[\"Split\",[\"l2\",\"v4\",\"v5\"],[1,0],[\"l6\",\"l7\"]],"
                   "[\"Split\",[\"l3\",\"None\",4],[1,0],[\"l8\",\"l9\"]],[\"Annotate\",[\"l6\",\"\\\"y\\\"\"],[\"x\"],[]],"
                   "[\"Annotate\",[\"l6\",{\"k\":[1,0.5]}],[\"n\"],[]],[\"EnterPostproc\",[],[],[]],[\"Fuse\",[\"l1\"],[1],[\"l10\"]]],"
                   "[[2,[32,4]]]]");
  g_assert_true (g_str_has_prefix (newest, "[[[\"GetSBlock\","));
}

/* Old traces lack attributes that were added later; unknown kinds stay; the mark ends a search's part. */
static void
test_json_reading (void)
{
  static const char json[] =
    "[[[\"GetBlock\",[],[\"C\",\"main\"],[\"b0\"]],[\"GetLoops\",[\"b0\"],[],[\"x\",\"y\",\"z\"]],"
    "[\"Frobnicate\",[\"x\",3],[\"s\"],[\"b9\"]],"
    "[\"Split\",[\"y\",\"None\",4],[true],[\"a\",\"b\"]],[\"EnterPostproc\",[],[],[]],[\"Unroll\",[\"b\"],[],[]]],[]]";
  g_autoptr (TlState) start = start_with (matmul, 0);
  g_autoptr (TlState) all = must (tl_trace_replay_json (start, json, TRUE, FALSE, &failure));
  g_autoptr (TlState) part = must (tl_trace_replay_json (start, json, TRUE, TRUE, &failure));
  g_autofree char    *text = tl_trace_to_text (all, TL_DIALECT_CLASSIC, TRUE);

  g_assert_cmpstr (text, ==,
                   "# from tvm import tir\ndef apply_trace(sch: tir.Schedule) -> None:\n"
                   "  b0 = sch.get_block(name=\"C\", func_name=\"main\")\n  l1, l2, l3 = sch.get_loops(block=b0)\n"
                   "  b4 = sch.frobnicate(l1, 3, \"s\")\n"
                   "  l5, l6 = sch.split(loop=l2, factors=[None, 4], preserve_unit_iters=True, disable_predication=False)\n"
                   "  sch.enter_postproc()\n  sch.unroll(loop=l6)\n");
  g_assert_cmpuint (tl_state_n_steps (part), ==, 4);
}

/* The map of a step, out of a script. */
static const TlIndexMap *
map_of (const char *lambda, TlState **state)
{
  g_autofree char *script = g_strdup_printf ("sch.frobnicate(%s)\n", lambda);

  *state = run (start_with (matmul, 0), script);
  return tl_state_inst (*state)->args[0].items[0].map;
}

static void
test_index_map_json (void)
{
  static const char *const lambdas[] = {
    "lambda i, j: (i // 16, j // 16, i % 16, j % 16,)",
    "lambda i: (T.if_then_else(i < 3 , T.Select(i > 1, i * 2, 0), i << 2), ~i & (i >> 1) | 3, T.max(i, 4) - T.min(i, T.int64(2)), "
    "T.float32(i) + T.float32(0.5))",
    "lambda: (T.float32(-1.5), T.bool(True))",
    "tvm.tir.IndexMap.from_func(lambda i: (i // 4, i % 4,), inverse_index_map=lambda a, b: (a * 4 + b,))",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lambdas); i++)
    for (guint dialect = 0; dialect < 2; dialect++)
      {
        g_autoptr (TlArena) arena = tl_arena_new (NULL);
        g_autoptr (TlState) state = NULL;
        const TlIndexMap   *map = map_of (lambdas[i], &state), *back;
        g_autofree char    *json = tl_index_map_to_json (map, (TlDialect) dialect);

        back = must (tl_index_map_from_json (arena, json, NULL, &failure));
        g_assert_true (tl_index_map_equal (map, back));
      }
}

/* As apache-tvm 0.27 writes it (with apache-tvm-ffi 0.1.14): types, strings and integers once, an expression used twice once. */
static void
test_index_map_form (void)
{
  g_autoptr (TlState) state = NULL;
  const TlIndexMap   *map = map_of ("lambda i, j: (j // 4, i ^ 4, T.if_then_else(i < 4, T.float32(0), T.float32(1.5)))", &state);
  g_autofree char    *json = tl_index_map_to_json (map, TL_DIALECT_SBLOCK);

  g_assert_cmpstr (json, ==,
                   "{\"root_index\":23,\"nodes\":[{\"type\":\"None\"},{\"type\":\"ir.PrimType\",\"data\":{\"span\":0,\"dtype\":\"int32\"}},"
                   "{\"type\":\"ffi.String\",\"data\":\"i\"},{\"type\":\"ir.Var\",\"data\":{\"span\":0,\"ty\":1,\"name\":2}},"
                   "{\"type\":\"ffi.String\",\"data\":\"j\"},{\"type\":\"ir.Var\",\"data\":{\"span\":0,\"ty\":1,\"name\":4}},"
                   "{\"type\":\"ffi.Array\",\"data\":[3,5]},{\"type\":\"int\",\"data\":4},"
                   "{\"type\":\"ir.IntImm\",\"data\":{\"span\":0,\"ty\":1,\"value\":7}},"
                   "{\"type\":\"prim.FloorDiv\",\"data\":{\"span\":0,\"ty\":1,\"a\":5,\"b\":8}},"
                   "{\"type\":\"ir.IntImm\",\"data\":{\"span\":0,\"ty\":1,\"value\":7}},"
                   "{\"type\":\"prim.BitwiseXor\",\"data\":{\"span\":0,\"ty\":1,\"a\":3,\"b\":10}},"
                   "{\"type\":\"ir.PrimType\",\"data\":{\"span\":0,\"dtype\":\"float32\"}},"
                   "{\"type\":\"ir.Op\",\"data\":\"prim.if_then_else\"},"
                   "{\"type\":\"ir.PrimType\",\"data\":{\"span\":0,\"dtype\":\"bool\"}},"
                   "{\"type\":\"ir.IntImm\",\"data\":{\"span\":0,\"ty\":1,\"value\":7}},"
                   "{\"type\":\"prim.LT\",\"data\":{\"span\":0,\"ty\":14,\"a\":3,\"b\":15}},"
                   "{\"type\":\"ir.FloatImm\",\"data\":{\"span\":0,\"ty\":12,\"value\":0.0}},"
                   "{\"type\":\"ir.FloatImm\",\"data\":{\"span\":0,\"ty\":12,\"value\":1.5}},"
                   "{\"type\":\"ffi.Array\",\"data\":[16,17,18]},{\"type\":\"ffi.Array\",\"data\":[]},"
                   "{\"type\":\"ir.Call\",\"data\":{\"span\":0,\"ty\":12,\"op\":13,\"args\":19,\"attrs\":0,\"ty_args\":20}},"
                   "{\"type\":\"ffi.Array\",\"data\":[9,11,21]},"
                   "{\"type\":\"tirx.IndexMap\",\"data\":{\"initial_indices\":6,\"final_indices\":22,\"inverse_index_map\":0}}],"
                   "\"metadata\":{\"tvm_version\":\"0.27.0\"}}");
}

static const struct { const char *json, *message; } broken_maps[] = {
  { "{", "index map:" },
  { "{}", "this is not a node graph" },
  { "{\"root\":3,\"nodes\":[]}", "unknown node 3" },
  { "{\"root\":0,\"nodes\":[{\"type_key\":\"tir.IndexMap\",\"attrs\":{}}]}", "'initial_indices' is not a list" },
  { "{\"root\":0,\"nodes\":[{\"type_key\":\"tir.IndexMap\",\"attrs\":{\"initial_indices\":\"1\",\"final_indices\":\"2\"}},"
    "{\"type_key\":\"Array\",\"data\":[]},{\"type_key\":\"Array\",\"data\":[3]},"
    "{\"type_key\":\"tir.Add\",\"attrs\":{\"a\":\"3\",\"b\":\"3\",\"dtype\":\"int32\"}}]}", "its expressions are too large" },
  { "{\"root_index\":0,\"nodes\":[{\"type\":\"tirx.IndexMap\",\"data\":{\"initial_indices\":1,\"final_indices\":1}},"
    "{\"type\":\"ffi.Array\",\"data\":[2]},{\"type\":\"ir.IntImm\",\"data\":{\"value\":1,\"dtype\":\"int32\"}}]}",
    "an initial index is not a variable" },
  { "{\"root_index\":0,\"nodes\":[{\"type\":\"tirx.IndexMap\",\"data\":{\"initial_indices\":1,\"final_indices\":1}},"
    "{\"type\":\"ffi.Array\",\"data\":[2,2]},{\"type\":\"tirx.Var\",\"data\":{\"name\":\"i\",\"dtype\":\"int32\"}}]}",
    "i is an initial index twice" },
  { "{\"root_index\":0,\"nodes\":[{\"type\":\"tirx.IndexMap\",\"data\":{\"initial_indices\":1,\"final_indices\":3}},"
    "{\"type\":\"ffi.Array\",\"data\":[2]},{\"type\":\"tirx.Var\",\"data\":{\"name\":\"i\",\"dtype\":\"int32\"}},"
    "{\"type\":\"ffi.Array\",\"data\":[4]},{\"type\":\"tirx.Var\",\"data\":{\"name\":\"j\",\"dtype\":\"int32\"}}]}",
    "j is not among the initial indices" },
  { "[[[[[[[[[[[[[[[[[[[", "it is nested too deeply" },
};

static void
test_broken_index_maps (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken_maps); i++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (NULL);
      g_autoptr (GError)  error = NULL;

      g_assert_null (tl_index_map_from_json (arena, broken_maps[i].json, NULL, &error));
      if (strstr (error->message, broken_maps[i].message) == NULL)
        g_test_fail_printf ("%s: expected \"%s\", got \"%s\"", broken_maps[i].json, broken_maps[i].message, error->message);
    }
}

/* A map keeps the sampled numbers it is made of: as names in text and JSON, with other decisions another layout. */
static void
test_index_map_of_samples (void)
{
  static const char script[] = "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\nv = sch.sample_perfect_tile(j, 2, decision=[32, 4])\n"
                               "sch.transform_layout(b, (\"write\", 0), lambda v4, m: (m // (v[1] * 2), v4, m % (v[1] * 2) * v[0] // "
                               "v[0]))\n"
                               "f = tvm.tir.IndexMap.from_func(lambda i, m: (i, m // v[0], m % v[0]))\n"
                               "sch.transform_layout(b, (\"read\", 0), f)\nw, x = sch.split(i, v)\n";
  g_autoptr (TlState) state = run (start_with (matmul, 0), script), simplified = NULL, back = NULL, other = NULL;
  g_autoptr (TlState) start = start_with (matmul, 0);
  g_autofree char *text = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE), *json = tl_trace_to_json (state, TL_DIALECT_SBLOCK);
  g_autofree char *program = NULL, *changed = NULL, *text_back = NULL;
  g_auto (GStrv) parts = g_strsplit (json, "[32,4]", -1);

  g_assert_nonnull (strstr (text, "index_map=lambda v4_1, m: (m // (v5 * 2), v4_1, m % (v5 * 2) * v4 // v4,)"));
  g_assert_nonnull (strstr (text, "index_map=lambda i, m: (i, m // v4, m % v4,)"));
  simplified = must (tl_trace_simplify (state, FALSE, &failure));
  g_assert_cmpuint (tl_state_n_steps (simplified), ==, tl_state_n_steps (state));

  back = must (tl_trace_replay_json (start, json, TRUE, FALSE, &failure));
  g_assert_true (tl_module_equal (tl_state_module (back), tl_state_module (state), NULL));
  text_back = tl_trace_to_text (back, TL_DIALECT_CLASSIC, FALSE);
  g_assert_cmpstr (text_back, ==, text);

  changed = g_strjoinv ("[8,16]", parts);
  other = must (tl_trace_replay_json (start, changed, TRUE, FALSE, &failure));
  program = tl_script_print (tl_state_module (other), TL_DIALECT_CLASSIC, NULL);
  g_assert_nonnull (strstr (program, "C: T.Buffer((4, 128, 32)"));
  g_assert_nonnull (strstr (program, "A: T.Buffer((128, 16, 8)"));
}

static const struct { const char *json, *message; } broken_json[] = {
  { "", "this is not a JSON trace" },
  { "{}", "it must be [[steps], [decisions]]" },
  { "[[]]", "it must be [[steps], [decisions]]" },
  { "[[3],[]]", "step 1: it must be [kind, inputs, attrs, outputs]" },
  { "[[[\"GetBlock\",[],[\"C\"],3]],[]]", "inputs, attrs and outputs must be lists" },
  { "[[[\"GetBlock\",[],[],[\"b0\"]]],[]]", "'name' is missing" },
  { "[[[\"GetBlock\",[],[\"C\",\"main\",1],[\"b0\"]]],[]]", "more inputs or attrs" },
  { "[[[\"GetBlock\",[],[\"C\",\"main\"],[]]],[]]", "it yields 1 results, but the trace lists 0" },
  { "[[[\"GetLoops\",[\"b0\"],[],[]]],[]]", "'b0' is not a variable" },
  { "[[[\"GetBlock\",[],[\"D\",\"main\"],[\"b0\"]]],[]]", "has no block named 'D'" },
  { "[[[\"GetBlock\",[],[\"C\",\"main\"],[\"b0\"]]],[[0,1]]]", "a decision for step 0 (counted from 0), which is not a sampling step" },
  { "[[[\"GetBlock\",[],[\"C\",\"main\"],[\"b0\"]]],[[1,1]]]", "a decision for step 1 (counted from 0), which does not exist" },
  { "[[[\"SampleCategorical\",[],[[1],[1.0]],[\"v0\"]]],[[-1,0]]]", "a decision for step -1 (counted from 0), which does not exist" },
  { "[[[\"SampleCategorical\",[],[[1],[1.0]],[\"v0\"]]],[[0,0],[0,0]]]", "a decision for step 0 (counted from 0), which already has one" },
  { "[[[\"SampleCategorical\",[],[[1],[1.0]],[\"v0\"]]],[[0]]]", "a decision must be [step, value]" },
  { "[[[\"GetBlock\",[],[\"C\",\"main\"],[\"b0\"]],[\"TransformBlockLayout\",[\"b0\"],"
    "[\"{\\\"root_index\\\":0,\\\"nodes\\\":[{\\\"type\\\":"
    "\\\"tirx.IndexMap\\\",\\\"data\\\":{\\\"initial_indices\\\":1,\\\"final_indices\\\":2}},"
    "{\\\"type\\\":\\\"ffi.Array\\\",\\\"data\\\":[]},"
    "{\\\"type\\\":\\\"ffi.Array\\\",\\\"data\\\":[3]},{\\\"type\\\":\\\"tirx.Var\\\",\\\"data\\\":{\\\"name\\\":\\\"v7\\\",\\\"dtype\\\":"
    "\\\"int32\\\"}}]}\"],[]]],[]]", "'v7' is neither an index nor a variable of an earlier step" },
  { "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "too deeply nested" },
};

/* A plain number in the place of a function of indices, in text and JSON. */
static void
test_constant_map (void)
{
  static const char steps[] = "b = sch.get_block(\"X\")\n"
                              "sch.transform_layout(b, (\"write\", 0), lambda i: (i // 3, i %% 3), pad_value=%s)\n";
  static const char *const numbers[] = { "0", "-2", "0.5", "True" };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char    *script = g_strdup_printf (steps, numbers[i]);
      g_autofree char    *as_function = g_strdup_printf ("lambda *indices: T.float32(%s)", numbers[i]);
      g_autofree char    *other = g_strdup_printf (steps, as_function);
      g_autoptr (TlState) start = start_with (one_block, 0), back = NULL;
      g_autoptr (TlState) state = run (tl_state_ref (start), script), same = run (tl_state_ref (start), other);
      g_autofree char    *json = tl_trace_to_json (state, TL_DIALECT_CLASSIC);
      const char         *map = strstr (json, "[0,1,\"");
      g_autoptr (GString) edited = g_string_new (NULL);

      g_assert_true (tl_module_equal (tl_state_module (state), tl_state_module (same), NULL));
      g_assert_nonnull (map);
      g_string_append_len (edited, json, map - json);
      g_string_append_printf (edited, "[0,1,%s,false],[]]],[]]", strcmp (numbers[i], "True") == 0 ? "true" : numbers[i]);
      back = must (tl_trace_replay_json (start, edited->str, TRUE, FALSE, &failure));
      g_assert_true (tl_module_equal (tl_state_module (state), tl_state_module (back), NULL));
    }
}

static void
test_broken_json (void)
{
  g_autoptr (TlState) start = start_with (matmul, 0);

  for (guint i = 0; i < G_N_ELEMENTS (broken_json); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (tl_trace_replay_json (start, broken_json[i].json, TRUE, FALSE, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, broken_json[i].message) == NULL)
        g_test_fail_printf ("%s: expected \"%s\", got \"%s\"", broken_json[i].json, broken_json[i].message, error->message);
    }
}

static void
test_simplify (void)
{
  g_autoptr (TlState) state = run (start_with (matmul, 0),
                                   "b = sch.get_block(\"C\")\nunused = sch.get_block(\"root\")\ni, j, k = sch.get_loops(b)\n"
                                   "v = sch.sample_perfect_tile(i, 2)\nw = sch.sample_perfect_tile(j, 2, decision=[16, 8])\n"
                                   "a, c = sch.split(j, w)\n"
                                   "sch.enter_postproc()\nsch.unroll(c)\n");
  g_autoptr (TlState) simple = must (tl_trace_simplify (state, TRUE, &failure));
  g_autofree char    *text = tl_trace_to_text (simple, TL_DIALECT_CLASSIC, FALSE);

  g_assert_cmpstr (text, ==,
                   "b0 = sch.get_block(name=\"C\", func_name=\"main\")\nl1, l2, l3 = sch.get_loops(block=b0)\n"
                   "v4, v5 = sch.sample_perfect_tile(loop=l2, n=2, max_innermost_factor=16, decision=[16, 8])\n"
                   "l6, l7 = sch.split(loop=l2, factors=[v4, v5], preserve_unit_iters=True, disable_predication=False)\n");
}

/* The numbers are part of the promise: the same seed decides alike on every machine. */
static void
test_sampling (void)
{
  static const char script[] = "i, j, k = sch.get_loops(sch.get_block(\"C\"))\nsch.sample_perfect_tile(i, 3)\n"
                               "sch.sample_perfect_tile(j, 2, 64)\n"
                               "sch.sample_categorical([1, 2, 3], [0.2, 0.3, 0.5])\n";
  g_autoptr (TlState) a = run (start_with (matmul, 42), script);
  g_autoptr (TlState) b = run (start_with (matmul, 42), script);
  g_autoptr (TlState) c = run (start_with (matmul, 43), script);
  g_autoptr (TlState) again_start = start_with (matmul, 42);
  g_autoptr (TlState) again = must (tl_trace_replay (again_start, a, FALSE, FALSE, &failure));
  g_autofree char    *text_a = tl_trace_to_text (a, TL_DIALECT_CLASSIC, FALSE);
  g_autofree char    *text_b = tl_trace_to_text (b, TL_DIALECT_CLASSIC, FALSE);
  g_autofree char    *text_c = tl_trace_to_text (c, TL_DIALECT_CLASSIC, FALSE);
  g_autofree char    *text_again = tl_trace_to_text (again, TL_DIALECT_CLASSIC, FALSE);

  g_assert_cmpstr (text_a, ==, text_b);
  g_assert_cmpstr (text_a, ==, text_again);
  g_assert_cmpstr (text_a, !=, text_c);
}

/* Every way to tile 12 in two parts comes up about equally often: 2 * 2 * 3 spreads as 3 * 2 compositions. */
static void
test_sampling_spread (void)
{
  guint             count[13] = { 0 };
  static const char   program[] = "from tvm.script import tir as T\n@T.prim_func\ndef main(A: T.Buffer((12,), \"float32\")):\n"
                                  BLOCK_S ("A", "12", "A[vi] = T.float32(1)");

  for (guint seed = 0; seed < 600; seed++)
    {
      g_autoptr (TlState) state = run (start_with (program, seed),
                                       "i, = sch.get_loops(sch.get_block(\"A\"))\nsch.sample_perfect_tile(i, 2, -1)\n");

      count[tl_state_rv (state, tl_state_n_rvs (state) - 1)->integer]++;
    }
  for (guint i = 1; i <= 12; i++)
    g_assert_true (12 % i == 0 ? count[i] > 60 && count[i] < 145 : count[i] == 0);
}

static TlNodeId
nth_child_of_root (const TlModule *module, guint n)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (module->prims[0]->body);

  return ((const TlStmt *) g_ptr_array_index (blocks, n))->block.id;
}

/* Of each variable, the step that a walk over all of them finds. */
static void
test_variables (void)
{
  g_autoptr (GString) text = g_string_new ("b = sch.get_block(\"C\")\n");
  g_autoptr (TlState) state = NULL;
  TlState            *step;

  for (guint i = 0; i < 150; i++)
    g_string_append (text, i % 3 == 0 ? "i, j, k = sch.get_loops(b)\n" : i % 3 == 1 ? "c = sch.get_block(\"C\")\n" : "sch.parallel(i)\n");
  state = run (start_with (matmul, 0), text->str);
  g_assert_cmpuint (tl_state_n_steps (state), ==, 151);
  for (; tl_state_inst (state) != NULL; step = tl_state_ref (tl_state_parent (state)), tl_state_unref (state), state = step)
    for (guint i = 0, first, n; i < tl_state_n_rvs (state); i++)
      {
        for (step = state; (n = tl_state_outputs (step, &first), i < first || i >= first + n); step = tl_state_parent (step))
          ;
        g_assert_true (tl_state_rv_step (state, i) == step && tl_state_rv (state, i) == tl_state_rv (step, i));
      }
}

static void
test_nodes (void)
{
  g_autoptr (TlState) start = start_with (matmul, 0);
  const TlModule     *module = tl_state_module (start);
  g_autoptr (TlPath)  path = tl_path_find (module, nth_child_of_root (module, 0));
  const TlStmt       *j = path->stmts[path->n - 3];
  TlArg               factors[2] = { { .kind = TL_ARG_NONE }, tl_arg_int (8) };
  TlArg               args[2] = { tl_arg_node (j->loop.id), { .kind = TL_ARG_LIST, .items = factors, .n_items = 2 } };
  TlArg               block = tl_arg_node (tl_path_target (path)->block.id);
  g_autoptr (TlState) split = must (tl_state_apply_to_nodes (start, tl_primitive_find ("split"), args, 2, &failure));
  g_autofree char    *text = NULL, *line = NULL;
  g_autoptr (TlState) more = must (tl_state_apply_to_nodes (split, tl_primitive_find ("add_unit_loop"), &block, 1, &failure));

  text = tl_trace_to_text (more, TL_DIALECT_CLASSIC, FALSE);
  g_assert_cmpstr (text, ==,
                   "b0 = sch.get_block(name=\"C\", func_name=\"main\")\nl1, l2, l3 = sch.get_loops(block=b0)\n"
                   "l4, l5 = sch.split(loop=l2, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)\n"
                   "l6 = sch.add_unit_loop(block_or_loop=b0)\n");
  line = tl_state_describe (split);
  g_assert_cmpstr (line, ==, "Split j (128) → … × 8");
  must_fail (tl_state_apply_to_nodes (split, tl_primitive_find ("split"), args, 2, &failure), TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
  g_assert_cmpuint (tl_state_n_steps (split), ==, 3);
}

static void
test_nodes_of_twins (void)
{
  g_autoptr (TlState) start = start_with (twins, 0);
  TlArg               arg = tl_arg_node (nth_child_of_root (tl_state_module (start), 1));
  g_autoptr (TlState) state = must (tl_state_apply_to_nodes (start, tl_primitive_find ("add_unit_loop"), &arg, 1, &failure));
  g_autofree char    *text = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);

  g_assert_cmpstr (text, ==,
                   "b0 = sch.get_block(name=\"root\", func_name=\"main\")\nb1, b2 = sch.get_child_blocks(b0)\n"
                   "l3 = sch.add_unit_loop(block_or_loop=b2)\n");
}

static void
test_refusal (void)
{
  g_autoptr (TlState)  start = start_with (matmul, 0);
  g_autoptr (TlSource) source = tl_source_new ("s.py", "i, j, k = sch.get_loops(sch.get_block('C'))\nsch.parallel(k)\n", -1);
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, NULL);
  g_autoptr (GError)   error = NULL;
  guint                n;

  g_assert_null (tl_schedule_script_run (script, start, NULL, NULL, &error));
  g_assert_error (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
  g_assert_cmpstr (tl_refusal_primitive (error), ==, "parallel");
  g_assert_cmpstr (tl_refusal_reason (error), ==, "loop k cannot be parallelized: it drives the reduction axis vk of block C");
  g_assert_nonnull (tl_refusal_hint (error));
  g_assert_nonnull (tl_refusal_culprits (error, &n));
  g_assert_cmpuint (n, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/index-map-json", test_index_map_json);
  g_test_add_func ("/trace/index-map-form", test_index_map_form);
  g_test_add_func ("/trace/index-map-of-samples", test_index_map_of_samples);
  g_test_add_func ("/trace/broken-index-maps", test_broken_index_maps);
  g_test_add_func ("/trace/json", test_json);
  g_test_add_func ("/trace/json-reading", test_json_reading);
  g_test_add_func ("/trace/constant-map", test_constant_map);
  g_test_add_func ("/trace/json-broken", test_broken_json);
  g_test_add_func ("/trace/simplify", test_simplify);
  g_test_add_func ("/trace/refusal", test_refusal);
  g_test_add_func ("/sampling/seeded", test_sampling);
  g_test_add_func ("/sampling/spread", test_sampling_spread);
  g_test_add_func ("/state/variables", test_variables);
  g_test_add_func ("/state/nodes", test_nodes);
  g_test_add_func ("/state/nodes-of-twins", test_nodes_of_twins);
  return g_test_run ();
}
