/* SPDX-License-Identifier: Apache-2.0 */
/* Evolutionary search on outcomes that are computed from the schedules, so that nothing depends on any machine. */
#include <sched.h>

#include "core/ir/compare.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "core/search/strategies/evolution-private.h"
#include "core/search/strategy.h"
#include "tests/must.h"
#include "tests/named-texts.h"
#include "tests/program-text.h"

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlOutcome, tl_outcome_clear)

#define BATCH 16u

static const NamedText *texts;   /* of evolutionary.py */

static const char matmul_text[] = "@T.prim_func\n" MATMUL ("128", "128", "128");
static const char padded_mutators[] = "MutateTileSize, MutateComputeLocation(probability=0.9), MutateParallel(probability=0.2), "
                                      "MutateUnroll(probability=0.2)";

typedef struct
{
  TlArena         *arena;
  TlTarget         target;
  TlSearchProgress progress;
  TlSearchTask     task;
  const TlStrategy *strategy;
  gpointer         self;
  GHashTable      *seen;
  GString         *traces;      /* of all candidates, in order */
  GPtrArray       *states;      /* TlState: the same */
  guint            number;
  guint            n_mutated;   /* candidates by their origins, so far */
  guint            n_with_parent;
  double           cost_sum;    /* of the last batch, mean log10 */
} StrategyRun;

/* @space: owned; NULL takes the target's own. */
static void
search_init_on (StrategyRun *search, const char *program, const char *text, TlSpace *space, guint64 seed)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (program, &failure));
  g_autoptr (TlState) start = tl_state_new (module, 0);
  TlComponent strategy;
  guint n;

  *search = (StrategyRun) { .arena = tl_arena_new (NULL), .target = tl_target_host (), .traces = g_string_new (NULL),
                       .states = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref),
                       .seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL) };
  search->target.num_cores = 4;
  must (tl_strategy_parse (search->arena, text, &strategy, &failure));
  tl_search_progress_init (&search->progress, NULL, NULL);
  search->task = (TlSearchTask) { .start = tl_state_unchecked (start), .func_name = "main", .target = &search->target, .seed = seed,
                                  .args = strategy.args,
                                  .threads = tl_tune_threads_new (NULL), .progress = &search->progress };
  search->task.model = tl_cost_model_new (
      must (tl_component_list_parse (search->arena, &tl_cost_model_table, "xgb(num_warmup_samples=32)", &n, &failure)), seed);
  search->task.space = space ? space : tl_space_from_rules (&search->target, NULL, NULL);
  search->strategy = tl_strategy_of (&strategy);
  search->self = search->strategy->create (&search->task);
}

static void
search_init (StrategyRun *search, const char *text, const char *space_text, guint64 seed)
{
  TlSpace *space = NULL;

  if (space_text)
    {
      g_autoptr (TlSource) source = tl_source_new ("space.py", space_text, -1);
      g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));

      space = tl_space_from_script (script, NULL, NULL);
    }
  search_init_on (search, matmul_text, text, space, seed);
}

static void
search_clear (StrategyRun *search)
{
  search->strategy->destroy (search->self);
  tl_cost_model_unref (search->task.model);
  tl_state_unref (search->task.start);
  tl_space_unref (search->task.space);
  tl_tune_threads_unref (search->task.threads);
  tl_search_progress_clear (&search->progress);
  g_hash_table_unref (search->seen);
  g_string_free (search->traces, TRUE);
  g_ptr_array_unref (search->states);
  tl_arena_unref (search->arena);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrategyRun, search_clear)

/* A smooth function of the innermost tiles: 16 columns and 4 steps of the reduction are best. */
static double
cost_of (TlState *state)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);
  double cost = 1e-5;

  for (guint i = 0; i < steps->len; i++)
    {
      const TlInst *inst = tl_state_inst (steps->pdata[i]);
      double ratio;

      if (inst->decision.kind != TL_ARG_LIST)
        continue;
      ratio = (double) inst->decision.items[inst->decision.n_items - 1].integer / (inst->decision.n_items == 4 ? 16 : 4);
      cost *= MAX (ratio, 1 / ratio);
    }
  return cost;
}

static void
report (StrategyRun *search, TlState *state)
{
  g_auto (TlOutcome) outcome = { .kind = TL_OUTCOME_OK, .n_samples = 1, .samples_s = g_new (double, 1) };

  outcome.samples_s[0] = cost_of (state);
  search->cost_sum += outcome.samples_s[0];
  search->strategy->report (search->self, search->number++, state, &outcome);
}

/* A parent is a trial of a batch before, and the mutators are named. */
static void
check_origin (StrategyRun *search, const TlTrialOrigin *origin)
{
  if (origin->kind != TL_ORIGIN_MUTATED)
    {
      g_assert_cmpint (origin->kind, ==, TL_ORIGIN_RANDOM);
      g_assert_cmpuint (origin->parent, ==, 0);
      g_assert_null (origin->mutators);
      return;
    }
  search->n_mutated++;
  g_assert_true (g_str_has_prefix (origin->mutators, "Mutate"));
  if (origin->parent == 0)
    return;
  search->n_with_parent++;
  g_assert_true (g_hash_table_contains (search->seen, &origin->parent));
}

/* One batch; each program in it is new. Gives how many there were. */
static guint
run_batch (StrategyRun *search, guint n)
{
  g_autofree TlTrialOrigin *origins = g_new0 (TlTrialOrigin, n);
  const TlBatchRequest request = { .first_number = search->number, .n = n, .seen = search->seen, .origins = origins };
  g_autoptr (GPtrArray) states = must (search->strategy->generate (search->self, &request, NULL, &failure));

  g_assert_cmpuint (states->len, <=, n);
  search->cost_sum = 0;
  for (guint i = 0; i < states->len; i++)
    check_origin (search, &origins[i]);
  for (guint i = 0; i < states->len; i++)
    {
      g_autofree char *trace = tl_trace_to_json (states->pdata[i], TL_DIALECT_CLASSIC);
      guint64 hash = tl_module_hash (tl_state_module (states->pdata[i]));

      g_assert_true (g_hash_table_add (search->seen, g_memdup2 (&hash, sizeof hash)));
      g_string_append (search->traces, trace);
      g_ptr_array_add (search->states, tl_state_ref (states->pdata[i]));
      report (search, states->pdata[i]);
    }
  return states->len;
}

static const char small_search[] = "evolutionary(population_size=64, init_min_unmeasured=16)";

/* The model learns what is good, and the search finds it. */
static void
test_learns (void)
{
  double      first, last = 0;
  g_auto (StrategyRun) search = { 0 };

  search_init (&search, small_search, NULL, 1);
  g_assert_cmpuint (run_batch (&search, 32), ==, 32);
  first = search.cost_sum / 32;
  for (guint i = 0; i < 5; i++)
    {
      g_assert_cmpuint (run_batch (&search, BATCH), ==, BATCH);
      last = search.cost_sum / BATCH;
      g_test_message ("batch %u: mean cost %g, random %g", i + 1, last, first);
    }
  g_assert_true (tl_cost_model_is_trained (search.task.model));
  g_assert_cmpfloat (last, <, first / 4);
  g_test_message ("%u mutated, %u of them from a trial", search.n_mutated, search.n_with_parent);
  g_assert_cmpuint (search.n_mutated, >, 2 * BATCH);
  g_assert_cmpuint (search.n_with_parent, >, BATCH);
}

static void
use_one_processor (gpointer data)
{
  cpu_set_t set, one;

  g_assert_cmpint (sched_getaffinity (0, sizeof set, &set), ==, 0);
  CPU_ZERO (&one);
  for (gsize i = 0; i < CPU_SETSIZE && CPU_COUNT (&one) == 0; i++)
    if (CPU_ISSET (i, &set))
      CPU_SET (i, &one);
  g_assert_cmpint (sched_setaffinity (0, sizeof one, &one), ==, 0);
}

static gpointer
search_in_thread (gpointer alone)
{
  StrategyRun search;
  char *traces;

  if (alone)
    use_one_processor (NULL);
  search_init (&search, small_search, NULL, 7);
  run_batch (&search, 32);
  for (guint i = 0; i < 3; i++)
    run_batch (&search, BATCH);
  traces = g_strdup (search.traces->str);
  search_clear (&search);
  return traces;
}

/* The same seed and outcomes give the same candidates, on however many cores. */
static void
test_repeats (void)
{
  g_autofree char *many = g_thread_join (g_thread_new ("many", search_in_thread, NULL));
  g_autofree char *one = g_thread_join (g_thread_new ("one", search_in_thread, GINT_TO_POINTER (1)));

  g_assert_cmpstr (many, ==, one);
}

/* A resumed run is told of all trials before it asks for anything, and goes on as the one that asked in between. */
static void
test_resumes (void)
{
  static const guint sizes[] = { 20, 9, 7, 11, 5, 13, 6 };
  gsize length;
  StrategyRun search, resumed;

  search_init (&search, small_search, NULL, 3);
  search_init (&resumed, small_search, NULL, 3);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    run_batch (&search, sizes[i]);
  for (guint i = 0; i < search.states->len; i++)
    {
      guint64 hash = tl_module_hash (tl_state_module (search.states->pdata[i]));

      g_hash_table_add (resumed.seen, g_memdup2 (&hash, sizeof hash));
      report (&resumed, search.states->pdata[i]);
    }
  length = search.traces->len;
  g_assert_cmpuint (run_batch (&search, 16), ==, 16);
  run_batch (&resumed, 16);
  g_assert_true (tl_cost_model_is_trained (resumed.task.model));
  g_assert_cmpstr (resumed.traces->str, ==, search.traces->str + length);
  search_clear (&search);
  search_clear (&resumed);
}

/* Four batches of the padded product; @forgets: nothing is known from one batch to the next. Gives how many schedules were made for it. */
static guint64
search_padded (gboolean forgets, StrategyRun *search)
{
  const TlSpaceOptions options = { .lists = { [TL_SPACE_MUTATORS] = padded_mutators } };
  TlTarget target = tl_target_host ();

  target.num_cores = 4;
  search_init_on (search, named_text (texts, "padded"), small_search, tl_space_from_rules (&target, &options, NULL), 11);
  for (guint i = 0; i < 5; i++)
    {
      TlEvolution *evolution = search->self;

      if (forgets)
        evolution->known.n_bytes = G_MAXSIZE;
      g_assert_cmpuint (run_batch (search, i == 0 ? 32 : 24), >, 0);
    }
  g_assert_true (tl_cost_model_is_trained (search->task.model));
  return tl_search_progress_counts (&search->progress).n_evaluated;
}

/* Candidates of earlier batches are not made again, and that changes nothing. */
static void
test_recalls (void)
{
  StrategyRun knowing, forgetting;
  guint64 n_made = search_padded (FALSE, &knowing), n_made_again = search_padded (TRUE, &forgetting);

  g_test_message ("%" G_GUINT64_FORMAT " schedules made, %" G_GUINT64_FORMAT " without memory", n_made, n_made_again);
  g_assert_cmpstr (knowing.traces->str, ==, forgetting.traces->str);
  g_assert_cmpuint (n_made, <, n_made_again);
  search_clear (&knowing);
  search_clear (&forgetting);
}

/* Schedules are kept of those that may breed only, whatever the order in which they are reported. */
static void
test_forgets (void)
{
  const guint n_kept = 8;   /* twice a fifth of the population */
  const TlEvolution *evolution;
  g_auto (StrategyRun) search = { 0 };

  search_init (&search, "evolutionary(population_size=20, init_min_unmeasured=4)", NULL, 5);
  for (guint i = 0; i < 4; i++)
    run_batch (&search, 16);
  evolution = search.self;
  g_assert_cmpuint (evolution->measured->len, ==, search.states->len);
  g_assert_nonnull (g_array_index (evolution->measured, TlEvolutionTrial, 0).individual->edited);
  for (guint i = n_kept; i < evolution->measured->len; i++)
    g_assert_null (g_array_index (evolution->measured, TlEvolutionTrial, i).individual->edited);
}

/* A space of five programs gives each of them once, then no more. */
static void
test_exhausted (void)
{
  guint n, n_total = 0;
  g_auto (StrategyRun) search = { 0 };

  search_init (&search, "evolutionary(population_size=32, init_min_unmeasured=4)", named_text (texts, "split"), 1);
  while ((n = run_batch (&search, 3)) > 0)
    n_total += n;
  g_assert_cmpuint (n_total, ==, 5);   /* innermost factors 1 to 16 */
}

static void
test_refused (void)
{
  g_auto (StrategyRun) search = { 0 };
  TlBatchRequest request;

  search_init (&search, "evolutionary", named_text (texts, "refused"), 1);
  request = (TlBatchRequest) { .n = 8, .seen = search.seen };
  must_fail (search.strategy->generate (search.self, &request, NULL, &failure), TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED);
  g_assert_cmpuint (tl_search_progress_counts (&search.progress).n_refused, ==, 1);
}

/* Failures teach as well: nothing breaks where every trial fails. */
static void
test_all_fail (void)
{
  g_auto (StrategyRun) search = { 0 };

  search_init (&search, small_search, NULL, 3);
  for (guint b = 0; b < 4; b++)
    {
      const TlBatchRequest request = { .first_number = search.number, .n = BATCH, .seen = search.seen };
      g_autoptr (GPtrArray) states = search.strategy->generate (search.self, &request, NULL, NULL);

      g_assert_cmpuint (states->len, ==, BATCH);
      for (guint i = 0; i < states->len; i++)
        {
          const TlOutcome outcome = { .kind = TL_OUTCOME_CRASH };
          guint64 hash = tl_module_hash (tl_state_module (states->pdata[i]));

          g_assert_true (g_hash_table_add (search.seen, g_memdup2 (&hash, sizeof hash)));
          search.strategy->report (search.self, search.number++, states->pdata[i], &outcome);
        }
    }
}

static void
test_parameters (void)
{
  static const char *const wrong[] = { "evolutionary(population_size=0)", "evolutionary(eps_greedy=1.5)",
                                       "evolutionary(genetic_mutate_prob=\"much\")",
                                       "evolutionary(population=3)" };
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  TlComponent strategy;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    must_fail (tl_strategy_parse (arena, wrong[i], &strategy, &failure), TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX);
  g_assert_true (tl_strategy_parse (arena, "evolutionary(512, 0.2, 50, 5, 4, 0.85, 10, 0.05)", &strategy, NULL));
  g_assert_true (strategy.info->n_params == 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  texts = named_texts_read (TEST_DIR "/evolutionary.py");
  g_test_add_func ("/search/evolutionary/parameters", test_parameters);
  g_test_add_func ("/search/evolutionary/learns", test_learns);
  g_test_add_func ("/search/evolutionary/repeats", test_repeats);
  g_test_add_func ("/search/evolutionary/resumes", test_resumes);
  g_test_add_func ("/search/evolutionary/recalls", test_recalls);
  g_test_add_func ("/search/evolutionary/forgets", test_forgets);
  g_test_add_func ("/search/evolutionary/exhausted", test_exhausted);
  g_test_add_func ("/search/evolutionary/refused", test_refused);
  g_test_add_func ("/search/evolutionary/all-fail", test_all_fail);
  return g_test_run ();
}
