/* SPDX-License-Identifier: Apache-2.0 */
/* The pace of a run and its silence, by clocks that the tests set. */
#include <string.h>

#include "core/session/tuning/tuning-pace.h"
#include "core/session/tuning/tuning-private.h"
#include "tests/must.h"

/* Trials that came in these milliseconds before now, oldest first; 0 ends them. */
static TlTuning *
running (const guint *ms_ago, double duration_s)
{
  TlTuning *tuning = tl_tuning_new ();
  gint64    now_us = g_get_monotonic_time ();

  tuning->state = TL_TUNING_RUNNING;
  for (; *ms_ago > 0; ms_ago++)
    {
      gint64 at_us = now_us - (gint64) *ms_ago * 1000;

      g_array_append_val (tuning->finish_times, at_us);
      g_array_append_val (tuning->durations, duration_s);
      tuning->heard_us = at_us;
    }
  return tuning;
}

/* Even intervals leave a narrow range around the mean; uneven ones a wider one. */
static void
test_time_left (void)
{
  const guint even[] = { 8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000, 1, 0 };
  const guint uneven[] = { 8000, 7900, 7800, 4000, 3900, 3800, 3700, 3600, 1, 0 };
  g_autoptr (GObject) a = NULL, b = NULL, none = NULL;
  TlTuning *tuning;
  double least_s, most_s, wide_least_s, wide_most_s;

  a = (GObject *) (tuning = running (even, 0.1));
  tuning->n_wanted = 20;
  g_assert_true (tl_tuning_time_left (tuning, &least_s, &most_s));
  g_assert_cmpfloat (least_s, >, 18);
  g_assert_cmpfloat (most_s, <, 22);
  g_assert_cmpfloat (least_s, <=, most_s);
  b = (GObject *) (tuning = running (uneven, 0.1));
  tuning->n_wanted = 20;
  g_assert_true (tl_tuning_time_left (tuning, &wide_least_s, &wide_most_s));
  g_assert_cmpfloat (wide_most_s - wide_least_s, >, most_s - least_s);
  none = (GObject *) (tuning = running ((const guint[]) { 0 }, 0.1));
  g_assert_false (tl_tuning_time_left (tuning, &least_s, &most_s));
}

static void
test_pace_text (void)
{
  const guint even[] = { 8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000, 1, 0 };
  g_autoptr (GObject) owner = NULL;
  TlTuning *tuning;
  g_autofree char *text = NULL, *rule = NULL, *none = NULL;

  owner = (GObject *) (tuning = running (even, 0.1));
  tuning->n_wanted = 20;
  text = tl_tuning_pace_text (tuning);
  g_assert_true (g_str_has_prefix (text, "1.0 trials/s, "));
  g_assert_true (g_str_has_suffix (text, " s left"));
  none = tl_tuning_stop_rule_text (tuning);
  g_assert_null (none);
  tuning->config.budget.stop_after = 64;
  rule = tl_tuning_stop_rule_text (tuning);
  g_assert_nonnull (strstr (rule, "after 64 trials"));
}

/* Silent is one that had no result for three times what a trial takes, and for two seconds at least. */
static void
test_silence (void)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  g_autoptr (GObject) owner = NULL;
  TlTuning *tuning;
  TlTuningSilence silence;
  g_autofree char *text = NULL;

  owner = (GObject *) (tuning = running ((const guint[]) { 9300, 9200, 9100, 9000, 0 }, 2.0));
  g_assert_true (tl_tuning_silence (tuning, pool, &silence));
  g_assert_cmpint (silence.worker, ==, -1);
  g_assert_cmpfloat (silence.usual_s, ==, 2.0);
  g_assert_cmpfloat (silence.silent_s, >=, 9.0);
  text = tl_tuning_silence_text (&silence);
  g_assert_nonnull (strstr (text, "No result for 9"));
  g_assert_nonnull (strstr (text, "(a trial takes 2.00 s)"));
  for (guint i = 0; i < tuning->durations->len; i++)
    g_array_index (tuning->durations, double, i) = 3.1;
  g_assert_false (tl_tuning_silence (tuning, pool, &silence));
  for (guint i = 0; i < tuning->durations->len; i++)
    g_array_index (tuning->durations, double, i) = 0.01;
  tuning->heard_us = g_get_monotonic_time () - G_USEC_PER_SEC;   /* a hundred trials, but only a second */
  g_assert_false (tl_tuning_silence (tuning, pool, &silence));
  tuning->heard_us -= 2 * G_USEC_PER_SEC;
  g_assert_true (tl_tuning_silence (tuning, pool, &silence));
  tuning->state = TL_TUNING_PAUSED;
  g_assert_false (tl_tuning_silence (tuning, pool, &silence));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/tuning-pace/time-left", test_time_left);
  g_test_add_func ("/session/tuning-pace/text", test_pace_text);
  g_test_add_func ("/session/tuning-pace/silence", test_silence);
  return g_test_run ();
}
