/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Evolutionary search as MetaSchedule does it (Shao et al., NeurIPS 2022; Zheng et al., Ansor, OSDI 2020), for each batch:
 *
 *     learn ─▶ the best of those measured + random schedules ─▶ score ─▶ sample: chosen by score, mutated or kept ─┐
 *                                                                 ▲                                               │ generations
 *                                                                 └───────────────────────────────────────────────┘
 *           ─▶ the best that were never measured, and a few of the random ones
 *
 * Until the model has learnt from enough trials its scores are random, and breeding by them would only shuffle: the batch is random then.
 * Candidates of earlier batches that await their outcome count as measured.
 */
#include <math.h>

#include "core/base/error.h"
#include "core/ir/compare.h"
#include "core/space/space.h"
#include "core/search/strategies-private.h"
#include "core/search/strategies/evolution-private.h"

#define FULL_BATCH      64u     /* TVM's: population_size is for so many at once, smaller batches come from fewer … */
#define MIN_BRED      64u     /* … but not from less than this */
#define MAX_EMPTY      5u      /* attempts at a batch without a new program: the space is exhausted */
#define FIRST_LESSON    16u     /* trials that are reported to the model at first; it decides how many are enough */
#define NUMBER_STRIDE   G_GUINT64_CONSTANT (0xd1b54a32d192ed03)

/* --- learning --- */

static double
cost_of (const TlOutcome *outcome)
{
  double seconds = tl_outcome_search_s (outcome);

  return seconds > 0 ? seconds : TL_COST_FAILED;
}

/* So many of those measured are parents at most. */
static guint
most_parents (const TlEvolutionSettings *settings, guint population_size)
{
  return (guint) (population_size * settings->init_measured_ratio);
}

/*
 * Of a long run's trials few will sample: the others keep their features, for the model, and not their schedules. The latest came to stand
 * @at: it is slow itself, or another is now.
 */
static void
forget_slow_one (TlEvolution *evolution, guint at)
{
  guint n_kept = 2 * most_parents (&evolution->settings, evolution->settings.population_size);   /* equal programs stand there twice */

  if (evolution->measured->len > n_kept)
    g_clear_pointer (&g_array_index (evolution->measured, TlEvolutionTrial, MAX (at, n_kept)).individual->edited, tl_edited_trace_free);
}

/* Trials of this run and of earlier ones alike. */
static void
evolution_report (gpointer self, guint number, TlState *state, const TlOutcome *outcome)
{
  TlEvolution *evolution = self;
  guint64 hash = tl_module_hash (tl_state_module (state));
  TlIndividual *pending = g_hash_table_lookup (evolution->pending, &hash);
  TlEvolutionTrial measured = { .cost_s = cost_of (outcome) };
  guint at = evolution->measured->len;

  measured.individual = pending ? tl_individual_ref (pending) : tl_population_sampler_individual (&evolution->sampler, state);
  g_hash_table_remove (evolution->pending, &hash);
  while (at > 0 && g_array_index (evolution->measured, TlEvolutionTrial, at - 1).cost_s > measured.cost_s)
    at--;
  g_array_insert_val (evolution->measured, at, measured);
  if (measured.individual->features)
    g_array_append_val (evolution->news, measured);
  forget_slow_one (evolution, at);
}

/*
 * Of @n trials in all the model learns so many: more with every fifth that is new, as TVM's "adaptive training" has it. Not of all,
 * for what it knows is to depend on their number alone: a run that is resumed asks for fewer batches, and goes on as if it had never been
 * interrupted.
 */
static guint
n_to_tell (guint n)
{
  guint n_learned = 0;

  for (guint next = FIRST_LESSON; next <= n; next += (next + 4) / 5)
    n_learned = next;
  return n_learned;
}

static gboolean
learn (TlEvolution *evolution, GError **error)
{
  guint n = n_to_tell (evolution->n_learned + evolution->news->len) - evolution->n_learned;
  g_autofree TlFeatures **features = g_new (TlFeatures *, n + 1);
  g_autofree double *costs_s = g_new (double, n + 1);

  if (n == 0)
    return TRUE;
  tl_search_progress_set_phase (evolution->task.progress, TL_SEARCH_TRAINING);
  for (guint i = 0; i < n; i++)
    {
      const TlEvolutionTrial *measured = &g_array_index (evolution->news, TlEvolutionTrial, i);

      features[i] = measured->individual->features;
      costs_s[i] = measured->cost_s;
    }
  g_array_remove_range (evolution->news, 0, n);
  evolution->n_learned += n;
  if (!tl_cost_model_update (evolution->model, evolution->workload, features, costs_s, n, error))
    return FALSE;
  tl_search_progress_set_phase (evolution->task.progress, TL_SEARCH_SEARCHING);
  return TRUE;
}

/* --- the first generation --- */

static gboolean
find_sketches (TlEvolution *evolution, GError **error)
{
  g_autoptr (GError) refusal = NULL;
  g_autoptr (TlState) start = tl_state_reseed (evolution->task.start, evolution->task.seed);

  evolution->sketches = tl_space_sketches_with_weights (evolution->task.space, start, &evolution->weights, &refusal);
  if (evolution->sketches)
    return TRUE;
  tl_search_progress_note (evolution->task.progress, refusal);
  return tl_propagate (error, g_steal_pointer (&refusal));
}

/* Which sketches are drawn in this batch. FALSE: none can obey. */
static gboolean
choose_sketches (TlEvolution *evolution, TlConstraints *constraints, GError **error)
{
  gboolean is_some = FALSE;

  if (evolution->sampler.constraints != constraints)
    {
      tl_evaluation_cache_clear (&evolution->known);   /* traces that did not obey others may obey these */
      tl_evaluation_cache_init (&evolution->known);
      g_clear_pointer (&evolution->sampler.constraints, tl_constraints_unref);
      evolution->sampler.constraints = constraints ? tl_constraints_ref (constraints) : NULL;
    }
  g_clear_pointer (&evolution->batch_weights, g_array_unref);
  evolution->batch_weights = g_array_copy (evolution->weights);
  for (guint i = 0; constraints && i < evolution->sketches->len; i++)
    {
      g_autoptr (TlEditedTrace) edited = tl_edited_trace_new (evolution->sketches->pdata[i]);

      if (!tl_constraints_has_pins (constraints, edited))
        g_array_index (evolution->batch_weights, double, i) = 0;
    }
  for (guint i = 0; i < evolution->batch_weights->len; i++)
    is_some |= g_array_index (evolution->batch_weights, double, i) > 0;
  return is_some || tl_fail (error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_EMPTY, "no sketch has all decisions that are pinned");
}

static gboolean
is_new (const TlEvolutionBatch *batch, const TlIndividual *individual)
{
  return !g_hash_table_contains (batch->request->seen, &individual->hash);
}

/* The model's word on individuals; those that have no features score 0. */
static void
score (TlCostModel *model, GPtrArray *individuals)
{
  g_autoptr (GPtrArray) scored = g_ptr_array_new (), features = g_ptr_array_new ();
  g_autofree double *scores = g_new (double, individuals->len + 1);

  for (guint i = 0; i < individuals->len; i++)
    {
      TlIndividual *individual = individuals->pdata[i];

      individual->score = 0;
      if (!individual->features)
        continue;
      g_ptr_array_add (scored, individual);
      g_ptr_array_add (features, individual->features);
    }
  tl_cost_model_predict (model, (TlFeatures *const *) features->pdata, features->len, scores);
  for (guint i = 0; i < scored->len; i++)
    ((TlIndividual *) scored->pdata[i])->score = scores[i];
}

void
tl_evolution_admit (TlEvolutionBatch *batch, GPtrArray *found)
{
  TlCostModel *model = batch->evolution->model;
  g_autoptr (GPtrArray) fresh = g_ptr_array_new ();

  for (guint i = 0; i < found->len; i++)
    {
      TlIndividual *individual = found->pdata[i], *known = individual
                                                           ? g_hash_table_lookup (batch->evolution->known.programs, &individual->hash)
                                                           : NULL;

      if (known && known != individual)
        {
          found->pdata[i] = tl_individual_ref (known);
          tl_individual_unref (individual);
        }
      else if (individual && !known)
        {
          g_ptr_array_add (batch->all, tl_individual_ref (individual));
          g_ptr_array_add (fresh, individual);
          g_hash_table_insert (batch->evolution->known.programs, &individual->hash, individual);
        }
    }
  if (tl_cost_model_is_trained (model))
    score (model, fresh);
}

/* Draws @n; gives how many new programs that were never measured came of it. @population (nullable) gets all that are legal. */
static guint
draw (TlEvolutionBatch *batch, guint n, GPtrArray *population)
{
  TlEvolution *evolution = batch->evolution;
  TlOffspring found = tl_population_sampler_draw (&evolution->sampler, evolution->sketches, evolution->batch_weights, n,
                                                  tl_random_next (&batch->random), &evolution->known);
  guint n_before = batch->all->len, n_new = 0;

  tl_evolution_admit (batch, found.individuals);
  for (guint i = n_before; i < batch->all->len; i++)
    ((TlIndividual *) batch->all->pdata[i])->origin = TL_ORIGIN_RANDOM;
  for (guint i = n_before; i < batch->all->len; i++)
    if (is_new (batch, batch->all->pdata[i]))
      {
        g_ptr_array_add (batch->drawn, batch->all->pdata[i]);
        n_new++;
      }
  for (guint i = 0; i < found.individuals->len; i++)
    {
      batch->evolution->had_legal |= found.individuals->pdata[i] != NULL;
      if (population && found.individuals->pdata[i])
        g_ptr_array_add (population, found.individuals->pdata[i]);   /* in batch->all, which outlives the population */
    }
  tl_offspring_finish (&found, &batch->evolution->known);
  return n_new;
}

static void
shuffle (GPtrArray *items, TlRandom *random)
{
  for (guint i = items->len; i > 1; i--)
    {
      guint other = (guint) tl_random_below (random, i);
      gpointer item = items->pdata[i - 1];

      items->pdata[i - 1] = items->pdata[other];
      items->pdata[other] = item;
    }
}

/*
 * At least @n_wanted random programs that were never measured, unless round after round finds none; in random order, as they will be
 * picked.
 */
static void
draw_enough (TlEvolutionBatch *batch, guint n_at_once, guint n_wanted, GPtrArray *population, GCancellable *cancellable)
{
  guint n_fruitless = 0;

  do
    n_fruitless += draw (batch, n_at_once, population) == 0;
  while (batch->drawn->len < n_wanted && n_fruitless < batch->evolution->settings.max_fail_count
         && !g_cancellable_is_cancelled (cancellable));
  shuffle (batch->drawn, &batch->random);
}

/* In proportion, as the population is, but enough for a batch. */
static guint
least_unmeasured (const TlEvolutionBatch *batch)
{
  const TlEvolutionSettings *settings = &batch->evolution->settings;

  return MAX ((guint) ((guint64) settings->init_min_unmeasured * batch->population_size / settings->population_size), batch->request->n);
}

static GPtrArray *
first_generation (TlEvolutionBatch *batch, GCancellable *cancellable)
{
  const TlEvolutionSettings *settings = &batch->evolution->settings;
  guint n_measured = most_parents (settings, batch->population_size), n_wanted;
  GPtrArray *population = g_ptr_array_new ();
  g_autoptr (GPtrArray) best = g_ptr_array_new ();

  for (guint i = 0; i < batch->evolution->measured->len && best->len < n_measured; i++)
    {
      const TlEvolutionTrial *measured = &g_array_index (batch->evolution->measured, TlEvolutionTrial, i);

      if (measured->cost_s < TL_COST_FAILED && measured->individual->edited && !g_hash_table_contains (batch->evolution->known.programs,
                                                                                                       &measured->individual->hash))
        g_ptr_array_add (best, tl_individual_ref (measured->individual));
    }
  tl_evolution_admit (batch, best);
  for (guint i = 0; i < batch->all->len; i++)
    g_ptr_array_add (population, batch->all->pdata[i]);
  for (guint i = 0; i < best->len; i++)
    tl_individual_unref (best->pdata[i]);
  n_wanted = batch->population_size - MIN (population->len, batch->population_size);
  draw_enough (batch, MAX (n_wanted, 1), least_unmeasured (batch), population, cancellable);
  return population;
}

/* --- picking --- */

static gint
compare_scores (gconstpointer a, gconstpointer b)
{
  const TlIndividual *x = *(TlIndividual *const *) a, *y = *(TlIndividual *const *) b;

  return (x->score < y->score) - (x->score > y->score);
}

static GPtrArray *
new_by_score (TlEvolutionBatch *batch)
{
  GPtrArray *best = g_ptr_array_new ();

  for (guint i = 0; i < batch->all->len; i++)
    if (is_new (batch, batch->all->pdata[i]))
      g_ptr_array_add (best, batch->all->pdata[i]);
  g_ptr_array_sort (best, compare_scores);   /* a merge sort: equals stay in order */
  return best;
}

/*
 * Schedules take memory by the thousand: dropped are those that neither sample nor can be picked. Twice as many of the best and of the
 * random ones are kept as are wanted, for some may be both.
 */
static void
retire (TlEvolutionBatch *batch, GPtrArray *population)
{
  guint n_kept = 2 * batch->request->n;
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) best = new_by_score (batch);

  for (guint i = 0; i < population->len; i++)
    g_hash_table_add (kept, population->pdata[i]);
  for (guint i = 0; i < batch->drawn->len && i < n_kept; i++)
    g_hash_table_add (kept, batch->drawn->pdata[i]);
  for (guint i = 0; i < best->len && i < n_kept; i++)
    g_hash_table_add (kept, best->pdata[i]);
  for (guint i = 0; i < batch->evolution->measured->len; i++)
    g_hash_table_add (kept, g_array_index (batch->evolution->measured, TlEvolutionTrial, i).individual);
  for (guint i = 0; i < batch->all->len; i++)
    if (!g_hash_table_contains (kept, batch->all->pdata[i]))
      g_clear_pointer (&((TlIndividual *) batch->all->pdata[i])->edited, tl_edited_trace_free);
}

static void
sample (TlEvolutionBatch *batch, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) population = first_generation (batch, cancellable);

  for (guint i = 0; i < batch->evolution->settings.genetic_num_iters && population->len > 0
       && !g_cancellable_is_cancelled (cancellable); i++)
    {
      GPtrArray *next = tl_evolution_next_generation (batch, population);

      g_ptr_array_unref (population);
      population = next;
      retire (batch, population);
    }
}

/* The next of @candidates from @at on that is not @picked yet; NULL past the last. */
static TlIndividual *
next_unpicked (GPtrArray *candidates, guint *at, GHashTable *picked)
{
  while (*at < candidates->len)
    {
      TlIndividual *individual = candidates->pdata[(*at)++];

      if (g_hash_table_add (picked, individual))
        return individual;
    }
  return NULL;
}

static TlTrialOrigin
origin_of (const TlEvolution *evolution, const TlIndividual *individual)
{
  TlTrialOrigin origin = { .kind = individual->origin, .parent = individual->parent };
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < MIN (evolution->sampler.n_mutators, 64); i++)
    if ((individual->mutators >> i & 1) != 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? "," : "", evolution->sampler.mutators[i].info->name);
  if (names->len > 0)
    origin.mutators = g_intern_string (names->str);   /* as many texts as there are sets of mutators that occur */
  return origin;
}

/* Mostly the best; with the probability eps_greedy a random one. All random where nothing was scored. */
static GPtrArray *
pick (TlEvolutionBatch *batch, gboolean is_scored)
{
  TlEvolution *evolution = batch->evolution;
  GPtrArray *states = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  g_autoptr (GHashTable) picked = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) best = new_by_score (batch);
  guint n_best = 0, n_drawn = 0;

  while (states->len < batch->request->n)
    {
      gboolean is_random = !is_scored || tl_random_unit (&batch->random) < evolution->settings.eps_greedy;
      TlState *state;
      TlIndividual *individual = is_random ? next_unpicked (batch->drawn, &n_drawn, picked) : NULL;

      if (!individual)
        individual = next_unpicked (best, &n_best, picked);
      if (!individual)
        break;
      state = tl_population_sampler_make (&evolution->sampler, individual);
      if (!state)
        continue;
      if (is_scored && batch->request->scores && individual->features)
        batch->request->scores[states->len] = individual->score;
      if (batch->request->origins)
        batch->request->origins[states->len] = origin_of (evolution, individual);
      g_ptr_array_add (states, state);
      g_hash_table_insert (evolution->pending, &individual->hash, tl_individual_ref (individual));
    }
  return states;
}

/* --- the strategy --- */

/* A model of few trials is worth few guesses, and the search is not to take longer than the measuring. */
static guint
population_for (const TlEvolutionSettings *settings, guint n)
{
  return MIN (settings->population_size, MAX (MIN_BRED, settings->population_size * MIN (n, FULL_BATCH) / FULL_BATCH));
}

static GPtrArray *
attempt (TlEvolution *evolution, const TlBatchRequest *request, guint64 seed, GCancellable *cancellable)
{
  TlEvolutionBatch batch = { .evolution = evolution, .request = request, .random = tl_random_seeded (seed),
                  .population_size = population_for (&evolution->settings, request->n) };
  g_autoptr (GPtrArray) all = batch.all = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_individual_unref);
  g_autoptr (GPtrArray) drawn = batch.drawn = g_ptr_array_new ();
  gboolean is_trained = tl_cost_model_is_trained (evolution->model);
  GPtrArray *picked;

  tl_evaluation_cache_begin_batch (&evolution->known);
  if (is_trained)
    sample (&batch, cancellable);
  else
    draw_enough (&batch, request->n, request->n, NULL, cancellable);
  picked = pick (&batch, is_trained);
  return picked;
}

static GPtrArray *
evolution_generate (gpointer self, const TlBatchRequest *request, GCancellable *cancellable, GError **error)
{
  TlEvolution *evolution = self;
  TlRandom seeds = tl_random_seeded (evolution->task.seed + (request->first_number + 1) * NUMBER_STRIDE);
  GPtrArray *states = NULL;

  if (!evolution->sketches && !find_sketches (evolution, error))
    return NULL;
  if (!choose_sketches (evolution, request->constraints, error) || !learn (evolution, error))
    return NULL;
  for (guint i = 0; i < MAX_EMPTY && (!states || states->len == 0); i++)
    {
      g_clear_pointer (&states, g_ptr_array_unref);
      states = attempt (evolution, request, tl_random_next (&seeds), cancellable);
    }
  if (!evolution->had_legal && !g_cancellable_is_cancelled (cancellable))
    {
      g_autofree char *why = tl_search_progress_refusal (evolution->task.progress);

      tl_refuse (error, NULL, 0, NULL, "no valid schedule in %" G_GUINT64_FORMAT " samples%s%s",
                 tl_search_progress_counts (evolution->task.progress).n_evaluated, why ? "; the last one failed: " : "", why ? why : "");
      g_clear_pointer (&states, g_ptr_array_unref);
    }
  return states;
}

static const TlPrimitiveParam params[] = {
  { "population_size", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "512",
    "Schedules per generation for a batch of 64; in proportion for smaller batches." },
  { "init_measured_ratio", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.2", "Share of the best measured schedules in the first generation." },
  { "init_min_unmeasured", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "50",
    "Minimum random schedules in the first generation for a batch of 64; in proportion for smaller batches." },
  { "max_fail_count", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "5", "Sampling rounds without a new schedule before giving up." },
  { "genetic_num_iters", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "4", "Generations after the first." },
  { "genetic_mutate_prob", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.85", "Probability that a schedule is mutated instead of kept." },
  { "genetic_max_fail_count", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "10", "Retries for each schedule of a generation." },
  { "eps_greedy", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.05", "Share of random schedules in each measured batch." },
};

static double
number_of (const TlArg *value)
{
  return value->kind == TL_ARG_INT ? (double) value->integer : value->kind == TL_ARG_FLOAT ? value->number : NAN;
}

static gboolean
check (const TlArg *args, char **why)
{
  for (guint i = 0; i < G_N_ELEMENTS (params); i++)
    {
      double value = number_of (&args[i]);

      if (params[i].kind == TL_PARAM_VALUE ? value >= 0 && value <= 1 : value >= (i == 0) && value <= 1000000)
        continue;
      *why = g_strdup_printf ("%s must be %s", params[i].name,
                              params[i].kind == TL_PARAM_VALUE ? "a number from 0 to 1" : i == 0 ? "at least 1" : "at least 0");
      return FALSE;
    }
  return TRUE;
}

static TlEvolutionSettings
read_settings (const TlArg *args)
{
  return (TlEvolutionSettings) {
    .population_size = (guint) args[0].integer, .init_measured_ratio = number_of (&args[1]), .init_min_unmeasured = (guint) args[2].integer,
    .max_fail_count = (guint) args[3].integer, .genetic_num_iters = (guint) args[4].integer, .genetic_mutate_prob = number_of (&args[5]),
    .genetic_max_fail_count = (guint) args[6].integer, .eps_greedy = number_of (&args[7])
  };
}

static void
measured_clear (gpointer data)
{
  tl_individual_unref (((TlEvolutionTrial *) data)->individual);
}

/*
 * The space's own; scripts have none and take the target's. Those that are never chosen are left out, as no choice is possible among them
 * alone.
 */
static void
find_mutators (TlEvolution *evolution)
{
  guint n;
  const TlComponent *mutators = tl_space_components (evolution->task.space, TL_SPACE_MUTATORS, &n);
  TlComponent *chosen;

  if (!mutators)
    mutators = tl_component_list_parse (evolution->arena, &tl_mutator_table,
                                        tl_component_set_for (evolution->task.target)->lists[TL_SPACE_MUTATORS],
                                        &n, NULL);
  chosen = tl_arena_new_array (evolution->arena, TlComponent, n + 1);
  evolution->mutator_weights = g_new (double, n + 1);
  for (guint i = 0; i < n; i++)
    if (tl_mutator_probability (&mutators[i]) > 0)
      {
        evolution->mutator_weights[evolution->sampler.n_mutators] = tl_mutator_probability (&mutators[i]);
        chosen[evolution->sampler.n_mutators++] = mutators[i];
      }
  evolution->sampler.mutators = chosen;
}

static gpointer
evolution_create (const TlSearchTask *task)
{
  TlEvolution *evolution = g_new0 (TlEvolution, 1);

  evolution->task = *task;
  evolution->settings = read_settings (task->args);
  evolution->arena = tl_arena_new (NULL);
  evolution->sampler = (TlPopulationSampler) { .task = &evolution->task };
  find_mutators (evolution);
  evolution->model = tl_cost_model_ref (task->model);
  evolution->workload = tl_module_hash (tl_state_module (task->start));
  tl_evaluation_cache_init (&evolution->known);
  evolution->pending = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, (GDestroyNotify) tl_individual_unref);
  evolution->measured = g_array_new (FALSE, FALSE, sizeof (TlEvolutionTrial));
  g_array_set_clear_func (evolution->measured, measured_clear);
  evolution->news = g_array_new (FALSE, FALSE, sizeof (TlEvolutionTrial));
  return evolution;
}

static void
evolution_destroy (gpointer self)
{
  TlEvolution *evolution = self;

  tl_cost_model_unref (evolution->model);
  g_clear_pointer (&evolution->sketches, g_ptr_array_unref);
  g_clear_pointer (&evolution->weights, g_array_unref);
  g_clear_pointer (&evolution->batch_weights, g_array_unref);
  tl_evaluation_cache_clear (&evolution->known);
  g_clear_pointer (&evolution->sampler.constraints, tl_constraints_unref);
  g_hash_table_unref (evolution->pending);
  g_array_unref (evolution->news);
  g_array_unref (evolution->measured);
  tl_arena_unref (evolution->arena);
  g_free (evolution->mutator_weights);
  g_free (evolution);
}

const TlStrategy tl_strategy_evolutionary = {
  .info = { .name = "evolutionary", .summary = "Evolves schedules by mutation and measures those with the best predicted scores.",
            .params = params,
            .n_params = G_N_ELEMENTS (params), .check = check },
  .create = evolution_create,
  .destroy = evolution_destroy,
  .generate = evolution_generate,
  .report = evolution_report,
};
