/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random schedules over small programs, samples and programs at random among them: whatever the primitives accept must leave a well-formed
 * program that computes the same, prints and reads back, and whose trace replays from text and JSON. Usage: test-random-schedules
 * FIRST-SEED COUNT; each seed is one schedule. TL_RANDOM_SEED and TL_RANDOM_SCHEDULES say otherwise. A failure is reported with its seed,
 * and its trace shrunk to the steps it takes.
 */
#include <stdlib.h>

#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "tests/schedule/random-schedule.h"
#include "tests/schedule/schedule-checks.h"
#include "tests/soundness/shrink.h"
#include "tests/soundness/subject.h"

#define MIN_STEPS 5
#define MAX_STEPS 25
#define MAX_FAILURES 40

typedef struct
{
  const Subject *subject;
  guint64        seed;
} SubjectSeed;

static char *
find_problem (TlState *state, gpointer user_data)
{
  const SubjectSeed *check = user_data;
  const TlModule    *module = tl_state_module (state);
  char              *problem = check_result (check->subject->expected, module, check->subject->inputs);

  if (problem == NULL)
    problem = check_program_round_trip (module);
  return problem != NULL ? problem : check_trace_round_trip (state);
}

/* Takes @problem. */
static void
report (SubjectSeed *check, TlState *state, char *problem)
{
  g_autofree char *trace = shrink_schedule (state, find_problem, check, &problem);
  g_autofree char *before = tl_script_print (check->subject->module, TL_DIALECT_CLASSIC, NULL);

  g_test_message ("%s, seed %" G_GUINT64_FORMAT ": %s\n%s\n%s", check->subject->name, check->seed, problem, trace, before);
  g_free (problem);
}

/* TRUE if all is well. */
static gboolean
play_once (guint64 seed, RandomTally *tally)
{
  Subject             subject;
  SubjectSeed         check = { &subject, seed };
  char               *problem = NULL;
  gboolean            is_ready = subject_init (&subject, seed, &problem);
  g_autoptr (TlState) state = NULL;

  g_assert_cmpstr (problem, ==, NULL);
  g_assert_true (is_ready);
  state = random_schedule (subject.module, seed, MIN_STEPS, MAX_STEPS, NULL, tally, &problem);
  if (problem != NULL)
    {
      g_autofree char *trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);

      g_test_message ("%s, seed %" G_GUINT64_FORMAT ", %s\n%s", subject.name, seed, problem, trace);
      g_free (problem);
      subject_clear (&subject);
      return FALSE;
    }
  problem = find_problem (state, &check);
  if (problem != NULL)
    report (&check, state, problem);
  subject_clear (&subject);
  return problem == NULL;
}

typedef struct
{
  guint64 first;
  guint   n;
} Range;

static void
test_random (gconstpointer data)
{
  const Range *range = data;
  RandomTally  tally = { 0 };
  guint        n_failures = 0, n = 0;

  for (; n < range->n && n_failures < MAX_FAILURES; n++)
    n_failures += !play_once (range->first + n, &tally);
  g_test_message ("%u schedules, %u steps taken, %u refused", n, tally.n_taken, tally.n_refused);
  if (n_failures > 0)
    g_test_fail_printf ("%u schedules are wrong", n_failures);
  else
    g_assert_cmpuint (tally.n_taken, >=, range->n * MIN_STEPS);
}

int
main (int argc, char **argv)
{
  const char *count = g_getenv ("TL_RANDOM_SCHEDULES"), *from = g_getenv ("TL_RANDOM_SEED");
  Range       range;

  g_test_init (&argc, &argv, NULL);
  from = from != NULL ? from : argc > 1 ? argv[1] : "1";
  count = count != NULL ? count : argc > 2 ? argv[2] : "1000";
  range = (Range) { .first = g_ascii_strtoull (from, NULL, 10), .n = (guint) atoi (count) };
  g_test_add_data_func ("/schedule/random", &range, test_random);
  return g_test_run ();
}
