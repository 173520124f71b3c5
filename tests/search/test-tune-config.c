/* SPDX-License-Identifier: Apache-2.0 */
/* The table of settings: every row has a default, a help and a refusal; what is refused changes nothing; texts read back. */

#include "core/search/tune-config.h"
#include "core/text/script.h"
#include "tests/must.h"

static const struct
{
  const char *name, *good, *bad;   /* @bad nullable: any text is good */
} values[] = {
  { "trials", "12", "0" }, { "trials-per-task", "0", "-1" }, { "trials-per-iter", "8", "8.5" }, { "stop-after", "100000000", "100000001" },
  { "task-scheduler", "gradient(alpha=0.3)", "gradient(alpha=9)" }, { "ops", "a,=b", NULL }, { "weight", "matmul=4", "matmul=0" },
  { "strategy", "replay-func", "clairvoyance" }, { "cost-model", "random", "xgb, random" }, { "seed", "7", "-7" },
  { "no-default-schedule", "true", "yes" }, { "space", NULL, "/nothing/there.py" }, { "function", "blocking", NULL },
  { "arg", "tile=\"1\\n2\"", NULL }, { "rules", "vector", "NoSuchRule" }, { "postprocs", "", "NoSuch" }, { "mutators", "tvm", "NoSuch(" },
  { "pin", "C/i/4/2=8", "C/i/4/2" }, { "forbid", "C/i/4/2=1..4", "=1" },
  { "target", "llvm -num-cores=2", "abacus" }, { "float", "strict", "sloppy" }, { "max-workers", "3", "1025" }, { "number", "1", "0" },
  { "repeat", "3", "" }, { "min-repeat-ms", "0.25", "0x10" }, { "timeout", "1e1", "inf" }, { "cooldown", "0", "nan" },
  { "dry", "true", "yes" }, { "replay-timings", "old.tileloom", NULL }, { "work-dir", "out", NULL }, { "warm-start", "false", "0" },
};

static void
assert_equal (const TlTuneConfig *a, const TlTuneConfig *b)
{
  g_autofree char *text_a = tl_tune_config_print (a), *text_b = tl_tune_config_print (b);

  g_assert_cmpstr (text_a, ==, text_b);
}

static void
test_rows (void)
{
  guint n = 0;

  for (const TlTuneRow *row; (row = tl_tune_row_nth (n)) != NULL; n++)
    {
      g_autofree char *help = tl_tune_row_describe (row);

      g_assert_cmpstr (row->name, ==, values[n].name);
      g_assert_true (tl_tune_row_find (row->name) == row);
      g_assert_true (g_str_has_prefix (help, row->help));
      g_assert_true ((row->argument == NULL) == (row->kind == TL_TUNE_FLAG));
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (values));
}

static void
test_set (void)
{
  TlTuneConfig config = tl_tune_config_default ();

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      const TlTuneConfig before = config;
      g_autoptr (GError) error = NULL;

      if (values[i].bad != NULL)
        {
          g_assert_false (tl_tune_config_set (&config, values[i].name, values[i].bad, &error));
          g_assert_nonnull (error);
          g_clear_error (&error);
          assert_equal (&config, &before);
        }
      if (values[i].good != NULL)
        {
          g_assert_true (tl_tune_config_set (&config, values[i].name, values[i].good, &error));
          g_assert_no_error (error);
        }
    }
  g_assert_cmpuint (config.budget.max_trials_global, ==, 12);
  g_assert_cmpfloat (config.measure.min_repeat_ms, ==, 0.25);
  g_assert_cmpfloat (config.measure.budget_s, ==, 0);
  g_assert_cmpfloat (config.measure.build_timeout_s, ==, 10);
  g_assert_cmpfloat (config.measure.run_timeout_s, ==, 10);
  g_assert_cmpuint (config.seed, ==, 7);
}

static void
test_round_trip (void)
{
  TlTuneConfig       config = tl_tune_config_default (), read = { 0 };
  g_autofree char   *text = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i].good != NULL)
      g_assert_true (tl_tune_config_set (&config, values[i].name, values[i].good, NULL));
  g_assert_true (tl_tune_config_set (&config, "weight", "other=2", NULL));
  text = tl_tune_config_print (&config);
  g_assert_true (must (tl_tune_config_read (&read, text, &failure)));
  assert_equal (&read, &config);
  g_assert_cmpstr (read.weights, ==, "matmul=4\nother=2");
  g_assert_cmpstr (read.arguments, ==, "tile=\"1\\n2\"");
  g_assert_cmpuint (read.measure.number, ==, config.measure.number);
  g_assert_cmpfloat (read.measure.budget_s, ==, 0);

  /* A setting that no longer fits keeps its default; the others are read. */
  g_assert_false (tl_tune_config_read (&read, "space=/nothing/there.py\nhue=red\ntrials=5\n", &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (read.space, ==, NULL);
  g_assert_cmpuint (read.budget.max_trials_global, ==, 5);
  g_clear_error (&error);
  must_fail (tl_tune_config_set (&read, "hue", "red", &failure), TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_NAME);
}

static const char module_text[] = "@tvm.script.ir_module\n"
                                  "class Module:\n"
                                  "    @T.prim_func\n"
                                  "    def add(A: T.Buffer((4,), \"float32\")):\n"
                                  "        for i in range(4):\n"
                                  "            with T.block(\"B\"):\n"
                                  "                vi = T.axis.spatial(4, i)\n"
                                  "                A[vi] = A[vi] + T.float32(1)\n"
                                  "    @T.prim_func\n"
                                  "    def add_twice(A: T.Buffer((4,), \"float32\")):\n"
                                  "        for i in range(4):\n"
                                  "            with T.block(\"B\"):\n"
                                  "                vi = T.axis.spatial(4, i)\n"
                                  "                A[vi] = A[vi] + T.float32(2)\n";

static void
test_use (void)
{
  g_autoptr (TlModule)  module = tl_script_read_text (module_text, NULL);
  TlTuneConfig          config = tl_tune_config_default ();
  TlTarget              target;
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) both = NULL, one = NULL;
  g_autoptr (TlSpace)   space = NULL, conflict = NULL;

  g_assert_true (tl_tune_config_begins_with_default_schedule (&config));
  config.ops = "add";
  config.weights = "add=3";
  both = must (tl_tune_config_tasks (&config, module, &failure));
  g_assert_cmpuint (both->len, ==, 2);
  g_assert_cmpfloat (((const TlTask *) both->pdata[0])->weight, ==, 3);
  config.ops = "=add";
  one = must (tl_tune_config_tasks (&config, module, &failure));
  g_assert_cmpuint (one->len, ==, 1);

  config.floats = "strict";
  g_assert_true (must (tl_tune_config_target (&config, &target, &failure)));
  g_assert_true (target.is_strict);
  config.lists[TL_SPACE_RULES] = "vector";
  g_assert_false (tl_tune_config_begins_with_default_schedule (&config));
  space = must (tl_tune_config_space (&config, &target, &failure));
  g_assert_cmpstr (tl_space_name (space), ==, "vector");
  config.space = "space.py";
  conflict = tl_tune_config_space (&config, &target, &error);
  g_assert_error (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_CONFLICT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/tune-config/rows", test_rows);
  g_test_add_func ("/search/tune-config/set", test_set);
  g_test_add_func ("/search/tune-config/round-trip", test_round_trip);
  g_test_add_func ("/search/tune-config/use", test_use);
  return g_test_run ();
}
