/* SPDX-License-Identifier: Apache-2.0 */
/* The table of trials as data: differences from the best, filters over decisions, files; what failures have in common. */
#include <math.h>
#include <string.h>

#include "core/session/tuning/common-decisions.h"
#include "core/session/tuning/trial-detail.h"
#include "core/session/tuning/trial-text.h"
#include "core/session/tuning/trial-view.h"
#include "tests/read-module.h"

static const char program[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((128, 128), \"float32\"), B: T.Buffer((128, 128), \"float32\"), C: T.Buffer((128, 128), \"float32\")):\n"
  "    for i, j, k in T.grid(128, 128, 128):\n"
  "        with T.block(\"C\"):\n"
  "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
  "            with T.init():\n"
  "                C[vi, vj] = T.float32(0)\n"
  "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";

/* Loop i is split by one of 3, 4, 5, 6: its inner part is i_1. */
#define ROWS                                                                                                                 \
  "[[[\"GetBlock\",[],[\"C\",\"main\"],[\"b0\"]],[\"GetLoops\",[\"b0\"],[],[\"l1\",\"l2\",\"l3\"]],"                            \
  "[\"SampleCategorical\",[],[[3,4,5,6],[0.25,0.25,0.25,0.25]],[\"v4\"]],[\"Split\",[\"l1\",\"None\",\"v4\"],[1,0],[\"l5\",\"l6\"]]],"

/* A trial for each letter: its decision is a digit, then '!' for a wrong result or a number of microseconds. */
typedef struct { guint decision; double us; const char *message; } Row;

static TlTrialStore *
store_of (const Row *rows, guint n)
{
  g_autoptr (TlModule)         module = read_module (program);
  g_autoptr (TlState)          start = tl_state_new (module, 0);
  g_autoptr (TlDecisionReader) reader = tl_decision_reader_new (start);
  TlTrialStore                *store = tl_trial_store_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *trace = g_strdup_printf (ROWS "[[2,%u]]]", rows[i].decision);
      double           samples[8];
      TlOutcome        outcome = { .kind = rows[i].us > 0 ? TL_OUTCOME_OK : TL_OUTCOME_WRONG_RESULT, .message = (char *) rows[i].message,
                                   .samples_s = samples, .n_samples = rows[i].us > 0 ? 8 : 0, .build_s = 0.25 };
      TlTrialRecord    record = { .number = i, .score = i == 1 ? 0.5 : NAN, .decisions = tl_decision_reader_read (reader, trace, NULL) };

      for (guint k = 0; k < 8; k++)
        samples[k] = rows[i].us * 1e-6 * (1 + 0.01 * k);
      tl_trial_record_set_outcome (&record, &outcome, 0, 0);
      tl_trial_store_append (store, &record, 1);
    }
  return store;
}

static const Row some_rows[] = {
  { 0, 100, NULL }, { 1, 50, NULL }, { 1, 52, NULL }, { 3, 0, "C[0, 0]: got 1.5, expected 2\n3 of 12 compared elements are wrong" },
  { 2, 80, NULL },
};

static guint
column_named (const TlTrialColumns *columns, const char *wanted)
{
  for (guint i = 0; i < tl_trial_columns_n (columns); i++)
    {
      g_autofree char *name = tl_trial_column_name (columns, i);

      if (strcmp (name, wanted) == 0)
        return i;
    }
  g_error ("no column is named %s", wanted);
}

static void
test_against_best (void)
{
  g_autoptr (TlTrialStore) store = store_of (some_rows, G_N_ELEMENTS (some_rows));
  TlTrialColumns           columns = { store, NULL, 1e6 };
  guint                    rows = column_named (&columns, "i_1");
  g_autofree char         *value = tl_trial_column_text (&columns, rows, 0);
  g_autofree char         *best = tl_trial_column_text (&columns, TL_COLUMN_AGAINST_BEST, 1);
  g_autofree char         *slower = tl_trial_column_text (&columns, TL_COLUMN_AGAINST_BEST, 4);
  g_autofree char         *failed = tl_trial_column_text (&columns, TL_COLUMN_AGAINST_BEST, 3);

  g_assert_cmpint (tl_trial_store_best (store), ==, 1);
  g_assert_cmpstr (value, ==, "3");
  g_assert_true (tl_trial_column_differs (&columns, rows, 0));
  g_assert_false (tl_trial_column_differs (&columns, rows, 2));
  g_assert_false (tl_trial_column_differs (&columns, TL_COLUMN_LATENCY, 0));
  g_assert_true (tl_trial_ties_with_best (store, 1));
  g_assert_true (tl_trial_ties_with_best (store, 2));    /* their intervals overlap */
  g_assert_false (tl_trial_ties_with_best (store, 0));
  g_assert_false (tl_trial_ties_with_best (store, 3));
  g_assert_cmpstr (best, ==, "best");
  g_assert_cmpstr (slower, ==, "+60 %");
  g_assert_cmpstr (failed, ==, "—");
}

/* The card of a trial ends with its score, if it has one, beside what it turned out to be, and its decisions. */
static void
test_card (void)
{
  static const char *const ends[] = { "\ni_1 = 3", "\nScore predicted 0.50, measured 1.00\ni_1 = 4", "\ni_1 = 4",
                                      "compared elements are wrong\ni_1 = 6", "\ni_1 = 5" };
  g_autoptr (TlTrialStore) store = store_of (some_rows, G_N_ELEMENTS (some_rows));

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *card = tl_trial_describe (store, i, 1e6);

      g_assert_true (g_str_has_suffix (card, ends[i]));
      g_assert_true ((strstr (card, "Score") != NULL) == (i == 1));
    }
}

/* A filter over decisions, with keys of sorting; trials that come later pass it, too. */
static void
test_view (void)
{
  g_autoptr (TlTrialStore) store = store_of (some_rows, G_N_ELEMENTS (some_rows));
  TlTrialColumns           columns = { store, NULL, 1e6 };
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  const TlTrialSortKey     keys[] = { { column_named (&columns, "i_1"), TRUE }, { TL_COLUMN_LATENCY, TRUE } };
  static const guint       sorted[] = { 3, 4, 2, 1, 0 };
  g_autoptr (GError)       error = NULL;
  TlTrialRecord            late = { .number = 9, .outcome = TL_OUTCOME_OK, .latency_s = 1e-6 };
  const guint             *indices;
  guint                    place, n;

  tl_trial_view_set_sort (view, keys, G_N_ELEMENTS (keys));
  indices = tl_trial_view_indices (view, &n);
  g_assert_cmpmem (indices, n * sizeof *indices, sorted, sizeof sorted);
  g_assert_true (tl_trial_view_set_filter (view, "i_1 == 4 && status == ok", &place, &error));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 2);
  g_assert_cmpuint (tl_trial_view_n_unfiltered (view), ==, 5);
  g_assert_false (tl_trial_view_set_filter (view, "i_1 ==", &place, &error));
  g_assert_cmpuint (place, ==, 6);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 2);   /* as it was */
  g_assert_true (tl_trial_view_set_filter (view, "lat < 60us", &place, NULL));
  tl_trial_store_append (store, &late, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 3);
  g_assert_true (tl_trial_view_set_filter (view, "", &place, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 6);
}

/* A CSV file's cells, which have no line breaks here. */
static GPtrArray *
cells_of (const char *line)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  GString   *cell = g_string_new (NULL);
  gboolean   in_quotes = FALSE;

  for (; *line != '\0'; line++)
    if (*line == '"' && in_quotes && line[1] == '"')
      g_string_append_c (cell, *line++);
    else if (*line == '"')
      in_quotes = !in_quotes;
    else if (*line == ',' && !in_quotes)
      {
        g_ptr_array_add (cells, g_strdup (cell->str));
        g_string_truncate (cell, 0);
      }
    else
      g_string_append_c (cell, *line);
  g_ptr_array_add (cells, g_string_free (cell, FALSE));
  return cells;
}

/* The text after "name" : in an object without objects. */
static const char *
member_of (const char *object, const char *name)
{
  g_autofree char *key = g_strdup_printf ("\"%s\" : ", name);
  const char      *found = strstr (object, key);

  g_assert_nonnull (found);
  return found + strlen (key);
}

/* Every number is read back from both files as it was. */
static void
test_files (void)
{
  g_autoptr (TlTrialStore) store = store_of (some_rows, G_N_ELEMENTS (some_rows));
  TlTrialColumns           columns = { store, NULL, 1e6 };
  const guint              indices[] = { 1, 3 };
  g_autofree char         *csv = tl_trial_columns_to_csv (&columns, indices, 2), *json = tl_trial_columns_to_json (&columns, indices, 2);
  g_auto (GStrv)           lines = g_strsplit (csv, "\r\n", -1);
  g_autoptr (GPtrArray)    names = cells_of (lines[0]);
  g_auto (GStrv)           objects = g_strsplit (json, "}", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, 4);   /* the last is empty */
  g_assert_cmpuint (g_strv_length (objects), ==, 3);
  g_assert_cmpuint (names->len, ==, tl_trial_columns_n (&columns));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GPtrArray) cells = cells_of (lines[i + 1]);

      g_assert_cmpuint (cells->len, ==, names->len);
      for (guint c = 0; c < names->len; c++)
        {
          const char *word = tl_trial_column_word (&columns, c, indices[i]);
          double      value = tl_trial_column_value (&columns, c, indices[i]);
          const char *member = member_of (objects[i], names->pdata[c]);

          if (word != NULL)
            {
              g_assert_cmpstr (cells->pdata[c], ==, word);
              g_assert_true (member[0] == '"' && g_str_has_prefix (member + 1, word));
            }
          else if (isnan (value))
            {
              g_assert_cmpstr (cells->pdata[c], ==, "");
              g_assert_true (g_str_has_prefix (member, "null"));
            }
          else
            {
              g_assert_cmpfloat (g_ascii_strtod (cells->pdata[c], NULL), ==, value);
              if (tl_trial_column_type (c) != TL_FILTER_FLAG)
                g_assert_cmpfloat (g_ascii_strtod (member, NULL), ==, value);
            }
        }
    }
  g_assert_cmpstr (names->pdata[TL_COLUMN_LATENCY], ==, "lat_s");
}

/* A decision of all wrong ones and few of the others comes first. */
static void
test_common (void)
{
  static const Row         rows[] = { { 3, 0, "x" },   { 3, 0, "x" },   { 2, 0, "y 7" }, { 0, 10, NULL },
                                      { 1, 10, NULL }, { 2, 10, NULL }, { 0, 10, NULL } };
  g_autoptr (TlTrialStore) store = store_of (rows, G_N_ELEMENTS (rows));
  g_autoptr (GPtrArray)    common = tl_common_decisions (store, TL_OUTCOME_WRONG_RESULT, 3), none = NULL;
  g_autofree char         *text = NULL;
  const TlCommonDecision  *first;

  g_assert_cmpuint (common->len, ==, 1);
  first = common->pdata[0];
  g_assert_cmpstr (first->value, ==, "≥ 5");
  g_assert_cmpuint (first->n_with, ==, 3);
  g_assert_cmpuint (first->n, ==, 3);
  g_assert_cmpuint (first->n_measured_with, ==, 1);
  g_assert_cmpuint (first->n_measured, ==, 4);
  text = tl_common_decision_text (store, first);
  g_assert_cmpstr (text, ==, "3 of 3 have i_1 ≥ 5, and 1 of 4 measured ones");
  none = tl_common_decisions (store, TL_OUTCOME_CRASH, 3);
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_signatures (void)
{
  static const struct { const char *message, *signature; } table[] = {
    { "No result after 5 s", "No result after # s" },
    { "Crashed while running: Segmentation fault at address 0x7f10\nmore", "Crashed while running: Segmentation fault at address #" },
    { NULL, "" }, { "C[0, 12]: got 1.5e-07, expected 2", "C[#, #]: got #, expected #" },
  };
  static const Row rows[] = { { 3, 0, "no 5" }, { 3, 0, "no 17" }, { 2, 0, "other" }, { 1, 3, NULL }, { 3, 0, "no 9\nmore" } };
  g_autoptr (TlTrialStore) store = store_of (rows, G_N_ELEMENTS (rows));
  g_autoptr (GArray)       others = tl_failures_like (store, 0);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *signature = tl_failure_signature (table[i].message);

      g_assert_cmpstr (signature, ==, table[i].signature);
    }
  g_assert_cmpuint (others->len, ==, 2);
  g_assert_cmpuint (g_array_index (others, guint, 0), ==, 1);
  g_assert_cmpuint (g_array_index (others, guint, 1), ==, 4);
}

static void
test_wrong_result (void)
{
  TlWrongResult wrong;

  g_assert_true (tl_wrong_result_parse (some_rows[3].message, &wrong));
  g_assert_cmpstr (wrong.element, ==, "C[0, 0]");
  g_assert_cmpstr (wrong.got, ==, "1.5");
  g_assert_cmpstr (wrong.expected, ==, "2");
  g_assert_cmpuint (wrong.n_wrong, ==, 3);
  g_assert_cmpuint (wrong.n_compared, ==, 12);
  tl_wrong_result_clear (&wrong);
  g_assert_false (tl_wrong_result_parse ("The result is wrong", &wrong));
  g_assert_false (tl_wrong_result_parse (NULL, &wrong));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trial-columns/against-best", test_against_best);
  g_test_add_func ("/trial-columns/card", test_card);
  g_test_add_func ("/trial-columns/view", test_view);
  g_test_add_func ("/trial-columns/files", test_files);
  g_test_add_func ("/trial-columns/common", test_common);
  g_test_add_func ("/trial-columns/signatures", test_signatures);
  g_test_add_func ("/trial-columns/wrong-result", test_wrong_result);
  return g_test_run ();
}
