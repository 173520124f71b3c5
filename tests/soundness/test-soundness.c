/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Some hundred random schedules of random programs, run as soundness.h says. `tileloom-bench soundness` is the long form.
 * TL_SOUNDNESS_SEED and TL_SOUNDNESS_SCHEDULES say which and how many.
 */
#include <stdlib.h>

#include "tests/soundness/soundness.h"

#define DEFAULT_COUNT 300
#define N_THREADS     2

static void
test_soundness (void)
{
  const char *count = g_getenv ("TL_SOUNDNESS_SCHEDULES"), *from = g_getenv ("TL_SOUNDNESS_SEED");
  guint       n = count != NULL ? (guint) atoi (count) : DEFAULT_COUNT;
  g_autoptr (GError)       error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (N_THREADS, &error);
  Soundness   sum;

  g_assert_no_error (error);
  soundness_init (&sum);
  soundness_run (&sum, pool, from != NULL ? g_ascii_strtoull (from, NULL, 10) : 1, n, N_THREADS, NULL, NULL);
  g_test_message ("%u schedules, %u run backwards, too, %u with iterations apart, %u compiled, %u refused by code generation; "
                  "%u steps taken", sum.n_schedules,
                  sum.n_backwards, sum.n_apart, sum.n_compiled, sum.n_not_compiled, sum.tally.n_taken);
  if (sum.n_wrong > 0)
    g_test_fail_printf ("%u of %u schedules are wrong:\n%s", sum.n_wrong, sum.n_schedules, sum.problems->str);
  else
    {
      g_assert_cmpuint (sum.n_compiled, >=, n * 9 / 10);
      g_assert_cmpuint (sum.n_backwards, >=, n / 4);
      g_assert_cmpuint (sum.n_apart, >=, n / 10);
    }
  soundness_clear (&sum);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/soundness/random", test_soundness);
  return g_test_run ();
}
