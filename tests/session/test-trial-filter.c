/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/session/tuning/trial-filter.h"

static const char *const status_words[] = { "ok", "pruned", "timeout", "wrong-result", NULL };
static const TlFilterField fields[] = {
  { "trial", TL_FILTER_NUMBER, NULL }, { "lat", TL_FILTER_SECONDS, NULL },  { "step", TL_FILTER_NUMBER, NULL },
  { "status", TL_FILTER_WORD, status_words }, { "star", TL_FILTER_FLAG, NULL }, { "tag", TL_FILTER_WORD, NULL },
};
enum { N_ROWS = 6 };
static const struct { double numbers[5]; const char *status, *tags; } rows[N_ROWS] = {
  { { 0, 2.5e-3, 4, 0, 0 }, "ok", NULL },
  { { 1, 1.9e-3, 4, 0, 1 }, "ok", "fast\nnarrow tile" },
  { { 2, 0.7e-6, 8, 0, 0 }, "ok", "Slow" },
  { { 3, NAN, 4, 0, 1 }, "wrong-result", NULL },
  { { 4, NAN, NAN, 0, 0 }, "timeout", NULL },
  { { 5, 0.02, 16, 0, 0 }, "pruned", "fast" },
};

static double
number_of (gpointer data, guint field, guint row)
{
  return rows[row % N_ROWS].numbers[field];
}

static const char *
text_of (gpointer data, guint field, guint row)
{
  return field == 3 ? rows[row % N_ROWS].status : rows[row % N_ROWS].tags;
}

static const TlFilterSource source = { fields, G_N_ELEMENTS (fields), number_of, text_of, NULL };

/* The rows that match, or the place and the message of an error. */
static const struct
{
  const char *text, *matches;
} cases[] = {
  { "", "012345" },
  { "  ", "012345" },
  { "lat < 2ms", "12" },
  { "lat<2ms&&step==4", "1" },
  { "lat < 2ms && step == 4 && status == ok", "1" },
  { "lat < 2ms || step == 4", "0123" },
  { "trial == 5 || lat < 2ms && step == 8", "25" },
  { "(trial == 5 || lat < 2ms) && step == 16", "5" },
  { "lat <= 700ns", "2" },
  { "lat <= 0.7 us", "2" },
  { "lat == 0.7µs", "2" },
  { "lat > 0.0024s", "05" },
  { "lat != 2.5ms", "125" },   /* a time that is not known is not another one */
  { "!(lat < 2ms)", "0345" },
  { "step >= 8", "25" },
  { "STEP = 4", "013" },
  { "star", "13" },
  { "!star && status == ok", "02" },
  { "status == wrong", "3" },
  { "status == wrong-result", "3" },
  { "status != ok", "345" },
  { "tag == fast", "15" },
  { "tag == SLOW", "2" },
  { "tag == \"narrow tile\"", "1" },
  { "tag ~ narrow", "1" },
  { "tag == narrow", "" },
  { "trial < 1e0", "0" },
  { "trial > -1 && trial < 2", "01" },
  { "lta < 2ms", "0: No column is named “lta”. Try: lat" },
  { "step == 4 && latency < 2ms", "13: No column is named “latency”. Try: lat" },
  { "zzzzzz < 1", "0: No column is named “zzzzzz”" },
  { "lat < 2", "7: A unit is missing after 2: s, ms, us or ns" },
  { "lat < fast", "6: lat is compared with a time, as in lat < 2ms" },
  { "step < ok", "7: step is compared with a number, as in step < 4" },
  { "step == 4x", "9: “x” is no part of a number" },
  { "step 4", "5: A comparison is missing after step: == != < <= > >= or ~" },
  { "step ~ 4", "5: step is a number: compare it with == != < <= > or >=" },
  { "step == 4 && ", "13: The expression ends where a column is expected" },
  { "step == 4 step == 8", "10: Join comparisons with && or ||" },
  { "step == 4 & lat < 2ms", "10: Join comparisons with && or ||" },
  { "(step == 4", "0: The parenthesis is not closed" },
  { "&& step == 4", "0: A column is expected here" },
  { "status == good", "10: “good” is no status. Try: ok, pruned, timeout, wrong-result" },
  { "status < ok", "7: status is text: compare it with ==, != or ~" },
  { "tag == \"fast", "7: The quote is not closed" },
  { "tag == ", "7: A word is missing here" },
};

static char *
result_of (const char *text)
{
  guint                     place = 0;
  g_autoptr (GError)        error = NULL;
  g_autoptr (GString)       found = g_string_new (NULL);
  g_autoptr (TlTrialFilter) filter = tl_trial_filter_parse (text, &source, &place, &error);

  if (filter == NULL)
    return g_strdup_printf ("%u: %s", place, error->message);
  for (guint i = 0; i < N_ROWS; i++)
    if (tl_trial_filter_matches (filter, &source, i))
      g_string_append_printf (found, "%u", i);
  return g_strdup (found->str);
}

/* The seconds of a unit at the beginning of @text. */
static double
scale_of (const char *text)
{
  return *text == 's' ? 1 : *text == 'm' ? 1e-3 : *text == 'u' ? 1e-6 : 1e-9;
}

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *result = result_of (cases[i].text);

      if (strcmp (result, cases[i].matches) != 0)
        g_error ("%s: %s, not %s", cases[i].text, result, cases[i].matches);
    }
}

/* Ranges as a plot chooses them: the expression has every trial of the range, whatever the digits of its latencies. */
static void
test_range (void)
{
  static const struct { guint first, last; double least_s, most_s; const char *text, *matches; } table[] = {
    { 1, 4, 0, 0, "trial >= 1 && trial <= 4", "1234" },
    { 3, 3, 0, 0, "trial == 3", "3" },
    { 0, 5, 1.9e-3, 2.5e-3, "trial >= 0 && trial <= 5 && lat >= 1.899ms && lat <= 2.501ms", "01" },
    { 1, 2, 0.7e-6, 1.9e-3, "trial >= 1 && trial <= 2 && lat >= 699.9ns && lat <= 1.901ms", "12" },
    { 0, 9, 0.02, 1.23456, "trial >= 0 && trial <= 9 && lat >= 19.99ms && lat <= 1.235s", "5" },
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *text = tl_trial_filter_for_range (table[i].first, table[i].last, table[i].least_s, table[i].most_s);
      g_autofree char *result = result_of (text);

      g_assert_cmpstr (text, ==, table[i].text);
      g_assert_cmpstr (result, ==, table[i].matches);
    }
  for (guint i = 0; i < 10000; i++)
    {
      double           seconds = pow (10, g_rand_double_range (random, -9, 2)), least, most;
      g_autofree char *text = tl_trial_filter_for_range (0, 0, seconds, seconds);
      char            *unit, *at = strstr (text, "lat >= ") + 7;

      least = g_ascii_strtod (at, &unit) * scale_of (unit);
      at = strstr (text, "lat <= ") + 7;
      most = g_ascii_strtod (at, &unit) * scale_of (unit);
      g_assert_cmpfloat (least, <=, seconds * (1 + 1e-12));
      g_assert_cmpfloat (most, >=, seconds * (1 - 1e-12));
      g_assert_cmpfloat (most, <=, least * 1.0021);
    }
}

static void
test_depth (void)
{
  g_autofree char *text = g_strnfill (100000, '('), *result = result_of (text);

  g_assert_true (g_str_has_suffix (result, "The expression nests too deep"));
}

/* "text|": completed at the bar, "start: candidates". */
static void
test_completion (void)
{
  static const struct { const char *text, *found; } table[] = {
    { "st|", "0: step status star" },   { "lat < 2ms && sta|", "13: status star" }, { "status == |", "10: ok pruned timeout wrong-result" },
    { "status==w|", "8: wrong-result" }, { "lat < |", "6:" }, { "lat < 2|", "6:" }, { "star|", "0:" },
    { "|", "0: trial lat step status star tag" }, { "tr| && star", "0: trial" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      guint                 start = 0;
      g_autofree char      *text = g_strdup (table[i].text);
      guint                 cursor = (guint) strcspn (text, "|");
      g_autoptr (GPtrArray) found = NULL;
      g_autoptr (GString)   result = g_string_new (NULL);

      memmove (text + cursor, text + cursor + 1, strlen (text + cursor));
      found = tl_trial_filter_complete (text, cursor, &source, &start);
      g_string_append_printf (result, "%u:", start);
      for (guint k = 0; k < found->len; k++)
        g_string_append_printf (result, " %s", (const char *) found->pdata[k]);
      if (strcmp (result->str, table[i].found) != 0)
        g_error ("%s: %s, not %s", table[i].text, result->str, table[i].found);
    }
}

/* Prints how long 50 000 rows take; the table waits for it. */
static void
test_many_rows (void)
{
  static const char         text[] = "lat < 2ms && step == 4 && status == ok || tag ~ narrow";
  guint                     place, n = 0;
  g_autoptr (TlTrialFilter) filter = tl_trial_filter_parse (text, &source, &place, NULL);
  gint64                    before_us = g_get_monotonic_time ();

  for (guint i = 0; i < 50000; i++)
    n += tl_trial_filter_matches (filter, &source, i);
  g_test_message ("50 000 rows: %.1f ms", (double) (g_get_monotonic_time () - before_us) / 1e3);
  g_assert_cmpuint (n, ==, 8334);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trial-filter/table", test_table);
  g_test_add_func ("/trial-filter/range", test_range);
  g_test_add_func ("/trial-filter/depth", test_depth);
  g_test_add_func ("/trial-filter/completion", test_completion);
  g_test_add_func ("/trial-filter/many-rows", test_many_rows);
  return g_test_run ();
}
