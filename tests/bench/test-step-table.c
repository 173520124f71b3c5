/* SPDX-License-Identifier: Apache-2.0 */
/* The table of gains, on fixed numbers, and the file that the window reads of it. */
#include <string.h>

#include "core/base/file.h"
#include "tests/bench/step-table.h"
#include "tests/must.h"
#include "tests/temporary.h"

static void
assert_near (double value, double wanted)
{
  g_assert_cmpfloat_with_epsilon (value, wanted, 1e-9);
}

static void
test_gain (void)
{
  /* 5 % and more count, in both directions; 0 is no measurement. */
  const double gains[] = { 2, 0, 0.5, 1.05, 1.049, 1, 0.96, 1 / 1.05, 4, 0.8, 1, 1.5 };
  TlStepGain   gain = step_gain_of (gains, G_N_ELEMENTS (gains)), one = step_gain_of (gains, 1), none = step_gain_of (gains + 1, 1);

  g_assert_cmpuint (gain.n, ==, 11);
  g_assert_cmpuint (gain.n_helped, ==, 4);
  g_assert_cmpuint (gain.n_hurt, ==, 3);
  assert_near (gain.low, 0.8);
  assert_near (gain.median, 1);
  assert_near (gain.high, 2);
  g_assert_cmpuint (one.n, ==, 1);
  assert_near (one.low, 2);
  assert_near (one.high, 2);
  g_assert_cmpuint (none.n, ==, 0);
}

/* Between two gains: 10 % of the way from 1 to 2. */
static void
test_quantiles (void)
{
  const double gains[] = { 2, 1 };
  TlStepGain   gain = step_gain_of (gains, 2);

  assert_near (gain.low, 1.1);
  assert_near (gain.median, 1.5);
  assert_near (gain.high, 1.9);
}

static GArray *
make_table (void)
{
  const TlPrimitive *vectorize = tl_primitive_find ("vectorize"), *split = tl_primitive_find ("split");
  StepSample         samples[24];
  guint              n = 0;

  for (guint i = 0; i < 10; i++)
    {
      samples[n++] = (StepSample) { vectorize, TL_STEP_CONTIGUOUS, 2, i < 4 ? 3 : 0 };
      samples[n++] = (StepSample) { split, TL_STEP_ANY, i < 5 ? 0.5 : 1, 1 };
    }
  for (guint i = 0; i < 4; i++)
    samples[n++] = (StepSample) { vectorize, TL_STEP_SCATTERED, 0.25, 0 };
  return step_table_new (samples, n);
}

/* Primitives in their order, wholes before cases. */
static void
test_rows (void)
{
  static const struct { const char *primitive; TlStepCase which; guint n, n_helped, n_hurt, n_tvm; } wanted[] = {
    { "split", TL_STEP_ANY, 10, 0, 5, 10 },          { "vectorize", TL_STEP_ANY, 14, 10, 4, 4 },
    { "vectorize", TL_STEP_CONTIGUOUS, 10, 10, 0, 4 }, { "vectorize", TL_STEP_SCATTERED, 4, 0, 4, 0 },
    { "all", TL_STEP_ANY, 24, 10, 9, 14 },
  };
  g_autoptr (GArray) table = make_table ();
  g_autofree char   *text = step_table_to_text (table);

  g_assert_cmpuint (table->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < table->len; i++)
    {
      const StepTableRow *row = &g_array_index (table, StepTableRow, i);

      g_assert_cmpstr (row->ours.primitive, ==, wanted[i].primitive);
      g_assert_cmpint (row->ours.which, ==, wanted[i].which);
      g_assert_cmpuint (row->ours.n, ==, wanted[i].n);
      g_assert_cmpuint (row->ours.n_helped, ==, wanted[i].n_helped);
      g_assert_cmpuint (row->ours.n_hurt, ==, wanted[i].n_hurt);
      g_assert_cmpuint (row->tvm.n, ==, wanted[i].n_tvm);
    }
  g_assert_nonnull (strstr (text, "\n  split                     10     0 %    50 %    50 %   0.50   0.75   1.00  |"));
  g_assert_nonnull (strstr (text, "\n    contiguous loop         10   100 %     0 %     0 %   2.00   2.00   2.00  |"));
}

static void
test_json (void)
{
  g_autoptr (GArray)      table = make_table ();
  g_autofree char        *json = step_table_to_json (table), *folder = g_dir_make_tmp ("step-table-XXXXXX", NULL);
  g_autofree char        *path = g_build_filename (folder, "gains.json", NULL);
  g_autoptr (TlStepGains) gains = NULL;
  TlTarget                target = tl_target_host ();
  const TlStepGain       *gain;

  must (tl_file_write (path, json, &failure));
  gains = must (tl_step_gains_read (path, &failure));
  gain = tl_step_gains_find (gains, &target, "vectorize", TL_STEP_CONTIGUOUS);
  g_assert_nonnull (gain);
  g_assert_cmpuint (gain->n, ==, 10);
  g_assert_cmpuint (gain->n_helped, ==, 10);
  assert_near (gain->median, 2);
  gain = tl_step_gains_find (gains, &target, "split", TL_STEP_ANY);
  g_assert_nonnull (gain);
  g_assert_cmpuint (gain->n_hurt, ==, 5);
  assert_near (gain->low, 0.5);
  assert_near (gain->median, 0.75);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bench/step-table/gain", test_gain);
  g_test_add_func ("/bench/step-table/quantiles", test_quantiles);
  g_test_add_func ("/bench/step-table/rows", test_rows);
  g_test_add_func ("/bench/step-table/json", test_json);
  return g_test_run ();
}
