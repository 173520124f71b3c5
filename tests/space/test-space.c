/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The default space against the trace that TVM's tutorial prints (rules with decisions left out, postprocessing to the letter). That
 * trace is older than two arguments that are printed today with their defaults, and than the rule that only blocks that reduce are
 * unrolled.
 */
#include <string.h>

#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "core/space/space-private.h"
#include "tests/must.h"
#include "tests/named-texts.h"
#include "tests/program-text.h"

static const NamedText *texts;   /* of space.py */

#define TILES(d1, d2, d3) \
  "b0 = sch.get_block(name=\"C\", func_name=\"main\")\n" \
  "b1 = sch.get_block(name=\"root\", func_name=\"main\")\n" \
  "sch.annotate(block_or_loop=b0, ann_key=\"meta_schedule.tiling_structure\", ann_val=\"SSRSRS\")\n" \
  "l2, l3, l4 = sch.get_loops(block=b0)\n" \
  "v5, v6, v7, v8 = sch.sample_perfect_tile(loop=l2, n=4, max_innermost_factor=64, decision=" d1 ")\n" \
  "l9, l10, l11, l12 = sch.split(loop=l2, factors=[v5, v6, v7, v8], preserve_unit_iters=True)\n" \
  "v13, v14, v15, v16 = sch.sample_perfect_tile(loop=l3, n=4, max_innermost_factor=64, decision=" d2 ")\n" \
  "l17, l18, l19, l20 = sch.split(loop=l3, factors=[v13, v14, v15, v16], preserve_unit_iters=True)\n" \
  "v21, v22 = sch.sample_perfect_tile(loop=l4, n=2, max_innermost_factor=64, decision=" d3 ")\n" \
  "l23, l24 = sch.split(loop=l4, factors=[v21, v22], preserve_unit_iters=True)\n" \
  "sch.reorder(l9, l17, l10, l18, l23, l11, l19, l24, l12, l20)\n"
#define CONSUMERS "sch.get_consumers(block=b0)\n"
#define CACHE(loop) \
  "b25 = sch.cache_write(block=b0, write_buffer_index=0, storage_scope=\"global\")\n" \
  "sch.reverse_compute_at(block=b25, loop=" loop ", preserve_unit_loops=True)\n"
#define HINTS(var, decision) \
  "sch.annotate(block_or_loop=b1, ann_key=\"meta_schedule.parallel\", ann_val=16)\n" \
  "sch.annotate(block_or_loop=b1, ann_key=\"meta_schedule.vectorize\", ann_val=64)\n" \
  var " = sch.sample_categorical(candidates=[0, 16, 64, 512], probs=[0.25, 0.25, 0.25, 0.25], decision=" decision ")\n" \
  "sch.annotate(block_or_loop=b1, ann_key=\"meta_schedule.unroll_explicit\", ann_val=" var ")\n"

static const char tutorial_rules[] = TILES ("[2, 4, 1, 16]", "[2, 8, 1, 8]", "[64, 2]") CACHE ("l18") HINTS ("v26", "2");

static TlState *
start_of (const char *text)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));

  return tl_state_new (module, 0);
}

static TlState *
run_script (TlState *start, const char *text)
{
  g_autoptr (TlSource) source = tl_source_new ("trace.py", text, -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));

  return must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
}

static char *
print_trace (const TlState *state)
{
  g_autofree char *text = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
  GString *trace = g_string_new (text);

  g_string_replace (trace, ", disable_predication=False", "", 0);
  g_string_replace (trace, ", index=-1", "", 0);
  return g_string_free (trace, FALSE);
}

static char *
without_decisions (const char *trace)
{
  g_autoptr (GRegex) regex = g_regex_new ("decision=(\\[[^\\]]*\\]|-?\\d+)", 0, 0, NULL);

  return g_regex_replace_literal (regex, trace, -1, 0, "decision=?", 0, NULL);
}

/* The first lines of a trace, up to the postprocessing. */
static char *
rules_part (const TlState *state)
{
  char *trace = print_trace (state);
  char *end = strstr (trace, "sch.enter_postproc()\n");

  g_assert_nonnull (end);
  *end = '\0';
  return trace;
}

static void
test_rules (void)
{
  static const char *const sketches[] = {
    TILES ("?", "?", "?") CONSUMERS HINTS ("v25", "?"),
    TILES ("?", "?", "?") CONSUMERS CACHE ("l18") HINTS ("v26", "?"),
    TILES ("?", "?", "?") CONSUMERS CACHE ("l17") HINTS ("v26", "?"),
  };
  TlTarget target = tl_target_host ();
  g_autoptr (TlSpace) space = tl_space_from_rules (&target, NULL, NULL);
  g_autoptr (TlState) start = start_of (named_text (texts, "matmul"));
  guint n_seen[G_N_ELEMENTS (sketches)] = { 0 };

  for (guint64 seed = 0; seed < 40; seed++)
    {
      g_autoptr (TlState) state = must (tl_space_sample (space, start, seed, &failure)), again = tl_space_sample (space, start, seed, NULL);
      g_autofree char *rules = NULL, *shape = NULL;
      guint sketch = 0;

      g_assert_true (tl_module_equal (tl_state_module (state), tl_state_module (again), NULL));
      rules = rules_part (state);
      shape = without_decisions (rules);
      while (sketch < G_N_ELEMENTS (sketches) && strcmp (shape, sketches[sketch]) != 0)
        sketch++;
      if (sketch == G_N_ELEMENTS (sketches))
        g_assert_cmpstr (shape, ==, sketches[1]);
      n_seen[sketch]++;
    }
  for (guint i = 0; i < G_N_ELEMENTS (sketches); i++)
    g_assert_cmpuint (n_seen[i], >, 0);
}

static void
test_tutorial (void)
{
  TlTarget target = tl_target_host ();
  g_autoptr (TlSpace) space = tl_space_default (&target);
  g_autoptr (TlState) start = start_of (named_text (texts, "matmul"));
  g_autoptr (TlState) rules = run_script (start, tutorial_rules);
  g_autoptr (TlState) state = must (tl_space_postprocess (space, rules, &failure)), again = NULL;
  g_autofree char *trace = NULL, *expected = g_strconcat (tutorial_rules, named_text (texts, "postprocessing of the tutorial"), NULL);

  trace = print_trace (state);
  g_assert_cmpstr (trace, ==, expected);
  again = must (tl_space_postprocess (space, state, &failure));   /* what is postprocessed stays as it is */
  g_assert_true (tl_state_n_steps (again) == tl_state_n_steps (state));
}

/* Hints on functions without reductions; what TVM makes of each was asked of it. */
static const struct
{
  const char *name, *params, *axes, *body, *extents, *expected;
} flat_rows[] = {
  { "rows", "A: T.Buffer((128, 100), \"float32\"), B: T.Buffer((128, 100), \"float32\")", "i, j", "B[vi, vj] = A[vi, vj] * T.float32(2)",
    "128, 100",
    "l5 = sch.fuse(l3, l4)\nl6, l7 = sch.split(loop=l5, factors=[None, 64])\nsch.parallel(loop=l6)\nsch.vectorize(loop=l7)\n" },
  { "small", "A: T.Buffer((4, 4), \"float32\"), B: T.Buffer((4, 4), \"float32\")", "i, j", "B[vi, vj] = A[vi, vj] * T.float32(2)", "4, 4",
    "l5 = sch.fuse(l3, l4)\nl6, l7 = sch.split(loop=l5, factors=[None, 64])\nsch.parallel(loop=l6)\nsch.vectorize(loop=l7)\n" },
  { "transposed", "A: T.Buffer((128, 128), \"float32\"), B: T.Buffer((128, 128), \"float32\")", "i, j",
    "B[vi, vj] = A[vj, vi] * T.float32(2)",
    "128, 128", "l5 = sch.fuse(l3)\nsch.parallel(loop=l5)\n" },
  { "transposed, short", "A: T.Buffer((32, 8), \"float32\"), B: T.Buffer((8, 32), \"float32\")", "i, j",
    "B[vi, vj] = A[vj, vi] * T.float32(2)",
    "8, 32", "l5 = sch.fuse(l3)\nsch.parallel(loop=l5)\nl6 = sch.fuse(l4)\nsch.vectorize(loop=l6)\n" },
  { "bias", "A: T.Buffer((128, 128), \"float32\"), b: T.Buffer((128,), \"float32\"), B: T.Buffer((128, 128), \"float32\")", "i, j",
    "B[vi, vj] = A[vi, vj] + b[vj]", "128, 128",
    "l5 = sch.fuse(l3, l4)\nl6, l7 = sch.split(loop=l5, factors=[None, 64])\nsch.parallel(loop=l6)\nsch.vectorize(loop=l7)\n" },
  { "window", "A: T.Buffer((130, 130), \"float32\"), B: T.Buffer((128, 128), \"float32\")", "i, j",
    "B[vi, vj] = A[vi + 1, vj + 1] + T.float32(1)",
    "128, 128", "l5 = sch.fuse(l3)\nsch.parallel(loop=l5)\n" },
  { "single elements", "A: T.Buffer((1, 1), \"float32\"), B: T.Buffer((1, 1), \"float32\")", "i, j", "B[vi, vj] = A[vi, vj] + T.float32(1)",
    "1, 1", "" },
};

static void
test_flat (void)
{
  static const char hints[] = "b0 = sch.get_block(name=\"root\", func_name=\"main\")\n"
                              "sch.annotate(block_or_loop=b0, ann_key=\"meta_schedule.parallel\", ann_val=16)\n"
                              "sch.annotate(block_or_loop=b0, ann_key=\"meta_schedule.vectorize\", ann_val=64)\n";
  TlTarget target = tl_target_host ();
  g_autoptr (TlSpace) space = tl_space_default (&target);

  for (guint i = 0; i < G_N_ELEMENTS (flat_rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("@T.prim_func\ndef main(%s):\n    for i, j in T.grid(%s):\n        with T.block(\"B\"):\n"
                                               "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            %s\n",
                                               flat_rows[i].params, flat_rows[i].extents, flat_rows[i].body);
      g_autoptr (TlState) start = start_of (text), hinted = run_script (start, hints), state = NULL;
      g_autofree char *trace = NULL;
      g_autoptr (GString) found = NULL;

      state = must (tl_space_postprocess (space, hinted, &failure));
      trace = print_trace (state);
      g_assert_nonnull (strstr (trace, "l3, l4 = sch.get_loops(block=b2)\n"));
      found = g_string_new (strstr (trace, "l3, l4 = sch.get_loops(block=b2)\n") + strlen ("l3, l4 = sch.get_loops(block=b2)\n"));
      g_string_replace (found, ", preserve_unit_iters=True", "", 0);
      g_test_message ("%s", flat_rows[i].name);
      g_assert_cmpstr (found->str, ==, flat_rows[i].expected);
    }
}

#define CHAIN(middle) \
  "@T.prim_func\n" \
  "def main(A: T.Buffer((64, 64), \"float32\"), E: T.Buffer((64, 64), \"float32\"), R: T.Buffer((64, 64), \"float32\")):\n" \
  "    P = T.alloc_buffer((64, 64))\n" \
  BLOCK_SS ("P", "64, 64", "P[vi, vj] = " middle) \
  BLOCK_SSR ("R", "64, 64, 64", "R[vi, vj] = T.float32(0)", "R[vi, vj] = R[vi, vj] + P[vi, vk] * E[vk, vj]")

static const struct
{
  const char *name, *text;
  const char *steps[3];     /* begins of lines that must occur, */
  const char *absent;       /* and one that must not */
} program_rows[] = {
  { "a cheap producer is inlined", CHAIN ("A[vi, vj] * T.float32(2)"),
    { "sch.compute_inline(block=b0)", "sch.annotate(block_or_loop=b1, ann_key=\"meta" }, NULL },
  { "a costly one is not", CHAIN ("T.exp(A[vi, vj])"),
    { "sch.annotate(block_or_loop=b1, ann_key=\"meta", "= sch.sample_compute_location(block=b0, decision=",
      "sch.compute_at(block=b0, loop=l" },
    "sch.compute_inline" },
  { "a padded one is not", CHAIN ("T.if_then_else(vi < 3, A[vi, vj], T.float32(0))"),
    { "sch.annotate(block_or_loop=b1, ann_key=\"meta", "= sch.sample_compute_location(block=b0, decision=",
      "sch.compute_at(block=b0, loop=l" },
    "sch.compute_inline" },
  { "what passes a result on takes the place of its writing out",
    "@T.prim_func\n"
    "def main(A: T.Buffer((64, 64), \"float32\"), E: T.Buffer((64, 64), \"float32\"), R: T.Buffer((64, 64), \"float32\")):\n"
    "    P = T.alloc_buffer((64, 64))\n"
    BLOCK_SSR ("P", "64, 64, 64", "P[vi, vj] = T.float32(0)", "P[vi, vj] = P[vi, vj] + A[vi, vk] * E[vk, vj]")
    BLOCK_SS ("R", "64, 64", "R[vi, vj] = T.max(P[vi, vj], T.float32(0))"),
    { "sch.annotate(block_or_loop=b0, ann_key=\"meta", ", = sch.get_consumers(block=b0)\n" }, "sch.cache_write" },
  { "sums of rows have nothing to reuse",
    "@T.prim_func\n"
    "def main(A: T.Buffer((64, 64), \"float32\"), R: T.Buffer((64,), \"float32\")):\n"
    BLOCK_SR ("R", "64, 64", "R[vi] = T.float32(0)", "R[vi] = R[vi] + A[vi, vk]"),
    { "sch.annotate(block_or_loop=b1, ann_key=\"meta_schedule.parallel\"", "b" }, "meta_schedule.tiling_structure" },
  { "nothing but a store",
    "@T.prim_func\n"
    "def main(A: T.Buffer((4,), \"float32\")):\n"
    "    A[0] = T.float32(1)\n",
    { "sch.enter_postproc()" }, "sch.split" },
};

static void
test_programs (void)
{
  TlTarget target = tl_target_host ();
  g_autoptr (TlSpace) space = tl_space_from_rules (&target, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (program_rows); i++)
    for (guint64 seed = 0; seed < 4; seed++)
      {
        g_autoptr (TlState) start = start_of (program_rows[i].text), state = NULL;
        g_autofree char *trace = NULL;

        g_test_message ("%s, seed %" G_GUINT64_FORMAT, program_rows[i].name, seed);
        state = must (tl_space_sample (space, start, seed, &failure));
        g_assert_true (must (tl_module_verify (tl_state_module (state), &failure)));
        trace = print_trace (state);
        for (guint k = 0; k < G_N_ELEMENTS (program_rows[i].steps) && program_rows[i].steps[k]; k++)
          g_assert_nonnull (strstr (trace, program_rows[i].steps[k]));
        if (program_rows[i].absent)
          g_assert_null (strstr (trace, program_rows[i].absent));
      }
}

/* A script's draws, postprocessed: nothing to do but to say so where the script decomposes itself, else the initialisation is split off. */
static void
test_script (void)
{
  static const char *const without[] = { "decompose=False", NULL };
  g_autoptr (TlSource) source = tl_source_new ("space.py", named_text (texts, "script"), -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlState) start = start_of (named_text (texts, "matmul"));
  g_autoptr (GHashTable) programs = g_hash_table_new (NULL, NULL);

  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (TlSpace) space = tl_space_from_script (script, "schedule_mm", k == 0 ? NULL : without);

      for (guint64 seed = 0; seed < 16; seed++)
        {
          g_autoptr (TlState) state = tl_space_sample (space, start, seed, &error);
          g_autofree char *trace = NULL;

          g_assert_no_error (error);
          trace = print_trace (state);
          if (k == 0)
            g_assert_true (g_str_has_suffix (trace, "b8 = sch.decompose_reduction(block=b0, loop=l3)\nsch.enter_postproc()\n"));
          else
            g_assert_true (g_str_has_suffix (trace, "sch.enter_postproc()\nb8 = sch.get_block(name=\"C\", func_name=\"main\")\n"
                                                    "l9, l10, l11, l12 = sch.get_loops(block=b8)\n"
                                                    "b13 = sch.decompose_reduction(block=b8, loop=l11)\n"));
          g_hash_table_add (programs, GUINT_TO_POINTER (tl_module_hash (tl_state_module (state))));
        }
    }
  g_assert_cmpuint (g_hash_table_size (programs), >, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  texts = named_texts_read (TEST_DIR "/space.py");
  g_test_add_func ("/space/space/rules", test_rules);
  g_test_add_func ("/space/space/tutorial", test_tutorial);
  g_test_add_func ("/space/space/flat", test_flat);
  g_test_add_func ("/space/space/programs", test_programs);
  g_test_add_func ("/space/space/script", test_script);
  return g_test_run ();
}
