/* SPDX-License-Identifier: Apache-2.0 */
/* Usual gains of primitives: the file, the cases of a step, the texts. */
#include <string.h>

#include "core/base/file.h"
#include "core/session/steps/step-gains.h"
#include "tests/program-text.h"
#include "tests/read-module.h"
#include "tests/temporary.h"

#define ROW(members) "{\"steps\": [{" members "}]}"
#define SPLIT        "\"primitive\": \"split\", "
#define COUNTS       "\"n\": 20, \"helped\": 12, \"hurt\": 1, "
#define GAINS        "\"low\": 0.9, \"median\": 1.2, \"high\": 2.43"

/* --- the file --- */

static TlStepGains *
read_text (const char *text, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("step-gains-XXXXXX", NULL), *path = g_build_filename (folder, "gains.json", NULL);
  TlStepGains     *gains;

  must (tl_file_write (path, text, &failure));
  gains = tl_step_gains_read (path, error);
  remove_folder (folder);
  return gains;
}

static void
test_bad_files (void)
{
  static const struct { const char *text, *message; } rows[] = {
    { "", "the file is empty" },
    { "nonsense", "gains.json: " },
    { "[1]", "there is no list \"steps\"" },
    { "{\"steps\": 3}", "there is no list \"steps\"" },
    { "{\"steps\": [7]}", "step 0: \"primitive\"" },
    { ROW (COUNTS GAINS), "\"primitive\"" },
    { ROW ("\"primitive\": 5, " COUNTS GAINS), "\"primitive\"" },
    { ROW (SPLIT "\"case\": \"full moon\", " COUNTS GAINS), "\"case\"" },
    { ROW (SPLIT GAINS), "\"n\"" },
    { ROW (SPLIT "\"n\": 0, \"helped\": 0, \"hurt\": 0, " GAINS), "\"n\"" },
    { ROW (SPLIT "\"n\": 2.5, \"helped\": 0, \"hurt\": 0, " GAINS), "\"n\"" },
    { ROW (SPLIT "\"n\": 1e300, \"helped\": 0, \"hurt\": 0, " GAINS), "\"n\"" },
    { ROW (SPLIT "\"n\": 20, \"helped\": 21, \"hurt\": 0, " GAINS), "\"helped\"" },
    { ROW (SPLIT "\"n\": 20, \"helped\": 12, \"hurt\": 9, " GAINS), "\"hurt\"" },
    { ROW (SPLIT COUNTS "\"low\": -1, \"median\": 1, \"high\": 2"), "\"low\"" },
    { ROW (SPLIT COUNTS "\"low\": 0.9, \"median\": \"1\", \"high\": 2"), "\"median\"" },
    { ROW (SPLIT COUNTS "\"low\": 0.9, \"median\": 0.8, \"high\": 2"), "\"median\"" },
    { ROW (SPLIT COUNTS "\"low\": 0.9, \"median\": 1, \"high\": 1e999"), "\"high\"" },
  };
  g_autofree char *deep = g_strnfill (100000, '[');

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    must_fail_saying (read_text (rows[i].text, &failure), rows[i].message);
  must_fail_saying (read_text (deep, &failure), "brackets nest");
  must_fail_saying (tl_step_gains_read ("/nonexistent/gains.json", &failure), "/nonexistent/gains.json");
  g_assert_null (read_text ("", NULL));
}

static void
test_find (void)
{
  g_autoptr (TlStepGains) gains = must (read_text (
    "{\"about\": {}, \"steps\": ["
    "{\"primitive\": \"vectorize\", \"n\": 30, \"helped\": 20, \"hurt\": 5, \"low\": 0.5, \"median\": 1.5, \"high\": 4},"
    "{\"primitive\": \"vectorize\", \"case\": \"contiguous loop\", " COUNTS GAINS ", \"tvm\": {}},"
    "{\"primitive\": \"vectorize\", \"case\": \"other loop\", \"n\": 9, \"helped\": 8, \"hurt\": 1, " GAINS "},"
    "{\"primitive\": \"parallel\", " COUNTS GAINS "},"
    "{\"primitive\": \"unroll\", " COUNTS GAINS "}]}", &failure));
  TlTarget target = tl_target_host (), gpu;

  g_assert_cmpuint (tl_step_gains_find (gains, &target, "vectorize", TL_STEP_CONTIGUOUS)->n, ==, 20);
  g_assert_cmpuint (tl_step_gains_find (gains, &target, "vectorize", TL_STEP_ANY)->n, ==, 30);
  g_assert_cmpuint (tl_step_gains_find (gains, &target, "unroll", TL_STEP_FEW_COPIES)->n, ==, 20);
  g_assert_null (tl_step_gains_find (gains, &target, "vectorize", TL_STEP_SCATTERED));   /* from too few steps */
  g_assert_null (tl_step_gains_find (gains, &target, "split", TL_STEP_ANY));
  g_assert_nonnull (tl_step_gains_find (gains, &target, "parallel", TL_STEP_ANY));
  target.num_cores = 2;
  g_assert_nonnull (tl_step_gains_find (gains, &target, "unroll", TL_STEP_ANY));
  g_assert_null (tl_step_gains_find (gains, &target, "parallel", TL_STEP_ANY));
  must (tl_target_parse ("cuda", &gpu, &failure));
  g_assert_null (tl_step_gains_find (gains, &gpu, "unroll", TL_STEP_ANY));
  g_assert_null (tl_step_gains_find (NULL, &target, "unroll", TL_STEP_ANY));
}

static void
test_texts (void)
{
  static const struct { TlStepGain gain; const char *text; } rows[] = {
    { { "split", TL_STEP_ANY, 20, 12, 1, 0.9, 1.2, 2.43 }, "usually 0.9–2.4× as fast" },
    { { "split", TL_STEP_ANY, 20, 12, 1, 0.033, 1.2, 9.96 }, "usually 0.03–10× as fast" },
    { { "split", TL_STEP_ANY, 20, 0, 0, 0.98, 1, 1.02 }, "usually the same speed" },
    { { "split", TL_STEP_ANY, 20, 20, 0, 3, 3, 3 }, "usually 3.0× as fast" },
  };
  TlStepGain       vectorize = { "vectorize", TL_STEP_CONTIGUOUS, 143, 89, 6, 0.9, 1.2, 2.43 };
  g_autofree char *detail = tl_step_gain_detail (&vectorize);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = tl_step_gain_text (&rows[i].gain);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
  g_assert_true (g_str_has_prefix (detail, "Helped in 62 %, hurt in 4 % of 143 such steps (contiguous loop) in schedules made by hand.\n"));
  g_assert_nonnull (strstr (detail, "8 of 10 made the program 0.9–2.4× as fast, the median 1.2×"));
}

/* --- the case of a step --- */

#define COPY_ROWS                                                                                                       \
  "@T.prim_func\ndef main(A: T.Buffer((16, 48), \"float32\"), B: T.Buffer((16, 48), \"float32\")):\n"                   \
  "    for i, j_0, j_1 in T.grid(16, 6, 8):\n        with T.block(\"B\"):\n"                                            \
  "            vi = T.axis.spatial(16, i)\n            vj = T.axis.spatial(48, j_0 * 8 + j_1)\n"                        \
  "            B[vi, vj] = A[vi, vj]\n"

static TlStepCase
case_of (const char *text, const char *primitive, guint depth)
{
  g_autoptr (TlModule) module = read_module (text);
  const TlStmt        *loop = module->prims[0]->body->block.body;
  TlArg                arg;

  for (guint i = 0; i < depth; i++)
    loop = loop->loop.body;
  arg = tl_arg_node (loop->kind == TL_STMT_BLOCK ? loop->block.id : loop->loop.id);
  return tl_step_case_of (tl_primitive_find (primitive), module, &arg, 1);
}

static void
test_cases (void)
{
  static const struct { const char *text, *primitive; guint depth; TlStepCase which; } rows[] = {
    { COPY_ROWS, "vectorize", 2, TL_STEP_CONTIGUOUS },
    { COPY_ROWS, "vectorize", 1, TL_STEP_SCATTERED },
    { COPY_ROWS, "vectorize", 0, TL_STEP_SCATTERED },
    { COPY_ROWS, "parallel", 2, TL_STEP_ANY },
    { COPY_ROWS, "vectorize", 3, TL_STEP_ANY },   /* a block */
    { "@T.prim_func\n" MATMUL ("16", "16", "16"), "vectorize", 1, TL_STEP_CONTIGUOUS },
    { "@T.prim_func\n" MATMUL ("16", "16", "16"), "vectorize", 2, TL_STEP_SCATTERED },   /* the same element */
    { COPY_ROWS, "unroll", 2, TL_STEP_FEW_COPIES },
    { "@T.prim_func\n" MATMUL ("16", "63", "64"), "unroll", 1, TL_STEP_FEW_COPIES },
    { "@T.prim_func\n" MATMUL ("16", "63", "64"), "unroll", 2, TL_STEP_MANY_COPIES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (case_of (rows[i].text, rows[i].primitive, rows[i].depth) != rows[i].which)
      g_error ("row %u: \"%s\"", i, tl_step_case_name (case_of (rows[i].text, rows[i].primitive, rows[i].depth)));
}

/* Unrolled loops around and inside multiply the copies. */
static void
test_nested_copies (void)
{
  static const char outer[] = "@T.prim_func\ndef main(A: T.Buffer((16, 48), \"float32\"), B: T.Buffer((16, 48), \"float32\")):\n"
                              "    for i in T.unroll(16):\n        for j in range(48):\n            with T.block(\"B\"):\n"
                              "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                B[vi, vj] = A[vi, vj]\n";
  g_autoptr (GString) inner = g_string_new (outer);

  g_assert_cmpint (case_of (outer, "unroll", 1), ==, TL_STEP_MANY_COPIES);
  g_string_replace (inner, "T.unroll(16)", "range(16)", 1);
  g_assert_cmpint (case_of (inner->str, "unroll", 1), ==, TL_STEP_FEW_COPIES);
  g_string_replace (inner, "range(48)", "T.unroll(48)", 1);
  g_assert_cmpint (case_of (inner->str, "unroll", 0), ==, TL_STEP_MANY_COPIES);
}

static void
test_case_names (void)
{
  TlStepCase which;

  for (guint i = 0; i < TL_STEP_N_CASES; i++)
    {
      g_assert_true (tl_step_case_find (tl_step_case_name (i), &which));
      g_assert_cmpint (which, ==, i);
    }
  g_assert_false (tl_step_case_find ("full moon", &which));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/step-gains/bad-files", test_bad_files);
  g_test_add_func ("/session/step-gains/find", test_find);
  g_test_add_func ("/session/step-gains/texts", test_texts);
  g_test_add_func ("/session/step-gains/cases", test_cases);
  g_test_add_func ("/session/step-gains/nested-copies", test_nested_copies);
  g_test_add_func ("/session/step-gains/case-names", test_case_names);
  return g_test_run ();
}
