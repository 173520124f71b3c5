/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every sample under random legal schedules, compiled and run by a worker and compared with the reference interpreter. Samples whose plain
 * form takes long run with smaller extents, told below; the program is otherwise the file's own text. Then schedules drawn from the
 * built-in design space, and for products from that of data/schedules/gemm-space.py: few steps at random come near what those unroll, pack
 * and keep in registers. TL_SAMPLE_SCHEDULES and TL_SAMPLE_SEED say how many schedules of each and from which seed.
 */
#include <stdlib.h>

#include "core/measure/worker-pool.h"
#include "core/schedule/trace.h"
#include "core/space/space.h"
#include "tests/add-test.h"
#include "tests/must.h"
#include "tests/schedule/random-schedule.h"
#include "tests/schedule/small-sample.h"
#include "tileloom-config.h"

#define DEFAULT_COUNT 25      /* of each sample; 500 schedules in all */
#define SPACE_SHARE 5         /* a design space gives one for so many */
#define MAX_STEPS 8
#define N_THREADS 2

/* The numbers of a file's text that stand for extents, and what they become; "" keeps the file as it is. */
static const struct
{
  const char *name;
  const char *smaller;
  gboolean    is_product;   /* one block C = A B */
} samples[] = {
  { "vector-add-1024", "" },
  { "window-sum", "" },
  { "matmul-128", "128=32", TRUE },
  { "matmul-1024", "1024=96", TRUE },
  { "matmul-1000", "1000=25", TRUE },
  { "mm-relu-128", "128=30" },
  { "bmm-relu-16x128", "16=3 128=14" },
  { "matmul-exp-matmul", "1024=18 2048=20 3072=12" },
  { "linear-1x784x128", "784=49" },
  { "conv2d-nchw", "56=7 58=9 64=6" },
  { "conv2d-nchw-pad", "28=5 56=10 57=11 58=12 64=6 128=9" },
  { "depthwise-conv2d", "64=5 112=8 114=10" },
  { "softmax", "256=20" },
  { "layer-norm", "128=9 768=20" },
  { "transpose", "1024=30" },
  { "matmul-int8", "512=18" },
  { "matmul-tensorized-16", "8=3 128=48" },
};

typedef struct
{
  const char       *name;
  const TlModule   *module;
  TlWorkerPool     *pool;
  TlSpace          *space;         /* NULL: random steps */
  guint64           first_seed;
  guint             n_schedules;
  gint              next;          /* atomic */
  GMutex            lock;
  GString          *problems;      /* under lock */
  RandomTally       tally;         /* under lock */
} ScheduleSample;

/* A GPU program needs a GPU: what is bound to threads does not run here. */
static const char *const excluded[] = { "bind", NULL };

static TlState *
draw (const ScheduleSample *sample, guint64 seed, RandomTally *tally, char **problem)
{
  g_autoptr (TlState) checked = NULL, start = NULL;
  g_autoptr (GError)  error = NULL;
  TlState            *state;

  if (sample->space == NULL)
    return random_schedule (sample->module, seed, 1, MAX_STEPS, excluded, tally, problem);
  checked = tl_state_new ((TlModule *) sample->module, seed);
  start = tl_state_unchecked (checked);
  state = tl_space_sample (sample->space, start, seed, &error);
  tally->n_taken++;
  if (state == NULL)
    *problem = g_strdup (error->message);
  return state != NULL ? state : g_steal_pointer (&checked);
}

static void
try_one (ScheduleSample *sample, guint64 seed)
{
  TlMeasureOptions    options = tl_measure_options_quick ();
  TlTarget            target = tl_target_host ();
  RandomTally         tally = { 0 };
  g_autofree char    *problem = NULL;
  g_autoptr (TlState) state = draw (sample, seed, &tally, &problem);
  TlOutcome           outcome = { 0 };

  options.repeat = 0;
  options.check = TRUE;
  options.build_timeout_s = options.run_timeout_s = 300;
  tl_worker_pool_measure (sample->pool, state, tl_state_module (state)->prims[0]->name, &target, &options, NULL, &outcome);
  g_mutex_lock (&sample->lock);
  sample->tally.n_taken += tally.n_taken;
  sample->tally.n_refused += tally.n_refused;
  if (problem != NULL || outcome.kind != TL_OUTCOME_OK || !outcome.is_checked)
    {
      g_autofree char *trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);

      g_string_append_printf (sample->problems, "%s, seed %" G_GUINT64_FORMAT ": %s: %s\n%s\n", sample->name, seed,
                              tl_outcome_name (outcome.kind),
                              problem != NULL ? problem : outcome.message != NULL ? outcome.message : "not checked", trace);
    }
  g_mutex_unlock (&sample->lock);
  tl_outcome_clear (&outcome);
}

static gpointer
try_in_thread (gpointer user_data)
{
  ScheduleSample *sample = user_data;
  gint            index;

  while ((index = g_atomic_int_add (&sample->next, 1)) < (gint) sample->n_schedules && sample->problems->len == 0)
    try_one (sample, sample->first_seed + (guint64) index);
  return NULL;
}

static TlWorkerPool *
pool_of_tests (void)
{
  return must (tl_worker_pool_new (N_THREADS, &failure));
}

static void
try_sample (guint which, TlSpace *space)
{
  const char *count = g_getenv ("TL_SAMPLE_SCHEDULES"), *from = g_getenv ("TL_SAMPLE_SEED");
  g_autoptr (TlModule) module = small_sample_new (samples[which].name, samples[which].smaller);
  g_autoptr (GString) problems = g_string_new (NULL);
  g_autoptr (TlWorkerPool) pool = pool_of_tests ();
  GThread *threads[N_THREADS];
  ScheduleSample sample = {
         .name = samples[which].name,
         .module = module,
         .pool = pool,
         .first_seed = from != NULL ? g_ascii_strtoull (from, NULL, 10) : 1,
         .n_schedules = (count != NULL ? (guint) atoi (count) : DEFAULT_COUNT) / (space != NULL ? SPACE_SHARE : 1),
         .space = space,
         .problems = problems,
  };

  g_mutex_init (&sample.lock);
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("try", try_in_thread, &sample);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_test_message ("%u schedules, %u steps, %u refused", sample.n_schedules, sample.tally.n_taken, sample.tally.n_refused);
  if (problems->len > 0)
    g_test_fail_printf ("%s", problems->str);
  else
    g_assert_cmpuint (sample.tally.n_taken, >=, sample.n_schedules);
  g_mutex_clear (&sample.lock);
}

static void
test_sample (gconstpointer data)
{
  try_sample (GPOINTER_TO_UINT (data), NULL);
}

static void
test_default_space (gconstpointer data)
{
  TlTarget            target = tl_target_host ();
  g_autoptr (TlSpace) space = NULL;

  target.num_cores = 2;
  space = tl_space_default (&target);
  try_sample (GPOINTER_TO_UINT (data), space);
}

static void
test_product_space (gconstpointer data)
{
  g_autoptr (TlSource)         source = must (tl_source_load (TL_SOURCE_DATADIR "/schedules/gemm-space.py", &failure));
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlSpace)          space = tl_space_from_script (script, "gemm_space", NULL);

  try_sample (GPOINTER_TO_UINT (data), space);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      add_test (test_sample, GUINT_TO_POINTER (i), "/samples/%s", samples[i].name);
      add_test (test_default_space, GUINT_TO_POINTER (i), "/samples/default-space/%s", samples[i].name);
      if (samples[i].is_product)
        add_test (test_product_space, GUINT_TO_POINTER (i), "/samples/gemm-space/%s", samples[i].name);
    }
  return g_test_run ();
}
