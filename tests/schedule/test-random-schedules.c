/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random schedules over small programs, all samples among them: whatever the primitives accept must leave a well-formed program that computes
 * the same, prints and reads back, and whose trace replays from text and JSON. Usage: test-random-schedules FIRST-SEED COUNT; each seed is one
 * schedule. TL_RANDOM_SEED and TL_RANDOM_SCHEDULES say otherwise. A failure is told with its seed, and its trace shrunk to the steps it takes.
 */
#include <stdlib.h>

#include "core/schedule/schedule-script.h"
#include "tests/schedule/random-schedule.h"
#include "tests/schedule/schedule-checks.h"
#include "tests/schedule/small-sample.h"

#define MIN_STEPS 5
#define MAX_STEPS 25
#define N_INPUT_SEEDS 3
#define MOST_FAILURES 40

#define HEADER "from tvm.script import tir as T\n\n@T.prim_func\n"

static const struct { const char *name, *text; } programs[] = {
  { "matmul",
    HEADER
    "def main(A: T.Buffer((6, 10), \"float32\"), B: T.Buffer((10, 8), \"float32\"), C: T.Buffer((6, 8), \"float32\")):\n"
    "    for i, j, k in T.grid(6, 8, 10):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n" },
  { "matmul-relu",
    HEADER
    "def main(A: T.Buffer((7, 9), \"float32\"), B: T.Buffer((9, 6), \"float32\"), D: T.Buffer((7, 6), \"float32\")):\n"
    "    C = T.alloc_buffer((7, 6))\n"
    "    for i, j, k in T.grid(7, 6, 9):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n"
    "    for i, j in T.grid(7, 6):\n"
    "        with T.block(\"D\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            D[vi, vj] = T.max(C[vi, vj], T.float32(0))\n" },
  { "pad-and-blur",
    HEADER
    "def main(A: T.Buffer((11,), \"float32\"), C: T.Buffer((11,), \"float32\")):\n"
    "    P = T.alloc_buffer((13,))\n"
    "    for i in range(13):\n"
    "        with T.block(\"P\"):\n"
    "            vi = T.axis.spatial(13, i)\n"
    "            P[vi] = T.if_then_else(1 <= vi and vi < 12, A[vi - 1], T.float32(0))\n"
    "    for i, r in T.grid(11, 3):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vr = T.axis.remap(\"SR\", [i, r])\n"
    "            with T.init():\n"
    "                C[vi] = T.float32(0)\n"
    "            C[vi] = C[vi] + P[vi + vr]\n" },
  { "chain",
    HEADER
    "def main(A: T.Buffer((4, 6), \"float32\"), D: T.Buffer((6, 4), \"float32\")):\n"
    "    B = T.alloc_buffer((4, 6))\n"
    "    C = T.alloc_buffer((4, 6))\n"
    "    for i, j in T.grid(4, 6):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = A[vi, vj] + T.float32(1)\n"
    "    for i, j in T.grid(4, 6):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            C[vi, vj] = B[vi, vj] * B[vi, 5 - vj]\n"
    "    for j, i in T.grid(6, 4):\n"
    "        with T.block(\"D\"):\n"
    "            vj, vi = T.axis.remap(\"SS\", [j, i])\n"
    "            D[vj, vi] = C[vi, vj] - T.float32(2)\n" },
  { "row-norm",
    HEADER
    "def main(A: T.Buffer((5, 12), \"float32\"), B: T.Buffer((5, 12), \"float32\")):\n"
    "    S = T.alloc_buffer((5,))\n"
    "    for i, k in T.grid(5, 12):\n"
    "        with T.block(\"S\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                S[vi] = T.float32(0)\n"
    "            S[vi] = S[vi] + A[vi, vk] * A[vi, vk]\n"
    "    for i, j in T.grid(5, 12):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = A[vi, vj] / (S[vi] + T.float32(1))\n" },
  { "uneven-tiles",
    HEADER
    "def main(A: T.Buffer((7, 5), \"float32\"), C: T.Buffer((7, 5), \"float32\")):\n"
    "    for i in range(2):\n"
    "        with T.block(\"tile\"):\n"
    "            vi = T.axis.spatial(2, i)\n"
    "            T.reads(A[vi * 4:vi * 4 + 4, 0:5])\n"
    "            T.writes(C[vi * 4:vi * 4 + 4, 0:5])\n"
    "            B = T.alloc_buffer((T.min(7 - vi * 4, 4), 5))\n"
    "            for ii, j in T.grid(T.min(7 - vi * 4, 4), 5):\n"
    "                with T.block(\"B\"):\n"
    "                    wi, wj = T.axis.remap(\"SS\", [ii, j])\n"
    "                    B[wi, wj] = A[vi * 4 + wi, wj] * T.float32(2)\n"
    "            for ii, j in T.grid(T.min(7 - vi * 4, 4), 5):\n"
    "                with T.block(\"C\"):\n"
    "                    wi, wj = T.axis.remap(\"SS\", [ii, j])\n"
    "                    C[vi * 4 + wi, wj] = B[wi, wj] + B[wi, 4 - wj]\n" },
};

static const struct { const char *name, *smaller; } samples[] = {
  { "vector-add-1024", "1024=13" },
  { "window-sum", "1024=11 1027=13" },
  { "matmul-128", "128=5" },
  { "matmul-1024", "1024=6" },
  { "matmul-1000", "1000=4" },
  { "mm-relu-128", "128=6" },
  { "bmm-relu-16x128", "16=2 128=4" },
  { "matmul-exp-matmul", "1024=4 2048=5 3072=6" },
  { "linear-1x784x128", "784=10 128=6" },
  { "conv2d-nchw", "56=3 58=5 64=2" },
  { "conv2d-nchw-pad", "28=2 56=4 57=5 58=6 64=2 128=3" },
  { "depthwise-conv2d", "64=2 112=4 114=6" },
  { "softmax", "256=6" },
  { "layer-norm", "128=4 768=9" },
  { "transpose", "1024=7" },
  { "matmul-int8", "512=6" },
  { "matmul-tensorized-16", "8=2 16=3 128=6" },
};

#define N_PROGRAMS (G_N_ELEMENTS (programs) + G_N_ELEMENTS (samples))

/* A program and what it computes from each of a few inputs. */
typedef struct
{
  const char *name;
  TlModule   *module;
  GPtrArray  *results[N_INPUT_SEEDS];
} Subject;

static void
subject_init (Subject *subject, guint which)
{
  g_autoptr (GError) error = NULL;

  if (which < G_N_ELEMENTS (programs))
    {
      subject->name = programs[which].name;
      subject->module = tl_script_read_text (programs[which].text, &error);
    }
  else
    {
      subject->name = samples[which - G_N_ELEMENTS (programs)].name;
      subject->module = small_sample_new (subject->name, samples[which - G_N_ELEMENTS (programs)].smaller);
    }
  g_assert_no_error (error);
  for (guint i = 0; i < N_INPUT_SEEDS; i++)
    {
      g_autofree char *problem = NULL;

      subject->results[i] = check_run (subject->module, i, &problem);
      g_assert_cmpstr (problem, ==, NULL);
    }
}

static void
subject_clear (Subject *subject)
{
  tl_module_unref (subject->module);
  for (guint i = 0; i < N_INPUT_SEEDS; i++)
    g_ptr_array_unref (subject->results[i]);
}

/* NULL, or what is wrong with the schedule (g_free). */
static char *
find_problem (const Subject *subject, TlState *state, guint64 seed)
{
  const TlModule *module = tl_state_module (state);
  guint64         input = seed % N_INPUT_SEEDS;
  char           *problem = check_result (subject->results[input], module, input);

  if (problem == NULL)
    problem = check_program_round_trip (module);
  return problem != NULL ? problem : check_trace_round_trip (state);
}

/* What is wrong with the schedule that @lines write down; NULL if nothing, or if they are no schedule. */
static char *
find_problem_of_lines (const Subject *subject, GPtrArray *lines, guint64 seed)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GError)           error = NULL;
  g_autoptr (TlState)          start = tl_state_new (subject->module, seed);
  g_autoptr (TlSource)         source = NULL;
  g_autoptr (TlScheduleScript) script = NULL;
  g_autoptr (TlState)          state = NULL;

  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) lines->pdata[i]);
  source = tl_source_new ("trace.py", text->str, -1);
  g_string_free (text, TRUE);
  script = tl_schedule_script_parse (source, NULL);
  state = script != NULL ? tl_schedule_script_run (script, start, NULL, NULL, &error) : NULL;
  if (state == NULL)
    return g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_BROKEN) ? g_strdup (error->message) : NULL;
  return find_problem (subject, state, seed);
}

/* Drops steps from the end as long as something stays wrong. Returns the trace that is left. */
static char *
shrink (const Subject *subject, TlState *state, guint64 seed, char **problem)
{
  g_autofree char      *text = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
  g_auto (GStrv)        all = g_strsplit (g_strchomp (text), "\n", -1);
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  gboolean              has_shrunk = TRUE;

  for (guint i = 0; all[i] != NULL; i++)
    g_ptr_array_add (lines, all[i]);
  while (has_shrunk)
    {
      has_shrunk = FALSE;
      for (guint i = lines->len; i-- > 0;)
        {
          gpointer line = g_ptr_array_steal_index (lines, i);
          char    *still = lines->len > 0 ? find_problem_of_lines (subject, lines, seed) : NULL;

          if (still == NULL)
            {
              g_ptr_array_insert (lines, (gint) i, line);
              continue;
            }
          g_free (*problem);
          *problem = still;
          has_shrunk = TRUE;
        }
    }
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
report (const Subject *subject, TlState *state, guint64 seed, char *problem)
{
  g_autofree char *trace = shrink (subject, state, seed, &problem);
  g_autofree char *before = tl_script_print (subject->module, TL_DIALECT_CLASSIC, NULL);

  g_test_message ("%s, seed %" G_GUINT64_FORMAT ": %s\n%s\n%s", subject->name, seed, problem, trace, before);
  g_free (problem);
}

/* TRUE if all is well. */
static gboolean
play_once (const Subject *subject, guint64 seed, RandomTally *tally)
{
  char               *problem = NULL;
  g_autoptr (TlState) state = random_schedule (subject->module, seed, MIN_STEPS, MAX_STEPS, NULL, tally, &problem);

  if (problem != NULL)
    {
      g_autofree char *trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);

      g_test_message ("%s, seed %" G_GUINT64_FORMAT ", next step: %s\n%s", subject->name, seed, problem, trace);
      g_free (problem);
      return FALSE;
    }
  problem = find_problem (subject, state, seed);
  if (problem != NULL)
    report (subject, state, seed, problem);
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
  Subject      subjects[N_PROGRAMS];
  RandomTally  tally = { 0 };
  guint        n_failures = 0, n = 0;

  for (guint i = 0; i < N_PROGRAMS; i++)
    subject_init (&subjects[i], i);
  for (; n < range->n && n_failures < MOST_FAILURES; n++)
    n_failures += !play_once (&subjects[(range->first + n) % N_PROGRAMS], range->first + n, &tally);
  for (guint i = 0; i < N_PROGRAMS; i++)
    subject_clear (&subjects[i]);
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
