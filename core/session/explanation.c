/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A comparison has room for a few programs, so a long way is timed in parts that share a program: the gains within each part are of rounds
 * in turns, and their product does not depend on how fast the machine was in the other parts. The whole is timed by itself where there are
 * several parts.
 */
#include "core/session/explanation-private.h"

#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/ir/compare.h"

#define MIN_REPEAT_MS 2.0
#define N_ROUNDS      12u     /* of each pass */
#define MAX_NAMED     3u      /* steps in a summary … */
#define LEAST_NAMED   1.03    /* … of at least so much, either way */
#define LEAST_TOLD    1.005   /* smaller gains are 1 in three digits */

TlExplanation *
tl_explanation_ref (TlExplanation *explanation)
{
  g_atomic_int_inc (&explanation->ref_count);
  return explanation;
}

void
tl_explanation_unref (TlExplanation *explanation)
{
  if (!g_atomic_int_dec_and_test (&explanation->ref_count))
    return;
  for (guint i = 0; i < explanation->n_steps; i++)
    {
      g_free (explanation->steps[i].label);
      tl_state_unref (explanation->steps[i].state);
    }
  g_free (explanation->steps);
  g_free (explanation->problem);
  g_free (explanation);
}

/* --- in words --- */

gboolean
tl_explained_step_is_distinct (const TlExplainedStep *step)
{
  return step->low > 1 || (step->high > 0 && step->high < 1);
}

static char *
gain_text (double gain)
{
  double larger = tl_max (gain, 1 / gain);

  if (larger < LEAST_TOLD)
    return g_strdup (_("equally fast"));
  return gain >= 1 ? g_strdup_printf (_("%.3g times faster"), gain) : g_strdup_printf (_("%.3g times slower"), 1 / gain);
}

char *
tl_explained_step_text (const TlExplainedStep *step)
{
  if (step->gain <= 0)
    return g_strdup ("—");
  return tl_explained_step_is_distinct (step) ? gain_text (step->gain) : g_strdup (_("not distinguishable"));
}

static gint
compare_gains (gconstpointer a, gconstpointer b)
{
  const TlExplainedStep *left = *(const TlExplainedStep *const *) a, *right = *(const TlExplainedStep *const *) b;
  double                 large_left = MAX (left->gain, 1 / left->gain), large_right = MAX (right->gain, 1 / right->gain);

  return large_left > large_right ? -1 : large_left < large_right;
}

char *
tl_explanation_summary (const TlExplanation *explanation)
{
  g_autoptr (GPtrArray) distinct = g_ptr_array_new ();
  g_autofree char      *whole = NULL;
  GString              *text = g_string_new (NULL);

  if (explanation->whole <= 0)
    return g_string_free (text, FALSE);
  for (guint i = 1; i < explanation->n_steps; i++)
    if (explanation->steps[i].gain > 0 && tl_explained_step_is_distinct (&explanation->steps[i])
        && (explanation->steps[i].gain > LEAST_NAMED || explanation->steps[i].gain < 1 / LEAST_NAMED))
      g_ptr_array_add (distinct, &explanation->steps[i]);
  g_ptr_array_sort (distinct, compare_gains);
  whole = gain_text (explanation->whole);
  g_string_append (text, whole);
  for (guint i = 0; i < MIN (distinct->len, MAX_NAMED); i++)
    {
      const TlExplainedStep *step = distinct->pdata[i];
      g_autofree char       *gain = gain_text (step->gain);

      g_string_append_printf (text, "%s%s: %s", i == 0 ? ". " : "; ", step->label, gain);
    }
  return g_string_free (text, FALSE);
}

/* --- the way --- */

/* The states up to @state, from its root on, each another program than the one before. */
static GPtrArray *
programs_of (TlState *state)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);
  GPtrArray            *programs = g_ptr_array_new ();

  g_ptr_array_add (programs, tl_state_root (state));
  for (guint i = 0; i < steps->len; i++)
    if (!tl_module_equal (tl_state_module (steps->pdata[i]), tl_state_module (programs->pdata[programs->len - 1]), NULL))
      g_ptr_array_add (programs, steps->pdata[i]);
  return programs;
}

GPtrArray *
tl_explanation_path (TlState *a, TlState *b, GPtrArray **labels)
{
  g_autoptr (GPtrArray) from = programs_of (a), to = programs_of (b);
  GPtrArray            *path = g_ptr_array_new (), *words = g_ptr_array_new_with_free_func (g_free);
  guint                 n_shared = 0;

  while (n_shared < MIN (from->len, to->len)
         && tl_module_equal (tl_state_module (from->pdata[n_shared]), tl_state_module (to->pdata[n_shared]), NULL))
    n_shared++;
  for (guint i = from->len; i > MAX (n_shared, 1); i--)
    {
      g_autofree char *step = tl_state_describe (from->pdata[i - 1]);

      g_ptr_array_add (path, from->pdata[i - 1]);
      g_ptr_array_add (words, g_strdup_printf (_("undo %s"), step));
    }
  g_ptr_array_add (path, from->pdata[MAX (n_shared, 1) - 1]);
  for (guint i = n_shared; i < to->len; i++)
    {
      g_ptr_array_add (path, to->pdata[i]);
      g_ptr_array_add (words, tl_state_describe (to->pdata[i]));
    }
  if (labels != NULL)
    *labels = words;
  else
    g_ptr_array_unref (words);
  return path;
}

/* --- sums --- */

static void
multiply (double gain, double low, double high, double *log_gain, double *log_low, double *log_high)
{
  *log_gain += log (gain);
  *log_low += low > 0 ? pow (log (gain / low), 2) : 0;
  *log_high += high > 0 ? pow (log (high / gain), 2) : 0;
}

/* Of steps alone where @alone and where they were timed so, else along the way. */
static TlGainInterval
product (const TlExplanation *self, gboolean alone)
{
  double log_gain = 0, log_low = 0, log_high = 0;

  for (guint i = 1; i < self->n_steps; i++)
    {
      const TlExplainedStep *step = &self->steps[i];

      if (step->gain <= 0)
        return (TlGainInterval) { 0 };
      if (alone && step->own_gain > 0)
        multiply (step->own_gain, step->own_low, step->own_high, &log_gain, &log_low, &log_high);
      else
        multiply (step->gain, step->low, step->high, &log_gain, &log_low, &log_high);
    }
  return (TlGainInterval) { exp (log_gain), exp (log_gain - sqrt (log_low)), exp (log_gain + sqrt (log_high)) };
}

TlGainInterval
tl_explanation_sum (const TlExplanation *self)
{
  return product (self, FALSE);
}

TlGainInterval
tl_explanation_own_sum (const TlExplanation *self)
{
  return self->has_hybrids ? product (self, TRUE) : (TlGainInterval) { 0 };
}

/* Steps that do not apply alone, or are the first on the way, have no part in it. */
TlGainInterval
tl_explanation_interaction (const TlExplanation *self)
{
  double log_gain = 0, log_low = 0, log_high = 0;

  if (!self->has_hybrids || product (self, TRUE).gain <= 0)
    return (TlGainInterval) { 0 };
  for (guint i = 1; i < self->n_steps; i++)
    {
      const TlExplainedStep *step = &self->steps[i];

      if (step->own_gain <= 0 || (step->own_gain == step->gain && step->own_low == step->low))
        continue;
      multiply (step->gain, step->low, step->high, &log_gain, &log_low, &log_high);
      multiply (1 / step->own_gain, step->own_high > 0 ? 1 / step->own_high : 0, step->own_low > 0 ? 1 / step->own_low : 0, &log_gain,
                &log_low, &log_high);
    }
  return (TlGainInterval) { exp (log_gain), exp (log_gain - sqrt (log_low)), exp (log_gain + sqrt (log_high)) };
}

gboolean
tl_explanation_agrees (const TlExplanation *self)
{
  TlGainInterval sum = tl_explanation_sum (self);

  return sum.gain > 0 && self->whole > 0 && sum.low <= self->whole_high && self->whole_low <= sum.high;
}

char *
tl_explanation_interaction_text (const TlExplanation *self)
{
  TlGainInterval   own = tl_explanation_own_sum (self), sum = tl_explanation_sum (self), interaction = tl_explanation_interaction (self);
  g_autofree char *alone = NULL, *together = NULL, *between = NULL;

  if (interaction.gain <= 0)
    return g_strdup ("");
  alone = gain_text (own.gain);
  together = gain_text (sum.gain);
  between = gain_text (interaction.gain);
  if (interaction.low <= 1 && interaction.high >= 1)
    return g_strdup_printf (_("Steps alone: %s; together: %s. Interaction: not distinguishable"), alone, together);
  return g_strdup_printf (_("Steps alone: %s; together: %s. Interaction: %s (%.3g to %.3g)"), alone, together, between,
                          interaction.gain >= 1 ? interaction.low : 1 / interaction.high,
                          interaction.gain >= 1 ? interaction.high : 1 / interaction.low);
}

/* --- timing --- */

static TlExplanation *
snapshot (const TlExplaining *self)
{
  TlExplanation *explanation = g_new0 (TlExplanation, 1);

  *explanation = (TlExplanation) { .ref_count = 1, .n_steps = self->path->len, .whole = self->whole, .whole_low = self->whole_low,
                                   .whole_high = self->whole_high, .has_hybrids = self->has_hybrids, .problem = g_strdup (self->problem) };
  explanation->steps = g_memdup2 (self->steps, self->path->len * sizeof *self->steps);
  for (guint i = 0; i < self->path->len; i++)
    explanation->steps[i].state = tl_state_ref (self->path->pdata[i]);
  for (guint i = 1; i < self->path->len; i++)
    explanation->steps[i].label = g_strdup (self->labels->pdata[i - 1]);
  return explanation;
}

void
tl_explaining_report (const TlExplaining *self)
{
  g_autoptr (TlExplanation) explanation = snapshot (self);

  if (self->progress != NULL)
    self->progress (explanation, self->user_data);
}

/* Of the ratios of rounds of one pass. */
static gboolean
gain_in_pass (const TlOutcome *before, const TlOutcome *after, TlLatency *gain)
{
  guint     n = MIN (before->n_samples, after->n_samples);
  double   *ratios = g_new (double, MAX (n, 1));
  TlOutcome rounds = { .samples_s = ratios, .n_samples = n };
  gboolean  is_known;

  for (guint i = 0; i < n; i++)
    ratios[i] = before->samples_s[i] / after->samples_s[i];
  is_known = tl_outcome_latency (&rounds, gain);
  g_free (ratios);
  return is_known;
}

gboolean
tl_explaining_find_gain (const TlExplainingRounds *rounds, guint before, guint after, double *gain, double *low, double *high)
{
  double    gains[TL_EXPLAINING_PASSES];
  TlOutcome passes = { .samples_s = gains };
  TlLatency found;

  for (guint i = 0; i < rounds->n_passes; i++)
    if (gain_in_pass (&rounds->outcomes[i][before], &rounds->outcomes[i][after], &found))
      gains[passes.n_samples++] = found.median_s;
  if (passes.n_samples == 0)
    return FALSE;
  if (passes.n_samples > 1)
    tl_outcome_latency (&passes, &found);
  *gain = found.median_s;
  *low = found.low_s;
  *high = found.high_s;
  return TRUE;
}

/* Takes the samples of the part that begins at self->first. Times follow from the first program's by the gains. */
static void
take_times (TlExplaining *self, const TlExplainingRounds *rounds, guint n)
{
  TlLatency latency;

  if (self->first == 0 && tl_outcome_latency (&rounds->outcomes[0][0], &latency))
    self->steps[0].time_s = latency.median_s;
  for (guint i = 1; i < n; i++)
    {
      TlExplainedStep *step = &self->steps[self->first + i];

      if (tl_explaining_find_gain (rounds, i - 1, i, &step->gain, &step->low, &step->high))
        step->time_s = self->steps[self->first + i - 1].time_s / step->gain;
    }
}

static void
on_round (const TlExplainingRounds *rounds, gpointer user_data)
{
  TlExplaining *self = user_data;
  guint         n = self->is_whole ? 2 : MIN (self->path->len - self->first, TL_COMPARISON_MAX);

  if (!self->is_whole)
    take_times (self, rounds, n);
  if (self->is_whole || n == self->path->len)
    tl_explaining_find_gain (rounds, 0, n - 1, &self->whole, &self->whole_low, &self->whole_high);
  tl_explaining_report (self);
}

/* Leaves out the program at @index: the step that leads there is then a part of the next one. */
static void
leave_out (TlExplaining *self, guint index)
{
  char **next = (char **) &self->labels->pdata[index], *both = g_strdup_printf ("%s, %s", (char *) self->labels->pdata[index - 1], *next);

  g_free (*next);
  *next = both;
  g_ptr_array_remove_index (self->labels, index - 1);
  g_ptr_array_remove_index (self->path, index);
  memmove (&self->steps[index], &self->steps[index + 1], (self->path->len - index) * sizeof *self->steps);
}

/* The first that failed, or -1. */
static gint
find_failed (const TlOutcome *outcomes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (outcomes[i].kind != TL_OUTCOME_OK && outcomes[i].kind != TL_OUTCOME_CANCELLED)
      return (gint) i;
  return -1;
}

typedef struct
{
  TlExplainingProgress progress;
  gpointer             user_data;
  TlExplainingRounds   rounds;
} Passes;

static void
on_pass_round (const TlOutcome *outcomes, gpointer user_data)
{
  const Passes *passes = user_data;

  passes->progress (&passes->rounds, passes->user_data);
}

/* Times all once more. The first that failed, or -1. */
static gint
run_pass (const TlExplaining *self, TlState *const *states, Passes *passes, char **message)
{
  TlExplainingRounds *rounds = &passes->rounds;
  TlOutcome          *outcomes = rounds->outcomes[rounds->n_passes++];
  TlComparisonEntry   entries[TL_COMPARISON_MAX] = { { 0 } };
  TlComparison        comparison = { .entries = entries, .n_entries = rounds->n_states, .func_name = self->func_name,
                                     .target = self->target, .n_rounds = N_ROUNDS, .max_s = self->max_s / TL_EXPLAINING_PASSES,
                                     .min_repeat_ms = MIN_REPEAT_MS, .settle_ms = TL_SETTLE_MS };
  gint                failed;

  for (guint i = 0; i < rounds->n_states; i++)
    entries[i].state = states[i];
  tl_worker_pool_compare (self->pool, &comparison, on_pass_round, passes, self->cancellable, outcomes);
  failed = find_failed (outcomes, rounds->n_states);
  if (failed >= 0 && message != NULL)
    {
      g_free (*message);
      *message = g_strdup (outcomes[failed].message);
    }
  return failed;
}

gboolean
tl_explaining_compare (const TlExplaining *self, TlState *const *states, guint n_states, TlExplainingProgress progress, gpointer user_data,
                       gint *failed, char **message)
{
  Passes passes = { .progress = progress, .user_data = user_data, .rounds.n_states = n_states };

  *failed = -1;
  for (guint i = 0; i < TL_EXPLAINING_PASSES && *failed < 0 && !g_cancellable_is_cancelled (self->cancellable); i++)
    *failed = run_pass (self, states, &passes, message);
  for (guint i = 0; i < passes.rounds.n_passes; i++)
    for (guint j = 0; j < n_states; j++)
      tl_outcome_clear (&passes.rounds.outcomes[i][j]);
  return *failed < 0 && !g_cancellable_is_cancelled (self->cancellable);
}

/* From self->first on, as many as a comparison has room for; again without those that fail. FALSE: it ends here. */
static gboolean
time_part (TlExplaining *self, guint *n_timed)
{
  gint failed;

  for (;;)
    {
      *n_timed = MIN (self->path->len - self->first, TL_COMPARISON_MAX);
      if (tl_explaining_compare (self, (TlState *const *) &self->path->pdata[self->first], *n_timed, on_round, self, &failed,
                                 &self->problem))
        return TRUE;
      /* Both ends are what is to be explained. */
      if (failed <= 0 || self->first + (guint) failed == self->path->len - 1)
        return FALSE;
      leave_out (self, self->first + (guint) failed);
      g_clear_pointer (&self->problem, g_free);
    }
}

static void
time_all (TlExplaining *self, gboolean with_hybrids)
{
  TlState *ends[2] = { self->path->pdata[0], self->path->pdata[self->path->len - 1] };
  guint    n_timed;
  gint     failed;

  for (self->first = 0; self->first + 1 < self->path->len; self->first += n_timed - 1)
    if (!time_part (self, &n_timed))
      return;
  if (with_hybrids && self->path->len > 1)
    tl_explaining_time_hybrids (self);
  self->is_whole = self->path->len > TL_COMPARISON_MAX || self->has_hybrids;
  if (self->is_whole && !g_cancellable_is_cancelled (self->cancellable))
    tl_explaining_compare (self, ends, 2, on_round, self, &failed, &self->problem);
}

/* Takes @path and @labels. */
static TlExplanation *
measure_path (TlExplaining *self, GPtrArray *path, GPtrArray *labels, double max_s, gboolean with_hybrids)
{
  TlExplanation *explanation;

  self->path = path;
  self->labels = labels;
  self->steps = g_new0 (TlExplainedStep, path->len);
  self->max_s = max_s / (1 + path->len / TL_COMPARISON_MAX + (with_hybrids ? 1 + 2 * path->len / TL_COMPARISON_MAX : 0));
  time_all (self, with_hybrids);
  explanation = snapshot (self);
  g_ptr_array_unref (self->path);
  g_ptr_array_unref (self->labels);
  g_free (self->steps);
  g_free (self->problem);
  return explanation;
}

TlExplanation *
tl_explanation_measure (TlWorkerPool *pool, TlState *a, TlState *b, const char *func_name, const TlTarget *target, double max_s,
                        gboolean with_hybrids, TlExplanationFunc progress, gpointer user_data, GCancellable *cancellable)
{
  TlExplaining self = { .progress = progress, .user_data = user_data, .pool = pool, .func_name = func_name, .target = target,
                        .cancellable = cancellable };
  GPtrArray   *labels, *path = tl_explanation_path (a, b, &labels);

  return measure_path (&self, path, labels, max_s, with_hybrids);
}

TlExplanation *
tl_explanation_measure_whole (TlWorkerPool *pool, TlState *a, TlState *b, const char *func_name, const TlTarget *target, double max_s,
                              TlExplanationFunc progress, gpointer user_data, GCancellable *cancellable)
{
  TlExplaining self = { .progress = progress, .user_data = user_data, .pool = pool, .func_name = func_name, .target = target,
                        .cancellable = cancellable };
  GPtrArray   *labels = g_ptr_array_new_with_free_func (g_free), *path = g_ptr_array_new ();

  g_ptr_array_add (path, a);
  g_ptr_array_add (path, b);
  g_ptr_array_add (labels, tl_state_describe (b));
  return measure_path (&self, path, labels, max_s, FALSE);
}
